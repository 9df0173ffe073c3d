//! The trait [`Present`]: the steps of a turn, position and move strings, and the scene that a board draws.

use crate::board::{Board, Push, SetShape, Square, squares};
use crate::game::{Color, Ending, Game, Seat};
pub use crate::overlay::{Overlay, SightLine, Warning};
use crate::position_format::PositionFormat;
use crate::prompt::Prompt;
use crate::refusal::Refusal;
use crate::text::PositionError;

/// One choice in a turn. A turn is a path of steps, and no path is a prefix of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Step {
    /// Pick up the checker (or pile) here.
    From(Square),
    /// Choose the number of checkers to lift or to enter.
    Count(u8),
    /// Put down the checker (or pile) here.
    To(Square),
    /// Put checkers from the reserve here.
    Place(Square),
    /// Enter a checker here, perhaps pushing others.
    Enter(Square, Push),
    /// Remove the checker here from the board.
    Remove(Square),
    /// Exchange the checker here; white and black ones alternate.
    Exchange(Square),
    /// Drop a checker from the stock here.
    Drop(Square),
    /// Take the checker here back into the reserve.
    Take(Square),
    /// Reduce the pile to this height.
    Keep(u8),
    /// Remove the set with this shape and first square.
    Set(SetShape, Square),
    /// Choose a colour.
    Choose(Color),
    /// Choose the player who moves next.
    Name(Seat, char),
    /// Pass, because no other move is legal.
    Pass,
    /// End the turn here.
    Stop,
}

impl Step {
    /// Returns the square of the step, if it has one.
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        match self {
            Step::From(square)
            | Step::To(square)
            | Step::Place(square)
            | Step::Enter(square, _)
            | Step::Remove(square)
            | Step::Exchange(square)
            | Step::Drop(square)
            | Step::Take(square)
            | Step::Set(_, square) => Some(square),
            _ => None,
        }
    }

    /// Returns all squares of the step.
    #[must_use]
    pub fn squares(self) -> Vec<Square> {
        match self {
            Step::Set(shape, first) => squares(shape.mask().wrapping_shl(first.index() as u32)).collect(),
            _ => self.square().into_iter().collect(),
        }
    }

    /// Returns the token by which the step is typed.
    #[must_use]
    pub fn to_token(self, board: Board) -> String {
        match self {
            Step::Enter(square, Push::Column) => board.name(square) + "v",
            Step::Enter(square, Push::Row) => board.name(square) + "h",
            Step::Set(shape, square) => format!("x{}{}", shape.letter(), board.name(square)),
            Step::Count(count) => count.to_string(),
            Step::Keep(height) => format!("={height}"),
            Step::Choose(color) => color.as_str().to_owned(),
            Step::Name(_, letter) => format!(">{letter}"),
            Step::Pass => "pass".to_owned(),
            Step::Stop => "done".to_owned(),
            _ => self.square().map(|square| board.name(square)).unwrap_or_default(),
        }
    }
}

/// The steps of a turn, stored inline so that lists of paths are cheap.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    steps: [Step; Path::LONGEST],
    length: u8,
}

impl Path {
    /// The maximum number of steps in a turn of any game.
    pub const LONGEST: usize = 4;

    /// Creates a path of these steps.
    ///
    /// # Panics
    ///
    /// Panics if there are more than [`Path::LONGEST`].
    #[must_use]
    pub fn new(steps: &[Step]) -> Self {
        let mut path = Path { steps: [Step::Stop; Path::LONGEST], length: 0 };
        steps.iter().for_each(|&step| path.push(step));
        path
    }

    /// Appends a step.
    ///
    /// # Panics
    ///
    /// Panics if the path has [`Path::LONGEST`] steps.
    pub fn push(&mut self, step: Step) {
        self.steps[usize::from(self.length)] = step;
        self.length += 1;
    }
}

impl PartialEq for Path {
    fn eq(&self, other: &Path) -> bool {
        self[..] == other[..]
    }
}

impl Eq for Path {}

impl std::ops::Deref for Path {
    type Target = [Step];

    fn deref(&self) -> &[Step] {
        &self.steps[..usize::from(self.length)]
    }
}

/// A checker on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Checker {
    /// Its colour.
    pub color: Color,
    /// Whether it is marked, like the second partner's checkers.
    pub marked: bool,
}

/// The shade of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Shade {
    /// The shade has no meaning.
    Plain,
    /// A square that belongs to this colour.
    Of(Color),
}

