//! Trains a network by stochastic gradient descent with Adam. Two threads share each batch, always in the same way, so
//! training is deterministic.
//!
//! Data augmentation: each sample is transformed by a random symmetry of the game. The target is a blend of the result
//! of the game and the value of the search.

use halfboard_rules::random::{SplitMix64, mix};

use super::{Sample, loss, sigmoid};
use crate::games::EngineGame;
use crate::network::{self, ACCUMULATOR_SCALE, LANES, Network, OUTPUT_SCALE, feature_count};

/// Hyperparameters of the training.
#[derive(Clone, Copy, Debug)]
pub struct TrainingConfig {
    /// Number of neurons per accumulator, a multiple of [`LANES`].
    pub width: usize,
    /// Number of epochs.
    pub epochs: u32,
    /// Initial learning rate; it decays to a hundredth.
    pub step: f32,
    /// Weight of the game result in the target; the rest is the value of the search.
    pub results: f32,
}

/// A trained network.
pub struct TrainedNetwork {
    /// The network.
    pub network: Network,
    /// The mean loss on the validation set before training and after each epoch.
    pub losses: Vec<f64>,
}

const BATCH_SIZE: usize = 4096;
/// Maximum weight of a feature and the bias; less if accumulators could overflow.
const MAX_FEATURE_WEIGHT: f32 = 3.0;
/// Maximum output weight, so that it fits.
const MAX_OUTPUT_WEIGHT: f32 = network::MAX_OUTPUT_WEIGHT as f32 / OUTPUT_SCALE;

/// All weights in one vector: features, bias, the outputs by bucket and side, the terms by bucket.
struct TrainingModel {
    weights: Vec<f32>,
    width: usize,
    /// Offsets of the bias, the outputs and the terms.
    bias: usize,
    out: usize,
    terms: usize,
    term_count: usize,
    max_feature_weight: f32,
}

/// First-layer sums of a sample, for the side to move and then the other.
type FloatAccumulators = Vec<f32>;

impl TrainingModel {
    fn new<G: EngineGame>(width: usize) -> Self {
        let bias = feature_count::<G>() * width;
        let (out, terms) = (bias + width, bias + width + 2 * width * G::OUTPUT_BUCKETS);
        let mut random = SplitMix64::new(1);
        let mut uniform = |most: f32| (random.below(20_001) as f32 / 10_000.0 - 1.0) * most;
        // Wider layers start with smaller output weights, so that their sum is as large.
        let output = 0.05 * (32.0 / width as f32).sqrt();
        let mut weights: Vec<f32> = (0..terms).map(|at| uniform(if at < bias { 0.15 } else { output })).collect();
        // The bias starts in the middle of the unclipped range.
        weights[bias..out].fill(0.3);
        for _ in 0..G::OUTPUT_BUCKETS {
            weights.extend(G::WEIGHTS.iter().map(|weight| weight / 100.0));
        }
        let max_feature_weight =
            (f32::from(i16::MAX) / ACCUMULATOR_SCALE / (G::MAX_ACTIVE + 1) as f32).min(MAX_FEATURE_WEIGHT);
        TrainingModel { weights, width, bias, out, terms, term_count: G::TERMS.len(), max_feature_weight }
    }

    /// Copies the weights of a network that is at most as wide; the other neurons stay as they are.
    fn copy_from(&mut self, network: &Network) {
        let width = self.width;
        let (rows, others) = self.weights.split_at_mut(self.terms);
        let from_rows = network.rows();
        for (row, from) in rows.chunks_exact_mut(width).zip(from_rows) {
            for (weight, number) in row.iter_mut().zip(from) {
                *weight = number;
            }
        }
        others.iter_mut().zip(network.term_weights()).for_each(|(weight, from)| *weight = from / 100.0);
    }

    /// Returns the offsets of the outputs and of the terms for a sample.
    fn bucket(&self, sample: &Sample) -> (usize, usize) {
        let bucket = usize::from(sample.bucket);
        (self.out + 2 * self.width * bucket, self.terms + self.term_count * bucket)
    }

