//! The engine's view of J.

mod evaluation;
mod network;

use std::convert::Infallible;
use std::ops::ControlFlow;

use halfboard_rules::game::Game;
use halfboard_rules::games::j::{J, Position};

use super::{BenchSuite, EngineGame};
use crate::levels::{LEVEL_COUNT, Levels, StrengthLimit, levels};
use crate::search::wins;
use crate::solve::Solve;

impl Levels for J {
    const LEVELS: [StrengthLimit; LEVEL_COUNT] = levels([
        (500, 2, 1, 45),
        (1000, 2, 2, 30),
        (2000, 3, 4, 20),
        (4000, 4, 6, 15),
        (8500, 6, 8, 12),
        (21000, 9, 12, 10),
        (60000, 12, 16, 6),
    ]);
}

impl Solve for J {
    type EndgameTable = Infallible;

    /// Taking checkers back after entering changes no chain, so moves without a take-back suffice.
    fn wins_in_one(&self, position: &Position) -> bool {
        let team = self.turn(position).team();
        let flow = self.for_each_move(position, &mut |mv| match !mv.takes_back() && wins(self, position, team, mv) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        flow.is_break()
    }
}

impl EngineGame for J {
    const BENCH: BenchSuite = BenchSuite {
        depth: 9,
        positions: &[
            "8/8/8/8 w w12b12",
            "8/6bb/8/w6w w w10b10",
            "bb3w2/b7/7w/ww1w1b2 b w7b8",
            "5wbw/6wb/4b2b/1ww1wbbw w w5b6",
        ],
    };
}
