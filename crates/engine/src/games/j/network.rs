//! Network features of J.

use halfboard_rules::game::Color;
use halfboard_rules::games::j::{J, Position};

use crate::network::{NetworkFile, NetworkInput, Planes, TrainingPlan, embedded};

impl NetworkInput for J {
    const PIECE_KINDS: usize = 2;
    /// Each colour owns one half of the columns, so only rows are mirrored; Black sees the columns mirrored instead.
    const SYMMETRIES: usize = 2;
    const OUTPUT_BUCKETS: usize = 4;
    const NETWORKS: &'static [NetworkFile] = &[NetworkFile {
        name: "network.net",
        bytes: embedded!("network.net"),
        plan: TrainingPlan { options: "", games: 20_000, nodes: 2000, width: 64, epochs: 8, results: 20 },
    }];

    #[inline]
    fn planes(&self, position: &Position, planes: &mut Planes) {
        [planes[0], planes[1]] = Color::BOTH.map(|color| position.checkers(color).into());
    }

    fn seen_by_black(feature: usize) -> usize {
        // The other side's plane, and the column mirrored.
        feature ^ 32 ^ 7
    }

    /// By the number of checkers: up to 6, 12, 18 and 24.
    #[inline]
    fn output_bucket(&self, position: &Position) -> usize {
        let checkers: u32 = Color::BOTH.iter().map(|&color| position.checkers(color).count_ones()).sum();
        (checkers.saturating_sub(1) as usize / 6).min(Self::OUTPUT_BUCKETS - 1)
    }
}
