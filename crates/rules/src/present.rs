//! How a game is shown to people and read from them: steps of a turn, text forms, and the scene that a board draws.

use crate::board::{Board, Push, SetShape, Square, squares};
use crate::game::{Color, Game, Seat};
use crate::position_format::PositionFormat;
use crate::prompt::Prompt;
use crate::refusal::Refusal;
use crate::text::PositionError;

/// One choice on the way through a turn. A turn is a path of steps, and no path begins another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Step {
    /// Pick up the checker (or pile) here.
    From(Square),
    /// So many: to lift, or to enter.
    Count(u8),
    /// Put it down here.
    To(Square),
    /// Put checkers from the reserve here.
    Place(Square),
    /// Enter here, pushing or not.
    Enter(Square, Push),
    /// Remove the checker here from the board.
    Remove(Square),
    /// Exchange the checker here: white ones and black ones in turn.
    Exchange(Square),
    /// Drop a checker from the stock here.
    Drop(Square),
    /// Take the checker here back into the reserve.
    Take(Square),
    /// Cut the pile down to so many.
    Keep(u8),
    /// Let the set leave that has this shape and first square.
    Set(SetShape, Square),
    /// Choose a colour.
    Choose(Color),
    /// Name who moves next.
    Name(Seat, char),
    /// Do nothing: there is no legal move.
    Pass,
    /// Leave it at that.
    Stop,
}

impl Step {
    /// The square that the step points at, if it points at one.
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

    /// All squares that the step is about.
    pub fn squares(self) -> Vec<Square> {
        match self {
            Step::Set(shape, first) => squares(shape.mask().wrapping_shl(first.index() as u32)).collect(),
            _ => self.square().into_iter().collect(),
        }
    }

    /// Returns the token by which the step is typed.
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

    /// What the step does, in words.
    pub fn words(self, board: Board) -> String {
        let name = |square| board.name(square);
        match self {
            Step::From(square) => format!("move from {}", name(square)),
            Step::Count(1) => "one checker".to_owned(),
            Step::Count(count) => format!("{count} checkers"),
            Step::To(square) => format!("to {}", name(square)),
            Step::Place(square) => format!("place on {}", name(square)),
            Step::Enter(square, Push::Nothing) => format!("enter at {}", name(square)),
            Step::Enter(square, Push::Column) => format!("enter at {}, pushing the column", name(square)),
            Step::Enter(square, Push::Row) => format!("enter at {}, pushing the row", name(square)),
            Step::Remove(square) => format!("remove {}", name(square)),
            Step::Exchange(square) => format!("exchange {}", name(square)),
            Step::Drop(square) => format!("drop on {}", name(square)),
            Step::Take(square) => format!("take back {}", name(square)),
            Step::Keep(1) => "keep the top one".to_owned(),
            Step::Keep(height) => format!("keep the top {height}"),
            Step::Set(SetShape::Square, square) => format!("the square from {} leaves", name(square)),
            Step::Set(SetShape::Horizontal, square) => format!("the row from {} leaves", name(square)),
            Step::Set(SetShape::Vertical, square) => format!("the column from {} leaves", name(square)),
            Step::Choose(color) => color.to_string(),
            Step::Name(_, letter) => format!("{letter} moves next"),
            Step::Pass => "pass".to_owned(),
            Step::Stop => "nothing more".to_owned(),
        }
    }
}

/// The steps of a turn, in a fixed space so that lists of them are cheap.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    steps: [Step; Path::LONGEST],
    length: u8,
}

impl Path {
    /// The most steps that a turn of any game takes.
    pub const LONGEST: usize = 4;

    /// A path of these steps, at most [`Path::LONGEST`].
    pub fn new(steps: &[Step]) -> Self {
        let mut path = Path { steps: [Step::Stop; Path::LONGEST], length: 0 };
        steps.iter().for_each(|&step| path.push(step));
        path
    }

    /// Adds a step.
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

/// A checker as one sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Checker {
    /// Its colour.
    pub color: Color,
    /// Whether it is marked, as the second partner's checkers are.
    pub marked: bool,
}

