//! Network features of Stacks in Action.

use halfboard_rules::game::{Color, Game};
use halfboard_rules::games::stacks_in_action::{Position, StacksInAction, StacksInActionSetup};

use crate::network::{NetworkFile, NetworkInput, Planes, TrainingPlan, embedded};

impl NetworkInput for StacksInAction {
    /// Stacks of one, two and three, each with every sequence of own and enemy checkers: 2 + 4 + 8.
    const PIECE_KINDS: usize = 14;
    /// The reserves.
    const COUNTERS: usize = 2;
    const SYMMETRIES: usize = 4;
    const NETWORKS: &'static [NetworkFile] = &[
        NetworkFile {
            name: "network.net",
            bytes: embedded!("network.net"),
            plan: TrainingPlan { options: "", games: 50_000, nodes: 2000, width: 64, epochs: 12, results: 30 },
        },
        NetworkFile {
            name: "reserve.net",
            bytes: embedded!("reserve.net"),
            plan: TrainingPlan {
                options: "setup=reserve",
                games: 20_000,
                nodes: 1000,
                width: 32,
                epochs: 8,
                results: 30,
            },
        },
    ];

    /// Games from an empty board have openings that the games of the default rules lack.
    fn network_file(&self) -> Option<&'static NetworkFile> {
        match self.options().setup {
            StacksInActionSetup::Standard => Self::NETWORKS.first(),
            StacksInActionSetup::Reserve => Self::NETWORKS.last(),
        }
    }

    #[inline]
    fn planes(&self, position: &Position, planes: &mut Planes) {
        let ([one, two, three], black) = (position.tall(), position.black());
        for (height, stacks) in [(1, one & !two), (2, two & !three), (3, three)] {
            for sequence in 0..1 << height {
                let level = |stacks: u32, level: usize| {
                    stacks & if sequence >> level & 1 == 1 { black[level] } else { !black[level] }
                };
                planes[first_kind(height) + sequence] = (0..height).fold(stacks, level).into();
            }
        }
        for color in Color::BOTH {
            planes[Self::PIECE_KINDS + color.index()] = (1 << position.reserve(color)) - 1;
        }
    }

    fn seen_by_black(feature: usize) -> usize {
        let (kind, square) = (feature / 32, feature % 32);
        let height = (1..=3).rev().find(|&height| first_kind(height) <= kind).unwrap_or(1);
        let kind = match kind {
            0..Self::PIECE_KINDS => first_kind(height) + ((1 << height) - 1 - (kind - first_kind(height))),
            counter => counter ^ 1,
        };
        kind * 32 + square
    }
}

/// Returns the first kind of stacks of a height; the others follow by the sequence of their checkers, a bit set for
/// each black one.
const fn first_kind(height: usize) -> usize {
    (1 << height) - 2
}
