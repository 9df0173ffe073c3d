//! Won or lost, where a checker needs no enemy to be removed: with guarantees, and for one checker a turn dominance.

use std::ops::ControlFlow;

use halfboard_rules::board::squares;

use super::Searcher;
use super::move_ordering::Turns;
use super::node::RegionNode;
use crate::games::sight_reduction::solver::lines::{accompanied, along, between, lines};
use crate::games::sight_reduction::solver::{Field, RemovalRules};

impl Searcher {
    /// Returns whether the side to move wins.
    pub(super) fn outcome<const QUEEN: bool, const TWO: bool, const N: usize>(
        &mut self,
        rules: RemovalRules,
        field: Field,
        side: u32,
    ) -> bool {
        if let Some(wins) = self.verdicts.get(field.own | field.enemy, side) {
            return wins;
        }
        let node = RegionNode::new::<QUEEN>(field);
        match node.settled::<QUEEN>() {
            Some(wins) => wins,
            None => self.open::<QUEEN, TWO, N>(rules, &node, side),
        }
    }

    /// Returns whether the side to move wins a position that guarantees do not settle.
    fn open<const QUEEN: bool, const TWO: bool, const N: usize>(
        &mut self,
        rules: RemovalRules,
        node: &RegionNode,
        side: u32,
    ) -> bool {
        if !self.work.count() {
            return false;
        }
        let left = node.field.own | node.field.enemy;
        let parting = parting::<QUEEN>(node.field);
        let mut list = turns::<QUEEN, TWO, N>(rules, node.field, parting);
        // A reply that is known to lose saves the search of all others, so the table is asked of each first.
        if list.ask(|removed| self.verdicts.get(left ^ removed, side ^ 1), false) {
            self.verdicts.put(left, side, true);
            return true;
        }
        list.rank(|removed| rank::<QUEEN>(rules, node, parting, removed));
        let mut tried = 0;
        while let Some(removed) = list.take(tried) {
            tried += 1;
            let next = node.after::<QUEEN>(removed);
            let loses = match next.settled::<QUEEN>() {
                Some(wins) => !wins,
                None => !self.open::<QUEEN, TWO, N>(rules, &next, side ^ 1),
            };
            if self.work.stopped {
                return false;
            }
            if loses {
                self.verdicts.put(left, side, true);
                return true;
            }
        }
        self.verdicts.put(left, side, false);
        false
    }
}

/// The own checkers that stand between enemies, for each line.
#[inline]
pub(super) fn parting<const QUEEN: bool>(Field { own, enemy }: Field) -> [u32; 4] {
    std::array::from_fn(|line| if line < lines(QUEEN) { own & between(line, enemy) } else { 0 })
}

/// Returns the turns that are worth trying.
#[inline]
pub(super) fn turns<const QUEEN: bool, const TWO: bool, const N: usize>(
    rules: RemovalRules,
    field: Field,
    parting: [u32; 4],
) -> Turns<N> {
    let mut list = Turns::new();
    if TWO {
        let _ = rules.each_turn(field, &mut |removed| {
            list.push(removed);
            ControlFlow::Continue(())
        });
    } else {
        for square in squares(undominated::<QUEEN>(rules.removable(field), field, parting)) {
            list.push(square.bit32());
        }
    }
    list
}

/// First come the turns that cost the fewest guaranteed ones, of equals those whose checkers part the enemy's along the
/// fewest lines, and of equals again those that leave most own checkers removable.
#[inline]
pub(super) fn rank<const QUEEN: bool>(rules: RemovalRules, node: &RegionNode, parting: [u32; 4], removed: u32) -> i32 {
    let parted: u32 = parting.iter().map(|by| (by & removed).count_ones()).sum();
    let kept = Field { own: node.field.own ^ removed, enemy: node.field.enemy };
    let removable = rules.removable(kept).count_ones();
    -32 * (2 * node.costs::<QUEEN>(removed) + parted as i32) + removable as i32
}

/// The moves without those that are no better than another.
///
/// A run is the own checkers of a line without an enemy between. Let one of them have no friends and part no enemies
/// along any other line, ever. Along its own line any other of the run does what it does: what sees or blocks past the
/// one sees or blocks past the other. So it is the least useful of its run: where it has gone, another can play its
/// part. Only it needs to be tried.
#[inline]
fn undominated<const QUEEN: bool>(mut moves: u32, Field { own, enemy }: Field, parting: [u32; 4]) -> u32 {
    let useful: [u32; 4] =
        std::array::from_fn(|line| if line < lines(QUEEN) { accompanied(line, own) | parting[line] } else { 0 });
    for line in 0..lines(QUEEN) {
        let others = useful.iter().enumerate().filter(|&(other, _)| other != line);
        let mut least = moves & !others.fold(0, |all, (_, useful)| all | useful);
        while least != 0 {
            let checker = least & least.wrapping_neg();
            let run = along(line, checker, !enemy) & own;
            moves &= !run | checker;
            least &= !run;
        }
    }
    moves
}
