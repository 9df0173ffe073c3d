//! What can be said of a field without search: turns that cannot be taken away from a side, and turns that it can never
//! have. Part of the solitaire; knows fields and sight only.
//!
//! The checkers of a side fall into groups: two are joined when they stand on one line with no blocker between, where own
//! checkers never block. Whoever is the leaf of a spanning tree of its group sees a friend, and goes on seeing one while
//! the enemy only leaves: so a side can remove all but one of each group whatever the other does, if it needs no enemy.
//! On the other hand no more than that can ever go of groups that are judged with those blockers alone that never leave.

use halfboard_rules::sight_reduction::sight;
use halfboard_rules::sight_reduction::{Enemy, Removal, Sight};

use super::super::{Field, Removing};

/// The checkers of `to` that some of `from` sees past everything but `blockers`.
#[inline]
fn seen(removing: Removing, from: u32, to: u32, blockers: u32) -> u32 {
    match removing.sight {
        Sight::Orthogonal => sight::orthogonal(from, to, !blockers),
        Sight::Queen => sight::queen(from, to, !blockers),
    }
}

/// The groups of a side: how many there are, and the checkers that are groups by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Groups {
    pub(super) count: u32,
    pub(super) alone: u32,
}

impl Groups {
    /// The groups of `side` past everything but `blockers`.
    #[inline]
    pub(super) fn of(removing: Removing, side: u32, blockers: u32) -> Groups {
        let together = seen(removing, side, side, blockers);
        let alone = side & !together;
        let mut count = alone.count_ones();
        let mut rest = together;
        while rest != 0 {
            rest &= !group_of(removing, rest, blockers);
            count += 1;
        }
        Groups { count, alone }
    }

    /// The same groups, one by one.
    pub(super) fn list(removing: Removing, side: u32, blockers: u32) -> Vec<u32> {
        let mut groups = Vec::new();
        let mut rest = side;
        while rest != 0 {
            groups.push(group_of(removing, rest, blockers));
            rest &= !groups[groups.len() - 1];
        }
        groups
    }
}

/// The group of the first checker of a side, which must have one.
#[inline]
fn group_of(removing: Removing, side: u32, blockers: u32) -> u32 {
    let mut group = side & side.wrapping_neg();
    loop {
        let more = seen(removing, group, side, blockers) & !group;
        if more == 0 {
            return group;
        }
        group |= more;
    }
}

/// What is looked for: at most so many checkers left, the kept ones never removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Aim {
    pub(super) removing: Removing,
    pub(super) most_left: u32,
    /// Checkers that must stay, at most one of each side. Only where a turn removes one.
    pub(super) kept: u32,
}

impl Aim {
    /// How many turns there are at most if the side to move has `own` of them and the other `enemy`.
    #[inline]
    fn turns(own: u32, enemy: u32) -> u32 {
        if own > enemy { 2 * enemy + 1 } else { 2 * own }
    }

    /// Whether leaf after leaf surely gets there: `true` is proven, `false` says nothing.
    #[inline]
    pub(super) fn surely(self, field: Field, own: Groups, enemy: Groups) -> bool {
        if self.removing.enemy == Enemy::Required {
            return false;
        }
        let [owned, others] = [field.own, field.enemy].map(u32::count_ones);
        let (own_turns, enemy_turns) = (owned - own.count, others - enemy.count);
        match self.removing.remove {
            Removal::One => Self::turns(own_turns, enemy_turns) + self.most_left >= owned + others,
            // The last turn of a group removes two, so that nothing remains of it; both sides must come out together.
            Removal::OneOrTwo => {
                (own_turns == enemy_turns || own_turns == enemy_turns + 1)
                    && (own.alone | enemy.alone).count_ones() <= self.most_left
            }
        }
    }

    /// Whether it is out of reach even if everything went well: `true` is proven, `false` says nothing.
    #[inline]
    pub(super) fn never(self, field: Field) -> bool {
        let Field { own, enemy } = field;
        let (mut fixed_own, mut fixed_enemy) = (self.kept & own, self.kept & enemy);
        loop {
            let mut stays_own = own & !seen(self.removing, own, own, fixed_enemy);
            let mut stays_enemy = enemy & !seen(self.removing, enemy, enemy, fixed_own);
            if self.removing.enemy == Enemy::Required {
                stays_own |= own & !sight::queen(enemy, own, !fixed_own);
                stays_enemy |= enemy & !sight::queen(own, enemy, !fixed_enemy);
            }
            stays_own |= fixed_own;
            stays_enemy |= fixed_enemy;
            if (stays_own, stays_enemy) == (fixed_own, fixed_enemy) {
                break;
            }
            (fixed_own, fixed_enemy) = (stays_own, stays_enemy);
        }
        // Each group ends with a turn that takes its last two, or leaves one: either way it gives a turn less than it has
        // checkers. What is fixed is a group of its own at least.
        let turns = |side: u32, fixed: u32, blockers: u32| {
            side.count_ones() - Groups::of(self.removing, side, blockers).count.max(fixed.count_ones())
        };
        let own_turns = turns(own, fixed_own, fixed_enemy);
        let enemy_turns = turns(enemy, fixed_enemy, fixed_own);
        match self.removing.remove {
            Removal::One => Self::turns(own_turns, enemy_turns) + self.most_left < field.count(),
            Removal::OneOrTwo => {
                let needed = |side: u32| side.count_ones().saturating_sub(self.most_left).div_ceil(2);
                (fixed_own | fixed_enemy).count_ones() > self.most_left
                    || needed(own).max(needed(enemy)) > own_turns.min(enemy_turns + 1)
            }
        }
    }
}
