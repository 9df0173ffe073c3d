//! Efficiently updatable neural networks (NNUE): (features → 32) × 2 → 1, with the evaluation terms joined at the
//! output.
//!
//! The position is encoded twice through the same weights, from the point of view of the side to move and of the other;
//! both accumulators pass a squared clipped ReLU and are weighted. All network arithmetic is in 16-bit integers, so the
//! result is the same on every machine. Accumulators are recomputed at every node, which is cheap at this size.
//! [`crate::train::network`] trains networks.

use halfboard_rules::board::squares;
use halfboard_rules::game::Game;

use crate::evaluate::{Evaluate, MAX_TERMS};
use crate::value::{MAX_ESTIMATE, Score};

/// A game whose positions a network can evaluate. A game without a network keeps the defaults.
pub trait NetworkInput: Game {
    /// Number of kinds of pieces that the network tells apart on a square; 0 for a game without features.
    const PIECE_KINDS: usize = 0;
    /// Number of symmetries that leave the game the same: 1 for none, 2 for mirrored rows, 4 for columns as well, 8 for
    /// the diagonal as well.
    const SYMMETRIES: usize = 1;
    /// The network file; empty if the game has none that plays better than its terms.
    const NETWORK: &'static [u8] = &[];

    /// Returns whether the network, which is trained on the default rules, applies to these rules.
    fn network_applies(&self) -> bool {
        true
    }

    /// Calls `f` with each active feature, once from the point of view of the side to move and once from the other's.
    ///
    /// The index of a feature is its kind of piece times the number of squares, plus the square.
    fn for_each_feature(&self, _position: &Self::Position, _f: &mut impl FnMut(usize, usize)) {}
}

/// Number of hidden neurons per accumulator.
pub const HIDDEN_SIZE: usize = 32;

/// Fixed-point scale of accumulator values.
pub(crate) const ACCUMULATOR_SCALE: f32 = 255.0;
/// Fixed-point scale of output weights. None exceeds 127, so that a clipped activation times its weight fits 16 bits.
pub(crate) const OUTPUT_SCALE: f32 = 64.0;

const MAGIC: &[u8; 4] = b"HBN1";

/// First-layer activations from one side's point of view.
type Accumulator = [i16; HIDDEN_SIZE];

/// A trained network.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// First-layer weights by feature.
    pub(crate) feature_weights: Vec<Accumulator>,
    /// First-layer bias.
    pub(crate) bias: Accumulator,
    /// Output weights for the side to move and for the other side.
    pub(crate) output_weights: [Accumulator; 2],
    /// Weights of the evaluation terms in hundredths of a logit.
    pub(crate) term_weights: Vec<f32>,
}

/// Error returned for bytes that are not a network of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NetworkError {
    /// The bytes do not begin with the magic number.
    NotANetwork,
    /// The network was trained for another game.
    WrongShape {
        /// Number of features of the network.
        features: usize,
        /// Number of terms of the network.
        terms: usize,
    },
    /// The number of bytes does not match the shape.
    WrongLength(usize),
}

impl std::fmt::Display for NetworkError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NetworkError::NotANetwork => f.write_str("not a network file: it does not begin with HBN1"),
            NetworkError::WrongShape { features, terms } => {
                write!(f, "the network has {features} features and {terms} terms, the game expects other numbers")
            }
            NetworkError::WrongLength(bytes) => write!(f, "the network file is truncated or too long: {bytes} bytes"),
        }
    }
}

impl std::error::Error for NetworkError {}

impl Network {
    /// Creates a network without features: an evaluation by terms with these weights.
    pub(crate) fn from_term_weights<G: NetworkInput>(term_weights: Vec<f32>) -> Network {
        Network {
            feature_weights: vec![[0; HIDDEN_SIZE]; feature_count::<G>()],
            bias: [0; HIDDEN_SIZE],
            output_weights: [[0; HIDDEN_SIZE]; 2],
            term_weights,
        }
    }