    fn accumulate(&self, sample: &Sample, symmetry: &[u16], accumulators: &mut FloatAccumulators) {
        let width = self.width;
        accumulators.clear();
        for _ in 0..2 {
            accumulators.extend_from_slice(&self.weights[self.bias..self.bias + width]);
        }
        let (own_view, other_view) = accumulators.split_at_mut(width);
        for &(own, other) in &sample.features {
            for (view, input) in [(&mut *own_view, own), (&mut *other_view, other)] {
                let start = usize::from(symmetry[usize::from(input)]) * width;
                for (number, weight) in view.iter_mut().zip(&self.weights[start..start + width]) {
                    *number += weight;
                }
            }
        }
    }

    fn predict(&self, sample: &Sample, accumulators: &FloatAccumulators) -> f32 {
        let (out, terms) = self.bucket(sample);
        // Several partial sums can be added at once.
        let mut sums = [0.0; 8];
        for (eight, weights) in accumulators.chunks_exact(8).zip(self.weights[out..].chunks_exact(8)) {
            for at in 0..8 {
                let clipped = eight[at].clamp(0.0, 1.0);
                sums[at] += clipped * clipped * weights[at];
            }
        }
        let terms = self.weights[terms..terms + self.term_count].iter().zip(&sample.terms);
        sigmoid(sums.iter().sum::<f32>() + terms.map(|(weight, term)| weight * term).sum::<f32>())
    }

    /// Adds the gradient of a sample; `error` is the prediction minus the target. Replaces the accumulators by their
    /// gradient.
    fn backpropagate(
        &self,
        sample: &Sample,
        symmetry: &[u16],
        accumulators: &mut FloatAccumulators,
        error: f32,
        gradient: &mut [f32],
    ) {
        let width = self.width;
        let (out, terms) = self.bucket(sample);
        for (partial, term) in gradient[terms..terms + self.term_count].iter_mut().zip(&sample.terms) {
            *partial += error * term;
        }
        let outputs = gradient[out..out + 2 * width].iter_mut().zip(&self.weights[out..out + 2 * width]);
        for (number, (partial, weight)) in accumulators.iter_mut().zip(outputs) {
            let clipped = number.clamp(0.0, 1.0);
            *partial += error * clipped * clipped;
            let inside = *number > 0.0 && *number < 1.0;
            *number = if inside { error * 2.0 * clipped * weight } else { 0.0 };
        }
        let (own_view, other_view) = accumulators.split_at(width);
        let mut add = |start: usize, view: &[f32]| {
            for (partial, number) in gradient[start..start + width].iter_mut().zip(view) {
                *partial += number;
            }
        };
        add(self.bias, own_view);
        add(self.bias, other_view);
        for &(own, other) in &sample.features {
            add(usize::from(symmetry[usize::from(own)]) * width, own_view);
            add(usize::from(symmetry[usize::from(other)]) * width, other_view);
        }
    }

    fn clip(&mut self) {
        let max = self.max_feature_weight;
        self.weights[..self.out].iter_mut().for_each(|weight| *weight = weight.clamp(-max, max));
        self.weights[self.out..self.terms]
            .iter_mut()
            .for_each(|weight| *weight = weight.clamp(-MAX_OUTPUT_WEIGHT, MAX_OUTPUT_WEIGHT));
    }

    fn quantised<G: EngineGame>(&self) -> Network {
        let blocks = |weights: &[f32], one: f32| {
            let block = |lanes: &[f32]| std::array::from_fn(|at| (lanes[at] * one).round() as i16);
            weights.chunks_exact(LANES).map(block).collect()
        };
        Network::new::<G>(
            blocks(&self.weights[..self.bias], ACCUMULATOR_SCALE),
            blocks(&self.weights[self.bias..self.out], ACCUMULATOR_SCALE),
            blocks(&self.weights[self.out..self.terms], OUTPUT_SCALE),
            self.weights[self.terms..].iter().map(|weight| weight * 100.0).collect(),
        )
    }
}

