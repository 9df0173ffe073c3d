//! The trainer: makes evaluations from the engine's own games. One for all games.
//!
//! Games begin with random turns and are then played by a small search; every position of theirs is a sample, with the
//! result of its game and what the search made of it. [`terms`] fits the weights of the terms, [`net`] trains a net. Where
//! results of games say too little about positions, [`tune`] finds weights by matches.
//! Samples are divided by game, not by position, into those that are learnt from and those that are checked: positions
//! of one game are too alike.

pub mod net;
pub mod terms;
pub mod tune;

use halfboard_rules::game::{Outcome, Team};
use halfboard_rules::playout::random_move;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::session::Match;

use crate::evaluate::{Evaluate, TERMS};
use crate::limits::{Limits, Now};
use crate::search::{History, Search};
use crate::table::NoMemory;
use crate::value::{Proof, Value};

/// How games are made.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// How many games.
    pub games: u64,
    /// What the search that plays them may spend on a turn.
    pub limits: Limits,
    /// Random turns at the start, up to so many.
    pub opening: u64,
    /// Games longer than this are left out.
    pub plies: usize,
    /// The first of the seeds.
    pub seed: u64,
}

/// A position in numbers, and what became of it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The game it is from.
    pub game: u64,
    /// The terms.
    pub terms: [f32; TERMS],
    /// What the net is shown: inputs as the side to move sees them, and as the other does.
    pub inputs: Box<[(u16, u16)]>,
    /// How the game came out for the team to move: 1, ½ or 0.
    pub result: f32,
    /// The share of games that the search expected it to win.
    pub expected: f32,
}

/// One game in so many is kept for checking.
const CHECKED: u64 = 10;

impl Sample {
    /// Whether it is one of those that are only checked.
    fn is_checked(&self) -> bool {
        self.game.is_multiple_of(CHECKED)
    }
}

/// The share of games that a side wins whose position is worth so many logits.
fn share(logits: f32) -> f32 {
    1.0 / (1.0 + (-logits).exp())
}

/// The logarithmic loss of a prediction.
fn loss(predicted: f32, target: f32) -> f64 {
    let predicted = f64::from(predicted).clamp(1e-9, 1.0 - 1e-9);
    let target = f64::from(target);
    -(target * predicted.ln() + (1.0 - target) * (1.0 - predicted).ln())
}

/// Plays games and takes samples of their positions.
pub fn samples<G: Evaluate>(
    game: &G,
    recipe: &Recipe,
    now: Now,
    mut on_game: impl FnMut(u64),
) -> Result<Vec<Sample>, NoMemory> {
    let mut samples = Vec::new();
    let mut search = Search::new(game.clone(), 1, now)?;
    for number in 0..recipe.games {
        samples.extend(samples_of_game(game, recipe, number, &mut search));
        on_game(number + 1);
    }
    Ok(samples)
}

fn samples_of_game<G: Evaluate>(game: &G, recipe: &Recipe, number: u64, search: &mut Search<G>) -> Vec<Sample> {
    let seed = recipe.seed + number;
    let mut random = SplitMix64::new(seed);
    let mut play = Match::new(game.clone(), game.start(seed));
    let opening = 2 + random.below(recipe.opening.max(1));
    let mut samples: Vec<(Team, Sample)> = Vec::new();
    search.clear();
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
        let report = search.go(&position, &History::of(&play), &recipe.limits, &mut |_| {});
        let best = &report.lines[0];
        let mut terms = [0.0; TERMS];
        game.terms(&position, &mut terms);
        let mut inputs = Vec::new();
        game.inputs(&position, &mut |own, other| inputs.push((own as u16, other as u16)));
        let expected = match best.value {
            Value::Proven(Proof::Win(_)) => 1.0,
            Value::Proven(Proof::Loss(_)) => 0.0,
            Value::Estimated(score) => share(score as f32 / 100.0),
            _ => 0.5,
        };
        let sample = Sample { game: number, terms, inputs: inputs.into(), result: 0.5, expected };
        samples.push((game.turn(&position).team(), sample));
        play.play(best.moves[0]);
    }
    let winner = match play.ending().map(|ending| ending.outcome) {
        Some(Outcome::Win(color)) => Some(color),
        Some(Outcome::Draw) => None,
        // Nobody knows how a game comes out that was left.
        _ => return Vec::new(),
    };
    let named = samples.into_iter().map(|(team, sample)| {
        let result =
            winner.map_or(0.5, |color| f32::from(u8::from(game.color_of(play.position(), team) == Some(color))));
        Sample { result, ..sample }
    });
    named.collect()
}