    /// Parses a network file of a game.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not a network, or one of another shape.
    pub fn from_bytes<G: Evaluate + NetworkInput>(bytes: &[u8]) -> Result<Network, NetworkError> {
        let number = |at: usize| Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
        let (Some(MAGIC), Some(features), Some(terms)) = (bytes.first_chunk(), number(4), number(6)) else {
            return Err(NetworkError::NotANetwork);
        };
        let (features, terms) = (usize::from(features), usize::from(terms));
        if features != feature_count::<G>() || terms != G::TERMS.len() {
            return Err(NetworkError::WrongShape { features, terms });
        }
        let mut rest = &bytes[8..];
        if rest.len() != (features + 3) * HIDDEN_SIZE * 2 + terms * 4 {
            return Err(NetworkError::WrongLength(bytes.len()));
        }
        let mut next = || -> Accumulator {
            let (row, others) = rest.split_at(HIDDEN_SIZE * 2);
            rest = others;
            std::array::from_fn(|at| i16::from_le_bytes([row[2 * at], row[2 * at + 1]]))
        };
        let feature_weights = (0..features).map(|_| next()).collect();
        let (bias, output_weights) = (next(), [next(), next()]);
        let term_weights =
            rest.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect();
        Ok(Network { feature_weights, bias, output_weights, term_weights })
    }

    /// Returns the network file, which [`Network::from_bytes`] parses.
    pub fn to_bytes(&self) -> Vec<u8> {
        let shape = [self.feature_weights.len() as u16, self.term_weights.len() as u16];
        let rows = self.feature_weights.iter().chain([&self.bias]).chain(&self.output_weights);
        let terms = self.term_weights.iter().flat_map(|weight| weight.to_le_bytes());
        let mut bytes = MAGIC.to_vec();
        bytes.extend(shape.into_iter().flat_map(u16::to_le_bytes));
        bytes.extend(rows.flatten().flat_map(|number| number.to_le_bytes()));
        bytes.extend(terms);
        bytes
    }

    /// Returns the evaluation of a position for the team to move, in hundredths of a logit.
    #[inline]
    pub fn evaluate<G: Evaluate + NetworkInput>(&self, game: &G, position: &G::Position) -> Score {
        let (mut own, mut other) = (self.bias, self.bias);
        game.for_each_feature(position, &mut |feature, feature_of_other| {
            let (feature, feature_of_other) = (&self.feature_weights[feature], &self.feature_weights[feature_of_other]);
            for at in 0..HIDDEN_SIZE {
                own[at] += feature[at];
                other[at] += feature_of_other[at];
            }
        });
        let output = activate(&own, &self.output_weights[0]) + activate(&other, &self.output_weights[1]);
        let mut terms = [0.0; MAX_TERMS];
        game.terms(position, &mut terms);
        let sum: f32 = terms.iter().zip(&self.term_weights).map(|(term, weight)| term * weight).sum();
        let scale = 100.0 / (ACCUMULATOR_SCALE * ACCUMULATOR_SCALE * OUTPUT_SCALE);
        ((output as f32 * scale + sum) as Score).clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
    }
}

/// Returns the weighted sum of the squared clipped ReLU of an accumulator.
#[inline]
fn activate(accumulator: &Accumulator, weights: &Accumulator) -> i32 {
    let mut sum = 0;
    for at in 0..HIDDEN_SIZE {
        let clipped = accumulator[at].clamp(0, ACCUMULATOR_SCALE as i16);
        // The product with the weight fits 16 bits, so both factors do: processors have an instruction for that.
        sum += i32::from(clipped) * i32::from(clipped.wrapping_mul(weights[at]));
    }
    sum
}

/// Returns the number of features of a game.
pub(crate) const fn feature_count<G: NetworkInput>() -> usize {
    G::PIECE_KINDS * G::INFO.board.size()
}

/// Calls `f` with the features of plain checkers on a board of `size` squares: own checkers are the first kind, those
/// of the opponent the second.
#[inline]
pub(crate) fn checker_features([own, other]: [u64; 2], size: usize, f: &mut impl FnMut(usize, usize)) {
    for square in squares(own) {
        f(square.index(), size + square.index());
    }
    for square in squares(other) {
        f(size + square.index(), square.index());
    }
}
