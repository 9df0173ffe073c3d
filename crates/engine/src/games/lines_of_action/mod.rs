//! The engine's view of Lines of Action.

mod evaluation;
mod network;

use std::convert::Infallible;

use halfboard_rules::games::lines_of_action::LinesOfAction;

use super::{BenchSuite, EngineGame};
use crate::levels::{LEVEL_COUNT, Levels, StrengthLimit, levels};
use crate::solve::Solve;

impl Levels for LinesOfAction {
    const LEVELS: [StrengthLimit; LEVEL_COUNT] = levels([
        (450, 2, 1, 22),
        (1000, 3, 3, 18),
        (2200, 4, 6, 14),
        (4500, 5, 8, 12),
        (10000, 7, 11, 10),
        (26000, 10, 15, 8),
        (70000, 14, 20, 5),
    ]);
}

impl Solve for LinesOfAction {
    type EndgameTable = Infallible;
}

impl EngineGame for LinesOfAction {
    const BENCH: BenchSuite = BenchSuite {
        depth: 9,
        positions: &[
            "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 w - -",
            "1bb1bbb1/w6w/w1w1wb1w/w6w/6w1/w3b3/w1b4w/1bb1bb2 w - -",
            "b1bbb1b1/w1w5/wbw2w2/w3ww2/4b3/wbb4w/w2w4/2bb1b2 w - -",
            "wb2b3/w2w1w1b/2w5/8/w4bb1/2wbb2w/1w1w1w2/1b3bb1 w - -",
        ],
    };
}
