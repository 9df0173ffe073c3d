//! The engine's view of Stacks in Action.

mod evaluation;
mod network;

use std::convert::Infallible;

use halfboard_rules::games::stacks_in_action::StacksInAction;

use super::{BenchSuite, EngineGame};
use crate::levels::{LEVEL_COUNT, Levels, StrengthLimit, levels};
use crate::solve::Solve;

impl Levels for StacksInAction {
    const LEVELS: [StrengthLimit; LEVEL_COUNT] = levels([
        (300, 1, 1, 62),
        (600, 2, 1, 38),
        (1300, 3, 4, 26),
        (3300, 4, 5, 14),
        (6500, 5, 7, 10),
        (20000, 8, 10, 8),
        (55000, 10, 14, 5),
    ]);
}

impl Solve for StacksInAction {
    type EndgameTable = Infallible;
}

impl EngineGame for StacksInAction {
    const BENCH: BenchSuite = BenchSuite {
        depth: 8,
        positions: &[
            "8/(bbb)(bb)b2w(ww)(www)/(bbb)(bb)b2w(ww)(www)/8 w w0b0",
            "5ww1/b(bb)b2ww(www)/(bbb)(bb)b2ww(www)/2(bb)5 b w0b0",
            "(bb)b2(www)3/(bbb)b2ww(ww)1/1b(bb)2w(ww)w/bb6 w w1b0",
            "1(bb)6/bb(bb)2ww(www)/(bbb)(bb)b2ww(www)/3ww3 b w0b0",
        ],
    };
}
