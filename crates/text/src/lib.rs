//! Sentences for people, in every language: what rules and engine expose as data becomes text here, for the browser app and
//! the command line alike.

mod language;

pub mod board;
pub mod book;
pub mod games;
#[cfg(feature = "lessons")]
pub mod lessons;
pub mod prompt;
pub mod reasons;
pub mod refusal;
pub mod result;
pub mod rules;
pub mod steps;
pub mod worth;

pub use language::{Language, Text, language, speak};
