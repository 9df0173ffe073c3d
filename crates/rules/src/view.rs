//! Everything that a board draws, as plain data, so that it need not know the rules.

use crate::board::{Board, Square};
use crate::game::{Color, Ending, Seat};
use crate::present::{Cell, EdgeMark, Overlay, Step, Supply};
use crate::prompt::Prompt;

/// A game as a player sees it, perhaps in the middle of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The board.
    pub board: Board,
    /// The squares in order, with their checkers.
    pub cells: Vec<Cell>,
    /// Checkers beside the board.
    pub supplies: Vec<Supply>,
    /// Edges that belong to a side.
    pub edges: Vec<EdgeMark>,
    /// The squares of the last move.
    pub last: Vec<Square>,
    /// The steps of the last move, for its animation.
    pub last_steps: Vec<Step>,
    /// The steps chosen so far in this turn.
    pub chosen: Vec<Step>,
    /// The steps that can be chosen now; none if the game is over.
    pub next: Vec<Step>,
    /// The turn; `None` if the game is over.
    pub turn: Option<Turn>,
    /// The end of the game, if it is over.
    pub ending: Option<Ending>,
    /// What decided the game, such as the winning group; empty until it is over, or if nothing on the board shows it.
    pub decisive: Vec<Overlay>,
}

/// The player to move and their task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The seat.
    pub seat: Seat,
    /// The colour that the seat plays, if it has been chosen.
    pub color: Option<Color>,
    /// What there is to do.
    pub prompt: Prompt,
}
