//! What can be said of a field without search: turns that cannot be taken away from a side, and turns that it can never
//! have. Part of the solitaire; knows fields and sight only.
//!
//! The checkers of a side fall into groups: two are joined when they stand on one line with no blocker between, where
//! own checkers never block. A leaf of a spanning tree of its group sees a friend, and goes on seeing one while the
//! enemy only leaves: so a side can remove all but one of each group regardless of the other, if it needs no enemy. On
//! the other hand no more than that can ever go of groups that are judged with those blockers alone that never leave.

use halfboard_rules::games::sight_reduction::sight;
use halfboard_rules::games::sight_reduction::{Enemy, Removal, Sight};

use super::super::solver::{Field, RemovalRules};

/// Returns the checkers of `to` that some of `from` sees past everything but `blockers`.
#[inline]
fn seen(rules: RemovalRules, from: u32, to: u32, blockers: u32) -> u32 {
    match rules.sight {
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
    /// Returns the groups of `side` past everything but `blockers`.
    pub(super) fn of(rules: RemovalRules, side: u32, blockers: u32) -> Groups {
        let together = seen(rules, side, side, blockers);
        let alone = side & !together;
        let mut count = alone.count_ones();
        let mut rest = together;
        while rest != 0 {
            rest &= !group_of(rules, rest, blockers);
            count += 1;
        }
        Groups { count, alone }
    }

    /// The same groups, one by one.
    pub(super) fn list(rules: RemovalRules, side: u32, blockers: u32) -> Vec<u32> {
        let mut groups = Vec::new();
        let mut rest = side;
        while rest != 0 {
            groups.push(group_of(rules, rest, blockers));
            rest &= !groups[groups.len() - 1];
        }
        groups
    }
}

/// The groups of both sides of a field, the side to move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BothGroups {
    pub(super) own: Groups,
    pub(super) enemy: Groups,
}

impl BothGroups {
    pub(super) fn of(rules: RemovalRules, field: Field) -> BothGroups {
        BothGroups { own: Groups::of(rules, field.own, field.enemy), enemy: Groups::of(rules, field.enemy, field.own) }
    }

    /// Returns the groups after a turn of this field, which leads to `next`. Most turns change little, so this is much
    /// quicker than looking anew.
    #[inline]
    pub(super) fn after(self, rules: RemovalRules, removed: u32, next: Field) -> BothGroups {
        // Who is alone matters where two may go, and diagonals make the short cuts long.
        if rules.remove == Removal::OneOrTwo || rules.sight == Sight::Queen {
            return BothGroups::of(rules, next);
        }
        let place = removed.trailing_zeros();
        let row = 0xff << (place & 24);
        let before = removed - 1;
        // Enemies that saw it from one side only were not kept apart by it.
        let watched = sight::orthogonal(removed, next.own, !next.enemy);
        let apart = |line: u32| watched & line & before != 0 && watched & line & !before != 0;
        let own = match apart(row) || apart(!row) {
            true => Groups::of(rules, next.own, next.enemy),
            false => self.enemy,
        };
        // With friends on one line only it was a leaf, or between two that now see each other.
        let friends = sight::orthogonal(removed, next.enemy, !next.own);
        let enemy = match (friends & row != 0) != (friends & !row != 0) {
            true => self.own,
            false => Groups::of(rules, next.enemy, next.own),
        };
        BothGroups { own, enemy }
    }
}

/// Returns the group of the first checker of a side, which must have one.
#[inline]
fn group_of(rules: RemovalRules, side: u32, blockers: u32) -> u32 {
    let mut group = side & side.wrapping_neg();
    loop {
        let more = seen(rules, group, side, blockers) & !group;
        if more == 0 {
            return group;
        }
        group |= more;
    }
}

/// Returns whether a side has two checkers at least and would be one group if nothing blocked; quicker than looking
/// along lines.
#[inline]
fn linked(side: u32) -> bool {
    let rows = side.to_le_bytes();
    let mut columns = side.checked_shr(side.trailing_zeros() & 24).unwrap_or(0) as u8;
    // Four rows are joined after three rounds at the latest.
    for _ in 0..3 {
        for row in rows {
            columns |= if row & columns != 0 { row } else { 0 };
        }
    }
    side.count_ones() > 1 && rows.into_iter().all(|row| row & !columns == 0)
}

/// A goal: at most this many checkers left, the kept ones never removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Goal {
    pub(super) rules: RemovalRules,
    pub(super) most_left: u32,
    /// Checkers that must stay, at most one of each side. Only where a turn removes one.
    pub(super) kept: u32,
}

