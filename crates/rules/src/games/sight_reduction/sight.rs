//! Who sees whom on the half board: two squares of one line see each other when all squares between are empty.
//!
//! Whole sets look at once: a set is spread over empty squares by doubling (Kogge and Stone's way of carrying), and
//! what stands behind the last empty square is seen. Lines of seven steps need three doublings, those of three steps
//! two.

use crate::board::{HALF_RAYS, Square};

const NOT_COLUMN_1: u32 = 0xfefe_fefe;
const NOT_COLUMN_8: u32 = 0x7f7f_7f7f;

/// Returns the checkers of `to` that some checker of `from` sees along rows and columns.
#[inline]
pub fn orthogonal(from: u32, to: u32, empty: u32) -> u32 {
    let right = up(from, empty, 1, NOT_COLUMN_1);
    let left = down(from, empty, 1, NOT_COLUMN_8);
    to & (right | left | up(from, empty, 8, !0) | down(from, empty, 8, !0))
}

/// Returns the checkers of `to` that some checker of `from` sees along rows, columns and diagonals.
#[inline]
pub fn queen(from: u32, to: u32, empty: u32) -> u32 {
    let falling = up(from, empty, 9, NOT_COLUMN_1) | down(from, empty, 9, NOT_COLUMN_8);
    let rising = up(from, empty, 7, NOT_COLUMN_8) | down(from, empty, 7, NOT_COLUMN_1);
    orthogonal(from, to, empty) | (to & (falling | rising))
}

/// Returns what `from` sees towards higher squares, in steps of `by`; `inside` are the squares that such a step can
/// reach.
#[inline]
fn up(from: u32, empty: u32, by: u32, inside: u32) -> u32 {
    let mut seen = from;
    let mut clear = empty & inside;
    seen |= clear & (seen << by);
    clear &= clear << by;
    seen |= clear & (seen << (2 * by));
    if by == 1 {
        clear &= clear << 2;
        seen |= clear & (seen << 4);
    }
    (seen << by) & inside
}

/// Returns what `from` sees towards lower squares.
#[inline]
fn down(from: u32, empty: u32, by: u32, inside: u32) -> u32 {
    let mut seen = from;
    let mut clear = empty & inside;
    seen |= clear & (seen >> by);
    clear &= clear >> by;
    seen |= clear & (seen >> (2 * by));
    if by == 1 {
        clear &= clear >> 2;
        seen |= clear & (seen >> 4);
    }
    (seen >> by) & inside
}

/// Returns the first occupied square from here in a forward direction: 0 right, 1 down, 2 and 3 diagonally down.
#[inline]
pub fn next_on_line(from: Square, direction: usize, occupied: u32) -> Option<Square> {
    let on_line = occupied & HALF_RAYS[from.index() & 31][direction][0];
    (on_line != 0).then(|| Square::new(on_line.trailing_zeros() as usize))
}