/// Trains a network on samples, starting from the game's terms or from a network. Calls `on_epoch` with the validation
/// loss after each epoch.
///
/// # Panics
///
/// Panics if the width is not a multiple of [`LANES`].
pub fn train<G: EngineGame>(
    samples: &[Sample],
    config: TrainingConfig,
    start: Option<&Network>,
    mut on_epoch: impl FnMut(u32, f64),
) -> TrainedNetwork {
    assert!(config.width.is_multiple_of(LANES), "the width is a multiple of {LANES}");
    let mut model = TrainingModel::new::<G>(config.width);
    start.into_iter().for_each(|network| model.copy_from(network));
    let symmetries = symmetries::<G>();
    let (validation, mut training): (Vec<&Sample>, Vec<&Sample>) =
        samples.iter().partition(|sample| sample.is_validation());
    let target = |sample: &Sample| config.results * sample.result + (1.0 - config.results) * sample.expected;
    let check = |model: &TrainingModel| {
        let mut accumulators = Vec::new();
        let losses = validation.iter().map(|sample| {
            model.accumulate(sample, &symmetries[0], &mut accumulators);
            loss(model.predict(sample, &accumulators), target(sample))
        });
        losses.sum::<f64>() / validation.len().max(1) as f64
    };
    let mut losses = vec![check(&model)];
    let mut random = SplitMix64::new(2);
    let mut adam = Adam::new(model.weights.len());
    let mut gradients = [vec![0.0; model.weights.len()], vec![0.0; model.weights.len()]];
    let add_gradient = |model: &TrainingModel, batch: &[&Sample], count: usize, seed: u64, gradient: &mut [f32]| {
        let mut random = SplitMix64::new(seed);
        let mut accumulators = Vec::new();
        gradient.fill(0.0);
        for sample in batch {
            let symmetry = &symmetries[random.below(symmetries.len() as u64) as usize];
            model.accumulate(sample, symmetry, &mut accumulators);
            let error = (model.predict(sample, &accumulators) - target(sample)) / count as f32;
            model.backpropagate(sample, symmetry, &mut accumulators, error, gradient);
        }
    };
    for epoch in 0..config.epochs {
        for place in (1..training.len()).rev() {
            training.swap(place, random.below(place as u64 + 1) as usize);
        }
        let step = config.step * 0.01f32.powf(epoch as f32 / config.epochs.max(2) as f32);
        for batch in training.chunks(BATCH_SIZE) {
            let seed = random.next_u64();
            let [gradient, other] = &mut gradients;
            let (first, second) = batch.split_at(batch.len() / 2);
            std::thread::scope(|scope| {
                scope.spawn(|| add_gradient(&model, second, batch.len(), mix(seed), other));
                add_gradient(&model, first, batch.len(), seed, gradient);
            });
            gradient.iter_mut().zip(other).for_each(|(partial, other)| *partial += *other);
            adam.step(&mut model.weights, gradient, step);
            model.clip();
        }
        losses.push(check(&model));
        on_epoch(epoch + 1, losses[losses.len() - 1]);
    }
    TrainedNetwork { network: model.quantised::<G>(), losses }
}

/// Returns the permutation of features under each symmetry of the game; the first is the identity.
fn symmetries<G: EngineGame>() -> Vec<Vec<u16>> {
    let (rows, size) = (G::INFO.board.rows(), G::INFO.board.size());
    let turn = |nth: usize, input: usize| {
        let (kind, square) = (input / size, input % size);
        if kind >= G::PIECE_KINDS {
            return input as u16;
        }
        let (mut row, mut column) = (square / 8, square % 8);
        if nth & 1 != 0 {
            row = rows - 1 - row;
        }
        if nth & 2 != 0 {
            column = 7 - column;
        }
        // Only square boards have diagonal symmetries.
        if nth & 4 != 0 {
            (row, column) = (column, row);
        }
        (kind * size + row * 8 + column) as u16
    };
    (0..G::SYMMETRIES).map(|nth| (0..feature_count::<G>()).map(|input| turn(nth, input)).collect()).collect()
}

/// Adam: steps along the mean partial, measured by how much the partial varies.
struct Adam {
    mean: Vec<f32>,
    spread: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new(weights: usize) -> Self {
        Adam { mean: vec![0.0; weights], spread: vec![0.0; weights], steps: 0 }
    }

    fn step(&mut self, weights: &mut [f32], gradient: &[f32], step: f32) {
        self.steps += 1;
        let (mean_part, spread_part) = (1.0 - 0.9f32.powi(self.steps), 1.0 - 0.999f32.powi(self.steps));
        for (at, partial) in gradient.iter().enumerate() {
            self.mean[at] += 0.1 * (partial - self.mean[at]);
            self.spread[at] += 0.001 * (partial * partial - self.spread[at]);
            let size = (self.spread[at] / spread_part).sqrt() + 1e-8;
            weights[at] -= step * self.mean[at] / mean_part / size;
        }
    }
}
