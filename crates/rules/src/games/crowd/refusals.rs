//! Why a square cannot be chosen in Three's a Crowd.

use super::{Crowd, Position};
use crate::board::Square;
use crate::refusal::Refusal;

/// Why a square cannot be chosen in Three's a Crowd, for reasons of this game alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CrowdRefusal {
    /// The checker would be one of three in a row.
    MakesThree {
        /// The other two of the row.
        others: [Square; 2],
    },
}

impl Crowd {
    pub(super) fn refuse(&self, position: &Position, square: Square) -> Refusal {
        let [white, black] = position.checkers;
        if (white | black) & square.bit32() != 0 {
            return Refusal::Occupied;
        }
        let Some((first, step)) = self.three(position.checkers(position.turn) | square.bit32()) else {
            return Refusal::Unexplained;
        };
        let row = [0, 1, 2].map(|nth| Square::new(first.index() + nth * step));
        let mut others = row.into_iter().filter(|&other| other != square);
        match (others.next(), others.next()) {
            (Some(one), Some(two)) => Refusal::Crowd(CrowdRefusal::MakesThree { others: [one, two] }),
            _ => Refusal::Unexplained,
        }
    }
}
