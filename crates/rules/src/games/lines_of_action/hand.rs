//! Hands: the checkers of each player of Lines of Action, with two players or four.

use crate::game::Color;

/// The checkers of a player. With two players only the plain ones are on the board; with four, the seats are,
/// clockwise, West, North, East, South.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hand {
    /// Plain white checkers, `w`; West of four.
    White,
    /// Marked black checkers, `B`; North.
    MarkedBlack,
    /// Marked white checkers, `W`; East.
    MarkedWhite,
    /// Plain black checkers, `b`; South.
    Black,
}

impl Hand {
    /// Round the table, clockwise.
    pub const ALL: [Hand; 4] = [Hand::White, Hand::MarkedBlack, Hand::MarkedWhite, Hand::Black];

    /// Returns the hand `places` further clockwise.
    pub(super) const fn further(self, places: usize) -> Hand {
        Hand::ALL[(self as usize + places) % 4]
    }

    pub(super) const fn of(color: Color, marked: bool) -> Hand {
        match (color, marked) {
            (Color::White, false) => Hand::White,
            (Color::White, true) => Hand::MarkedWhite,
            (Color::Black, false) => Hand::Black,
            (Color::Black, true) => Hand::MarkedBlack,
        }
    }

    /// Returns the colour of the checkers.
    #[inline]
    pub const fn color(self) -> Color {
        match self {
            Hand::White | Hand::MarkedWhite => Color::White,
            Hand::Black | Hand::MarkedBlack => Color::Black,
        }
    }

    pub(super) const fn is_marked(self) -> bool {
        matches!(self, Hand::MarkedWhite | Hand::MarkedBlack)
    }

    /// Returns the letter in position and move strings.
    pub const fn letter(self) -> char {
        match self {
            Hand::White => 'w',
            Hand::MarkedBlack => 'B',
            Hand::MarkedWhite => 'W',
            Hand::Black => 'b',
        }
    }
}
