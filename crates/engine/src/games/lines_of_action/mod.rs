//! The engine's view of Lines of Action.

mod evaluation;
mod network;

use std::convert::Infallible;

use halfboard_rules::game::Game;
use halfboard_rules::games::lines_of_action::{Drops, LinesOfAction, LinesOfActionSetup, Order, Players, Wrap};

use super::{BenchSuite, EngineGame};
use crate::book::embedded_book;
use crate::levels::{LevelSpec, Levels, weak, with_limits, with_nodes};
use crate::search::SearchParameters;
use crate::solve::Solve;

impl Levels for LinesOfAction {
    const LADDER: &'static [LevelSpec] = &[
        LevelSpec::weak(9815, 51, 180),
        LevelSpec::weak(9650, 49, 350),
        LevelSpec::weak(9340, 45, 620),
        LevelSpec::weak(8760, 38, 800),
        LevelSpec::weak(7500, 30, 1050),
        LevelSpec::weak(4100, 15, 1270),
        LevelSpec::nodes(300, 1480),
        LevelSpec::nodes(1000, 1650),
        LevelSpec::nodes(2500, 1900),
        LevelSpec::nodes(6500, 2170),
        LevelSpec::nodes(20000, 2400),
        LevelSpec::full(2630),
    ];

    /// Captures are hardly ever overlooked: beginners like them, although they help the opponent to connect.
    const URGENT_LOOKS: i32 = 100;

    const EIGHT: [u8; 8] = [6, 7, 8, 9, 9, 10, 11, 12];

    fn ladder(&self) -> &'static [LevelSpec] {
        let options = self.options();
        match (options.setup, options.wrap, options.players) {
            (LinesOfActionSetup::Parachute, ..) if options.drops == Drops::Opponent => {
                const {
                    &with_limits::<12>(
                        Self::LADDER,
                        &[
                            weak(9864, 53),
                            weak(9701, 50),
                            weak(9428, 46),
                            weak(8900, 40),
                            weak(7700, 31),
                            weak(5229, 19),
                        ],
                    )
                }
            }
            (LinesOfActionSetup::Parachute, ..) => {
                const {
                    &[
                        LevelSpec::weak(9944, 56, 140),
                        LevelSpec::weak(9672, 49, 400),
                        LevelSpec::weak(8900, 40, 580),
                        LevelSpec::weak(6200, 23, 750),
                        LevelSpec::nodes(300, 960),
                        LevelSpec::nodes(6000, 1150),
                        LevelSpec::full(1330),
                    ]
                }
            }
            (LinesOfActionSetup::ScrambledEggs, Wrap::None, Players::Two) => {
                const {
                    &[
                        LevelSpec::weak(9815, 51, 200),
                        LevelSpec::weak(9650, 49, 380),
                        LevelSpec::weak(9340, 45, 620),
                        LevelSpec::weak(8600, 37, 850),
                        LevelSpec::weak(6750, 26, 1070),
                        LevelSpec::weak(4100, 15, 1290),
                        LevelSpec::nodes(300, 1520),
                        LevelSpec::nodes(1000, 1680),
                        LevelSpec::nodes(2500, 1920),
                        LevelSpec::nodes(6500, 2150),
                        LevelSpec::nodes(20000, 2370),
                        LevelSpec::full(2590),
                    ]
                }
            }
            (_, Wrap::None, Players::Two) => Self::LADDER,
            (_, Wrap::None, Players::Four) if options.order == Order::PairsNamed => {
                const { &with_nodes(with_limits::<11>(FOUR_PLAYERS, &[weak(9740, 50)]), 6, 430) }
            }
            (_, Wrap::None, Players::Four) if matches!(options.order, Order::PairsLeft | Order::PairsRight) => {
                const { &with_nodes(with_limits::<11>(FOUR_PLAYERS, &[]), 6, 430) }
            }
            (_, Wrap::None, _) => FOUR_PLAYERS,
            (_, Wrap::Files | Wrap::Ranks, _) => {
                const { &with_limits::<9>(WRAPPED, &[weak(9695, 50), weak(9298, 44), weak(7884, 32), weak(4300, 14)]) }
            }
            _ => WRAPPED,
        }
    }
}

/// The levels of four players, and of two who move plain and marked checkers in turn.
const FOUR_PLAYERS: &[LevelSpec] = &[
    LevelSpec::weak(9667, 49, 190),
    LevelSpec::weak(9300, 44, 420),
    LevelSpec::weak(8520, 37, 630),
    LevelSpec::weak(7250, 28, 840),
    LevelSpec::weak(3786, 13, 1070),
    LevelSpec::nodes(370, 1330),
    LevelSpec::nodes(1000, 1600),
    LevelSpec::nodes(2500, 1910),
    LevelSpec::nodes(6500, 2180),
    LevelSpec::nodes(20000, 2410),
    LevelSpec::full(2640),
];

/// The levels on a board whose edges are joined.
const WRAPPED: &[LevelSpec] = &[
    LevelSpec::weak(9695, 50, 140),
    LevelSpec::weak(9244, 43, 360),
    LevelSpec::weak(7500, 30, 600),
    LevelSpec::weak(3100, 10, 830),
    LevelSpec::nodes(300, 1050),
    LevelSpec::nodes(3500, 1280),
    LevelSpec::nodes(10_000, 1490),
    LevelSpec::nodes(30_000, 1690),
    LevelSpec::full(1900),
];

impl Solve for LinesOfAction {
    type EndgameTable = Infallible;
}

impl EngineGame for LinesOfAction {
    const BOOK: &'static str = embedded_book!("book.txt");

    const PARAMETERS: SearchParameters = SearchParameters {
        lmr_divisor: 180,
        root_reductions: 1,
        table_evaluation: 1,
        late_move_depth: 5,
        late_move_base: 5,
        late_move_factor: 2,
        ..SearchParameters::DEFAULT
    };

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
