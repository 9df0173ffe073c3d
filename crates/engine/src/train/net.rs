//! Trains a net: stochastic gradient descent by Adam, on one thread, so that the same samples give the same net.
//!
//! Each time a sample is shown it is turned by one of the symmetries of the game, at random: what holds on one side of
//! the board holds on the other. The target is partly the result of the game, partly what the search expected.

use halfboard_rules::random::SplitMix64;

use super::{Sample, loss, share};
use crate::evaluate::Evaluate;
use crate::net::{HIDDEN, Net, OUT_ONE, VIEW_ONE, inputs_of};

/// How a net is trained.
#[derive(Clone, Copy, Debug)]
pub struct Schooling {
    /// How often every sample is shown.
    pub epochs: u32,
    /// The step at the beginning; it shrinks to a hundredth.
    pub step: f32,
    /// How much of the target is the result of the game; the rest is what the search expected.
    pub results: f32,
}

/// A net and how well it predicts.
pub struct Trained {
    /// The net.
    pub net: Net,
    /// The mean loss on the games that were not learnt from, after each epoch, beginning with that before the first.
    pub losses: Vec<f64>,
}

const BATCH: usize = 2048;
/// No weight of the inputs grows beyond this, so that no view overflows; none of the output beyond what fits.
const INPUT_MOST: f32 = 3.0;
const OUT_MOST: f32 = 127.0 / OUT_ONE;

/// All weights in a row: inputs, the empty view, the two outputs, the terms.
struct Model {
    weights: Vec<f32>,
    /// Where the empty view, the outputs and the terms begin.
    empty: usize,
    out: usize,
    terms: usize,
}

impl Model {
    fn new<G: Evaluate>() -> Self {
        let empty = inputs_of::<G>() * HIDDEN;
        let (out, terms) = (empty + HIDDEN, empty + 3 * HIDDEN);
        let mut random = SplitMix64::new(1);
        let mut uniform = |most: f32| (random.below(20_001) as f32 / 10_000.0 - 1.0) * most;
        let mut weights: Vec<f32> = (0..terms).map(|at| uniform(if at < empty { 0.15 } else { 0.05 })).collect();
        // A view of nothing lies in the middle of what is not clipped.
        weights[empty..out].fill(0.3);
        weights.extend(G::WEIGHTS.iter().map(|weight| weight / 100.0));
        Model { weights, empty, out, terms }
    }

    fn views(&self, sample: &Sample, turned: &[u16]) -> [[f32; HIDDEN]; 2] {
        let empty: [f32; HIDDEN] = std::array::from_fn(|at| self.weights[self.empty + at]);
        let mut views = [empty; 2];
        for &(own, other) in &sample.inputs {
            for (view, input) in views.iter_mut().zip([own, other]) {
                let start = usize::from(turned[usize::from(input)]) * HIDDEN;
                for (number, weight) in view.iter_mut().zip(&self.weights[start..start + HIDDEN]) {
                    *number += weight;
                }
            }
        }
        views
    }

    fn predict(&self, sample: &Sample, views: &[[f32; HIDDEN]; 2]) -> f32 {
        let squares = views.iter().flatten().map(|number| number.clamp(0.0, 1.0)).map(|clipped| clipped * clipped);
        let judged: f32 = squares.zip(&self.weights[self.out..]).map(|(square, weight)| square * weight).sum();
        let terms: f32 = self.weights[self.terms..].iter().zip(&sample.terms).map(|(weight, term)| weight * term).sum();
        share(judged + terms)
    }

    /// Adds to the slopes what a sample says; `error` is the prediction less the target.
    fn blame(&self, sample: &Sample, turned: &[u16], views: &[[f32; HIDDEN]; 2], error: f32, slopes: &mut [f32]) {
        for (slope, term) in slopes[self.terms..].iter_mut().zip(&sample.terms) {
            *slope += error * term;
        }
        let mut blame = [[0.0; HIDDEN]; 2];
        for side in 0..2 {
            for at in 0..HIDDEN {
                let clipped = views[side][at].clamp(0.0, 1.0);
                let out = self.out + side * HIDDEN + at;
                slopes[out] += error * clipped * clipped;
                let inside = clipped > 0.0 && clipped < 1.0;
                blame[side][at] = if inside { error * 2.0 * clipped * self.weights[out] } else { 0.0 };
                slopes[self.empty + at] += blame[side][at];
            }
        }
        for &(own, other) in &sample.inputs {
            for (blame, input) in blame.iter().zip([own, other]) {
                let start = usize::from(turned[usize::from(input)]) * HIDDEN;
                for (slope, blame) in slopes[start..start + HIDDEN].iter_mut().zip(blame) {
                    *slope += blame;
                }
            }
        }
    }

