//! The trainer: fits the weights of an evaluation to the results of the engine's own games. One for all games.
//!
//! Games begin with random turns and are then played by a shallow search; every position is a sample, the result its
//! label. Logistic regression finds the weights by which the terms predict the result best. Samples are divided by game,
//! not by position, into those that are learnt from and those that are checked: positions of one game are too alike.

use halfboard_rules::game::{Outcome, Team};
use halfboard_rules::playout::random_move;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::session::Match;

use crate::evaluate::{Evaluate, TERMS};
use crate::limits::{Limits, Now};
use crate::search::{History, Search};

/// How games are made.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// How many games.
    pub games: u64,
    /// The depth of the search that plays them.
    pub depth: u32,
    /// Random turns at the start, up to so many.
    pub opening: u64,
    /// Games longer than this are left out.
    pub plies: usize,
    /// The first of the seeds.
    pub seed: u64,
}

/// A position in numbers, and how its game came out for the team to move: 1, ½ or 0.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The game it is from.
    pub game: u64,
    /// The terms.
    pub terms: [f32; TERMS],
    /// The result.
    pub result: f32,
}

/// Plays games and takes samples of their positions.
pub fn samples<G: Evaluate>(game: &G, recipe: Recipe, now: Now, mut on_game: impl FnMut(u64)) -> Vec<Sample> {
    let mut samples = Vec::new();
    for number in 0..recipe.games {
        let seed = recipe.seed + number;
        let mut random = SplitMix64::new(seed);
        let mut search = Search::new(game.clone(), 1, now);
        let mut play = Match::new(game.clone(), game.start(seed));
        let opening = 2 + random.below(recipe.opening.max(1));
        let mut positions: Vec<(Team, [f32; TERMS])> = Vec::new();
        for ply in 0..recipe.plies {
            if play.ending().is_some() {
                break;
            }
            let position = *play.position();
            // A random turn now and then keeps deterministic games apart from each other.
            if (ply as u64) < opening || random.below(30) == 0 {
                play.play(random_move(game, &position, &mut random));
                continue;
            }
            let mut terms = [0.0; TERMS];
            game.terms(&position, &mut terms);
            positions.push((game.turn(&position).team(), terms));
            let report = search.go(&position, &History::of(&play), &Limits::depth(recipe.depth), &mut |_| {});
            play.play(report.lines[0].moves[0]);
        }
        let winner = match play.ending().map(|ending| ending.outcome) {
            Some(Outcome::Win(color)) => Some(Some(color)),
            Some(Outcome::Draw) => Some(None),
            _ => None,
        };
        if let Some(winner) = winner {
            samples.extend(positions.into_iter().map(|(team, terms)| {
                let result = match winner {
                    None => 0.5,
                    Some(color) => f32::from(u8::from(game.color_of(play.position(), team) == Some(color))),
                };
                Sample { game: number, terms, result }
            }));
        }
        on_game(number + 1);
    }
    samples
}

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

/// One game in so many is kept for checking.
const CHECKED: u64 = 10;

/// Fits weights by logistic regression, beginning with those there are.
pub fn fit<G: Evaluate>(samples: &[Sample], epochs: u32) -> Fit {
    let count = G::TERMS.len();
    let mut weights: Vec<f64> = G::WEIGHTS.iter().map(|weight| f64::from(*weight) / 100.0).collect();
    let (checked, learnt): (Vec<&Sample>, Vec<&Sample>) =
        samples.iter().partition(|sample| sample.game.is_multiple_of(CHECKED));
    let loss_before = loss(&checked, &weights);
    // Adagrad: each weight has its own step, smaller the more it has moved.
    let mut moved = vec![1e-8; count];
    for _ in 0..epochs {
        for batch in learnt.chunks(1024) {
            let mut gradient = vec![0.0; count];
            for sample in batch {
                let error = predict(sample, &weights) - f64::from(sample.result);
                for (slope, term) in gradient.iter_mut().zip(&sample.terms) {
                    *slope += error * f64::from(*term) / batch.len() as f64;
                }
            }
            for index in 0..count {
                moved[index] += gradient[index] * gradient[index];
                weights[index] -= 0.05 * gradient[index] / moved[index].sqrt();
            }
        }
    }
    let loss = loss(&checked, &weights);
    Fit { weights: weights.iter().map(|weight| (weight * 1000.0).round() as f32 / 10.0).collect(), loss, loss_before }
}

fn predict(sample: &Sample, weights: &[f64]) -> f64 {
    let sum: f64 = weights.iter().zip(&sample.terms).map(|(weight, term)| weight * f64::from(*term)).sum();
    1.0 / (1.0 + (-sum).exp())
}

fn loss(samples: &[&Sample], weights: &[f64]) -> f64 {
    let losses = samples.iter().map(|sample| {
        let predicted = predict(sample, weights).clamp(1e-9, 1.0 - 1e-9);
        let result = f64::from(sample.result);
        -(result * predicted.ln() + (1.0 - result) * (1.0 - predicted).ln())
    });
    losses.sum::<f64>() / samples.len().max(1) as f64
}
