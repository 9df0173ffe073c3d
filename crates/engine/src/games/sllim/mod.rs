//! The engine's view of Sllim.

mod evaluation;
mod network;
pub mod table;

use halfboard_rules::game::{Color, Game, Team};
use halfboard_rules::games::sllim::{Pieces, Position, Sllim, SllimSetup};

use super::{BenchSuite, EngineGame};
use crate::book::embedded_book;
use crate::levels::{LevelSpec, Levels};
use crate::search::SearchParameters;
use crate::solve::Solve;
use crate::value::Proof;
use evaluation::completes;
use table::SllimTable;

impl Levels for Sllim {
    const LADDER: &'static [LevelSpec] = &[
        LevelSpec::weak(9992, 58, 180),
        LevelSpec::weak(9974, 57, 430),
        LevelSpec::weak(9921, 55, 695),
        LevelSpec::weak(9821, 52, 945),
        LevelSpec::weak(9659, 49, 1135),
        LevelSpec::weak(9351, 45, 1400),
        LevelSpec::weak(8838, 40, 1625),
        LevelSpec::weak(7837, 32, 1855),
        LevelSpec::weak(5132, 18, 2070),
        LevelSpec::nodes(2600, 2295),
        LevelSpec::nodes(14_500, 2480),
        LevelSpec::full(2690),
    ];

    /// A set that can be completed is overlooked like any other move. Who always completes sets, or only looks for them
    /// more often, wins nearly every game against the random mover, which hardly completes any.
    const URGENT_LOOKS: i32 = 1;

    const EIGHT: [u8; 8] = [5, 6, 7, 8, 9, 10, 11, 12];

    fn ladder(&self) -> &'static [LevelSpec] {
        let options = self.options();
        match options.setup {
            // A cross is soon made, so that there is little between the random mover and full strength.
            _ if options.knockout.is_on() => {
                const {
                    &[
                        LevelSpec::weak(10_000, 60, 380),
                        LevelSpec::weak(8500, 37, 585),
                        LevelSpec::nodes(900, 780),
                        LevelSpec::full(970),
                    ]
                }
            }
            _ if options.momentum.is_on() => {
                const {
                    &[
                        LevelSpec::weak(9984, 58, 150),
                        LevelSpec::weak(9866, 53, 370),
                        LevelSpec::weak(9331, 44, 600),
                        LevelSpec::weak(8477, 37, 820),
                        LevelSpec::weak(6437, 24, 1050),
                        LevelSpec::nodes(750, 1280),
                        LevelSpec::nodes(9000, 1520),
                        LevelSpec::full(1790),
                    ]
                }
            }
            _ if options.shorter.is_on() => {
                const {
                    &[
                        LevelSpec::weak(9991, 58, 160),
                        LevelSpec::weak(9965, 56, 400),
                        LevelSpec::weak(9882, 53, 630),
                        LevelSpec::weak(9746, 50, 860),
                        LevelSpec::weak(9362, 45, 1090),
                        LevelSpec::weak(8131, 34, 1350),
                        LevelSpec::nodes(700, 1520),
                        LevelSpec::nodes(7500, 1760),
                        LevelSpec::nodes(20_000, 1980),
                        LevelSpec::full(2160),
                    ]
                }
            }
            // To take every set suffices to beat the random mover.
            _ if options.borrow.is_on() => {
                const {
                    &[
                        LevelSpec::weak(10_000, 60, 680),
                        LevelSpec::weak(9991, 58, 920),
                        LevelSpec::weak(9966, 57, 1140),
                        LevelSpec::weak(9901, 54, 1380),
                        LevelSpec::weak(9800, 52, 1600),
                        LevelSpec::weak(9584, 48, 1810),
                        LevelSpec::weak(9240, 43, 2060),
                        LevelSpec::weak(8565, 37, 2280),
                        LevelSpec::weak(7097, 28, 2490),
                        LevelSpec::weak(4448, 15, 2720),
                        LevelSpec::nodes(1600, 2970),
                        LevelSpec::nodes(4500, 3110),
                        LevelSpec::nodes(17_000, 3300),
                        LevelSpec::full(3600),
                    ]
                }
            }
            SllimSetup::Expert => {
                const {
                    &[
                        LevelSpec::weak(9985, 58, 140),
                        LevelSpec::weak(9946, 56, 370),
                        LevelSpec::weak(9794, 51, 610),
                        LevelSpec::weak(9245, 44, 830),
                        LevelSpec::weak(8112, 34, 1050),
                        LevelSpec::weak(5381, 19, 1280),
                        LevelSpec::nodes(731, 1480),
                        LevelSpec::nodes(3659, 1680),
                        LevelSpec::nodes(22_000, 1980),
                        LevelSpec::full(2230),
                    ]
                }
            }
            SllimSetup::EitherSide if options.pieces == Pieces::Twelve => {
                const {
                    &[
                        LevelSpec::weak(9991, 58, 140),
                        LevelSpec::weak(9971, 57, 350),
                        LevelSpec::weak(9933, 55, 560),
                        LevelSpec::weak(9833, 52, 790),
                        LevelSpec::weak(9585, 48, 1030),
                        LevelSpec::weak(9068, 42, 1270),
                        LevelSpec::weak(8430, 36, 1490),
                        LevelSpec::weak(7248, 29, 1730),
                        LevelSpec::weak(5283, 19, 1970),
                        LevelSpec::nodes(385, 2180),
                        LevelSpec::nodes(2207, 2410),
                        LevelSpec::nodes(4679, 2650),
                        LevelSpec::nodes(30_000, 2930),
                        LevelSpec::full(3210),
                    ]
                }
            }
            _ => Self::LADDER,
        }
    }
}

