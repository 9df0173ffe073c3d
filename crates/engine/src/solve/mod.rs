//! Exact solvers: what they say is proven. Each game has the techniques that suit it; the rules core referees what they
//! find. Knows the rules crate and the search, and like them no files and no clock of its own.
//!
//! [`solve`] answers for any game. Behind it are the solvers of Sight Reduction, and [`forced`] for all that has none of
//! its own.

pub mod answer;
pub(crate) mod by_tables;
pub mod forced;
pub mod sight_reduction;
pub mod sllim;
pub mod watch;

pub use answer::{Answer, Ask, Verdict, solve};
