//! Network inputs: the features of a position, as bitboards by kind of piece.

use halfboard_rules::board::squares;
use halfboard_rules::game::{Color, Game};

/// Maximum number of planes of a game.
pub const MAX_PLANES: usize = 16;

/// The active features of a position as White sees them: the squares of each kind of piece, then the counters.
pub type Planes = [u64; MAX_PLANES];

/// A game whose positions a network can evaluate. A game without a network keeps the defaults.
///
/// A feature is a bit of a plane; its index is the number of the plane times the number of squares of the board, plus
/// the number of the bit. Every position is seen twice through the same weights, by White and by Black.
pub trait NetworkInput: Game {
    /// Number of kinds of pieces that the network tells apart on a square; 0 for a game without features.
    const PIECE_KINDS: usize = 0;
    /// Number of planes after those of pieces that hold numbers, a number n as n bits from the lowest.
    const COUNTERS: usize = 0;
    /// Number of symmetries that leave the game the same: 1 for none, 2 for mirrored rows, 4 for columns as well, 8 for
    /// the diagonal as well.
    const SYMMETRIES: usize = 1;
    /// Number of output buckets: phases of the game with output weights of their own.
    const OUTPUT_BUCKETS: usize = 1;
    /// The network file; empty if the game has none that plays better than its terms, or networks are not embedded.
    const NETWORK: &'static [u8] = &[];

    /// Returns whether the network, which is trained on the default rules, applies to these rules.
    fn network_applies(&self) -> bool {
        true
    }

    /// Fills in the planes of a position as White sees them.
    fn planes(&self, _position: &Self::Position, _planes: &mut Planes) {}

    /// Returns the feature of Black's view that is active whenever `feature` is in White's view.
    ///
    /// By default the planes of the two sides alternate, and both sides see the same squares.
    fn seen_by_black(feature: usize) -> usize {
        let size = Self::INFO.board.size();
        ((feature / size) ^ 1) * size + feature % size
    }

    /// Returns the output bucket of a position.
    fn output_bucket(&self, _position: &Self::Position) -> usize {
        0
    }
}

/// Returns the number of planes of a game.
pub(crate) const fn plane_count<G: NetworkInput>() -> usize {
    G::PIECE_KINDS + G::COUNTERS
}

/// Returns the number of features of a game.
pub(crate) const fn feature_count<G: NetworkInput>() -> usize {
    plane_count::<G>() * G::INFO.board.size()
}

/// Returns the colour whose turn it is. Where it is still open, either will do.
#[inline]
pub(crate) fn color_to_move<G: Game>(game: &G, position: &G::Position) -> Color {
    game.color_of(position, game.turn(position).team()).unwrap_or(Color::White)
}

/// Returns the active features from the point of view of the side to move, and of the other.
pub(crate) fn features<G: NetworkInput>(game: &G, position: &G::Position) -> Vec<(u16, u16)> {
    let mut planes = [0; MAX_PLANES];
    game.planes(position, &mut planes);
    let swap = color_to_move(game, position) == Color::Black;
    let size = G::INFO.board.size();
    let active = planes[..plane_count::<G>()].iter().enumerate();
    let active = active.flat_map(|(plane, &bits)| squares(bits).map(move |square| plane * size + square.index()));
    let both = active.map(|feature| (feature as u16, G::seen_by_black(feature) as u16));
    both.map(|(white, black)| if swap { (black, white) } else { (white, black) }).collect()
}
