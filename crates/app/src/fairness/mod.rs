//! How fair the games and their variants are, without looks: the findings that come with the app, and a board that is
//! judged. Knows the rules and the solver's words, no screen.

mod findings;
mod judging;
mod plot;
mod route;

pub use findings::{FILE, Finding, FindingError, FindingSide, GameStatistics, Outcome, read};
pub use judging::{Board, BoardError, Favour, Judged, Judging};
pub use plot::{Axis, length_axis};
pub use route::FairnessRoute;
