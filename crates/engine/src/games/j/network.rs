//! Network features of J.

use halfboard_rules::board::{Square, squares};
use halfboard_rules::game::Color;
use halfboard_rules::games::j::{J, Position};

use crate::network::NetworkInput;

impl NetworkInput for J {
    const PIECE_KINDS: usize = 2;
    /// Each colour owns one half of the columns, so only rows are mirrored; Black sees the columns mirrored instead.
    const SYMMETRIES: usize = 2;
    const NETWORK: &'static [u8] = include_bytes!("network.net");

    #[inline]
    fn for_each_feature(&self, position: &Position, f: &mut impl FnMut(usize, usize)) {
        let color = position.to_move();
        let index_for = |viewer: Color, square: Square| match viewer {
            Color::White => square.index(),
            Color::Black => square.index() ^ 7,
        };
        for square in squares(position.checkers(color)) {
            f(index_for(color, square), 32 + index_for(color.other(), square));
        }
        for square in squares(position.checkers(color.other())) {
            f(32 + index_for(color, square), index_for(color.other(), square));
        }
    }
}
