//! Puzzles in which one side wins by force, without their looks. Knows the rules and the solver's words, no screen.

mod progress;
mod route;
mod shelf;
mod solving;

pub use progress::{Mark, Progress, Streak};
pub use route::PuzzleRoute;
pub use shelf::{Shelf, file_name};
pub use solving::{Refutation, Solving, Stage, Why};
