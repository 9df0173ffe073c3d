//! The engine's view of J.

mod evaluation;
mod fill;
mod network;

use std::convert::Infallible;

use halfboard_rules::game::Game;
use halfboard_rules::games::j::{J, LongSides};

use super::{BenchSuite, EngineGame};
use crate::book::embedded_book;
use crate::levels::{LevelSpec, Levels};
use crate::search::SearchParameters;
use crate::solve::Solve;

impl Levels for J {
    const LADDER: &'static [LevelSpec] = &[
        LevelSpec::weak(9996, 66, 220),
        LevelSpec::weak(9634, 49, 450),
        LevelSpec::weak(8871, 40, 690),
        LevelSpec::weak(6500, 25, 950),
        LevelSpec::weak(1840, 6, 1190),
        LevelSpec::nodes(1300, 1440),
        LevelSpec::nodes(3200, 1670),
        LevelSpec::nodes(7500, 1820),
        LevelSpec::nodes(25000, 2000),
        LevelSpec::full(2160),
    ];

    /// Squares that complete a chain are urgent for the search, but beginners do not see them sooner than others.
    const URGENT_LOOKS: i32 = 1;

    const EIGHT: [u8; 8] = [5, 5, 6, 6, 7, 8, 9, 10];

    fn ladder(&self) -> &'static [LevelSpec] {
        match (self.options().long_sides, self.options().free_placement.is_on()) {
            (LongSides::Own, false) => Self::LADDER,
            (LongSides::Own, true) => {
                const {
                    &[
                        LevelSpec::weak(10000, 60, 200),
                        LevelSpec::weak(9800, 52, 420),
                        LevelSpec::weak(9409, 45, 660),
                        LevelSpec::weak(8350, 36, 910),
                        LevelSpec::weak(5980, 22, 1100),
                        LevelSpec::weak(2000, 6, 1260),
                        LevelSpec::nodes(1300, 1510),
                        LevelSpec::nodes(3200, 1760),
                        LevelSpec::nodes(7500, 1910),
                        LevelSpec::nodes(25000, 2090),
                        LevelSpec::full(2260),
                    ]
                }
            }
            (LongSides::Any, _) => {
                const {
                    &[
                        LevelSpec::weak(10000, 60, 230),
                        LevelSpec::weak(9350, 45, 460),
                        LevelSpec::weak(7300, 29, 670),
                        LevelSpec::weak(4500, 16, 830),
                        LevelSpec::weak(1200, 4, 1100),
                        LevelSpec::nodes(1300, 1380),
                        LevelSpec::nodes(3200, 1590),
                        LevelSpec::nodes(7500, 1810),
                        LevelSpec::nodes(25000, 1970),
                        LevelSpec::full(2160),
                    ]
                }
            }
        }
    }
}

impl Solve for J {
    type EndgameTable = Infallible;
}

impl EngineGame for J {
    const BOOK: &'static str = embedded_book!("book.txt");

    const PARAMETERS: SearchParameters = SearchParameters { threat_extension: 0, ..SearchParameters::DEFAULT };

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
