//! Exact solvers: what they say is proven. Each game has the techniques that suit it; the rules core referees what they
//! find. Knows the rules crate and the search, and like them no files and no clock of its own.

pub mod forced;
pub mod sight_reduction;
