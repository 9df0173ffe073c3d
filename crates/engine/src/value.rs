//! Values of positions for the team to move: proven or estimated.

use std::fmt;

/// The value of a position for the team to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Value {
    /// A proven value.
    Proven(Proof),
    /// An estimate in hundredths of a logit: 0 is even, 100 wins about 73 % of games.
    Estimated(i32),
    /// An estimate of the number of checkers that a solitaire leaves.
    EstimatedLeft(u8),
}

/// A proven value for the team to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Proof {
    /// A win within this many plies.
    Win(u32),
    /// A loss within this many plies.
    Loss(u32),
    /// A draw.
    Draw,
    /// The smallest number of checkers that a solitaire can leave.
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
            Value::EstimatedLeft(checkers) => write!(f, "about {checkers} left"),
        }
    }
}

/// A score inside the search: one number, in which proven wins and losses lie beyond all estimates.
pub(crate) type Score = i32;

/// The score of an immediate win. A win in n plies scores n less.
pub(crate) const WIN: Score = 1_000_000;
/// Scores from here on are proven wins; the negated range are proven losses.
pub(crate) const PROVEN_WIN: Score = WIN - 10_000;
/// The largest estimate.
pub(crate) const MAX_ESTIMATE: Score = 100_000;
/// The score of a solitaire that leaves no checker; below every estimate of a two-player game.
pub(crate) const LEFT: Score = -200_000;

/// Returns whether a score is a proven win or loss.
#[inline]
pub(crate) const fn is_decided(score: Score) -> bool {
    score >= PROVEN_WIN || score <= -PROVEN_WIN
}

/// Returns the score of a proven value `ply` plies from the root.
pub(crate) const fn proof_score(proof: Proof, ply: u32) -> Score {
    match proof {
        Proof::Win(plies) => WIN - (ply + plies) as Score,
        Proof::Loss(plies) => (ply + plies) as Score - WIN,
        Proof::Draw => 0,
        Proof::Left(checkers) => LEFT - 100 * checkers as Score,
    }
}

/// A score with whether it is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scored {
    pub(crate) score: Score,
    /// Whether the score depends on no estimate.
    pub(crate) proven: bool,
}

impl Scored {
    /// Creates an estimated score.
    #[inline]
    pub(crate) const fn estimated(score: Score) -> Self {
        Scored { score, proven: false }
    }

    /// Creates a proven score.
    #[inline]
    pub(crate) const fn proven(score: Score) -> Self {
        Scored { score, proven: true }
    }

    /// Returns the value of the score at the root.
    pub(crate) fn value(self) -> Value {
        let Scored { score, proven } = self;
        if score >= PROVEN_WIN {
            Value::Proven(Proof::Win((WIN - score) as u32))
        } else if score <= -PROVEN_WIN {
            Value::Proven(Proof::Loss((WIN + score) as u32))
        } else if score <= LEFT {
            let left = ((LEFT - score) / 100) as u8;
            if proven { Value::Proven(Proof::Left(left)) } else { Value::EstimatedLeft(left) }
        } else if proven && score == 0 {
            Value::Proven(Proof::Draw)
        } else {
            Value::Estimated(score)
        }
    }
}

impl std::ops::Neg for Scored {
    type Output = Scored;

    #[inline]
    fn neg(self) -> Scored {
        Scored { score: -self.score, ..self }
    }
}
