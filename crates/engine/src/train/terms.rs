//! Fits the weights of the terms by logistic regression on game results.

use super::{Sample, loss, sigmoid};
use crate::games::EngineGame;

/// Weights fitted to samples.
#[derive(Clone, Debug)]
pub struct FittedWeights {
    /// The weights in hundredths of a logit.
    pub weights: Vec<f32>,
    /// The mean logarithmic loss on the validation set.
    pub loss: f64,
    /// The loss of the initial weights.
    pub loss_before: f64,
}

/// Fits weights, starting from the game's own.
pub fn fit<G: EngineGame>(samples: &[Sample], epochs: u32) -> FittedWeights {
    let count = G::TERMS.len();
    let mut weights: Vec<f32> = G::WEIGHTS.iter().map(|weight| weight / 100.0).collect();
    let (validation, training): (Vec<&Sample>, Vec<&Sample>) =
        samples.iter().partition(|sample| sample.is_validation());
    let loss_before = mean_loss(&validation, &weights);
    // Adagrad (Duchi et al. 2011).
    let mut moved = vec![1e-8; count];
    for _ in 0..epochs {
        for batch in training.chunks(1024) {
            let mut gradient = vec![0.0; count];
            for sample in batch {
                let error = predict(sample, &weights) - sample.result;
                for (slope, term) in gradient.iter_mut().zip(&sample.terms) {
                    *slope += error * term / batch.len() as f32;
                }
            }
            for index in 0..count {
                moved[index] += gradient[index] * gradient[index];
                weights[index] -= 0.05 * gradient[index] / moved[index].sqrt();
            }
        }
    }
    let loss = mean_loss(&validation, &weights);
    FittedWeights {
        weights: weights.iter().map(|weight| (weight * 1000.0).round() / 10.0).collect(),
        loss,
        loss_before,
    }
}

fn predict(sample: &Sample, weights: &[f32]) -> f32 {
    sigmoid(weights.iter().zip(&sample.terms).map(|(weight, term)| weight * term).sum())
}

fn mean_loss(samples: &[&Sample], weights: &[f32]) -> f64 {
    let losses = samples.iter().map(|sample| loss(predict(sample, weights), sample.result));
    losses.sum::<f64>() / samples.len().max(1) as f64
}
