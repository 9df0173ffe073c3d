//! What the search asks of a game beyond its rules: an estimate of a position, what a
//! net is shown of it, and hints for the order of moves.

use std::ops::ControlFlow;

use halfboard_rules::board::squares;
use halfboard_rules::game::{Color, Game, Team};

use crate::advice::{Advice, Allowance};
use crate::levels::{Handicap, LEVELS};
use crate::reasons::Deed;
use crate::search::wins;
use crate::solve::answer::{Answer, Ask};
use crate::solve::watch::{Halt, Watch};
use crate::tables::Tables;
use crate::value::{MOST, Proof, Score};

/// A term of an evaluation: what it is called and what it measures, in a sentence.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// The name.
    pub name: &'static str,
    /// What it measures.
    pub meaning: &'static str,
    /// What a person can be told of it.
    pub told: Told,
}

impl Term {
    /// A term of which people are told nothing.
    pub const fn new(name: &'static str, meaning: &'static str) -> Self {
        Term { name, meaning, told: Told::Nothing }
    }

    /// The same, as a reason for moves.
    pub const fn told(self, told: Told) -> Self {
        Term { told, ..self }
    }
}

/// When a term is a reason for a move that a person can be told. What is good follows from the sense of the term and not
/// from its weight alone: fitted weights of terms that overlap may have a sign that nobody would believe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// Never: it says nothing about a single move, or the same as another term or as the move itself.
    Nothing,
    /// When the side that moves has more of it than before, less what the other has.
    More,
    /// When it has fewer than before.
    Fewer,
    /// When it keeps more of it than by most other moves, where every move costs some.
    Keeps,
    /// It is a chance of the side to move: a move is good that leaves the other side none where many moves do.
    Denies,
    /// It is a trouble of the side to move: a move is good that makes it for the other side where many moves do not.
    Makes,
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

    /// How many kinds of things the net tells apart on a square; none for a game without one.
    const KINDS: usize = 0;
    /// The symmetries under which the game stays the same: 1 for none, 2 for rows mirrored, 4 for columns as well, 8 for
    /// the diagonal as well.
    const SYMMETRIES: usize = 1;
    /// The net, as its trainer wrote it; nothing where there is none that wins.
    const NET: &'static [u8] = &[];

    /// What each level for people lacks, set by `examples/calibrate.rs`.
    const LADDER: [Handicap; LEVELS];

    /// Whether the net holds for these rules. It is trained on the default ones.
    fn suits_net(&self) -> bool {
        true
    }

    /// Shows a position to the net. Each thing on the board is one call with two inputs: how the side to move sees it and
    /// how the other does. An input is a kind times the squares of the board, plus a square.
    fn inputs(&self, _position: &Self::Position, _see: &mut impl FnMut(usize, usize)) {}

    /// How urgent a move looks before it is searched: captures, completed sets. 0 for ordinary moves.
    fn urgency(&self, _position: &Self::Position, _mv: Self::Move) -> i32 {
        0
    }

    /// What a move visibly does to the checkers, if that is worth telling a person.
    fn deed(&self, _position: &Self::Position, _mv: Self::Move) -> Option<Deed> {
        None
    }

    /// Calls `f` with the forcing moves: those that change so much that an estimate before them says little. A search does
    /// not end while there are some. None where that was not found to help.
    fn each_forcing(&self, _position: &Self::Position, _f: &mut impl FnMut(Self::Move)) {}

    /// The position with the turn given away, where doing nothing is nearly always worse than moving.
    fn skip(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// What an exact solver says of a position, within what is allowed. Asked at the root of a search at full strength.
    fn advise(&self, _position: &Self::Position, _allowance: &Allowance<'_>) -> Advice<Self::Move> {
        Advice::NONE
    }

    /// The answer of the game's own solver about a position that is not over; nothing where it has none.
    fn solve(
        &self,
        _position: &Self::Position,
        _ask: &Ask,
        _watch: &mut Watch<'_>,
    ) -> Result<Option<Answer<Self::Move>>, Halt> {
        Ok(None)
    }

    /// Whether the team to move may have a move that wins at once: false only where it has none. Asked before all are
    /// tried, so it must be quick.
    #[inline]
    fn may_win_at_once(&self, _position: &Self::Position) -> bool {
        true
    }

    /// Whether it has one.
    fn wins_at_once(&self, position: &Self::Position) -> bool {
        let team = self.turn(position).team();
        let mut try_one = |mv| match wins(self, position, team, mv) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        self.may_win_at_once(position) && self.for_each_move(position, &mut try_one).is_break()
    }

    /// A team cannot win in fewer plies than this, whatever both do. A solver looks no further where that is too many.
    fn soonest_win(&self, _position: &Self::Position, _team: Team) -> u32 {
        0
    }

    /// What a table knows of a position that is not over, if there is one for such positions. Asked at every node: what
    /// is in no table must be found out quickly.
    #[inline]
    fn probe(&self, _position: &Self::Position, _tables: &Tables) -> Option<Proof> {
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

/// Shows a net the checkers of the side to move and of the other, on a board of so many squares: own ones are the first
/// kind, enemies the second.
#[inline]
pub(crate) fn see_checkers([own, other]: [u64; 2], size: usize, see: &mut impl FnMut(usize, usize)) {
    for square in squares(own) {
        see(square.index(), size + square.index());
    }
    for square in squares(other) {
        see(size + square.index(), square.index());
    }
}

/// The difference of a measure between a colour and its opponent.
pub(crate) fn difference(color: Color, measure: impl Fn(Color) -> f32) -> f32 {
    measure(color) - measure(color.other())
}
