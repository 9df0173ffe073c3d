//! Puzzles for one person without their looks: which puzzle, how it goes, what is kept of it. Knows the rules and the
//! solver's words, no screen, no clock and no storage but those it is handed.

mod advice;
mod choices;
mod date;
mod goal;
mod keeping;
mod route;
mod run;
mod share;
mod statistics;
mod which;

pub use advice::{Hint, hint};
pub use choices::{Choices, Variant};
pub use date::Date;
pub use goal::Goal;
pub use keeping::{Left, forget, keep, left, read, tidy};
pub use route::SolitaireRoute;
pub use run::{Help, Run, State};
pub use share::text;
pub use statistics::{Day, Statistics, Tally};
pub use which::{Numbered, Which, Wrong};
