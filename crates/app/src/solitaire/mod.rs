//! Puzzles for one person without their looks: which puzzle, how it goes, what is kept of it. Knows the rules and the
//! solver's words, no screen, no clock and no storage but those it is handed.

mod advice;
mod choices;
mod date;
mod goal;
mod puzzle_id;
mod route;
mod run;
mod saved;
mod share;
mod statistics;

pub use advice::{RemovalHint, hint};
pub use choices::{SolitaireSettings, Variant};
pub use date::Date;
pub use goal::SolitaireGoal;
pub use puzzle_id::{PuzzleId, PuzzleIdError, PuzzleNumber};
pub use route::SolitaireRoute;
pub use run::{HelpUsed, SolitaireRun};
pub use saved::{UnfinishedPuzzle, forget, load, prune, save, unfinished};
pub use share::text;
pub use statistics::{DayResult, Statistics, Tally};
