//! Network features of Lines of Action.

use halfboard_rules::game::Game;
use halfboard_rules::games::lines_of_action::{LinesOfAction, Position, Wrap};

use crate::network::{NetworkInput, checker_features};

impl NetworkInput for LinesOfAction {
    const PIECE_KINDS: usize = 2;
    const SYMMETRIES: usize = 8;
    const NETWORK: &'static [u8] = include_bytes!("network.net");

    /// Wrap-around boards have other neighbourhoods than the training data.
    fn network_applies(&self) -> bool {
        self.options().wrap == Wrap::None
    }

    #[inline]
    fn for_each_feature(&self, position: &Position, f: &mut impl FnMut(usize, usize)) {
        let color = position.to_move();
        checker_features([color, color.other()].map(|color| position.checkers(color)), 64, f);
    }
}
