//! Turns the data of rules and engine into sentences in every language, for the browser app and the command line.

mod language;

pub mod board;
pub mod book;
pub mod games;
#[cfg(feature = "lessons")]
pub mod lessons;
pub mod outcome;
pub mod prompt;
pub mod reasons;
pub mod refusal;
pub mod result;
pub mod rules;
pub mod steps;
pub mod worth;

pub use language::{Language, Text, language, speak};
