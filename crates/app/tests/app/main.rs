//! Tests of the app, one file per subject, in one binary.

mod analysis;
mod archive;
mod fairness;
mod play;
mod puzzles;
mod setup;
#[cfg(feature = "lessons")]
mod taking_lessons;
