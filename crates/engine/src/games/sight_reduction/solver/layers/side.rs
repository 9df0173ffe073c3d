//! The checkers of one side, numbered in the order of squares, so that a set of them is a number of 16 bits.

use std::ops::Range;

use halfboard_rules::board::{HALF_RAYS, Square, squares};

/// A side's checkers at the root.
pub(super) struct SideCheckers {
    /// Where they stand.
    pub(super) bits: u32,
    /// How many there are, at most sixteen.
    pub(super) count: usize,
    /// The squares in order.
    pub(super) squares: Vec<Square>,
    /// For each byte of the board, the set that its squares are.
    sets: Box<[[u16; 256]; 4]>,
    /// For each byte of a set, the squares that it has.
    places: Box<[[u32; 256]; 2]>,
}

impl SideCheckers {
    pub(super) fn new(bits: u32) -> Self {
        let squares: Vec<Square> = squares(bits).collect();
        let mut sets = Box::new([[0; 256]; 4]);
        let mut places = Box::new([[0; 256]; 2]);
        for byte in 0..256usize {
            for (number, square) in squares.iter().enumerate() {
                let (part, within) = (square.index() / 8, square.index() % 8);
                if byte >> within & 1 == 1 {
                    sets[part][byte] |= 1 << number;
                }
                let (half, within) = (number / 8, number % 8);
                if byte >> within & 1 == 1 {
                    places[half][byte] |= square.bit32();
                }
            }
        }
        SideCheckers { bits, count: squares.len(), squares, sets, places }
    }

    /// Returns the set of this side's checkers on these squares.
    #[inline]
    pub(super) fn set(&self, squares: u32) -> u16 {
        let bytes = squares.to_le_bytes();
        bytes.iter().zip(self.sets.iter()).fold(0, |set, (&byte, table)| set | table[usize::from(byte)])
    }

    /// Returns all squares that a checker would see in some directions on an empty board.
    pub(super) fn reach(&self, checker: usize, directions: Range<usize>) -> u32 {
        directions.fold(0, |reach, direction| reach | look(self.squares[checker], direction, 0).1)
    }

    /// Returns the squares of a set.
    #[inline]
    pub(super) fn places(&self, set: u16) -> u32 {
        let [low, high] = set.to_le_bytes().map(usize::from);
        self.places[0][low] | self.places[1][high]
    }
}

/// Returns all squares from a square to the edge in one of [`halfboard_rules::board::DIRECTIONS`], of which two make a
/// line: the first leads to higher squares, the second to lower ones.
#[inline]
fn ray(from: usize, direction: usize) -> u32 {
    HALF_RAYS[from & 31][direction / 2][direction % 2]
}

/// Looks from a square in a direction: the first of `blockers`, if any, and the squares before it.
#[inline]
pub(super) fn look(from: Square, direction: usize, blockers: u32) -> (Option<Square>, u32) {
    let all = ray(from.index(), direction);
    let hit = all & blockers;
    if hit == 0 {
        return (None, all);
    }
    // Every other direction leads to higher squares.
    let nearest = match direction % 2 {
        0 => hit.trailing_zeros(),
        _ => 31 - hit.leading_zeros(),
    } as usize;
    (Some(Square::new(nearest)), all & !ray(nearest, direction) & !(1 << nearest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_places_are_each_others_inverse() {
        let side = SideCheckers::new(0x8421_f0f1);
        for set in 0..1u32 << side.count {
            assert_eq!(side.set(side.places(set as u16)), set as u16);
        }
        assert_eq!(side.set(!side.bits), 0);
    }

    #[test]
    fn one_looks_as_far_as_the_first_that_blocks() {
        let square = Square::new;
        assert_eq!(look(square(0), 0, 1 << 3 | 1 << 5), (Some(square(3)), 0b110));
        assert_eq!(look(square(7), 1, 1 << 3 | 1 << 5), (Some(square(5)), 1 << 6));
        assert_eq!(look(square(31), 5, 1 << 13), (Some(square(13)), 1 << 22));
        assert_eq!(look(square(24), 3, 1 << 9), (None, 1 << 16 | 1 << 8 | 1));
    }
}