    fn clip(&mut self) {
        self.weights[..self.out].iter_mut().for_each(|weight| *weight = weight.clamp(-INPUT_MOST, INPUT_MOST));
        self.weights[self.out..self.terms].iter_mut().for_each(|weight| *weight = weight.clamp(-OUT_MOST, OUT_MOST));
    }

    fn quantised(&self) -> Net {
        let view = |start: usize, one: f32| -> [i16; HIDDEN] {
            std::array::from_fn(|at| (self.weights[start + at] * one).round() as i16)
        };
        Net {
            inputs: (0..self.empty / HIDDEN).map(|input| view(input * HIDDEN, VIEW_ONE)).collect(),
            empty: view(self.empty, VIEW_ONE),
            out: [view(self.out, OUT_ONE), view(self.out + HIDDEN, OUT_ONE)],
            terms: self.weights[self.terms..].iter().map(|weight| weight * 100.0).collect(),
        }
    }
}

/// Trains a net on samples. Reports the loss after each epoch.
pub fn train<G: Evaluate>(samples: &[Sample], schooling: Schooling, mut on_epoch: impl FnMut(u32, f64)) -> Trained {
    let mut model = Model::new::<G>();
    let symmetries = symmetries::<G>();
    let (checked, mut learnt): (Vec<&Sample>, Vec<&Sample>) = samples.iter().partition(|sample| sample.is_checked());
    let target = |sample: &Sample| schooling.results * sample.result + (1.0 - schooling.results) * sample.expected;
    let check = |model: &Model| {
        let losses = checked
            .iter()
            .map(|sample| loss(model.predict(sample, &model.views(sample, &symmetries[0])), target(sample)));
        losses.sum::<f64>() / checked.len().max(1) as f64
    };
    let mut losses = vec![check(&model)];
    let mut random = SplitMix64::new(2);
    let mut adam = Adam::new(model.weights.len());
    let mut slopes = vec![0.0; model.weights.len()];
    for epoch in 0..schooling.epochs {
        for place in (1..learnt.len()).rev() {
            learnt.swap(place, random.below(place as u64 + 1) as usize);
        }
        let step = schooling.step * 0.01f32.powf(epoch as f32 / schooling.epochs.max(2) as f32);
        for batch in learnt.chunks(BATCH) {
            slopes.fill(0.0);
            for sample in batch {
                let turned = &symmetries[random.below(symmetries.len() as u64) as usize];
                let views = model.views(sample, turned);
                let error = (model.predict(sample, &views) - target(sample)) / batch.len() as f32;
                model.blame(sample, turned, &views, error, &mut slopes);
            }
            adam.step(&mut model.weights, &slopes, step);
            model.clip();
        }
        losses.push(check(&model));
        on_epoch(epoch + 1, losses[losses.len() - 1]);
    }
    Trained { net: model.quantised(), losses }
}

/// Where each input comes to lie under each symmetry of the game; the first leaves all in place.
fn symmetries<G: Evaluate>() -> Vec<Vec<u16>> {
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
        // Only a board as long as wide can be turned over its diagonal; other games have fewer symmetries.
        if nth & 4 != 0 {
            (row, column) = (column, row);
        }
        (kind * size + row * 8 + column) as u16
    };
    (0..G::SYMMETRIES).map(|nth| (0..inputs_of::<G>()).map(|input| turn(nth, input)).collect()).collect()
}

/// Adam: steps along the mean slope, measured by how much the slope varies.
struct Adam {
    mean: Vec<f32>,
    spread: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new(weights: usize) -> Self {
        Adam { mean: vec![0.0; weights], spread: vec![0.0; weights], steps: 0 }
    }

    fn step(&mut self, weights: &mut [f32], slopes: &[f32], step: f32) {
        self.steps += 1;
        let (mean_part, spread_part) = (1.0 - 0.9f32.powi(self.steps), 1.0 - 0.999f32.powi(self.steps));
        for (at, slope) in slopes.iter().enumerate() {
            self.mean[at] += 0.1 * (slope - self.mean[at]);
            self.spread[at] += 0.001 * (slope * slope - self.spread[at]);
            let size = (self.spread[at] / spread_part).sqrt() + 1e-8;
            weights[at] -= step * self.mean[at] / mean_part / size;
        }
    }
}
