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
use crate::value::{Proof, Score};
use evaluation::completes;
use table::SllimTable;

impl Levels for Sllim {
    const LADDER: &'static [LevelSpec] = &[
        LevelSpec::weak((300, 2), 2, 9995, 59, 160),
        LevelSpec::weak((300, 2), 2, 9985, 58, 430),
        LevelSpec::weak((300, 2), 2, 9952, 56, 660),
        LevelSpec::weak((300, 2), 2, 9894, 54, 900),
        LevelSpec::weak((300, 2), 2, 9735, 50, 1150),
        LevelSpec::weak((300, 2), 2, 9497, 47, 1360),
        LevelSpec::weak((300, 2), 2, 8956, 41, 1630),
        LevelSpec::weak((300, 2), 2, 7445, 30, 1900),
        LevelSpec::weak((300, 2), 2, 3120, 10, 2160),
        LevelSpec::nodes(2400, 2340),
        LevelSpec::nodes(7000, 2540),
        LevelSpec::full(2740),
    ];

    /// A set that can be completed is overlooked like any other move. Who always completes sets, or only looks for them
    /// more often, wins nearly every game against the random mover, which hardly completes any.
    const URGENT_LOOKS: i32 = 1;

    const EIGHT: [u8; 8] = [5, 6, 7, 8, 9, 10, 11, 12];

    fn variant_oversights(&self) -> &'static [(u16, Score)] {
        let options = self.options();
        let is_slower = options.shorter.is_on() || options.setup == SllimSetup::Expert;
        match options.setup {
            // A cross is soon made, so that there is less between the random mover and full strength.
            _ if options.knockout.is_on() => {
                &[(10000, 60), (8900, 40), (7300, 29), (5700, 21), (4200, 14), (3000, 10), (1800, 6), (600, 2)]
            }
            _ if options.momentum.is_on() => {
                &[(9991, 58), (9942, 55), (9705, 50), (9400, 45), (8800, 40), (7800, 33), (6000, 22), (3000, 10)]
            }
            _ if is_slower => &[(9991, 58), (9975, 57)],
            SllimSetup::EitherSide if options.pieces == Pieces::Twelve => &[(9991, 58), (9977, 57), (9949, 56)],
            _ => &[],
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
