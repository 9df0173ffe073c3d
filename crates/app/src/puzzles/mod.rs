//! Puzzles in which one side wins by force, without their looks. Knows the rules and the solver's words, no screen.

mod address;
mod progress;
mod shelf;
mod solving;

pub use address::Address;
pub use progress::{Mark, Progress, Streak};
pub use shelf::{Shelf, file_name};
pub use solving::{Refutation, Solving, Stage, Why};
