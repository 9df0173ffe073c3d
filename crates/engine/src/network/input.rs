//! Network inputs: the features of a position, as bitboards by kind of piece.

use halfboard_rules::board::squares;
use halfboard_rules::game::{Color, Game};

/// Maximum number of planes of a game.
pub const MAX_PLANES: usize = 16;

/// The active features of a position as White sees them: the squares of each kind of piece, then the counters.
pub type Planes = [u64; MAX_PLANES];

/// A network file that is part of the program.
#[derive(Clone, Copy, Debug)]
pub struct NetworkFile {
    /// The name of the file in the game's folder.
    pub name: &'static str,
    /// Its contents; empty if networks are not embedded.
    pub bytes: &'static [u8],
    /// How a successor is trained.
    pub plan: TrainingPlan,
}

/// How a network is trained: the table of `train all`, and what a network was trained with.
#[derive(Clone, Copy, Debug)]
pub struct TrainingPlan {
    /// The options of the rules that games are played by, such as `wrap=both`; empty for the default rules.
    pub options: &'static str,
    /// Number of self-play games.
    pub games: u64,
    /// Nodes per move of these games.
    pub nodes: u64,
    /// Number of neurons per accumulator.
    pub width: usize,
    /// Number of epochs.
    pub epochs: u32,
    /// Weight of game results in the target in percent.
    pub results: u32,
}

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
    /// Maximum number of active features of a position. The more there are, the smaller are the weights that the trainer
    /// allows, so that accumulators do not overflow.
    const MAX_ACTIVE: usize = 24;
    /// The network files, first that of the default rules; none for a game without features.
    const NETWORKS: &'static [NetworkFile] = &[];

    /// Returns the network for these rules, or `None` if the terms alone play better.
    fn network_file(&self) -> Option<&'static NetworkFile> {
        Self::NETWORKS.first()
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
