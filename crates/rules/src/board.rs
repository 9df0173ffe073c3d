//! The two boards, their squares and the names of squares.
//!
//! A square is an index in the order of squares: `A1, A2 … D8` on the half board, `a1, b1 … h8` on the full one. The
//! same index is the number of its bit in a bitboard, `u32` for the half board and `u64` for the full one.

use std::fmt;

/// A board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Board {
    /// Four rows A (top) to D of eight columns 1 to 8.
    Half,
    /// Eight ranks of eight files, as in chess.
    Full,
}

/// A square, as its index in the order of squares of its board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "u8", into = "u8"))]
pub struct Square(u8);

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

impl TryFrom<u8> for Square {
    type Error = SquareError;

    fn try_from(index: u8) -> Result<Square, SquareError> {
        if index < 64 { Ok(Square(index)) } else { Err(SquareError(index)) }
    }
}

impl From<Square> for u8 {
    fn from(square: Square) -> u8 {
        square.0
    }
}

/// The error of converting a number to a [`Square`]: the largest board has 64 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareError(u8);

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid square {}: squares are 0-63", self.0)
    }
}

impl std::error::Error for SquareError {}

impl Square {
    /// Creates a square from its index, which must be below 64.
    #[must_use]
    #[inline]
    pub const fn new(index: usize) -> Self {
        debug_assert!(index < 64);
        Square(index as u8)
    }

    /// Returns the index in the order of squares.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the square's bit on the half board.
    #[must_use]
    #[inline]
    pub const fn bit32(self) -> u32 {
        1 << (self.0 & 31)
    }

    /// Returns the square's bit on the full board.
    #[must_use]
    #[inline]
    pub const fn bit64(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// Returns the row: 0 is row A on the half board and rank 1 on the full one.
    #[must_use]
    #[inline]
    pub const fn row(self) -> usize {
        self.index() / 8
    }

    /// Returns the column: 0 is column 1, or file a.
    #[must_use]
    #[inline]
    pub const fn column(self) -> usize {
        self.index() % 8
    }

    /// Returns the Chebyshev distance: the number of moves a chess king needs.
    #[must_use]
    pub const fn king_steps(self, other: Square) -> usize {
        let (rows, columns) = (self.row().abs_diff(other.row()), self.column().abs_diff(other.column()));
        if rows > columns { rows } else { columns }
    }
}

impl Board {
    /// Returns the number of rows, or ranks.
    #[must_use]
    pub const fn rows(self) -> usize {
        match self {
            Board::Half => 4,
            Board::Full => 8,
        }
    }

    /// Returns the number of squares.
    #[must_use]
    pub const fn size(self) -> usize {
        self.rows() * 8
    }

    /// Returns all squares in order.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.size()).map(Square::new)
    }

    /// Returns the rows as they are drawn: top row first, each from left to right.
    pub fn rows_from_top(self) -> impl Iterator<Item = [Square; 8]> {
        let rows = self.rows();
        (0..rows).map(move |nth| {
            let row = if self == Board::Full { rows - 1 - nth } else { nth };
            std::array::from_fn(|column| Square::new(row * 8 + column))
        })
    }

    /// Returns the name of a square: `B7` on the half board, `e4` on the full one.
    ///
    /// ```
    /// use halfboard_rules::board::{Board, Square};
    /// assert_eq!(Board::Half.name(Square::new(14)), "B7");
    /// assert_eq!(Board::Full.name(Square::new(28)), "e4");
    /// ```
    #[must_use]
    pub fn name(self, square: Square) -> String {
        let (row, column) = (square.row() as u8, square.column() as u8);
        let letters = match self {
            Board::Half => [b'A' + row, b'1' + column],
            Board::Full => [b'a' + column, b'1' + row],
        };
        letters.iter().map(|&byte| char::from(byte)).collect()
    }

    /// Returns the square with this name, or `None` if the board has none.
    #[must_use]
    pub fn square(self, name: &str) -> Option<Square> {
        let &[first, second] = name.as_bytes() else { return None };
        let (row, column) = match self {
            Board::Half => (first.wrapping_sub(b'A'), second.wrapping_sub(b'1')),
            Board::Full => (second.wrapping_sub(b'1'), first.wrapping_sub(b'a')),
        };
        (usize::from(row) < self.rows() && column < 8).then(|| Square::new(usize::from(row) * 8 + usize::from(column)))
    }
}

/// Returns the squares of a bitboard in order.
#[inline]
pub fn squares(bits: impl Into<u64>) -> Squares {
    Squares(bits.into())
}

/// An iterator over the squares of a bitboard; see [`squares`].
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Squares {}
impl std::iter::FusedIterator for Squares {}

