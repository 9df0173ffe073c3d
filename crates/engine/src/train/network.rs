//! Trains a network by stochastic gradient descent with Adam, on one thread, so that training is deterministic.
//!
//! Data augmentation: each sample is transformed by a random symmetry of the game. The target is a blend of the result
//! of the game and the value of the search.

use halfboard_rules::random::SplitMix64;

use super::{Sample, loss, sigmoid};
use crate::games::EngineGame;
use crate::network::{ACCUMULATOR_SCALE, HIDDEN_SIZE, Network, OUTPUT_SCALE, feature_count};

/// Hyperparameters of the training.
#[derive(Clone, Copy, Debug)]
pub struct TrainingConfig {
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

const BATCH_SIZE: usize = 2048;
/// Limit of feature weights, so that accumulators do not overflow; output weights are limited to what fits.
const MAX_FEATURE_WEIGHT: f32 = 3.0;
const MAX_OUTPUT_WEIGHT: f32 = 127.0 / OUTPUT_SCALE;

/// All weights in one vector: features, bias, the two outputs, the terms.
struct TrainingModel {
    weights: Vec<f32>,
    /// Offsets of the bias, the outputs and the terms.
    bias: usize,
    out: usize,
    terms: usize,
}

impl TrainingModel {
    fn new<G: EngineGame>() -> Self {
        let bias = feature_count::<G>() * HIDDEN_SIZE;
        let (out, terms) = (bias + HIDDEN_SIZE, bias + 3 * HIDDEN_SIZE);
        let mut random = SplitMix64::new(1);
        let mut uniform = |most: f32| (random.below(20_001) as f32 / 10_000.0 - 1.0) * most;
        let mut weights: Vec<f32> = (0..terms).map(|at| uniform(if at < bias { 0.15 } else { 0.05 })).collect();
        // The bias starts in the middle of the unclipped range.
        weights[bias..out].fill(0.3);
        weights.extend(G::WEIGHTS.iter().map(|weight| weight / 100.0));
        TrainingModel { weights, bias, out, terms }
    }

    fn accumulators(&self, sample: &Sample, symmetry: &[u16]) -> [[f32; HIDDEN_SIZE]; 2] {
        let bias: [f32; HIDDEN_SIZE] = std::array::from_fn(|at| self.weights[self.bias + at]);
        let mut accumulators = [bias; 2];
        for &(own, other) in &sample.features {
            for (accumulator, input) in accumulators.iter_mut().zip([own, other]) {
                let start = usize::from(symmetry[usize::from(input)]) * HIDDEN_SIZE;
                for (number, weight) in accumulator.iter_mut().zip(&self.weights[start..start + HIDDEN_SIZE]) {
                    *number += weight;
                }
            }
        }
        accumulators
    }

    fn predict(&self, sample: &Sample, accumulators: &[[f32; HIDDEN_SIZE]; 2]) -> f32 {
        let squares =
            accumulators.iter().flatten().map(|number| number.clamp(0.0, 1.0)).map(|clipped| clipped * clipped);
        let judged: f32 = squares.zip(&self.weights[self.out..]).map(|(square, weight)| square * weight).sum();
        let terms: f32 = self.weights[self.terms..].iter().zip(&sample.terms).map(|(weight, term)| weight * term).sum();
        sigmoid(judged + terms)
    }

    /// Adds the gradient of a sample; `error` is the prediction minus the target.
    fn backpropagate(
        &self,
        sample: &Sample,
        symmetry: &[u16],
        accumulators: &[[f32; HIDDEN_SIZE]; 2],
        error: f32,
        gradient: &mut [f32],
    ) {
        for (partial, term) in gradient[self.terms..].iter_mut().zip(&sample.terms) {
            *partial += error * term;
        }
        let mut gradients = [[0.0; HIDDEN_SIZE]; 2];
        for side in 0..2 {
            for at in 0..HIDDEN_SIZE {
                let clipped = accumulators[side][at].clamp(0.0, 1.0);
                let out = self.out + side * HIDDEN_SIZE + at;
                gradient[out] += error * clipped * clipped;
                let inside = clipped > 0.0 && clipped < 1.0;
                gradients[side][at] = if inside { error * 2.0 * clipped * self.weights[out] } else { 0.0 };
                gradient[self.bias + at] += gradients[side][at];
            }
        }
        for &(own, other) in &sample.features {
            for (gradients, input) in gradients.iter().zip([own, other]) {
                let start = usize::from(symmetry[usize::from(input)]) * HIDDEN_SIZE;
                for (partial, gradients) in gradient[start..start + HIDDEN_SIZE].iter_mut().zip(gradients) {
                    *partial += gradients;
                }
            }
        }
    }

