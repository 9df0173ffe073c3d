//! Network features of Sllim.

use halfboard_rules::game::{Color, Game};
use halfboard_rules::games::sllim::{Position, Sllim, SllimSetup};

use super::evaluation::set_squares;
use crate::network::{NetworkFile, NetworkInput, Planes, TrainingPlan, embedded};

impl NetworkInput for Sllim {
    /// For each side: its checkers; the empty squares that complete a set; enemies on such squares; and the empty squares
    /// that make three of one set, and of several.
    const PIECE_KINDS: usize = 10;
    /// The reserves.
    const COUNTERS: usize = 2;
    const SYMMETRIES: usize = 4;
    const OUTPUT_BUCKETS: usize = 9;
    /// Two for each checker, four for each empty square. Reserves count as well, but only checkers on the board make
    /// sets.
    const MAX_ACTIVE: usize = 128;
    const NETWORKS: &'static [NetworkFile] = &[
        NetworkFile {
            name: "network.net",
            bytes: embedded!("network.net"),
            plan: TrainingPlan { options: "", games: 30_000, nodes: 2000, width: 64, epochs: 6, results: 30 },
        },
        NetworkFile {
            name: "expert.net",
            bytes: embedded!("expert.net"),
            plan: TrainingPlan {
                options: "setup=expert",
                games: 12_000,
                nodes: 2000,
                width: 64,
                epochs: 8,
                results: 30,
            },
        },
    ];

    /// Games from an empty board have openings that the games of the default rules lack.
    fn network_file(&self) -> Option<&'static NetworkFile> {
        match self.options().setup {
            SllimSetup::Expert => Self::NETWORKS.last(),
            _ => Self::NETWORKS.first(),
        }
    }

    #[inline]
    fn planes(&self, position: &Position, planes: &mut Planes) {
        let sets = set_squares(position);
        let of_sets = [sets.threats, sets.bound, sets.once & !sets.twice, sets.twice];
        for color in Color::BOTH {
            planes[color.index()] = position.checkers(color).into();
            for (kind, squares) in of_sets.into_iter().enumerate() {
                planes[2 + 2 * kind + color.index()] = squares >> (32 * color.index()) & 0xffff_ffff;
            }
            planes[Self::PIECE_KINDS + color.index()] = (1 << position.reserve(color)) - 1;
        }
    }

    /// By the sets that each side must still remove: one, two, or more.
    #[inline]
    fn output_bucket(&self, position: &Position) -> usize {
        let color = position.to_move();
        let [own, other] =
            [color, color.other()].map(|color| (position.left(color).saturating_sub(4) as usize / 4).min(2));
        3 * own + other
    }
}
