//! The engine's view of Three's a Crowd.

mod evaluation;

use std::convert::Infallible;

use halfboard_rules::games::crowd::Crowd;

use super::{BenchSuite, EngineGame};
use crate::levels::{LevelSpec, Levels};
use crate::network::NetworkInput;
use crate::solve::Solve;

/// The terms alone decide: there is no network.
impl NetworkInput for Crowd {}

impl Levels for Crowd {
    const LADDER: &'static [LevelSpec] = &[
        LevelSpec::weak(800, 60, 150),
        LevelSpec::weak(400, 40, 350),
        LevelSpec::nodes(1000, 600),
        LevelSpec::full(800),
    ];

    const EIGHT: [u8; 8] = [1, 1, 2, 2, 3, 3, 3, 4];
}

impl Solve for Crowd {
    type EndgameTable = Infallible;
}

impl EngineGame for Crowd {
    const BENCH: BenchSuite =
        BenchSuite { depth: 6, positions: &["8/8/8/8 w", "w3b3/8/2b4w/8 w", "ww1bb2w/3w2b1/1b3w1b/w2b3 w"] };
}
