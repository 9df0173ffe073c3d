//! Network features of Lines of Action.

use halfboard_rules::game::{Color, Game};
use halfboard_rules::games::lines_of_action::{LinesOfAction, Position, Wrap};

use crate::network::{NetworkFile, NetworkInput, Planes, TrainingPlan, embedded};

impl NetworkInput for LinesOfAction {
    const PIECE_KINDS: usize = 2;
    const SYMMETRIES: usize = 8;
    const OUTPUT_BUCKETS: usize = 4;
    const NETWORKS: &'static [NetworkFile] = &[
        NetworkFile {
            name: "network.net",
            bytes: embedded!("network.net"),
            plan: TrainingPlan { options: "", games: 50_000, nodes: 5000, width: 128, epochs: 10, results: 35 },
        },
        NetworkFile {
            name: "wrap.net",
            bytes: embedded!("wrap.net"),
            plan: TrainingPlan { options: "wrap=both", games: 20_000, nodes: 1000, width: 128, epochs: 8, results: 30 },
        },
    ];

    /// Boards that wrap around have other neighbourhoods.
    fn network_file(&self) -> Option<&'static NetworkFile> {
        match self.options().wrap {
            Wrap::None => Self::NETWORKS.first(),
            Wrap::Both | Wrap::Files | Wrap::Ranks => Self::NETWORKS.last(),
        }
    }

    #[inline]
    fn planes(&self, position: &Position, planes: &mut Planes) {
        [planes[0], planes[1]] = Color::BOTH.map(|color| position.checkers(color));
    }

    /// By the number of checkers: up to 12, 16, 20 and 24.
    #[inline]
    fn output_bucket(&self, position: &Position) -> usize {
        let checkers: u32 = Color::BOTH.iter().map(|&color| position.checkers(color).count_ones()).sum();
        (checkers.saturating_sub(9) as usize / 4).min(Self::OUTPUT_BUCKETS - 1)
    }
}
