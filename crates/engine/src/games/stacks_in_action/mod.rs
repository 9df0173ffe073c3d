//! The engine's view of Stacks in Action.

mod evaluation;
mod network;

use std::convert::Infallible;

use halfboard_rules::game::Game;
use halfboard_rules::games::stacks_in_action::{Distance, MoveBy, Reduce, StacksInAction, StacksInActionSetup};

use super::{BenchSuite, EngineGame};
use crate::book::embedded_book;
use crate::levels::{LevelSpec, Levels, weak, with_limits};
use crate::search::SearchParameters;
use crate::solve::Solve;

impl Levels for StacksInAction {
    const LADDER: &'static [LevelSpec] = &[
        LevelSpec::weak(9971, 58, 170),
        LevelSpec::weak(9771, 51, 450),
        LevelSpec::weak(9308, 45, 730),
        LevelSpec::weak(8120, 35, 990),
        LevelSpec::weak(4700, 17, 1280),
        LevelSpec::nodes(900, 1550),
        LevelSpec::nodes(3000, 1800),
        LevelSpec::nodes(10000, 2020),
        LevelSpec::nodes(33000, 2190),
        LevelSpec::full(2360),
    ];

    /// Landing on an enemy is urgent for the search, but beginners do not see it sooner than other moves.
    const URGENT_LOOKS: i32 = 1;

    const EIGHT: [u8; 8] = [4, 5, 6, 6, 7, 8, 9, 10];

    fn ladder(&self) -> &'static [LevelSpec] {
        let options = self.options();
        match (options.distance, options.move_by, options.reduce) {
            // The first player nearly always wins, so that there is little between the random mover and full strength.
            _ if options.setup == StacksInActionSetup::Reserve => {
                const {
                    &[
                        LevelSpec::weak(10000, 60, 100),
                        LevelSpec::weak(9865, 53, 360),
                        LevelSpec::weak(9310, 44, 570),
                        LevelSpec::full(820),
                    ]
                }
            }
            (Distance::UpTo, ..) => {
                const {
                    &with_limits::<10>(
                        Self::LADDER,
                        &[weak(9980, 57), weak(9900, 54), weak(9724, 50), weak(9200, 43), weak(7500, 30)],
                    )
                }
            }
            (_, MoveBy::Line, Reduce::Choice) => MOVE_BY_LINE,
            (_, MoveBy::Line, Reduce::Three) => {
                const { &with_limits::<15>(MOVE_BY_LINE, &[weak(9990, 58), weak(9645, 49), weak(9162, 43), weak(8200, 35)]) }
            }
            (.., Reduce::Three) => {
                const {
                    &[
                        LevelSpec::weak(10000, 60, 190),
                        LevelSpec::weak(9860, 53, 470),
                        LevelSpec::weak(9650, 49, 720),
                        LevelSpec::weak(9190, 43, 910),
                        LevelSpec::weak(8010, 33, 1080),
                        LevelSpec::weak(5760, 21, 1300),
                        LevelSpec::weak(2700, 9, 1510),
                        LevelSpec::nodes(800, 1730),
                        LevelSpec::nodes(2700, 1930),
                        LevelSpec::nodes(12_000, 2160),
                        LevelSpec::full(2360),
                    ]
                }
            }
            (_, MoveBy::Height, Reduce::Choice) => {
                const { &with_limits::<10>(Self::LADDER, &[weak(9971, 58), weak(9771, 51), weak(9360, 45)]) }
            }
            _ => Self::LADDER,
        }
    }
}

/// The levels where stacks move as far as there are stacks on the line: more nodes gain much.
const MOVE_BY_LINE: &[LevelSpec] = &[
    LevelSpec::weak(9842, 52, 150),
    LevelSpec::weak(9513, 47, 360),
    LevelSpec::weak(9035, 41, 590),
    LevelSpec::weak(8098, 34, 830),
    LevelSpec::weak(5901, 22, 1060),
    LevelSpec::weak(1779, 6, 1290),
    LevelSpec::nodes(312, 1530),
    LevelSpec::nodes(573, 1780),
    LevelSpec::nodes(867, 2010),
    LevelSpec::nodes(1511, 2250),
    LevelSpec::nodes(2900, 2420),
    LevelSpec::nodes(6600, 2610),
    LevelSpec::nodes(13_000, 2810),
    LevelSpec::nodes(30_000, 3020),
    LevelSpec::full(3250),
];

impl Solve for StacksInAction {
    type EndgameTable = Infallible;
}

impl EngineGame for StacksInAction {
    const BOOK: &'static str = embedded_book!("book.txt");

    /// Who must move may have to break the own set, so a null move says little.
    const PARAMETERS: SearchParameters = SearchParameters {
        null_move: 0,
        reverse_futility_margin: 35,
        futility_depth: 4,
        futility_base: 30,
        futility_margin: 40,
        ..SearchParameters::DEFAULT
    };

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
