//! What the search asks of a game beyond its rules: an estimate of a position, and hints for the order of moves.

use halfboard_rules::game::{Color, Game};

use crate::value::{MOST, Score};

/// A term of an evaluation: what it is called and what it measures, in a sentence.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// The name.
    pub name: &'static str,
    /// What it measures.
    pub meaning: &'static str,
}

/// The most terms that an evaluation has.
pub const TERMS: usize = 16;

/// A game that can be estimated.
pub trait Evaluate: Game {
    /// The terms, in the order of [`Evaluate::terms`].
    const TERMS: &'static [Term];
    /// What each term is worth, in hundredths of a logit; fitted to games by the trainer.
    const WEIGHTS: &'static [f32];

    /// The terms of a position for the colour to move: what it has, less what the other has.
    fn terms(&self, position: &Self::Position, terms: &mut [f32; TERMS]);

    /// How urgent a move looks before it is searched: captures, completed sets. 0 for ordinary moves.
    fn urgency(&self, _position: &Self::Position, _mv: Self::Move) -> i32 {
        0
    }

    /// The position with the turn given away, where doing nothing is nearly always worse than moving.
    fn skip(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// The estimate for the team to move.
    #[inline]
    fn estimate(&self, position: &Self::Position) -> Score {
        weighed(self, position)
    }
}

/// The terms of a position, weighed and added up.
#[inline]
pub(crate) fn weighed<G: Evaluate>(game: &G, position: &G::Position) -> Score {
    let mut terms = [0.0; TERMS];
    game.terms(position, &mut terms);
    let sum: f32 = terms.iter().zip(G::WEIGHTS).map(|(term, weight)| term * weight).sum();
    (sum as Score).clamp(-MOST, MOST)
}

/// The difference of a measure between a colour and its opponent.
pub(crate) fn difference(color: Color, measure: impl Fn(Color) -> f32) -> f32 {
    measure(color) - measure(color.other())
}
