//! Static evaluation: what the search needs from a game beyond its rules.

use halfboard_rules::game::{Color, Game};

use crate::explanation::MoveEffect;
use crate::value::{MAX_ESTIMATE, Score};

/// A term of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Term {
    /// The name, unique within the game. The text crate turns it into a sentence.
    pub name: &'static str,
    /// When the term explains a move to a person.
    pub explains: ExplainsWhen,
}

impl Term {
    /// Creates a term that explains no moves.
    pub const fn new(name: &'static str) -> Self {
        Term { name, explains: ExplainsWhen::Never }
    }

    /// Returns the term as an explanation of moves.
    #[must_use]
    pub const fn explains(self, when: ExplainsWhen) -> Self {
        Term { explains: when, ..self }
    }
}

/// When a term is a reason for a move that a person can follow.
///
/// The meaning of a term decides, not the sign of its weight alone: fitted weights of overlapping terms may have a sign
/// that contradicts common sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExplainsWhen {
    /// Never: the term says nothing about a single move, or repeats another term or the move itself.
    Never,
    /// The side that moved has more of it than before, relative to the other side.
    Gained,
    /// It has less of it than before.
    Reduced,
    /// It keeps more of it than by most other moves, where every move costs some.
    Retained,
    /// It is an asset of the side to move, and the move leaves the opponent none where many moves do.
    Denied,
    /// It is a liability of the side to move, and the move gives it to the opponent where many moves do not.
    Inflicted,
}

/// Maximum number of terms of an evaluation.
pub const MAX_TERMS: usize = 16;

/// A game with a static evaluation and hints for selective search.
pub trait Evaluate: Game {
    /// The terms, in the order of [`Evaluate::terms`].
    const TERMS: &'static [Term];
    /// The weight of each term in hundredths of a logit, fitted to games by the trainer.
    const WEIGHTS: &'static [f32];

    /// Computes the terms for the colour to move, as differences between the sides.
    fn terms(&self, position: &Self::Position, terms: &mut [f32; MAX_TERMS]);

    /// Returns a function of how urgent a move of a position looks before it is searched, for move ordering; 0 for quiet
    /// moves.
    fn urgency(&self, _position: &Self::Position) -> impl Fn(Self::Move) -> i32 {
        |_| 0
    }

    /// Returns the visible effect of a move on the checkers, if it is worth mentioning to a person.
    fn move_effect(&self, _position: &Self::Position, _mv: Self::Move) -> Option<MoveEffect> {
        None
    }

    /// Calls `f` with each noisy move: one that changes the position so much that an evaluation before it says little.
    ///
    /// [Quiescence search](crate::search) looks at these. The default has none, for games where it was not found to
    /// help.
    fn for_each_noisy_move(&self, _position: &Self::Position, _f: &mut impl FnMut(Self::Move)) {}

    /// Returns the position after a null move. The search asks for threats after it, and prunes by it where
    /// [`SearchParameters::null_move`](crate::search::SearchParameters::null_move) allows.
    fn null_move(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Returns false for moves that need not be tried to find a win in one move: if there is one, another move wins.
    #[inline]
    fn may_win_by(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        true
    }

    /// Returns whether the team to move can win at once, for games that can tell much faster than by trying all moves.
    /// `None` where only trying them tells.
    ///
    /// The [search](crate::search) then looks for wins at its leaves as well, and extends positions in which the
    /// opponent threatens to win; [proof search](crate::solve::forced) settles positions before it expands them.
    #[inline]
    fn can_win_at_once(&self, _position: &Self::Position) -> Option<bool> {
        None
    }

    /// Returns the static evaluation for the team to move, in hundredths of a logit.
    #[inline]
    fn evaluate(&self, position: &Self::Position) -> Score {
        weighted_terms(self, position)
    }
}

/// Returns the weighted sum of the terms of a position.
#[inline]
pub(crate) fn weighted_terms<G: Evaluate>(game: &G, position: &G::Position) -> Score {
    let mut terms = [0.0; MAX_TERMS];
    game.terms(position, &mut terms);
    let sum: f32 = terms.iter().zip(G::WEIGHTS).map(|(term, weight)| term * weight).sum();
    (sum as Score).clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
}

/// Returns the difference of a measure between a colour and its opponent.
pub(crate) fn difference(color: Color, measure: impl Fn(Color) -> f32) -> f32 {
    measure(color) - measure(color.other())
}
