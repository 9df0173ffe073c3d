//! Efficiently updatable neural networks (NNUE): (features → width) × 2 → 1, with the evaluation terms joined at the
//! output.
//!
//! The position is encoded twice through the same weights, from the point of view of the side to move and of the other;
//! both accumulators pass a squared clipped ReLU and are weighted. A game may have several output buckets, each with
//! output weights and term weights of its own. The accumulators and the output layer are in integers, so their result is
//! the same on every machine, however it was reached; the terms are added as floats, in a fixed order. [`crate::train::network`] trains networks.
//!
//! The inner loops work on blocks of a fixed size, which the compiler turns into SIMD instructions: AVX2 where the
//! processor has it, otherwise those of the target, SSE4 in builds for x86-64-v2 and simd128 in the browser.

mod accumulator;
mod file;
mod input;

pub(crate) use accumulator::AccumulatorStack;
pub use file::NetworkError;
pub use input::{MAX_PLANES, NetworkFile, NetworkInput, Planes, TrainingPlan};
pub(crate) use input::{color_to_move, feature_count, features};

use accumulator::Accumulator;

/// Embeds a network file of a game, if networks are embedded at all.
macro_rules! embedded {
    ($file:literal) => {{
        const FILE: &[u8] = if cfg!(feature = "networks") { include_bytes!($file) } else { &[] };
        FILE
    }};
}
pub(crate) use embedded;

use crate::evaluate::{Evaluate, MAX_TERMS};
use crate::simd::activate;
use crate::value::{MAX_ESTIMATE, Score};

/// Number of neurons that are computed together. The width of a network is a multiple of it.
pub const LANES: usize = 32;

/// Maximum width of a network: the squared activations of more neurons, times their weights, could overflow the sum.
pub const MAX_WIDTH: usize = 256;

/// Fixed-point scale of accumulator values.
pub(crate) const ACCUMULATOR_SCALE: f32 = 255.0;
/// Fixed-point scale of output weights.
pub(crate) const OUTPUT_SCALE: f32 = 64.0;
/// Maximum magnitude of an output weight, so that a clipped activation times its weight fits 16 bits.
pub(crate) const MAX_OUTPUT_WEIGHT: u16 = 127;
// The sum of a view fits 32 bits.
const _: () = {
    let activation = ACCUMULATOR_SCALE as u64 * ACCUMULATOR_SCALE as u64;
    assert!(MAX_WIDTH as u64 * activation * MAX_OUTPUT_WEIGHT as u64 <= i32::MAX as u64);
};

/// Sums or weights of neurons that are computed together.
pub(crate) type NeuronBlock = [i16; LANES];

/// A trained network.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// First-layer weights by feature and block.
    feature_weights: Vec<NeuronBlock>,
    /// First-layer bias by block.
    bias: Vec<NeuronBlock>,
    /// Output weights by bucket, side (the side to move first) and block.
    output_weights: Vec<NeuronBlock>,
    /// Weights of the evaluation terms by bucket, in hundredths of a logit.
    term_weights: Vec<f32>,
    /// The feature of Black's view for each of White's view.
    black_features: Vec<u16>,
}

impl Network {
    pub(crate) fn new<G: NetworkInput>(
        feature_weights: Vec<NeuronBlock>,
        bias: Vec<NeuronBlock>,
        output_weights: Vec<NeuronBlock>,
        term_weights: Vec<f32>,
    ) -> Network {
        let black_features = (0..feature_count::<G>()).map(|feature| G::seen_by_black(feature) as u16).collect();
        Network { feature_weights, bias, output_weights, term_weights, black_features }
    }

    /// Returns the network of the game's rules, or `None` if the terms alone play better.
    pub fn of_game<G: Evaluate + NetworkInput>(game: &G) -> Option<Network> {
        Network::from_bytes::<G>(game.network_file()?.bytes).ok()
    }

    /// Creates a network that ignores the features: an evaluation by terms with these weights.
    pub(crate) fn from_term_weights<G: NetworkInput>(term_weights: &[f32]) -> Network {
        let rows = |count: usize| vec![[0; LANES]; count];
        let buckets = G::OUTPUT_BUCKETS;
        Network::new::<G>(rows(feature_count::<G>()), rows(1), rows(2 * buckets), term_weights.repeat(buckets))
    }

    /// Returns the weights of each feature, the bias, and the weights of each output, as the trainer has them.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Vec<f32>> {
        let inputs = self.feature_weights.iter().chain(&self.bias).map(|block| (block, ACCUMULATOR_SCALE));
        let outputs = self.output_weights.iter().map(|block| (block, OUTPUT_SCALE));
        let blocks: Vec<(&NeuronBlock, f32)> = inputs.chain(outputs).collect();
        let row = |blocks: &[(&NeuronBlock, f32)]| {
            let numbers = blocks.iter().flat_map(|(block, scale)| block.iter().map(move |&at| f32::from(at) / scale));
            numbers.collect()
        };
        blocks.chunks_exact(self.bias.len()).map(row).collect::<Vec<_>>().into_iter()
    }

    /// Returns the number of neurons per accumulator.
    pub(crate) fn width(&self) -> usize {
        self.bias.len() * LANES
    }

    /// Returns the weights of the terms by bucket, in hundredths of a logit.
    pub(crate) fn term_weights(&self) -> &[f32] {
        &self.term_weights
    }

    /// Returns the evaluation of a position for the team to move, in hundredths of a logit.
    pub fn evaluate<G: Evaluate + NetworkInput>(&self, game: &G, position: &G::Position) -> Score {
        let mut accumulator = Accumulator::new(self);
        let mut planes = [0; MAX_PLANES];
        game.planes(position, &mut planes);
        accumulator.update::<G>(self, &planes, None);
        self.output(game, position, &accumulator)
    }

    /// Returns the same evaluation, computed from what the search evaluated before.
    #[inline]
    pub(crate) fn evaluate_at<G: Evaluate + NetworkInput>(
        &self,
        game: &G,
        position: &G::Position,
        ply: usize,
        stack: &mut AccumulatorStack,
    ) -> Score {
        let mut planes = [0; MAX_PLANES];
        game.planes(position, &mut planes);
        self.output(game, position, stack.update::<G>(self, &planes, ply))
    }

    #[inline]
    fn output<G: Evaluate + NetworkInput>(&self, game: &G, position: &G::Position, accumulator: &Accumulator) -> Score {
        let bucket = game.output_bucket(position);
        let blocks = self.bias.len();
        let color = color_to_move(game, position);
        let [own, other] = [color, color.other()].map(|color| &accumulator.views[color.index()]);
        let (own_weights, other_weights) = self.output_weights[2 * bucket * blocks..][..2 * blocks].split_at(blocks);
        let output = i64::from(activate(own, own_weights)) + i64::from(activate(other, other_weights));
        let mut terms = [0.0; MAX_TERMS];
        game.terms(position, &mut terms);
        let term_weights = &self.term_weights[bucket * G::TERMS.len()..][..G::TERMS.len()];
        let sum: f32 = terms.iter().zip(term_weights).map(|(term, weight)| term * weight).sum();
        let scale = 100.0 / (ACCUMULATOR_SCALE * ACCUMULATOR_SCALE * OUTPUT_SCALE);
        ((output as f32 * scale + sum) as Score).clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
    }
}
