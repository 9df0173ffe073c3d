//! The 49 sets of Sllim, and its crosses, as bitboards.

use crate::board::{SetShape, Square};

/// A set of four squares that leaves together: a place in the list of all sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Set(u8);

const COUNT: usize = 49;

/// All sets: 21 squares, 20 horizontals, 8 verticals, each by shape and first (top left) square.
const SETS: [(SetShape, u8, u32); COUNT] = {
    let mut sets = [(SetShape::Square, 0, 0); COUNT];
    let mut count = 0;
    let mut first = 0u8;
    while first < 32 {
        let (row, column) = (first / 8, first % 8);
        if row < 3 && column < 7 {
            sets[count] = (SetShape::Square, first, SetShape::Square.mask() << first);
            count += 1;
        }
        if column < 5 {
            sets[count] = (SetShape::Horizontal, first, SetShape::Horizontal.mask() << first);
            count += 1;
        }
        if row == 0 {
            sets[count] = (SetShape::Vertical, first, SetShape::Vertical.mask() << first);
            count += 1;
        }
        first += 1;
    }
    assert!(count == COUNT);
    sets
};

/// For each square, which sets contain it, as bits of their places in the list.
const THROUGH: [u64; 32] = {
    let mut through = [0; 32];
    let mut set = 0;
    while set < COUNT {
        let mut square = 0;
        while square < 32 {
            if SETS[set].2 >> square & 1 == 1 {
                through[square] |= 1 << set;
            }
            square += 1;
        }
        set += 1;
    }
    through
};

impl Set {
    /// Returns all sets.
    pub fn all() -> impl Iterator<Item = Set> {
        (0..COUNT as u8).map(Set)
    }

    /// Returns the set of these squares, or `None` if they are not a set.
    pub fn with_squares(squares: u32) -> Option<Set> {
        Set::all().find(|set| set.squares() == squares)
    }

    /// Returns its squares.
    #[inline]
    pub const fn squares(self) -> u32 {
        SETS[self.0 as usize].2
    }

    /// Returns its shape.
    pub const fn shape(self) -> SetShape {
        SETS[self.0 as usize].0
    }

    /// Returns its first square, top left.
    pub const fn first(self) -> Square {
        Square::new(SETS[self.0 as usize].1 as usize)
    }
}

/// Returns the sets through a square that these checkers fill.
#[inline]
pub(super) fn completed(checkers: u32, square: Square) -> impl Iterator<Item = Set> {
    let mut sets = THROUGH[square.index() & 31];
    std::iter::from_fn(move || {
        while sets != 0 {
            let set = Set(sets.trailing_zeros() as u8);
            sets &= sets - 1;
            if set.squares() & !checkers == 0 {
                return Some(set);
            }
        }
        None
    })
}

const INNER_COLUMNS: u32 = 0x7e7e_7e7e;

/// Returns the middles of all crosses: checkers with all four orthogonal neighbours.
#[inline]
pub(super) const fn cross_middles(checkers: u32) -> u32 {
    let rows = checkers & (checkers << 1) & (checkers >> 1) & INNER_COLUMNS;
    rows & (checkers << 8) & (checkers >> 8)
}

/// Returns whether there is a cross.
#[inline]
pub(super) fn has_cross(checkers: u32) -> bool {
    cross_middles(checkers) != 0
}

/// Returns whether there is a cross that contains this square.
#[inline]
pub(super) fn has_cross_through(checkers: u32, square: Square) -> bool {
    let middles = cross_middles(checkers);
    middles != 0 && (middles | crate::board::half_neighbours(middles)) & square.bit32() != 0
}
