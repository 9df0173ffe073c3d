//! What a program for people needs beside the rules, without any framework: the words in every language, addresses of
//! pages, settings, a game at one screen, the games kept, lessons, and the rules as a book.
//!
//! Everything here is plain data and plain functions, tested natively. `crates/web` draws it and `crates/worker` thinks
//! for it; neither clock, storage nor screen is touched from here.

pub mod about;
pub mod analysis;
pub mod composer;
pub mod editor;
pub mod fairness;
pub mod import;
pub mod layout;
#[cfg(feature = "lessons")]
pub mod lessons;
pub mod motion;
pub mod online;
pub mod phrases;
pub mod play;
pub mod puzzles;
pub mod review;
pub mod route;
pub mod saved;
pub mod settings;
pub mod setup;
pub mod shared;
pub mod solitaire;
pub mod table;

pub use halfboard_text::book;
