//! Symmetries of the board: mirrored rows, mirrored columns and, on the full board, exchanged rows and columns.
//!
//! [`Game::symmetries`](crate::game::Game::symmetries) lists those under which the rules are the same: they map legal moves to legal moves and keep
//! results, seats and colours. An index of positions stores one of the images, so that mirrored games meet in it.

use crate::board::{Board, Square};
use crate::present::{Cell, Present};
use crate::session::Match;

/// A symmetry of the board: rows, columns or both are mirrored, then rows and columns perhaps exchanged.
///
/// ```
/// use halfboard_rules::board::Board;
/// use halfboard_rules::symmetry::Symmetry;
///
/// let [square, image] = ["a2", "h7"].map(|name| Board::Full.square(name).expect("a square"));
/// assert_eq!(Symmetry::HALF_TURN.square(Board::Full, square), image);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

const ROWS: u8 = 1;
const COLUMNS: u8 = 2;
const TRANSPOSED: u8 = 4;

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Symmetry = Symmetry(0);
    /// The board turned by 180 degrees.
    pub const HALF_TURN: Symmetry = Symmetry(ROWS | COLUMNS);
    /// Only the identity.
    pub const NONE: &'static [Symmetry] = &[Symmetry(0)];
    /// The identity and mirrored rows: top and bottom exchanged.
    pub const MIRRORED_ROWS: &'static [Symmetry] = &[Symmetry(0), Symmetry(ROWS)];
    /// The identity and the half turn.
    pub const TURNED: &'static [Symmetry] = &[Symmetry(0), Symmetry::HALF_TURN];
    /// The four symmetries of a rectangle.
    pub const RECTANGLE: &'static [Symmetry] = &[Symmetry(0), Symmetry(1), Symmetry(2), Symmetry(3)];
    /// The eight symmetries of a square; only for the full board.
    pub const SQUARE: &'static [Symmetry] =
        &[Symmetry(0), Symmetry(1), Symmetry(2), Symmetry(3), Symmetry(4), Symmetry(5), Symmetry(6), Symmetry(7)];

    /// Returns the number of the symmetry, 0 to 7; the identity is 0.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the symmetry with this number, or `None` if it is above 7.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Symmetry> {
        if number < 8 { Some(Symmetry(number)) } else { None }
    }

    const fn has(self, part: u8) -> bool {
        self.0 & part != 0
    }

    /// Returns the image of a square.
    #[must_use]
    pub const fn square(self, board: Board, square: Square) -> Square {
        let (mut row, mut column) = (square.row(), square.column());
        if self.has(ROWS) {
            row = board.rows() - 1 - row;
        }
        if self.has(COLUMNS) {
            column = 7 - column;
        }
        if self.has(TRANSPOSED) { Square::new(column * 8 + row) } else { Square::new(row * 8 + column) }
    }

    /// Returns the image of a bitboard of the half board. The symmetry must be one of a rectangle.
    #[must_use]
    pub const fn half_board(self, mut bits: u32) -> u32 {
        debug_assert!(!self.has(TRANSPOSED));
        if self.has(ROWS) {
            bits = bits.swap_bytes();
        }
        if self.has(COLUMNS) {
            bits = bits.reverse_bits().swap_bytes();
        }
        bits
    }

    /// Returns the image of a bitboard of the full board.
    #[must_use]
    pub const fn full_board(self, mut bits: u64) -> u64 {
        if self.has(ROWS) {
            bits = bits.swap_bytes();
        }
        if self.has(COLUMNS) {
            bits = bits.reverse_bits().swap_bytes();
        }
        if self.has(TRANSPOSED) { transposed(bits) } else { bits }
    }

    /// Returns the symmetry that applies this one first and then another.
    #[must_use]
    pub const fn then(self, next: Symmetry) -> Symmetry {
        // After a transposition, mirroring rows is what mirroring columns was before it.
        let mirrors = if self.has(TRANSPOSED) { swapped(next.0) } else { next.0 };
        Symmetry(self.0 ^ (mirrors & (ROWS | COLUMNS)) ^ (next.0 & TRANSPOSED))
    }

    /// Returns the symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        if self.has(TRANSPOSED) { Symmetry(swapped(self.0) | TRANSPOSED) } else { self }
    }
}

