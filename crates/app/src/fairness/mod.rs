//! Fairness of the games and their variants, without the user interface: the findings that ship with the app, and the
//! verdict on a single board.

mod brief;
mod findings;
mod judging;
mod plot;
mod route;

pub use brief::{BriefSide, FairnessBrief, brief};
pub use findings::{FILE, Finding, FindingError, FindingSide, GameStatistics, Outcome, read};
pub use judging::{Board, BoardError, Favour, Judged, Judging};
pub use plot::{Axis, length_axis};
pub use route::FairnessRoute;
