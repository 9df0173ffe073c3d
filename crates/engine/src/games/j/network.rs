//! Network features of J.

use halfboard_rules::board::half_neighbours;
use halfboard_rules::game::Color;
use halfboard_rules::games::j::{J, Position, ROW_A, ROW_D, parts};

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
        plan: TrainingPlan { options: "", games: 20_000, nodes: 2000, width: 64, epochs: 8, results: 20 },
    }];

    #[inline]
    fn planes(&self, position: &Position, planes: &mut Planes) {
        let empty = !(position.checkers(Color::White) | position.checkers(Color::Black));
        for color in Color::BOTH {
            let checkers = position.checkers(color);
            let (columns, short) = parts(color);
            let [(from_short, at_short), (from_top, at_top), (from_bottom, at_bottom)] =
                [short, columns & ROW_A, columns & ROW_D].map(|edge| connected(checkers, edge));
            let wins = at_short & (at_top | at_bottom);
            let loses = at_top & at_bottom;
            let of_color = [checkers, from_short, from_top | from_bottom, wins & empty, loses & empty];
            for (kind, squares) in of_color.into_iter().enumerate() {
                planes[2 * kind + color.index()] = squares.into();
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

/// Returns the checkers that are connected to a part of the edge, and the squares on that part or beside those checkers.
#[inline]
fn connected(checkers: u32, edge: u32) -> (u32, u32) {
    let mut area = checkers & edge;
    loop {
        let beside = half_neighbours(area);
        let grown = area | (beside & checkers);
        if grown == area {
            return (area, edge | beside);
        }
        area = grown;
    }
}
