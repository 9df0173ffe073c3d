//! What a board needs to draw a game without knowing its rules, as plain data.

use crate::board::{Board, Square};
use crate::game::{Color, Ending, Seat};
use crate::present::{Cell, EdgeMark, Step, Supply};

/// A game as one sees it, perhaps part-way through a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The board.
    pub board: Board,
    /// The squares in order, with what stands on them.
    pub cells: Vec<Cell>,
    /// Checkers beside the board.
    pub supplies: Vec<Supply>,
    /// Edges that belong to a side.
    pub edges: Vec<EdgeMark>,
    /// The squares of the last move.
    pub last: Vec<Square>,
    /// The steps chosen so far in this turn.
    pub chosen: Vec<Step>,
    /// The steps that can be chosen now; none when the game is over.
    pub next: Vec<Step>,
    /// Whose turn it is; `None` when the game is over.
    pub turn: Option<Turn>,
    /// The end of the game, if it is over.
    pub ending: Option<Ending>,
    /// The end of the game in a sentence.
    pub result: Option<String>,
}

/// Whose turn it is, and what for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The seat.
    pub seat: Seat,
    /// The colour that the seat plays, if that is settled.
    pub color: Option<Color>,
    /// What there is to do, in words.
    pub prompt: String,
}
