//! Sllim solved where each side has four checkers: the table of all such positions, with the exact distance to the end.
//!
//! **Which rules.** The table is made by the default rules, and holds for all others as long as the game goes on: with
//! four checkers a side on the board and none in reserve nothing is placed, no five make a cross, the next set that
//! leaves ends the game, and a side that borrows completes the other side's last set, which loses at once while every
//! other move holds out longer. Where four left or two sets gone mean that the game is over, the position is, and is
//! not asked for.
//!
//! **History.** A value is that of play without history. A win stays one: who follows the table comes nearer to the end
//! with every turn and so repeats nothing, unless a position on the way has occurred twice before the table was asked.
//!
//! **A set at rest** (there from the start, not completed by the last turn) is an ordinary position: its side must move
//! a checker, and wins if that completes another set.
//!
//! `index` finds the place of a position, `gather` collects what a turn can lead to, `build` decides all places,
//! `checkpoint` saves an unfinished build, `pack` writes the finished table and `file` reads it, `check` goes over it
//! again.

pub mod build;
pub mod check;
mod checkpoint;
mod file;
mod gather;
pub mod index;
mod pack;

/// The name of the table.
pub const NAME: &str = "sllim-4v4";

pub use checkpoint::ResumeError;
pub use file::{SllimTable, TableBytes, TableError, four_against_four};

#[cfg(test)]
mod tests;
