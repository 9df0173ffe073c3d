//! The engine's view of Three's a Crowd.

mod evaluation;

use std::convert::Infallible;

use halfboard_rules::games::crowd::Crowd;

use super::{BenchSuite, EngineGame};
use crate::levels::{LEVEL_COUNT, Levels, StrengthLimit, levels};
use crate::network::NetworkInput;
use crate::solve::Solve;

/// The terms alone decide: there is no network.
impl NetworkInput for Crowd {}

impl Levels for Crowd {
    const LEVELS: [StrengthLimit; LEVEL_COUNT] = levels([
        (200, 1, 1, 80),
        (500, 2, 2, 60),
        (1000, 2, 3, 40),
        (2000, 3, 4, 25),
        (5000, 4, 6, 15),
        (15000, 6, 9, 8),
        (60000, 9, 14, 4),
    ]);
}

impl Solve for Crowd {
    type EndgameTable = Infallible;
}

impl EngineGame for Crowd {
    const BENCH: BenchSuite =
        BenchSuite { depth: 6, positions: &["8/8/8/8 w", "w3b3/8/2b4w/8 w", "ww1bb2w/3w2b1/1b3w1b/w2b3 w"] };
}
