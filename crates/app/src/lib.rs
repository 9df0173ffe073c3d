//! The logic of the browser app without a framework: routes, settings, local and online games, saved games, analysis,
//! the archive, puzzles, lessons.
//!
//! Plain data and functions, tested natively. Clock, storage and screen are passed in or left to `crates/web`, which draws
//! this state.

pub mod about;
pub mod adaptive;
pub mod analysis;
pub mod archive;
pub mod chips;
pub mod composer;
pub mod editor;
pub mod fairness;
pub mod import;
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

pub use halfboard_rules::layout;
pub use halfboard_text::book;