/// The shade of a square where it matters to the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Shade {
    /// It does not matter.
    Plain,
    /// A square that belongs to this colour.
    Of(Color),
}

/// A square with what stands on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Which square.
    pub square: Square,
    /// Its shade.
    pub shade: Shade,
    /// The checkers on it, from bottom to top.
    pub pile: Vec<Checker>,
}

/// Checkers beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supply {
    /// Whose they are.
    pub color: Color,
    /// What they are, as words after a number: "in reserve", "lost", "escaped" …
    pub name: &'static str,
    /// How many.
    pub count: u8,
}

/// An edge of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EdgeMark {
    /// Which edge.
    pub edge: Edge,
    /// The first square of the stretch.
    pub from: Square,
    /// The last square of the stretch.
    pub to: Square,
    /// Whose it is.
    pub color: Color,
}

/// A line along which a checker looks, up to the first checker that it meets, or to the last square when it meets none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SightLine {
    /// Where the checker stands that looks.
    pub from: Square,
    /// The last square of the line.
    pub to: Square,
    /// Whether a friend stands there that counts.
    pub sees: bool,
    /// Whether an enemy stands there that counts, in a variant that asks for one.
    pub sees_enemy: bool,
}

/// Data that a board may draw over a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Overlay {
    /// A line of sight of the checker on the square in focus.
    SightLine(SightLine),
    /// The heights of stacks that the side to move lacks and needs in order to move one.
    MissingHeights(Vec<u8>),
}

/// All that lies on the table, perhaps part-way through a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The squares, in order.
    pub cells: Vec<Cell>,
    /// Checkers beside the board.
    pub supplies: Vec<Supply>,
    /// Edges that belong to a side.
    pub edges: Vec<EdgeMark>,
    /// What the player to move has to do now.
    pub prompt: Prompt,
}

/// How a game is shown to people and read from them.
pub trait Present: Game {
    /// The reasons of this game alone why a square cannot be chosen; [`std::convert::Infallible`] if it has none.
    type Refusal: Clone + std::fmt::Debug + Eq + Send + Sync;

    /// The path of steps that is a move.
    fn steps(&self, position: &Self::Position, mv: Self::Move) -> Path;

    /// All paths that lead to a move: more than one where the order of choices does not matter.
    fn each_path(&self, position: &Self::Position, mv: Self::Move, f: &mut dyn FnMut(Path)) {
        f(self.steps(position, mv));
    }

    /// The table after the steps chosen so far, which begin the path of a legal move. Steps that settle nothing yet, such
    /// as a square to move from, change nothing.
    fn scene(&self, position: &Self::Position, chosen: &[Step]) -> Scene;

    /// Why a square cannot be chosen after these steps, which begin the path of a legal move. Only asked of a square of the
    /// board at which no next step points.
    fn refusal(&self, position: &Self::Position, chosen: &[Step], square: Square) -> Refusal;

    /// Returns what a board may draw over the position after these steps, with a square in focus.
    fn overlays(&self, _position: &Self::Position, _chosen: &[Step], _focus: Option<Square>) -> Vec<Overlay> {
        Vec::new()
    }

    /// The move string.
    fn format_move(&self, mv: Self::Move) -> String;

    /// The one spelling of a move that was spelt in another way people use; other text is left as it is.
    fn respell(&self, text: &str) -> String {
        text.to_owned()
    }

    /// The position string.
    fn format_position(&self, position: &Self::Position) -> String;

    /// The form of position strings under these rules.
    fn position_format(&self) -> PositionFormat;

    /// Reads a position string; takes exactly what [`Present::format_position`] can write.
    fn parse_position(&self, text: &str) -> Result<Self::Position, PositionError>;
}

/// The squares of a half board with one checker a square.
pub(crate) fn half_cells(checkers: [u32; 2], shade: impl Fn(Square) -> Shade) -> Vec<Cell> {
    let cells = Board::Half.squares().map(|square| {
        let color = Color::BOTH.into_iter().find(|color| checkers[color.index()] & square.bit32() != 0);
        let pile = color.map(|color| Checker { color, marked: false });
        Cell { square, shade: shade(square), pile: pile.into_iter().collect() }
    });
    cells.collect()
}
