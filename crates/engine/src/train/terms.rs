//! Fits the weights of the terms by logistic regression: those by which the terms predict the results best.

use super::{Sample, loss, share};
use crate::evaluate::Evaluate;

/// Weights fitted to samples, in hundredths of a logit, and how well they predict.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The weights.
    pub weights: Vec<f32>,
    /// The mean logarithmic loss on the games that were not learnt from.
    pub loss: f64,
    /// The same for the weights that were there before.
    pub loss_before: f64,
}

/// Fits weights, beginning with those there are.
pub fn fit<G: Evaluate>(samples: &[Sample], epochs: u32) -> Fit {
    let count = G::TERMS.len();
    let mut weights: Vec<f32> = G::WEIGHTS.iter().map(|weight| weight / 100.0).collect();
    let (checked, learnt): (Vec<&Sample>, Vec<&Sample>) = samples.iter().partition(|sample| sample.is_checked());
    let loss_before = mean_loss(&checked, &weights);
    // Adagrad: each weight has its own step, smaller the more it has moved.
    let mut moved = vec![1e-8; count];
    for _ in 0..epochs {
        for batch in learnt.chunks(1024) {
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
    let loss = mean_loss(&checked, &weights);
    Fit { weights: weights.iter().map(|weight| (weight * 1000.0).round() / 10.0).collect(), loss, loss_before }
}

fn predict(sample: &Sample, weights: &[f32]) -> f32 {
    share(weights.iter().zip(&sample.terms).map(|(weight, term)| weight * term).sum())
}

fn mean_loss(samples: &[&Sample], weights: &[f32]) -> f64 {
    let losses = samples.iter().map(|sample| loss(predict(sample, weights), sample.result));
    losses.sum::<f64>() / samples.len().max(1) as f64
}
