//! What all layers below a field share: its two sides, and what lies between their checkers.

use std::ops::Range;

use halfboard_rules::games::sight_reduction::{Enemy, Sight};

use super::super::{Field, RemovalRules};
use super::side::{SideCheckers, look};

/// A field whose subsets are the positions of the layers. SideCheckers 0 is to move at the root.
pub(super) struct Ground {
    pub(super) rules: RemovalRules,
    pub(super) sides: [SideCheckers; 2],
}

impl Ground {
    pub(super) fn new(rules: RemovalRules, field: Field) -> Self {
        Ground { rules, sides: [SideCheckers::new(field.own), SideCheckers::new(field.enemy)] }
    }

    /// Returns how many directions there are to see a friend; the orthogonal ones come first.
    #[inline]
    pub(super) fn directions(&self) -> usize {
        match self.rules.sight {
            Sight::Orthogonal => 4,
            Sight::Queen => 8,
        }
    }

    /// Returns whether a checker must see an enemy.
    #[inline]
    pub(super) fn needs_enemy(&self) -> bool {
        self.rules.enemy == Enemy::Required
    }

    /// For a checker that joins a set of its side: which enemies would hide each friend that it may see.
    #[inline]
    pub(super) fn hidden_by(&self, side: usize, set: u16, checker: usize) -> Hidden {
        self.hidden_along(side, set, checker, 0..self.directions())
    }

    /// The same in some directions only.
    #[inline]
    pub(super) fn hidden_along(&self, side: usize, set: u16, checker: usize, directions: Range<usize>) -> Hidden {
        let mut hidden = Hidden::default();
        let (own, enemy) = (&self.sides[side], &self.sides[1 - side]);
        let places = own.places(set);
        for direction in directions {
            if let (Some(_), between) = look(own.squares[checker], direction, places) {
                hidden.push(enemy.set(between));
            }
        }
        hidden
    }

    /// Returns the enemies of which a checker sees one, if any of them is there: those before its nearest friend on
    /// every line of a queen.
    #[inline]
    pub(super) fn facing(&self, side: usize, set: u16, checker: usize) -> u16 {
        self.facing_along(side, set, checker, 0..8)
    }

    /// The same in some directions only.
    #[inline]
    pub(super) fn facing_along(&self, side: usize, set: u16, checker: usize, directions: Range<usize>) -> u16 {
        let (own, enemy) = (&self.sides[side], &self.sides[1 - side]);
        let places = own.places(set);
        let seen = directions.fold(0, |seen, direction| seen | look(own.squares[checker], direction, places).1);
        enemy.set(seen)
    }

    /// Returns the sets of the two sides that a field is made of when this side is to move in it; `None` where it is
    /// not below the root.
    pub(super) fn locate(&self, field: Field, mover: usize) -> Option<[u16; 2]> {
        let bits = if mover == 0 { [field.own, field.enemy] } else { [field.enemy, field.own] };
        let below = (0..2).all(|side| bits[side] & !self.sides[side].bits == 0);
        below.then(|| [self.sides[0].set(bits[0]), self.sides[1].set(bits[1])])
    }
}

/// For each friend that a checker may see, the enemies that would hide it: the checker may leave where none of the
/// enemies of one of these is there.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Hidden {
    sets: [u16; 8],
    count: usize,
}

impl Hidden {
    /// Adds those that would hide one more friend. A friend that nothing can hide makes all others needless.
    #[inline]
    pub(super) fn push(&mut self, set: u16) {
        if set == 0 {
            *self = Hidden { sets: [0; 8], count: 1 };
        } else if self.count == 0 || self.sets[0] != 0 {
            self.sets[self.count] = set;
            self.count += 1;
        }
    }

    /// Returns whether there is no friend at all.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the sets of which one must be gone; none where the checker may leave anyway.
    pub(super) fn conditions(&self) -> &[u16] {
        if self.sets[0] == 0 { &[] } else { &self.sets[..self.count] }
    }
}
