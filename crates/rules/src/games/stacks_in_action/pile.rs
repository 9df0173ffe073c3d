//! A pile of checkers, also one that is higher than a stack may stay.

use crate::game::Color;

/// Up to six checkers, from bottom to top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pile {
    height: u8,
    /// Bit n is set when the checker on level n, from 0 at the bottom, is black.
    black: u8,
}

impl Pile {
    pub(super) const EMPTY: Pile = Pile { height: 0, black: 0 };

    /// Creates a pile of one colour.
    pub(super) const fn of(color: Color, height: u8) -> Pile {
        let black = match color {
            Color::White => 0,
            Color::Black => (1 << height) - 1,
        };
        Pile { height, black }
    }

    /// Creates a pile from the levels that hold a checker and those that hold a black one, bit 0 for the bottom.
    #[inline]
    pub(super) const fn from_levels(tall: u8, black: u8) -> Pile {
        Pile { height: tall.count_ones() as u8, black }
    }

    /// Returns the levels that hold a checker and those that hold a black one, bit 0 for the bottom.
    #[inline]
    pub(super) const fn levels(self) -> (u8, u8) {
        ((1 << self.height) - 1, self.black)
    }

    /// Returns the number of checkers.
    #[inline]
    pub(super) const fn height(self) -> u8 {
        self.height
    }

    /// Returns the pile with one more on top.
    #[inline]
    pub(super) const fn with(self, color: Color) -> Pile {
        self.under(Pile::of(color, 1))
    }

    /// Returns the pile with another pile on top.
    #[inline]
    pub(super) const fn under(self, top: Pile) -> Pile {
        Pile { height: self.height + top.height, black: self.black | top.black << self.height }
    }

    /// Returns the lower part and the top `count` (all, if there are fewer).
    #[inline]
    pub(super) fn split(self, count: u8) -> (Pile, Pile) {
        let below = self.height.saturating_sub(count);
        let mask = (1 << below) - 1;
        (
            Pile { height: below, black: self.black & mask },
            Pile { height: self.height - below, black: self.black >> below },
        )
    }

    /// Returns the number of checkers of a colour.
    #[inline]
    pub(super) const fn count(self, color: Color) -> u8 {
        let black = self.black.count_ones() as u8;
        match color {
            Color::White => self.height - black,
            Color::Black => black,
        }
    }

    /// Returns the checker on a level, from 0 at the bottom.
    #[inline]
    pub(super) const fn at(self, level: u8) -> Option<Color> {
        if level >= self.height {
            return None;
        }
        Some(if self.black >> level & 1 == 1 { Color::Black } else { Color::White })
    }

    /// Returns the checkers from bottom to top.
    pub(super) fn colors(self) -> impl Iterator<Item = Color> {
        (0..self.height).filter_map(move |level| self.at(level))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(pile: Pile) -> String {
        pile.colors().map(Color::letter).collect()
    }

    #[test]
    fn piles_are_split_and_joined() {
        let pile = Pile::of(Color::White, 2).under(Pile::of(Color::Black, 1)).with(Color::White);
        assert_eq!(letters(pile), "wwbw");
        let (below, top) = pile.split(3);
        assert_eq!((letters(below), letters(top)), ("w".to_owned(), "wbw".to_owned()));
        assert_eq!((pile.count(Color::White), pile.count(Color::Black)), (3, 1));
        assert_eq!(letters(pile.split(6).1), "wwbw");
    }
}
