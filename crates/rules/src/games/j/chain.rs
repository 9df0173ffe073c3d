//! Chains of J: checkers of one colour joined orthogonally, and which parts of the edge they join.

use super::options::LongSides;
use crate::board::half_neighbours;
use crate::game::Color;

/// Row A as a bitboard.
pub const ROW_A: u32 = 0xff;
/// Row D.
pub const ROW_D: u32 = 0xff << 24;
pub(super) const COLUMN_1: u32 = 0x0101_0101;
const LEFT: u32 = 0x0f0f_0f0f;

/// Returns the columns of a side's long halves, and its short side across the board. Corners belong to every part
/// that names them.
pub const fn parts(color: Color) -> (u32, u32) {
    match color {
        Color::White => (!LEFT, COLUMN_1),
        Color::Black => (LEFT, COLUMN_1 << 7),
    }
}

/// Returns whether a chain joins one of the side's long halves to its short side.
#[inline]
pub(super) fn is_winning(checkers: u32, color: Color) -> bool {
    let (half, short) = parts(color);
    joins(checkers, short, half & (ROW_A | ROW_D))
}

/// Returns whether a chain joins the side's two long halves; or any part of the two long sides.
#[inline]
pub(super) fn is_losing(checkers: u32, color: Color, sides: LongSides) -> bool {
    let columns = match sides {
        LongSides::Own => parts(color).0,
        LongSides::Any => !0,
    };
    joins(checkers, ROW_A & columns, ROW_D & columns)
}

#[inline]
fn joins(checkers: u32, from: u32, to: u32) -> bool {
    let mut chain = checkers & from;
    if chain == 0 || checkers & to == 0 {
        return false;
    }
    loop {
        let grown = (chain | half_neighbours(chain)) & checkers;
        if grown & to != 0 {
            return true;
        }
        if grown == chain {
            return false;
        }
        chain = grown;
    }
}
