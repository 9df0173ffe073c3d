//! Texts of the app's pages, one file per page, in every language. Sentences about the games themselves are in
//! `halfboard_text`.

pub mod analysis;
pub mod archive;
pub mod editor;
pub mod explorer;
pub mod fairness;
pub mod game;
pub mod games;
pub mod home;
pub mod learn;
pub mod online;
pub mod players;
pub mod puzzles;
pub mod review;
pub mod settings;
pub mod setup;
pub mod shell;
pub mod solitaire;

pub use halfboard_text::games as game_texts;
pub use halfboard_text::{
    Language, Text, board, language, outcome, prompt, reasons, refusal, result, rules, speak, steps, worth,
};
