//! Exact solvers: what they say is proven. Each game has the techniques that suit it; the rules core referees what they
//! find. Knows the rules crate and the search, and like them no files and no clock of its own.
//!
//! The solvers of Sight Reduction and the table of Sllim are exact without reservation. The prover of [`forced`] tells
//! positions apart by 64-bit keys, as searches do: with its usual memory a false answer is a matter of one run in a hundred
//! thousand, and a proof that is written down and verified has no such doubt.
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
