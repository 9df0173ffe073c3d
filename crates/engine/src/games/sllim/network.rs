//! Network features of Sllim.

use halfboard_rules::game::Color;
use halfboard_rules::games::sllim::{Position, Sllim};

use crate::network::{NetworkInput, Planes};

impl NetworkInput for Sllim {
    const PIECE_KINDS: usize = 2;
    /// The reserves.
    const COUNTERS: usize = 2;
    const SYMMETRIES: usize = 4;
    const OUTPUT_BUCKETS: usize = 9;

    #[inline]
    fn planes(&self, position: &Position, planes: &mut Planes) {
        [planes[0], planes[1]] = Color::BOTH.map(|color| position.checkers(color).into());
        [planes[2], planes[3]] = Color::BOTH.map(|color| (1 << position.reserve(color)) - 1);
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
