//! Network features of Stacks in Action.

use halfboard_rules::board::squares;
use halfboard_rules::game::{Color, Game};
use halfboard_rules::games::stacks_in_action::{Position, StacksInAction, StacksInActionSetup};

use crate::network::NetworkInput;

impl NetworkInput for StacksInAction {
    /// Stacks of one, two and three, each with every sequence of own and enemy checkers: 2 + 4 + 8.
    const PIECE_KINDS: usize = 14;
    const SYMMETRIES: usize = 4;
    const NETWORK: &'static [u8] = include_bytes!("network.net");

    /// Games from an empty board have openings that the training data lacks; the terms alone play better there.
    fn network_applies(&self) -> bool {
        self.options().setup == StacksInActionSetup::Standard
    }

    #[inline]
    fn for_each_feature(&self, position: &Position, f: &mut impl FnMut(usize, usize)) {
        let (tall, black) = (position.tall(), position.black());
        let swap = position.to_move() == Color::Black;
        for square in squares(tall[0]) {
            let height: usize = tall.iter().map(|level| (level >> square.index() & 1) as usize).sum();
            let blacks = (0..3).fold(0, |bits, level| bits | ((black[level] >> square.index() & 1) as usize) << level);
            let all = (1 << height) - 1;
            let (enemies, own) = if swap { (all ^ blacks, blacks) } else { (blacks, all ^ blacks) };
            let first = all - 1;
            f((first + enemies) * 32 + square.index(), (first + own) * 32 + square.index());
        }
    }
}
