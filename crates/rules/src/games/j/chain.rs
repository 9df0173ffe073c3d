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

/// Returns whether the board of White and Black may have a chain that wins or loses. This is cheaper than a flood fill,
/// and few boards without one pass.
#[inline]
pub(super) const fn is_possible([white, black]: [u32; 2]) -> bool {
    // Without short circuits, which would be four branches instead of one.
    crosses_rows(white)
        | crosses_rows(black)
        | crosses_columns(white, Color::White)
        | crosses_columns(black, Color::Black)
}

/// Returns whether checkers stand side by side across every border between columns that a winning chain crosses, from
/// the short side to the nearest column of the long halves.
#[inline]
const fn crosses_columns(checkers: u32, color: Color) -> bool {
    // Bit 0 is the border between columns 1 and 2.
    let borders = match color {
        Color::White => 0b000_1111,
        Color::Black => 0b111_1000,
    };
    let pairs = checkers & (checkers >> 1);
    let pairs = pairs | pairs >> 16;
    !(pairs | pairs >> 8) & borders == 0
}

/// Returns whether checkers stand side by side across every border between rows, as in a losing chain.
#[inline]
const fn crosses_rows(checkers: u32) -> bool {
    const LOW: u32 = 0x7f_7f7f;
    const HIGH: u32 = 0x80_8080;
    let pairs = checkers & (checkers >> 8);
    // The sum carries into the high bit of every row that is not empty.
    (((pairs & LOW) + LOW) | pairs) & HIGH == HIGH
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    #[test]
    fn every_chain_is_possible() {
        let mut random = SplitMix64::new(1);
        let (mut chains, mut impossible) = (0, 0);
        for _ in 0..100_000 {
            // A quarter, half or three quarters of the squares, as if each colour were alone.
            let [a, b] = [random.next_u64(), random.next_u64()].map(|bits| bits as u32);
            let checkers = [a & b, a, a | b][random.below(3) as usize];
            for color in Color::BOTH {
                let mut board = [0; 2];
                board[color.index()] = checkers;
                let is_chain = is_winning(checkers, color) || is_losing(checkers, color, LongSides::Any);
                assert!(is_possible(board) || !is_chain, "{checkers:#x}");
                chains += u32::from(is_chain);
                impossible += u32::from(!is_possible(board));
            }
        }
        assert!(chains > 10_000 && impossible > 10_000, "{chains} and {impossible}");
    }
}
