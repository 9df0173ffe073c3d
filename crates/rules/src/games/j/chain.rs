//! Chains of J: checkers of one colour joined orthogonally, and which parts of the edge they join.

use super::options::LongSides;
use crate::board::{Square, half_neighbours, squares};
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

/// Returns the parts of the edge that a side's winning chain joins: its short side and its long halves.
const fn winning_ends(color: Color) -> (u32, u32) {
    let (half, short) = parts(color);
    (short, half & (ROW_A | ROW_D))
}

/// Returns the parts of the edge that a side's losing chain joins, in rows A and D.
const fn losing_ends(color: Color, sides: LongSides) -> (u32, u32) {
    let columns = match sides {
        LongSides::Own => parts(color).0,
        LongSides::Any => !0,
    };
    (ROW_A & columns, ROW_D & columns)
}

/// Returns whether a chain joins one of the side's long halves to its short side.
#[inline]
pub(super) fn is_winning(checkers: u32, color: Color) -> bool {
    let (short, halves) = winning_ends(color);
    joins(checkers, short, halves)
}

/// Returns the shortest chain from the side's short side to one of its long halves, or none.
pub(super) fn shortest_winning(checkers: u32, color: Color) -> Vec<Square> {
    let (short, halves) = winning_ends(color);
    shortest(checkers, short, halves)
}

/// Returns the shortest chain from row A to row D that loses for the side, or none.
pub(super) fn shortest_losing(checkers: u32, color: Color, sides: LongSides) -> Vec<Square> {
    let (top, bottom) = losing_ends(color, sides);
    shortest(checkers, top, bottom)
}

/// Returns whether a chain joins the side's two long halves; or any part of the two long sides.
#[inline]
pub(super) fn is_losing(checkers: u32, color: Color, sides: LongSides) -> bool {
    let (top, bottom) = losing_ends(color, sides);
    joins(checkers, top, bottom)
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

/// Returns a shortest chain between two sets of squares by breadth-first search, or none.
fn shortest(checkers: u32, from: u32, to: u32) -> Vec<Square> {
    let mut layers = vec![checkers & from];
    let mut seen = checkers & from;
    let reached = loop {
        let last = layers[layers.len() - 1];
        if last & to != 0 {
            break last & to;
        }
        let next = half_neighbours(last) & checkers & !seen;
        if next == 0 {
            return Vec::new();
        }
        seen |= next;
        layers.push(next);
    };
    let mut candidates = reached;
    let mut chain = Vec::new();
    for layer in layers.into_iter().rev() {
        let Some(square) = squares(layer & candidates).next() else { break };
        candidates = half_neighbours(square.bit32());
        chain.push(square);
    }
    chain.reverse();
    chain
}
