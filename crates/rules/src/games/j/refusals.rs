//! Why a square cannot be chosen in J.

use super::{EDGE, J, MIDDLE, Position};
use crate::board::{Push, Square};
use crate::present::Step;
use crate::refusal::Refusal;

/// Why a square cannot be chosen in J, for reasons of this game alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JRefusal {
    /// Checkers enter at the edge.
    NotEdge,
    /// The square is occupied, and only from the edge can a checker push.
    NoPush,
    /// What stands on the square cannot be pushed on.
    Full {
        /// Whether the column is full; false where one cannot push along it from here.
        column: bool,
        /// Whether the row is full; false where one cannot push along it from here.
        row: bool,
    },
    /// The checker has just been entered.
    JustEntered,
    /// Only checkers in the middle of the board are taken back.
    NotMiddle,
    /// The checker is in line with the one that was entered.
    SameLine {
        /// Where the checker was entered.
        entered: Square,
        /// Whether the two share the row; otherwise they share the column.
        row: bool,
    },
}

impl J {
    pub(super) fn explain_refusal(&self, position: &Position, chosen: &[Step], square: Square) -> Refusal {
        let turn = position.turn;
        match *chosen {
            [Step::Enter(enter, push), ..] => match J::entered(position.checkers, turn, enter, push) {
                Some(after) => Self::not_taken(Position { checkers: after, ..*position }, enter, square),
                None => Refusal::Unexplained,
            },
            _ => self.not_entered(position, square),
        }
    }

    /// Returns why no checker can enter here.
    fn not_entered(&self, position: &Position, square: Square) -> Refusal {
        if EDGE & square.bit32() == 0 {
            return match self.options.free_placement.is_on() {
                true => Refusal::J(JRefusal::NoPush),
                false => Refusal::J(JRefusal::NotEdge),
            };
        }
        let full = |push| J::entered(position.checkers, position.turn, square, push).is_none();
        let column = matches!(square.row(), 0 | 3) && full(Push::Column);
        let row = matches!(square.column(), 0 | 7) && full(Push::Row);
        if column || row { Refusal::J(JRefusal::Full { column, row }) } else { Refusal::Unexplained }
    }

    /// Returns why a checker cannot be taken back, on the board after entering.
    fn not_taken(after: Position, entered: Square, square: Square) -> Refusal {
        if square == entered {
            return Refusal::J(JRefusal::JustEntered);
        }
        if let Some(refusal) = Refusal::unless_own(after.checkers, after.turn, square) {
            return refusal;
        }
        if MIDDLE & square.bit32() == 0 {
            return Refusal::J(JRefusal::NotMiddle);
        }
        match (square.row() == entered.row(), square.column() == entered.column()) {
            (false, false) => Refusal::Unexplained,
            (row, _) => Refusal::J(JRefusal::SameLine { entered, row }),
        }
    }
}
