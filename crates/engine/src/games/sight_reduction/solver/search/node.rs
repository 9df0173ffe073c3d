//! A position with the regions of both colours, which change little from turn to turn.

use halfboard_rules::board::HALF_RAYS;

use crate::games::sight_reduction::solver::Field;
use crate::games::sight_reduction::solver::guarantee::{secured, turns};
use crate::games::sight_reduction::solver::lines::{Regions, lines, region};

/// A field and its regions.
#[derive(Clone, Copy)]
pub(super) struct RegionNode {
    pub(super) field: Field,
    own_regions: Regions,
    enemy_regions: Regions,
}

impl RegionNode {
    pub(super) fn new<const QUEEN: bool>(field: Field) -> Self {
        let Field { own, enemy } = field;
        let own_regions = Regions::of::<QUEEN>(own, enemy);
        RegionNode { field, own_regions, enemy_regions: Regions::of::<QUEEN>(enemy, own) }
    }

    /// Who wins, if guarantees tell: whether it is the side to move.
    #[inline]
    pub(super) fn settled<const QUEEN: bool>(&self) -> Option<bool> {
        let Field { own, enemy } = self.field;
        let (mine, theirs) = (&self.own_regions, &self.enemy_regions);
        let in_hand = turns(own, mine);
        if in_hand > turns(enemy, theirs) {
            secured::<QUEEN>(own, enemy, mine, theirs, 1).map(|_| true)
        } else if in_hand == 0 {
            Some(false)
        } else {
            secured::<QUEEN>(enemy, own, theirs, mine, 0).map(|_| false)
        }
    }

    /// Returns whether one side, the one to move or the other, wins before the loser has made more than `most` turns,
    /// if guarantees tell.
    #[inline]
    pub(super) fn settled_within<const QUEEN: bool>(&self, mover_wins: bool, most: i32) -> Option<bool> {
        let Field { own, enemy } = self.field;
        let (mine, theirs) = (&self.own_regions, &self.enemy_regions);
        let (ours, others) = (turns(own, mine), turns(enemy, theirs));
        if mover_wins {
            if ours == 0 || others > most {
                return Some(false);
            }
            let secured = secured::<QUEEN>(own, enemy, mine, theirs, 1)?;
            (secured.enemy_turns <= most).then_some(true)
        } else {
            if ours == 0 || ours > most {
                return Some(ours == 0);
            }
            let secured = secured::<QUEEN>(enemy, own, theirs, mine, 0)?;
            (secured.enemy_turns <= most).then_some(true)
        }
    }

    /// What is seen from a checker: for each line a friend, or the two enemies that see each other when it has gone.
    #[inline]
    fn around<const QUEEN: bool>(&self, checker: u32) -> ([u32; 4], [u32; 4]) {
        let Field { own, enemy } = self.field;
        let square = checker.trailing_zeros() as usize & 31;
        let (mut friends, mut enemies) = ([0; 4], [0; 4]);
        for line in 0..lines(QUEEN) {
            let [higher, lower] = HALF_RAYS[square][line].map(|ray| ray & (own | enemy));
            let next = higher & higher.wrapping_neg();
            let last = if lower == 0 { 0 } else { 1 << (31 - lower.leading_zeros()) };
            if (next | last) & own != 0 {
                // Friends on both sides of one line see each other afterwards, so one stands for both.
                friends[line] = if next & own != 0 { next } else { last };
            } else if next != 0 && last != 0 {
                enemies[line] = next | last;
            }
        }
        (friends, enemies)
    }

    /// What rules a checker costs in guaranteed turns: own ones that are lost beyond the one made, and those that the
    /// enemy gains.
    #[inline]
    pub(super) fn costs<const QUEEN: bool>(&self, checker: u32) -> i32 {
        if !checker.is_power_of_two() {
            let after = self.after::<QUEEN>(checker);
            return self.lead() - 1 + after.lead();
        }
        let (friends, enemies) = self.around::<QUEEN>(checker);
        let mut costs = 0;
        if enemies != [0; 4] {
            let mut parts = self.enemy_regions;
            for ends in enemies {
                costs += i32::from(ends != 0 && parts.join(ends));
            }
        }
        let mut left = friends[0] | friends[1] | friends[2] | friends[3];
        if left & (left.wrapping_sub(1)) != 0 {
            costs -= 1;
            while left != 0 {
                left &= !region::<QUEEN>(left & left.wrapping_neg(), self.field.own ^ checker, self.field.enemy);
                costs += 1;
            }
        }
        costs
    }

    /// Returns how many guaranteed turns the side to move has more than the other.
    #[inline]
    pub(super) fn lead(&self) -> i32 {
        turns(self.field.own, &self.own_regions) - turns(self.field.enemy, &self.enemy_regions)
    }

    /// Returns the position after a checker was removed, or two.
    #[inline]
    pub(super) fn after<const QUEEN: bool>(&self, checker: u32) -> RegionNode {
        if !checker.is_power_of_two() {
            return RegionNode::new::<QUEEN>(self.field.without(checker));
        }
        let (friends, enemies) = self.around::<QUEEN>(checker);
        let mut own_regions = self.enemy_regions;
        for ends in enemies {
            if ends != 0 {
                own_regions.join(ends);
            }
        }
        let field = self.field.without(checker);
        let mut enemy_regions = self.own_regions;
        let mut left = friends[0] | friends[1] | friends[2] | friends[3];
        if left & (left.wrapping_sub(1)) == 0 {
            enemy_regions.shrink(checker);
        } else {
            enemy_regions.take(checker);
            while left != 0 {
                let region = region::<QUEEN>(left & left.wrapping_neg(), field.enemy, field.own);
                enemy_regions.add(region);
                left &= !region;
            }
        }
        RegionNode { field, own_regions, enemy_regions }
    }
}
