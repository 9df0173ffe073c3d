//! Everything that a board draws, as plain data, so that it need not know the rules.

use crate::board::{Board, Square};
use crate::game::{Color, Ending, Outcome, Reason, Seat};
use crate::present::{Cell, EdgeMark, Step, Supply};
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
    /// The end of the game in a sentence.
    pub result: Option<String>,
}

/// The player to move and their task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The seat.
    pub seat: Seat,
    /// The colour that the seat plays, if it has been chosen.
    pub color: Option<Color>,
    /// What there is to do; its `Display` is in English.
    pub prompt: Prompt,
}

/// The end of a game in a sentence.
pub fn result_in_words(ending: Ending) -> String {
    let loser = match ending.outcome {
        Outcome::Win(winner) => winner.other().to_string(),
        _ => String::new(),
    };
    let why = match ending.reason {
        Reason::NoMove if ending.outcome == Outcome::Draw => "nobody can move any more".to_owned(),
        Reason::NoMove if loser.is_empty() => "no legal move is left".to_owned(),
        Reason::NoMove => format!("{loser} has no legal move"),
        Reason::Solved => "the board came down as it should".to_owned(),
        Reason::United => "its checkers form one group".to_owned(),
        Reason::UnitedByOpponent => format!("{loser}'s turn left the winner's checkers in one group"),
        Reason::BothUnited => "one turn united both sides".to_owned(),
        Reason::LosingChain => format!("a chain of {loser}'s joins the two long sides"),
        Reason::WinningChain => "its chain reaches from a long half to its short side".to_owned(),
        Reason::Cleared => "enough of its checkers have left".to_owned(),
        Reason::Cross => "its checkers form a cross".to_owned(),
        Reason::Momentum => "two of its sets left in a row".to_owned(),
        Reason::Repetition => "the same position came up for the third time".to_owned(),
    };
    match ending.outcome {
        Outcome::Win(winner) => format!("{winner} wins: {why}."),
        Outcome::Draw => format!("A draw: {why}."),
        Outcome::Solved => format!("Solved: {why}."),
        Outcome::Stuck(1) => format!("Stuck with 1 checker: {why}."),
        Outcome::Stuck(left) => format!("Stuck with {left} checkers: {why}."),
    }
}