impl Solve for Sllim {
    type EndgameTable = SllimTable;

    const ENDGAME_TABLE: Option<&'static str> = Some(table::NAME);

    #[inline]
    fn probe(&self, position: &Position, table: &SllimTable) -> Option<Proof> {
        table.probe(self, position)
    }

    /// Each set takes one turn of its side, and the first goes now only if it can be completed now.
    fn min_plies_to_win(&self, position: &Position, team: Team) -> u32 {
        let color = Color::BOTH[team as usize];
        let Some(sets) = sets_to_remove(self, position, color) else { return 0 };
        match position.to_move() == color {
            true => 2 * (sets + u32::from(!completes(position, color))) - 1,
            false => 2 * sets,
        }
    }
}

impl EngineGame for Sllim {
    const BOOK: &'static str = embedded_book!("book.txt");

    const PARAMETERS: SearchParameters =
        SearchParameters { threat_extension: 0, futility_depth: 4, ..SearchParameters::DEFAULT };

    const BENCH: BenchSuite = BenchSuite {
        depth: 5,
        positions: &[
            "1bwbwbw1/1wbwbwb1/1bwbwbw1/1wbwbwb1 w w0b0 w0b0 -",
            "1bbbwb2/1wbwbwb1/wbwbwwwb/1wbw1wb1 w w0b0 w0b0 -",
            "wb1b2wb/wwbwbwb1/wbwbwbw1/2b1bwbw w w0b0 w0b0 -",
            "2w1w1ww/w1b5/3bw3/3w1wbb w w0b0 w1b2 -",
        ],
    };
}

/// Returns how many sets a side must still remove to win, or `None` if options add other ways to win or to lose
/// checkers.
fn sets_to_remove(game: &Sllim, position: &Position, color: Color) -> Option<u32> {
    let options = game.options();
    let other_ways = options.knockout.is_on() || options.borrow.is_on() || options.momentum.is_on();
    let enough = if options.shorter.is_on() { 4 } else { 3 };
    let plain = options.setup == SllimSetup::Standard && !other_ways;
    plain.then(|| position.left(color).saturating_sub(enough).div_ceil(4))
}