/// The direction in which an entering checker pushes the checkers in its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Push {
    /// The square is empty: nothing is pushed.
    Nothing,
    /// Pushes along the column.
    Column,
    /// Pushes along the row.
    Row,
}

/// The shape of a set of four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SetShape {
    /// Two by two.
    Square,
    /// Four neighbours in a row.
    Horizontal,
    /// A whole column.
    Vertical,
}

impl SetShape {
    /// Returns the letter in move strings.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            SetShape::Square => 's',
            SetShape::Horizontal => 'h',
            SetShape::Vertical => 'v',
        }
    }

    /// Returns the squares of a set with this shape and the first square A1, as a bitboard of the half board.
    #[must_use]
    pub const fn mask(self) -> u32 {
        match self {
            SetShape::Square => 0x0303,
            SetShape::Horizontal => 0x0f,
            SetShape::Vertical => 0x0101_0101,
        }
    }
}

/// The eight directions as steps of row and column: the four orthogonal ones first.
pub const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)];

/// Returns the square one step away on the half board, or `None` beyond the edge.
#[must_use]
pub const fn half_step(square: Square, (row, column): (i8, i8)) -> Option<Square> {
    let row = square.row() as i8 + row;
    let column = square.column() as i8 + column;
    if row < 0 || row > 3 || column < 0 || column > 7 { None } else { Some(Square((row * 8 + column) as u8)) }
}

/// The rays from each square of the half board to the edge, by line: row, column and the two diagonals, as in
/// [`DIRECTIONS`]; of each line first the ray towards higher squares.
pub static HALF_RAYS: [[[u32; 2]; 4]; 32] = {
    let mut rays = [[[0; 2]; 4]; 32];
    let mut from = 0;
    while from < 32 {
        let mut direction = 0;
        while direction < 8 {
            let mut at = half_step(Square::new(from), DIRECTIONS[direction]);
            while let Some(square) = at {
                rays[from][direction / 2][direction % 2] |= square.bit32();
                at = half_step(square, DIRECTIONS[direction]);
            }
            direction += 1;
        }
        from += 1;
    }
    rays
};

/// The squares of the half board that are 0 to 8 king steps away from each square; none is eight away.
pub static HALF_RINGS: [[u32; 9]; 32] = {
    let mut rings = [[0; 9]; 32];
    let mut from = 0;
    while from < 32 {
        let mut to = 0;
        while to < 32 {
            rings[from][Square::new(from).king_steps(Square::new(to))] |= Square::new(to).bit32();
            to += 1;
        }
        from += 1;
    }
    rings
};

/// Returns the orthogonal neighbours of a set of squares on the half board.
#[must_use]
#[inline]
pub const fn half_neighbours(bits: u32) -> u32 {
    (bits << 8) | (bits >> 8) | half_sideways(bits)
}

/// Returns the neighbours of a set of squares on the half board in all eight directions.
#[must_use]
#[inline]
pub const fn half_neighbours8(bits: u32) -> u32 {
    let row = bits | half_sideways(bits);
    half_sideways(bits) | (row << 8) | (row >> 8)
}

#[inline]
const fn half_sideways(bits: u32) -> u32 {
    ((bits & 0x7f7f_7f7f) << 1) | ((bits & 0xfefe_fefe) >> 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_and_nothing_else_is() {
        for board in [Board::Half, Board::Full] {
            let names: Vec<String> = board.squares().map(|square| board.name(square)).collect();
            for (index, name) in names.iter().enumerate() {
                assert_eq!(board.square(name), Some(Square::new(index)));
            }
            for first in 0..=127u8 {
                for second in 0..=127u8 {
                    let word = String::from_utf8(vec![first, second]).expect("ASCII");
                    assert_eq!(board.square(&word).is_some(), names.contains(&word), "{word:?}");
                }
            }
            assert_eq!(board.square("A11"), None);
        }
    }

    #[test]
    fn rays_lead_to_higher_squares_first() {
        for (from, lines) in HALF_RAYS.iter().enumerate() {
            for [higher, lower] in lines {
                assert!(squares(*higher).all(|square| square.index() > from));
                assert!(squares(*lower).all(|square| square.index() < from));
            }
        }
    }

    #[test]
    fn neighbours_do_not_wrap() {
        for square in Board::Half.squares() {
            let around = |directions: &[(i8, i8)]| {
                directions.iter().filter_map(|&d| half_step(square, d)).fold(0, |bits, s| bits | s.bit32())
            };
            assert_eq!(half_neighbours(square.bit32()), around(&DIRECTIONS[..4]));
            assert_eq!(half_neighbours8(square.bit32()), around(&DIRECTIONS));
        }
    }
}