/// Returns the bits for rows and columns, exchanged.
const fn swapped(bits: u8) -> u8 {
    (bits & ROWS) << 1 | (bits & COLUMNS) >> 1
}

/// Returns the bitboard with rows and columns exchanged, by three rounds of swaps (Hacker's Delight, 7-3).
const fn transposed(mut bits: u64) -> u64 {
    let mut swap = (bits ^ (bits >> 7)) & 0x00aa_00aa_00aa_00aa;
    bits ^= swap ^ (swap << 7);
    swap = (bits ^ (bits >> 14)) & 0x0000_cccc_0000_cccc;
    bits ^= swap ^ (swap << 14);
    swap = (bits ^ (bits >> 28)) & 0x0000_0000_f0f0_f0f0;
    bits ^ swap ^ (swap << 28)
}

/// What an index of positions needs from a game being played, with the type of the game erased: the images of the
/// position and of its moves under the symmetries of the rules.
///
/// ```
/// use halfboard_rules::prelude::*;
///
/// let session = registry::rules("lines-of-action")?.start(0);
/// let mirrored = session.symmetries()[1];
/// assert_eq!(session.move_image("a2c2", mirrored).as_deref(), Some("a7c7"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait SymmetricImages {
    /// Returns the symmetries of the rules, the identity first; see [`Game::symmetries`](crate::game::Game::symmetries).
    fn symmetries(&self) -> &'static [Symmetry];
    /// Returns the hash of the position's image under each of [`SymmetricImages::symmetries`], as
    /// [`Game::key`](crate::game::Game::key).
    fn image_keys(&self) -> Vec<u64>;
    /// Returns the image of a legal move, or `None` if the move is not legal.
    fn move_image(&self, mv: &str, symmetry: Symmetry) -> Option<String>;
    /// Returns the images of the legal moves, in the order of [`Session::moves`](crate::session::Session::moves).
    fn move_images(&self, symmetry: Symmetry) -> Vec<String>;
    /// Returns the squares of the current position with the checkers on them, in order.
    fn cells(&self) -> Vec<Cell>;
}

impl<G: Present> SymmetricImages for Match<G> {
    fn symmetries(&self) -> &'static [Symmetry] {
        self.game().symmetries()
    }

    fn image_keys(&self) -> Vec<u64> {
        let game = self.game();
        let image = |&symmetry: &Symmetry| game.key(&game.transform_position(self.position(), symmetry));
        game.symmetries().iter().map(image).collect()
    }

    fn move_image(&self, word: &str, symmetry: Symmetry) -> Option<String> {
        let game = self.game();
        let found = self.legal_moves().iter().find(|&&mv| game.format_move(mv) == word);
        found.map(|&mv| game.format_move(game.transform_move(mv, symmetry)))
    }

    fn move_images(&self, symmetry: Symmetry) -> Vec<String> {
        let game = self.game();
        let images = |&mv: &G::Move| (game.format_move(mv), game.format_move(game.transform_move(mv, symmetry)));
        let mut pairs: Vec<(String, String)> = self.legal_moves().iter().map(images).collect();
        pairs.sort_unstable();
        pairs.into_iter().map(|(_, image)| image).collect()
    }

    fn cells(&self) -> Vec<Cell> {
        self.game().scene(self.position(), &[]).cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bitboards_are_mapped_as_their_squares_are() {
        for &symmetry in Symmetry::SQUARE {
            for square in Board::Full.squares() {
                assert_eq!(symmetry.full_board(square.bit64()), symmetry.square(Board::Full, square).bit64());
            }
        }
        for &symmetry in Symmetry::RECTANGLE {
            for square in Board::Half.squares() {
                assert_eq!(symmetry.half_board(square.bit32()), symmetry.square(Board::Half, square).bit32());
            }
        }
    }

    #[test]
    fn composition_and_inverse_agree_with_squares() {
        for &first in Symmetry::SQUARE {
            assert_eq!(first.then(first.inverse()), Symmetry::IDENTITY);
            for &second in Symmetry::SQUARE {
                for square in Board::Full.squares() {
                    let one_by_one = second.square(Board::Full, first.square(Board::Full, square));
                    assert_eq!(first.then(second).square(Board::Full, square), one_by_one);
                }
            }
        }
    }
}
