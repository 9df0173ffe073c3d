//! Data that a board may draw over a position: what a piece sees, where it can go and why, and what decided the game.

use crate::board::{SetShape, Square, squares};
use crate::present::Edge;

/// A line of sight from a checker to the first checker on it, or to the last square if there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SightLine {
    /// The square of the checker.
    pub from: Square,
    /// The last square of the line.
    pub to: Square,
    /// Whether it sees a friend there.
    pub sees: bool,
    /// Whether it sees an enemy there, in a variant that requires one.
    pub sees_enemy: bool,
}

/// Data that a board may draw over a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Overlay {
    /// A line of sight of the checker on the square in focus.
    SightLine(SightLine),
    /// The heights of stacks that the side to move lacks and needs in order to move one.
    MissingHeights(Vec<u8>),
    /// A checker or stack that decided the game.
    Decisive {
        /// Its square.
        square: Square,
        /// Whether it belongs to the reason for a win (or draw) of its side; otherwise to that for its loss.
        wins: bool,
    },
    /// A connection of two neighbouring checkers in the group or chain that decided the game.
    Link {
        /// The square of one checker.
        from: Square,
        /// The square of the other.
        to: Square,
        /// Whether the group or chain won the game; otherwise it lost it.
        wins: bool,
    },
    /// The contact of the deciding chain with an edge of the board.
    EdgeLink {
        /// The square at the edge.
        square: Square,
        /// The edge.
        edge: Edge,
        /// Whether the chain won the game; otherwise it lost it.
        wins: bool,
    },
    /// A set of four squares whose checkers leave, or left, together.
    Set {
        /// Its shape.
        shape: SetShape,
        /// Its first square, top left.
        first: Square,
    },
    /// The squares of a line along which the chosen piece may move, in order. Two neighbours in the list that are not
    /// neighbours on the board are joined across its edge.
    Line(Vec<Square>),
    /// The number of squares that the chosen piece moves to reach a target.
    Distance {
        /// The target.
        square: Square,
        /// The number of squares.
        distance: u8,
    },
    /// The movement of a checker that is pushed by one that would enter on the square in focus.
    Push {
        /// The checker's square.
        from: Square,
        /// The square that it is pushed to.
        to: Square,
    },
    /// A target that should not be chosen by accident; see [`Warning`].
    Warning(Square),
}

/// Why a legal move deserves a second thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Warning {
    /// The move breaks up the mover's set of stacks, so that the next turns must be spent on entering new ones.
    BreaksSet,
    /// The move breaks up the mover's set of stacks, and no reserve is left to mend it: the game is as good as lost.
    BreaksSetForGood,
}

/// Returns the overlays of a chain: its checkers, and a link from each to the next.
pub(crate) fn chain(squares: &[Square], wins: bool) -> Vec<Overlay> {
    let links = squares.windows(2).map(|pair| Overlay::Link { from: pair[0], to: pair[1], wins });
    links.chain(squares.iter().map(|&square| Overlay::Decisive { square, wins })).collect()
}

/// Returns the overlays of all checkers of a bitboard.
pub(crate) fn decisive(checkers: impl Into<u64>, wins: bool) -> Vec<Overlay> {
    squares(checkers).map(|square| Overlay::Decisive { square, wins }).collect()
}
