//! The engine's view of Sllim.

mod evaluation;
mod network;
pub mod table;

use halfboard_rules::game::{Color, Game, Team};
use halfboard_rules::games::sllim::{Pieces, Position, Sllim, SllimSetup};

use super::{BenchSuite, EngineGame};
use crate::book::embedded_book;
use crate::levels::{LevelSpec, Levels, limited_to, weak, with_limits};
use crate::search::SearchParameters;
use crate::solve::Solve;
use crate::value::Proof;
use evaluation::completes;
use table::SllimTable;

impl Levels for Sllim {
    const LADDER: &'static [LevelSpec] = &[
        LevelSpec::weak(9992, 58, 180),
        LevelSpec::weak(9974, 57, 480),
        LevelSpec::weak(9921, 55, 735),
        LevelSpec::weak(9821, 52, 955),
        LevelSpec::weak(9659, 49, 1145),
        LevelSpec::weak(9351, 45, 1410),
        LevelSpec::weak(8838, 40, 1645),
        LevelSpec::weak(7837, 32, 1835),
        LevelSpec::weak(5132, 18, 2075),
        LevelSpec::nodes(2600, 2315),
        LevelSpec::nodes(14_500, 2520),
        LevelSpec::full(2750),
    ];

    /// A set that can be completed is overlooked like any other move. Who always completes sets, or only looks for them
    /// more often, wins nearly every game against the random mover, which hardly completes any.
    const URGENT_LOOKS: i32 = 1;

    const EIGHT: [u8; 8] = [5, 6, 7, 8, 9, 10, 11, 12];

    fn ladder(&self) -> &'static [LevelSpec] {
        let options = self.options();
        match options.setup {
            // A cross is soon made, so that there is less between the random mover and full strength.
            _ if options.knockout.is_on() => {
                const {
                    &with_limits::<12>(Self::LADDER, &[
                        weak(10000, 60),
                        weak(8500, 37),
                        weak(7200, 28),
                        weak(6000, 22),
                        weak(4500, 16),
                        weak(2800, 9),
                        limited_to(1500),
                        limited_to(3000),
                        limited_to(5500),
                        limited_to(12_000),
                        limited_to(30_000),
                    ])
                }
            }
            _ if options.momentum.is_on() => {
                const {
                    &with_limits::<12>(Self::LADDER, &[
                        weak(9991, 58),
                        weak(9967, 57),
                        weak(9824, 52),
                        weak(9340, 45),
                        weak(8251, 35),
                        weak(5629, 20),
                        limited_to(1800),
                        limited_to(4500),
                        limited_to(11_000),
                        limited_to(25_000),
                        limited_to(50_000),
                    ])
                }
            }
            _ if options.shorter.is_on() => {
                const {
                    &with_limits::<12>(Self::LADDER, &[
                        weak(9992, 58),
                        weak(9972, 57),
                        weak(9912, 54),
                        weak(9817, 52),
                        weak(9644, 49),
                        weak(9319, 44),
                        weak(8528, 37),
                        weak(4504, 16),
                        weak(1000, 3),
                    ])
                }
            }
            SllimSetup::Expert => {
                const {
                    &with_limits::<12>(Self::LADDER, &[
                        weak(9991, 58),
                        weak(9972, 57),
                        weak(9902, 54),
                        weak(9677, 49),
                        weak(9067, 42),
                        weak(6799, 26),
                        weak(3041, 10),
                        limited_to(500),
                        limited_to(1700),
                        limited_to(5500),
                        limited_to(22_000),
                    ])
                }
            }
            SllimSetup::EitherSide if options.pieces == Pieces::Twelve => {
                const {
                    &with_limits::<12>(
                        Self::LADDER,
                        &[weak(9991, 58), weak(9977, 57), weak(9949, 56)],
                    )
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
