//! Network features of Sllim.

use halfboard_rules::games::sllim::{Position, Sllim};

use crate::network::{NetworkInput, checker_features};

impl NetworkInput for Sllim {
    const PIECE_KINDS: usize = 2;
    const SYMMETRIES: usize = 4;

    #[inline]
    fn for_each_feature(&self, position: &Position, f: &mut impl FnMut(usize, usize)) {
        let color = position.to_move();
        checker_features([color, color.other()].map(|color| position.checkers(color).into()), 32, f);
    }
}
