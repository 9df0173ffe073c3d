//! The trainer: fits evaluations to self-play games.
//!
//! Games begin with random moves and are then played by a small search; every searched position is a sample, labelled
//! with the result of its game and the value of the search. [`terms`] fits the weights of the terms, [`network`] trains
//! a network, and [`duel`] plays matches between evaluations; [`pipeline`] does it all. Where results say too little about
//! positions, [`tune`] finds weights by matches, as it does parameters of the search. Training and validation sets are
//! split by game, not by position: positions of one game are too alike.

pub mod dataset;
pub mod duel;
pub mod network;
pub mod pipeline;
pub mod self_play;
pub mod spsa;
pub mod terms;
pub mod tune;

use crate::evaluate::MAX_TERMS;
use crate::games::EngineGame;
use crate::limits::{Limits, Now, OutOfMemory};
use crate::network::features;
use crate::search::Search;
use self_play::{LabelledPosition, play_game};

/// How self-play games are played.
#[derive(Clone, Debug)]
pub struct SelfPlayConfig {
    /// Number of games.
    pub games: u64,
    /// Limits of the search per move.
    pub limits: Limits,
    /// Maximum number of random moves at the start.
    pub opening: u64,
    /// Maximum length in plies; longer games are dropped.
    pub plies: usize,
    /// The seed of the first game.
    pub seed: u64,
}

/// A labelled position.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The number of its game.
    pub game: u64,
    /// The evaluation terms.
    pub terms: [f32; MAX_TERMS],
    /// The active features from the point of view of the side to move, and of the other.
    pub features: Box<[(u16, u16)]>,
    /// The output bucket.
    pub bucket: u8,
    /// The result of the game for the team to move: 1, ½ or 0.
    pub result: f32,
    /// The win probability by the search.
    pub expected: f32,
}

/// One game in this many is used for validation.
const VALIDATION_INTERVAL: u64 = 10;

impl Sample {
    /// Computes the inputs of the evaluation for a position.
    pub fn new<G: EngineGame>(game: &G, labelled: &LabelledPosition<G::Position>) -> Self {
        let mut terms = [0.0; MAX_TERMS];
        game.terms(&labelled.position, &mut terms);
        let features = features(game, &labelled.position).into();
        let bucket = game.output_bucket(&labelled.position) as u8;
        let LabelledPosition { game, result, expected, .. } = *labelled;
        Sample { game, terms, features, bucket, result, expected }
    }

    /// Returns whether the sample belongs to the validation set.
    fn is_validation(&self) -> bool {
        self.game.is_multiple_of(VALIDATION_INTERVAL)
    }
}

/// Returns the logistic function: the win probability of an evaluation in logits.
fn sigmoid(logits: f32) -> f32 {
    1.0 / (1.0 + (-logits).exp())
}

/// Returns the logarithmic loss (cross-entropy) of a prediction.
fn loss(predicted: f32, target: f32) -> f64 {
    let predicted = f64::from(predicted).clamp(1e-9, 1.0 - 1e-9);
    let target = f64::from(target);
    -(target * predicted.ln() + (1.0 - target) * (1.0 - predicted).ln())
}

/// Plays games and returns samples of their positions.
///
/// # Errors
///
/// Fails if memory runs out.
pub fn samples<G: EngineGame>(
    game: &G,
    config: &SelfPlayConfig,
    now: Now,
    mut on_game: impl FnMut(u64),
) -> Result<Vec<Sample>, OutOfMemory> {
    let mut samples = Vec::new();
    let mut search = Search::new(game.clone(), 1, now)?;
    for number in 0..config.games {
        samples.extend(play_game(game, config, number, &mut search).iter().map(|labelled| Sample::new(game, labelled)));
        on_game(number + 1);
    }
    Ok(samples)
}
