//! Puzzles in which one side wins by force, without their looks. Knows the rules and the solver's words, no screen.

mod progress;
mod route;
mod shelf;
mod solving;

pub use progress::{Progress, PuzzleMark, Streak};
pub use route::PuzzleRoute;
pub use shelf::{PuzzleSet, file_name};
pub use solving::{PuzzleStage, Refutation, Solving, WrongMoveReason};
