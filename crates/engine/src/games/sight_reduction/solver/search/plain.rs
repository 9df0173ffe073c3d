//! Won or lost, and within how many turns, where a checker must see an enemy to be removed. An enemy that leaves can
//! then take a turn away, so nothing is guaranteed, and nothing is left out.

use std::ops::ControlFlow;

use super::Searcher;
use super::move_ordering::{DOUBLE, Turns};
use crate::games::sight_reduction::solver::{Field, RemovalRules};

impl Searcher {
    /// Returns whether the side to move wins.
    pub(super) fn plain(&mut self, rules: RemovalRules, field: Field, side: u32) -> bool {
        if !self.work.count() {
            return false;
        }
        let left = field.own | field.enemy;
        let mut list = turns(rules, field);
        let mut wins = list.ask(|removed| self.verdicts.get(left ^ removed, side ^ 1), false);
        if !wins {
            list.rank(|removed| rank(rules, field, removed));
        }
        let mut tried = 0;
        while !wins && let Some(removed) = list.take(tried) {
            tried += 1;
            wins = !self.plain(rules, field.without(removed), side ^ 1);
            if self.work.stopped {
                return false;
            }
        }
        self.verdicts.put(left, side, wins);
        wins
    }
}

/// Returns all turns.
#[inline]
pub(super) fn turns(rules: RemovalRules, field: Field) -> Turns<DOUBLE> {
    let mut list = Turns::new();
    let _ = rules.each_turn(field, &mut |removed| {
        list.push(removed);
        ControlFlow::Continue(())
    });
    list
}

/// Returns a turn is tried the sooner, the more turns it leaves to its side and the fewer to the other.
#[inline]
pub(super) fn rank(rules: RemovalRules, field: Field, removed: u32) -> i32 {
    let next = field.without(removed);
    let turned = Field { own: next.enemy, enemy: next.own };
    let [theirs, ours] = [next, turned].map(|field| rules.removable(field).count_ones() as i32);
    // Who cannot move has lost: nothing is better.
    if theirs == 0 { i32::MAX } else { 2 * ours - 3 * theirs }
}
