//! Network features of J.

use halfboard_rules::game::Color;
use halfboard_rules::games::j::{J, Position};

use super::fill::{self, BOTTOM, Filled, SHORT, TOP, enemies, fill};
use crate::network::{NetworkFile, NetworkInput, Planes, TrainingPlan, embedded};

impl NetworkInput for J {
    /// For each side: its checkers; those that are connected to its short side, and to its long halves; and the empty
    /// squares that complete a winning chain, and a losing one.
    const PIECE_KINDS: usize = 10;
    /// Each colour owns one half of the columns, so only rows are mirrored; Black sees the columns mirrored instead.
    const SYMMETRIES: usize = 2;
    const OUTPUT_BUCKETS: usize = 4;
    /// Three for each of up to 24 checkers, four for each empty square.
    const MAX_ACTIVE: usize = 128;
    const NETWORKS: &'static [NetworkFile] = &[NetworkFile {
        name: "network.net",
        bytes: embedded!("network.net"),
        plan: TrainingPlan { options: "", games: 20_000, nodes: 2000, width: 64, epochs: 8, results: 25 },
    }];

    #[inline]
    fn planes(&self, position: &Position, planes: &mut Planes) {
        let checkers = fill::checkers(position);
        let empty = !(checkers | enemies(checkers));
        let edges = [SHORT, TOP, BOTTOM];
        let Filled { areas: [from_short, from_top, from_bottom], beside } =
            fill(edges.map(|edge| edge & checkers), checkers);
        // A checker on these squares is connected.
        let [at_short, at_top, at_bottom] = std::array::from_fn(|at| edges[at] | beside[at]);
        let wins = at_short & (at_top | at_bottom);
        let loses = at_top & at_bottom;
        let kinds = [checkers, from_short, from_top | from_bottom, wins & empty, loses & empty];
        for (kind, boards) in kinds.into_iter().enumerate() {
            for color in Color::BOTH {
                planes[2 * kind + color.index()] = fill::of(boards, color).into();
            }
        }
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