impl Goal {
    /// Returns how many turns there are at most if the side to move has `own` of them and the other `enemy`.
    #[inline]
    fn turns(own: u32, enemy: u32) -> u32 {
        if own > enemy { 2 * enemy + 1 } else { 2 * own }
    }

    /// Whether leaf after leaf surely gets there: `true` is proven, `false` says nothing.
    #[inline]
    pub(super) fn surely(self, field: Field, BothGroups { own, enemy }: BothGroups) -> bool {
        if self.rules.enemy == Enemy::Required {
            return false;
        }
        let [owned, others] = [field.own, field.enemy].map(u32::count_ones);
        let (own_turns, enemy_turns) = (owned - own.count, others - enemy.count);
        match self.rules.remove {
            Removal::One => Self::turns(own_turns, enemy_turns) + self.most_left >= owned + others,
            // The last turn of a group removes two, so that nothing remains of it; both sides must come out together.
            Removal::OneOrTwo => {
                (own_turns == enemy_turns || own_turns == enemy_turns + 1)
                    && (own.alone | enemy.alone).count_ones() <= self.most_left
            }
        }
    }

    /// Returns whether it is out of reach even if everything went well: `true` is proven, `false` says nothing.
    #[inline]
    pub(super) fn never(self, field: Field) -> bool {
        let Field { own, enemy } = field;
        let RemovalRules { sight, enemy: watched, remove } = self.rules;
        if (sight, remove, self.kept) == (Sight::Orthogonal, Removal::One, 0) && linked(own) && linked(enemy) {
            let all_watched = || own & !sight::queen(enemy, own, !0) == 0 && enemy & !sight::queen(own, enemy, !0) == 0;
            if watched == Enemy::Off || all_watched() {
                // No checker is fixed, and each side is one group.
                return Self::turns(own.count_ones() - 1, enemy.count_ones() - 1) + self.most_left < field.count();
            }
        }
        let (mut fixed_own, mut fixed_enemy) = (self.kept & own, self.kept & enemy);
        loop {
            let mut stays_own = own & !seen(self.rules, own, own, fixed_enemy);
            let mut stays_enemy = enemy & !seen(self.rules, enemy, enemy, fixed_own);
            if self.rules.enemy == Enemy::Required {
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
        // Each group ends with a turn that takes its last two, or leaves one: either way it gives a turn less than it
        // has checkers. What is fixed is a group of its own at least.
        let turns = |side: u32, fixed: u32, blockers: u32| {
            side.count_ones() - Groups::of(self.rules, side, blockers).count.max(fixed.count_ones())
        };
        let own_turns = turns(own, fixed_own, fixed_enemy);
        let enemy_turns = turns(enemy, fixed_enemy, fixed_own);
        match self.rules.remove {
            Removal::One => Self::turns(own_turns, enemy_turns) + self.most_left < field.count(),
            Removal::OneOrTwo => {
                let needed = |side: u32| side.count_ones().saturating_sub(self.most_left).div_ceil(2);
                (fixed_own | fixed_enemy).count_ones() > self.most_left
                    || needed(own).max(needed(enemy)) > own_turns.min(enemy_turns + 1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use halfboard_rules::random::SplitMix64;

    use super::*;

    const PLAIN: RemovalRules = RemovalRules { sight: Sight::Orthogonal, enemy: Enemy::Off, remove: Removal::One };

    /// Short cuts say what the long way says, all along random games.
    #[test]
    fn short_cuts_agree_with_looking_anew() {
        let mut random = SplitMix64::new(3);
        for _ in 0..2_000 {
            let own = random.next_u64() as u32;
            let mut field = Field { own, enemy: !own & random.next_u64() as u32 };
            loop {
                for side in [field.own, field.enemy] {
                    let one = side.count_ones() > 1 && Groups::of(PLAIN, side, 0).count == 1;
                    assert_eq!(linked(side), one, "{side:08x}");
                }
                let groups = BothGroups::of(PLAIN, field);
                let mut turns = Vec::new();
                let _ = PLAIN.each_turn(field, &mut |removed| {
                    let next = field.without(removed);
                    let (short, long) = (groups.after(PLAIN, removed, next), BothGroups::of(PLAIN, next));
                    assert_eq!(short.own.count, long.own.count, "{field:08x?} {removed:08x}");
                    assert_eq!(short.enemy.count, long.enemy.count, "{field:08x?} {removed:08x}");
                    turns.push(removed);
                    ControlFlow::Continue(())
                });
                if turns.is_empty() {
                    break;
                }
                field = field.without(turns[random.below(turns.len() as u64) as usize]);
            }
        }
    }
}
