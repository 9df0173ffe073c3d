//! Values: proven ones and estimated ones, for the side to move.

use std::fmt;

/// What a position is worth to the team to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// It is known.
    Proven(Proof),
    /// It is guessed, in hundredths of a logit: 0 is even, 100 wins about 73 of a hundred games.
    Estimated(i32),
    /// A solitaire that seems to leave so many checkers.
    SeemsLeft(u8),
}

/// What is known of a position, for the team to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It wins in so many plies at the latest.
    Win(u32),
    /// It loses; so many plies can be held out at most.
    Loss(u32),
    /// Neither side can win.
    Draw,
    /// A solitaire that leaves so many checkers at best.
    Left(u8),
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proof::Win(plies) => write!(f, "win in {plies}"),
            Proof::Loss(plies) => write!(f, "loss in {plies}"),
            Proof::Draw => f.write_str("draw"),
            Proof::Left(checkers) => write!(f, "{checkers} left"),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Proven(proof) => write!(f, "{proof}"),
            Value::Estimated(value) => write!(f, "{:+.2}", f64::from(*value) / 100.0),
            Value::SeemsLeft(checkers) => write!(f, "about {checkers} left"),
        }
    }
}

/// A score inside the search: one number, in which proven wins and losses lie beyond all estimates.
pub(crate) type Score = i32;

/// A win on the spot. A win in n plies is n less.
pub(crate) const WIN: Score = 1_000_000;
/// Whatever lies beyond this is a proven win (or loss).
pub(crate) const PROVEN_WIN: Score = WIN - 10_000;
/// No estimate lies beyond this.
pub(crate) const MOST: Score = 100_000;
/// Solitaires: a checker left is worth this, below zero; no estimate of a two-player game comes so low.
pub(crate) const LEFT: Score = -200_000;

/// Whether a score is a proven win or loss.
#[inline]
pub(crate) const fn is_decided(score: Score) -> bool {
    score >= PROVEN_WIN || score <= -PROVEN_WIN
}

/// What is known of a position `ply` plies from the root, as a score.
pub(crate) const fn score_of_proof(proof: Proof, ply: u32) -> Score {
    match proof {
        Proof::Win(plies) => WIN - (ply + plies) as Score,
        Proof::Loss(plies) => (ply + plies) as Score - WIN,
        Proof::Draw => 0,
        Proof::Left(checkers) => LEFT - 100 * checkers as Score,
    }
}

/// What a score found `ply` plies from the root means there. `proven` says that no estimate went into it.
pub(crate) fn value_of(score: Score, proven: bool) -> Value {
    if score >= PROVEN_WIN {
        Value::Proven(Proof::Win((WIN - score) as u32))
    } else if score <= -PROVEN_WIN {
        Value::Proven(Proof::Loss((WIN + score) as u32))
    } else if score <= LEFT {
        let left = ((LEFT - score) / 100) as u8;
        if proven { Value::Proven(Proof::Left(left)) } else { Value::SeemsLeft(left) }
    } else if proven && score == 0 {
        Value::Proven(Proof::Draw)
    } else {
        Value::Estimated(score)
    }
}