    fn clip(&mut self) {
        self.weights[..self.out]
            .iter_mut()
            .for_each(|weight| *weight = weight.clamp(-MAX_FEATURE_WEIGHT, MAX_FEATURE_WEIGHT));
        self.weights[self.out..self.terms]
            .iter_mut()
            .for_each(|weight| *weight = weight.clamp(-MAX_OUTPUT_WEIGHT, MAX_OUTPUT_WEIGHT));
    }

    fn quantised(&self) -> Network {
        let accumulator = |start: usize, one: f32| -> [i16; HIDDEN_SIZE] {
            std::array::from_fn(|at| (self.weights[start + at] * one).round() as i16)
        };
        Network {
            feature_weights: (0..self.bias / HIDDEN_SIZE)
                .map(|input| accumulator(input * HIDDEN_SIZE, ACCUMULATOR_SCALE))
                .collect(),
            bias: accumulator(self.bias, ACCUMULATOR_SCALE),
            output_weights: [accumulator(self.out, OUTPUT_SCALE), accumulator(self.out + HIDDEN_SIZE, OUTPUT_SCALE)],
            term_weights: self.weights[self.terms..].iter().map(|weight| weight * 100.0).collect(),
        }
    }
}

/// Trains a network on samples. Calls `on_epoch` with the validation loss after each epoch.
pub fn train<G: EngineGame>(
    samples: &[Sample],
    config: TrainingConfig,
    mut on_epoch: impl FnMut(u32, f64),
) -> TrainedNetwork {
    let mut model = TrainingModel::new::<G>();
    let symmetries = symmetries::<G>();
    let (validation, mut training): (Vec<&Sample>, Vec<&Sample>) =
        samples.iter().partition(|sample| sample.is_validation());
    let target = |sample: &Sample| config.results * sample.result + (1.0 - config.results) * sample.expected;
    let check = |model: &TrainingModel| {
        let losses = validation
            .iter()
            .map(|sample| loss(model.predict(sample, &model.accumulators(sample, &symmetries[0])), target(sample)));
        losses.sum::<f64>() / validation.len().max(1) as f64
    };
    let mut losses = vec![check(&model)];
    let mut random = SplitMix64::new(2);
    let mut adam = Adam::new(model.weights.len());
    let mut gradient = vec![0.0; model.weights.len()];
    for epoch in 0..config.epochs {
        for place in (1..training.len()).rev() {
            training.swap(place, random.below(place as u64 + 1) as usize);
        }
        let step = config.step * 0.01f32.powf(epoch as f32 / config.epochs.max(2) as f32);
        for batch in training.chunks(BATCH_SIZE) {
            gradient.fill(0.0);
            for sample in batch {
                let symmetry = &symmetries[random.below(symmetries.len() as u64) as usize];
                let accumulators = model.accumulators(sample, symmetry);
                let error = (model.predict(sample, &accumulators) - target(sample)) / batch.len() as f32;
                model.backpropagate(sample, symmetry, &accumulators, error, &mut gradient);
            }
            adam.step(&mut model.weights, &gradient, step);
            model.clip();
        }
        losses.push(check(&model));
        on_epoch(epoch + 1, losses[losses.len() - 1]);
    }
    TrainedNetwork { network: model.quantised(), losses }
}

/// Returns the permutation of features under each symmetry of the game; the first is the identity.
fn symmetries<G: EngineGame>() -> Vec<Vec<u16>> {
    let (rows, size) = (G::INFO.board.rows(), G::INFO.board.size());
    let turn = |nth: usize, input: usize| {
        let (kind, square) = (input / size, input % size);
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
