//! The network file: a header of the shape, then all weights, little-endian.

use super::input::{NetworkInput, feature_count};
use super::{LANES, MAX_OUTPUT_WEIGHT, MAX_WIDTH, Network, NeuronBlock};
use crate::evaluate::Evaluate;

const MAGIC: &[u8; 4] = b"HBN2";
/// Length of the header in bytes: the magic number and four numbers of 16 bits.
const HEADER: usize = 12;

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
        /// Number of output buckets of the network.
        buckets: usize,
    },
    /// The number of neurons per accumulator is zero or more than the output can sum.
    WrongWidth(usize),
    /// The number of bytes does not match the shape.
    WrongLength(usize),
    /// An output weight is too large for the arithmetic of the output layer.
    WrongOutputWeight(i16),
}

impl std::fmt::Display for NetworkError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NetworkError::NotANetwork => f.write_str("not a network file: it does not begin with HBN2"),
            NetworkError::WrongShape { features, terms, buckets } => write!(
                f,
                "the network has {features} features, {terms} terms and {buckets} output buckets, the game expects \
                 other numbers"
            ),
            NetworkError::WrongWidth(width) => {
                write!(f, "the network is {width} neurons wide: valid are multiples of {LANES} up to {MAX_WIDTH}")
            }
            NetworkError::WrongOutputWeight(weight) => {
                write!(
                    f,
                    "the network has an output weight of {weight}: at most {MAX_OUTPUT_WEIGHT} either way is valid"
                )
            }
            NetworkError::WrongLength(bytes) => write!(f, "the network file is truncated or too long: {bytes} bytes"),
        }
    }
}

impl std::error::Error for NetworkError {}

impl Network {
    /// Parses a network file of a game. A network that was trained before the game had as many planes or output buckets
    /// is extended, and evaluates as it did.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not a network, or one of another shape.
    pub fn from_bytes<G: Evaluate + NetworkInput>(bytes: &[u8]) -> Result<Network, NetworkError> {
        let number = |at: usize| bytes.get(at..at + 2).map(|two| usize::from(u16::from_le_bytes([two[0], two[1]])));
        let (Some(MAGIC), Some(features), Some(terms), Some(blocks), Some(buckets)) =
            (bytes.first_chunk(), number(4), number(6), number(8), number(10))
        else {
            return Err(NetworkError::NotANetwork);
        };
        let known = features <= feature_count::<G>() && features.is_multiple_of(G::INFO.board.size());
        if !known || terms != G::TERMS.len() || ![1, G::OUTPUT_BUCKETS].contains(&buckets) {
            return Err(NetworkError::WrongShape { features, terms, buckets });
        }
        if !(1..=MAX_WIDTH / LANES).contains(&blocks) {
            return Err(NetworkError::WrongWidth(blocks * LANES));
        }
        let rows = [features * blocks, blocks, 2 * buckets * blocks];
        let mut rest = &bytes[HEADER..];
        if rest.len() != rows.iter().sum::<usize>() * LANES * 2 + buckets * terms * 4 {
            return Err(NetworkError::WrongLength(bytes.len()));
        }
        let [mut feature_weights, bias, mut output_weights] = rows.map(|rows| {
            let (these, others) = rest.split_at(rows * LANES * 2);
            rest = others;
            let block = |bytes: &[u8]| std::array::from_fn(|at| i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]));
            these.chunks_exact(LANES * 2).map(block).collect::<Vec<NeuronBlock>>()
        });
        let mut weights = output_weights.iter().flatten();
        if let Some(&weight) = weights.find(|weight| weight.unsigned_abs() > MAX_OUTPUT_WEIGHT) {
            return Err(NetworkError::WrongOutputWeight(weight));
        }
        let float = |four: &[u8]| f32::from_le_bytes([four[0], four[1], four[2], four[3]]);
        let mut term_weights: Vec<f32> = rest.chunks_exact(4).map(float).collect();
        feature_weights.resize(feature_count::<G>() * blocks, [0; LANES]);
        if buckets == 1 {
            output_weights = output_weights.repeat(G::OUTPUT_BUCKETS);
            term_weights = term_weights.repeat(G::OUTPUT_BUCKETS);
        }
        Ok(Network::new::<G>(feature_weights, bias, output_weights, term_weights))
    }

    /// Returns the network file, which [`Network::from_bytes`] parses.
    pub fn to_bytes(&self) -> Vec<u8> {
        let blocks = self.bias.len();
        let buckets = self.output_weights.len() / (2 * blocks);
        let shape = [self.black_features.len(), self.term_weights.len() / buckets, blocks, buckets];
        let rows = self.feature_weights.iter().chain(&self.bias).chain(&self.output_weights);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(shape.into_iter().flat_map(|number| (number as u16).to_le_bytes()));
        bytes.extend(rows.flatten().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.term_weights.iter().flat_map(|weight| weight.to_le_bytes()));
        bytes
    }
}