/// A square and the checkers on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The square.
    pub square: Square,
    /// Its shade.
    pub shade: Shade,
    /// The checkers on it, from bottom to top.
    pub pile: Vec<Checker>,
}

/// Checkers beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Supply {
    /// The colour.
    pub color: Color,
    /// What they are, as words after a number: "in reserve", "lost", "escaped" …
    pub name: &'static str,
    /// The number of checkers.
    pub count: u8,
}

/// An edge of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Edge {
    /// The top edge.
    Top,
    /// The bottom edge.
    Bottom,
    /// The left edge.
    Left,
    /// The right edge.
    Right,
}

/// A stretch of the board's edge that belongs to a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EdgeMark {
    /// The edge.
    pub edge: Edge,
    /// The first square of the stretch.
    pub from: Square,
    /// The last square of the stretch.
    pub to: Square,
    /// The colour of the side.
    pub color: Color,
}

/// The board and everything beside it, perhaps in the middle of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scene {
    /// The squares, in order.
    pub cells: Vec<Cell>,
    /// Checkers beside the board.
    pub supplies: Vec<Supply>,
    /// Edges that belong to a side.
    pub edges: Vec<EdgeMark>,
    /// The task of the player to move.
    pub prompt: Prompt,
}

/// A game with its text forms and the data that a user interface draws.
pub trait Present: Game {
    /// The reasons why a square cannot be chosen that only this game has; [`std::convert::Infallible`] if there are
    /// none.
    type Refusal: Clone + std::fmt::Debug + Eq + Send + Sync;

    /// Returns the steps of a move.
    fn steps(&self, position: &Self::Position, mv: Self::Move) -> Path;

    /// Calls `f` with every path that leads to a move: several if the order of steps does not matter.
    fn for_each_path(&self, position: &Self::Position, mv: Self::Move, f: &mut dyn FnMut(Path)) {
        f(self.steps(position, mv));
    }

    /// Returns the scene after the steps chosen so far, which must begin the path of a legal move. Steps that change
    /// nothing yet, such as the square to move from, leave the board as it is.
    fn scene(&self, position: &Self::Position, chosen: &[Step]) -> Scene;

    /// Returns why a square cannot be chosen after these steps, which must begin the path of a legal move. The square
    /// must be on the board, and no next step may be on it.
    fn refusal(&self, position: &Self::Position, chosen: &[Step], square: Square) -> Refusal;

    /// Returns whether the marked checkers of its colour belong to a seat, where partners share a colour.
    fn holds_marked(&self, _seat: Seat) -> bool {
        false
    }

    /// Returns what a board may draw over the position after these steps, with a square in focus.
    fn overlays(&self, _position: &Self::Position, _chosen: &[Step], _focus: Option<Square>) -> Vec<Overlay> {
        Vec::new()
    }

    /// Returns what decided a game that ended by these moves, such as the winning group. Moves that were played before a
    /// position was set up are missing, so the list may be empty.
    fn decisive(&self, _position: &Self::Position, _moves: &[Self::Move], _ending: Ending) -> Vec<Overlay> {
        Vec::new()
    }

    /// Returns why a player should think twice about a legal move; boards ask before they play it.
    fn warning(&self, _position: &Self::Position, _mv: Self::Move) -> Option<Warning> {
        None
    }

    /// Returns the move string.
    fn format_move(&self, mv: Self::Move) -> String;

    /// Returns the canonical spelling of a move in a common alternative spelling; other text is returned as it is.
    fn respell(&self, text: &str) -> String {
        text.to_owned()
    }

    /// Returns the position string.
    fn format_position(&self, position: &Self::Position) -> String;

    /// Returns the format of position strings under these rules.
    fn position_format(&self) -> PositionFormat;

    /// Parses a position string; accepts exactly what [`Present::format_position`] can return.
    ///
    /// # Errors
    ///
    /// Fails with the place and the reason if the string is not a valid position under these rules.
    fn parse_position(&self, text: &str) -> Result<Self::Position, PositionError>;
}

/// Returns the cells of a half board with at most one checker per square.
pub(crate) fn half_cells(checkers: [u32; 2], shade: impl Fn(Square) -> Shade) -> Vec<Cell> {
    let cells = Board::Half.squares().map(|square| {
        let color = Color::BOTH.into_iter().find(|color| checkers[color.index()] & square.bit32() != 0);
        let pile = color.map(|color| Checker { color, marked: false });
        Cell { square, shade: shade(square), pile: pile.into_iter().collect() }
    });
    cells.collect()
}
