//! Whether a set of checkers is one group through the eight neighbour directions.

use crate::board::{Square, squares};

const NOT_FILE_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_FILE_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Returns whether the checkers form exactly one group. An empty set is not a group.
#[inline]
pub(super) fn is_group(checkers: u64) -> bool {
    // Most sets in play fall apart by the cheap tests; the fill decides the rest.
    !has_loner(checkers) && euler_number(checkers) <= 1 && checkers != 0 && fill(checkers) == checkers
}

/// Returns whether some checker has no neighbour although there are others.
#[inline]
fn has_loner(checkers: u64) -> bool {
    loners(checkers) != 0 && checkers & (checkers - 1) != 0
}

/// Returns the checkers without neighbours.
#[inline]
pub(super) fn loners(checkers: u64) -> u64 {
    let beside = ((checkers & NOT_FILE_H) << 1) | ((checkers & NOT_FILE_A) >> 1);
    let row = checkers | beside;
    checkers & !(beside | row << 8 | row >> 8)
}

/// Returns squares together with their neighbours.
#[inline]
pub(super) fn dilate(squares: u64) -> u64 {
    let row = squares | ((squares & NOT_FILE_H) << 1) | ((squares & NOT_FILE_A) >> 1);
    row | row << 8 | row >> 8
}

/// Counts of contacts between checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contacts {
    /// Pairs of neighbours, in the eight directions.
    pub pairs: u32,
    /// 2×2 windows with exactly three.
    pub threes: u32,
    /// 2×2 windows with four.
    pub fours: u32,
}

impl Contacts {
    /// Returns the Euler number, groups minus holes, of `checkers` checkers. Above 1 there must be two groups.
    ///
    /// Each window with three checkers closes a triangle of neighbour pairs, each with four closes three more.
    #[inline]
    pub const fn euler_number(&self, checkers: u32) -> i32 {
        checkers as i32 - self.pairs as i32 + self.threes as i32 + 3 * self.fours as i32
    }
}

/// Counts how checkers touch each other.
#[inline]
pub fn contacts(b: u64) -> Contacts {
    let east = b & NOT_FILE_A;
    let right = b & (east >> 1);
    let up = b & (b >> 8);
    let diagonal = b & (east >> 9);
    // A window is counted by its lower left square: the pairs along its two sides and two diagonals.
    let antidiagonal = (east & ((b & NOT_FILE_H) >> 7)) >> 1;
    let right_up = (up >> 1) & NOT_FILE_H;
    let fours = right & (right >> 8);
    let threes = (diagonal | antidiagonal) & (up | right_up) & !fours;
    Contacts {
        pairs: right.count_ones() + up.count_ones() + diagonal.count_ones() + antidiagonal.count_ones(),
        threes: threes.count_ones(),
        fours: fours.count_ones(),
    }
}

/// Groups minus holes, from counts of neighbours and 2×2 windows.
#[inline]
fn euler_number(checkers: u64) -> i32 {
    contacts(checkers).euler_number(checkers.count_ones())
}

/// Returns the group of the lowest checker.
#[inline]
pub(super) fn fill(checkers: u64) -> u64 {
    let mut group = checkers & checkers.wrapping_neg();
    loop {
        let grown = dilate(group) & checkers;
        if grown == group {
            return group;
        }
        group = grown;
    }
}

/// Returns pairs of neighbours that connect each group: all orthogonal ones, and those diagonal ones that no third
/// checker joins orthogonally, so that a drawing of them has no triangles.
pub(super) fn links(checkers: u64) -> Vec<(Square, Square)> {
    let has = |row: usize, column: usize| row < 8 && column < 8 && checkers >> (8 * row + column) & 1 == 1;
    let mut links = Vec::new();
    for from in squares(checkers) {
        let (row, column) = (from.row(), from.column());
        let mut link = |row: usize, column: usize| links.push((from, Square::new(8 * row + column)));
        if has(row, column + 1) {
            link(row, column + 1);
        }
        if has(row + 1, column) {
            link(row + 1, column);
        }
        for beside in [column.wrapping_sub(1), column + 1] {
            if has(row + 1, beside) && !has(row + 1, column) && !has(row, beside) {
                link(row + 1, beside);
            }
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    /// Groups, counted one by one.
    fn groups(mut checkers: u64) -> u32 {
        let mut count = 0;
        while checkers != 0 {
            checkers &= !fill(checkers);
            count += 1;
        }
        count
    }

    /// Holes: groups of empty squares joined orthogonally that do not reach the edge.
    fn holes(checkers: u64) -> u32 {
        let empty = !checkers;
        let spread = |mut area: u64| loop {
            let next = area | ((area & NOT_FILE_H) << 1) | ((area & NOT_FILE_A) >> 1) | area << 8 | area >> 8;
            if next & empty == area {
                return area;
            }
            area = next & empty;
        };
        let mut inside = empty & !spread(empty & 0xff81_8181_8181_81ff);
        let mut count = 0;
        while inside != 0 {
            inside &= !spread(inside & inside.wrapping_neg());
            count += 1;
        }
        count
    }

    #[test]
    fn the_euler_number_is_groups_minus_holes() {
        let mut random = SplitMix64::new(1);
        for _ in 0..100_000 {
            let checkers =
                random.next_u64() & random.next_u64() & if random.next_u64() & 1 == 0 { !0 } else { random.next_u64() };
            assert_eq!(euler_number(checkers), groups(checkers) as i32 - holes(checkers) as i32, "{checkers:#x}");
            assert_eq!(is_group(checkers), groups(checkers) == 1);
        }
        assert!(!is_group(0));
    }

    #[test]
    fn links_connect_exactly_the_groups() {
        let mut random = SplitMix64::new(2);
        for _ in 0..10_000 {
            let checkers = random.next_u64() & random.next_u64();
            let mut joined: Vec<u64> = squares(checkers).map(Square::bit64).collect();
            for (from, to) in links(checkers) {
                assert_eq!(from.king_steps(to), 1);
                let bits = from.bit64() | to.bit64();
                let (touched, mut rest): (Vec<u64>, Vec<u64>) = joined.into_iter().partition(|part| part & bits != 0);
                rest.push(touched.into_iter().fold(0, |all, part| all | part));
                joined = rest;
            }
            assert_eq!(joined.len() as u32, groups(checkers), "{checkers:#x}");
        }
    }
}
