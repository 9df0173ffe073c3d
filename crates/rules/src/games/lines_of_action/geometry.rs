//! Tables of lines: for each square the four lines through it, and for each line and count where a checker comes to
//! stand and what it must jump. Knows squares and edges, not checkers.
//!
//! A checker's distance is a popcount of its line; the tables then give target and squares between, so nothing slides.
//! Closed edges need other tables and no other code.

use std::sync::LazyLock;

use super::options::Wrap;
use crate::board::{Square, squares};

/// Half of one line through a square, for one number of steps.
#[derive(Clone, Copy, Debug, Default)]
struct Reach {
    /// The squares jumped on the way.
    between: u64,
    /// The square reached, as a bit; none when that is off the board or back where it began.
    target: u64,
}

/// The tables for one choice of closed edges.
#[derive(Debug)]
pub(super) struct Geometry {
    /// Rank, file, diagonal and antidiagonal through each square.
    lines: [[u64; 4]; 64],
    /// By square, line, number of steps less one: forwards and backwards.
    reaches: [[[[Reach; 2]; 8]; 4]; 64],
}

const LINES: [(i8, i8); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

static TABLES: [LazyLock<Box<Geometry>>; 4] = [
    LazyLock::new(|| Geometry::new(false, false)),
    LazyLock::new(|| Geometry::new(true, true)),
    LazyLock::new(|| Geometry::new(true, false)),
    LazyLock::new(|| Geometry::new(false, true)),
];

impl Geometry {
    pub(super) fn of(wrap: Wrap) -> &'static Geometry {
        &TABLES[wrap as usize]
    }

    fn new(files_joined: bool, ranks_joined: bool) -> Box<Geometry> {
        let step = |square: Square, (ranks, files): (i8, i8)| {
            let rank = square.row() as i8 + ranks;
            let file = square.column() as i8 + files;
            let off_board = |at: i8, joined: bool| !joined && !(0..8).contains(&at);
            (!off_board(rank, ranks_joined) && !off_board(file, files_joined))
                .then(|| Square::new(((rank & 7) * 8 + (file & 7)) as usize))
        };
        let mut tables = Box::new(Geometry { lines: [[0; 4]; 64], reaches: [[[[Reach::default(); 2]; 8]; 4]; 64] });
        for from in (0..64).map(Square::new) {
            for (line, (ranks, files)) in LINES.into_iter().enumerate() {
                let mut squares_on_line = from.bit64();
                for (side, direction) in [(ranks, files), (-ranks, -files)].into_iter().enumerate() {
                    let mut between = 0;
                    let mut at = from;
                    for distance in 0..8 {
                        // A ring leads back to the checker itself after eight steps, which is no move.
                        let Some(next) = step(at, direction).filter(|&next| next != from) else { break };
                        tables.reaches[from.index()][line][distance][side] = Reach { between, target: next.bit64() };
                        between |= next.bit64();
                        at = next;
                    }
                    squares_on_line |= between;
                }
                tables.lines[from.index()][line] = squares_on_line;
            }
        }
        tables
    }

    /// Returns the lines through a square: all squares of each, and those forwards and backwards by distance.
    pub(super) fn ways(&self, from: Square) -> impl Iterator<Item = (u64, [Vec<Square>; 2])> {
        let lines = self.lines[from.index() & 63].into_iter().zip(&self.reaches[from.index() & 63]);
        lines.map(|(line, reaches)| {
            (line, [0, 1].map(|side| reaches.iter().flat_map(|reach| squares(reach[side].target)).collect()))
        })
    }

    /// Returns the targets of a checker: each line's count in both directions, not over an enemy, not onto a friend. If
    /// two paths lead to one square, either will do.
    #[inline]
    pub(super) fn targets(&self, from: Square, own: u64, enemy: u64) -> u64 {
        self.reached(from, own, enemy) & !own
    }

    /// Returns the own checkers that can move to a square without an own checker: the reverse of [`Geometry::targets`].
    #[inline]
    pub(super) fn sources(&self, to: Square, own: u64, enemy: u64) -> u64 {
        self.reached(to, own, enemy) & own
    }

    /// Returns the squares as far from a square as there are checkers on its lines, with no enemy between.
    #[inline]
    fn reached(&self, square: Square, own: u64, enemy: u64) -> u64 {
        let lines = &self.lines[square.index() & 63];
        let reaches = &self.reaches[square.index() & 63];
        let mut reached = 0;
        for (line, reaches) in lines.iter().zip(reaches) {
            // The count is at most 8. Nothing is eight steps away, which is what an empty line reads.
            let count = ((own | enemy) & line).count_ones() as usize;
            for reach in &reaches[count.wrapping_sub(1) & 7] {
                // All bits or none instead of a branch, which would often be predicted wrongly.
                reached |= reach.target & u64::from(reach.between & enemy == 0).wrapping_neg();
            }
        }
        reached
    }
}
