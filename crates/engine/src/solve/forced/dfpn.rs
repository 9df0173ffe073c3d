//! Depth-first proof-number search (df-pn; Nagai 2002) with the 1 + ε trick (Pawlewicz and Lew 2006): expands where the
//! fewest positions seem to be left to prove or to disprove, and so finds long wins by threats that no fixed-depth
//! search reaches. Wins need not be the shortest.
//!
//! **Threads.** All search from the root and share the table. A child that another thread is in counts as harder than
//! it is when the next one is chosen (virtual proof numbers; Kaneko 2010).

use halfboard_rules::game::Game;

use super::proof_table::{INFINITE, NEVER, ProofNumbers};
use super::prover::{Child, Prover, longer};
use crate::games::EngineGame;

/// Nodes below a child after which its siblings are looked up again: some may have been solved on the way.
const LOOK_UP_AFTER: u64 = 256;

impl<G: EngineGame> Prover<'_, G> {
    /// Searches an open node until one of its numbers reaches its threshold, or a limit is reached.
    pub(super) fn dfpn(&mut self, node: &Child<G>, plies: u8, max_proof: u32, max_disproof: u32) -> ProofNumbers {
        let before = self.nodes;
        let own = self.game.turn(&node.position).team() == self.team;
        let mut children = self.spare.pop().unwrap_or_default();
        let settled = self.expand(&node.position, own, plies, &mut children);
        self.shared.visits.enter(node.key);
        // Seen from the side to move: it needs one child for `any`, and the other side needs all for `all`.
        let (any_most, all_most) = if own { (max_proof, max_disproof) } else { (max_disproof, max_proof) };
        let found = loop {
            if let Some(found) = settled {
                break found;
            }
            let sums = Sums::of(&children, own, any_most, |key| self.shared.visits.count(key));
            if let Some(found) = sums.solved(own) {
                break found;
            }
            if sums.any >= any_most || sums.all >= all_most || self.stopped {
                break sums.open(own, plies);
            }
            // The 1 + ε trick: a threshold a little above the second best avoids switching back and forth.
            let any_below = any_most.min(sums.second.saturating_add(1 + sums.second / 4));
            let all_below = all_most - sums.all_of_others;
            let (proof, disproof) = if own { (any_below, all_below) } else { (all_below, any_below) };
            let entered = self.nodes;
            let numbers = self.dfpn(&children[sums.best], plies - 1, proof, disproof);
            children[sums.best].numbers = numbers;
            if self.nodes - entered >= LOOK_UP_AFTER {
                self.look_up_again(&mut children, plies - 1);
            }
        };
        children.clear();
        self.spare.push(children);
        self.shared.visits.leave(node.key);
        self.shared.table.store(node.key, found, self.nodes - before + 1);
        found
    }

    /// Takes over what the search below a sibling, or another thread, has found out about open children.
    fn look_up_again(&self, children: &mut [Child<G>], plies: u8) {
        for child in children.iter_mut().filter(|child| !child.numbers.is_solved()) {
            if let Some(numbers) = self.shared.table.get(child.key).numbers(plies) {
                child.numbers = numbers;
            }
        }
    }
}

/// Proof numbers of the children combined, from the point of view of the side to move.
struct Sums {
    /// The smallest number of a child: one child is enough.
    any: u32,
    /// The smallest number of a child other than the one to search next.
    second: u32,
    /// The sum over all children.
    all: u32,
    /// The index of the child to search next.
    best: usize,
    /// The part of `all` that does not change with it.
    all_of_others: u32,
    /// The fewest and the most plies of the solved children.
    least: u8,
    most: u8,
}

impl Sums {
    /// Combines the children. `visitors` returns how many threads are searching below the child with a key.
    fn of<G: Game>(children: &[Child<G>], own: bool, any_most: u32, visitors: impl Fn(u64) -> u32) -> Self {
        let mut sums =
            Sums { any: INFINITE, second: INFINITE, all: 0, best: 0, all_of_others: 0, least: NEVER, most: 0 };
        let (mut chosen, mut all_of_best) = (INFINITE, 0);
        for (index, child) in children.iter().enumerate() {
            let ProofNumbers { proof, disproof, plies } = child.numbers;
            let (any, all) = if own { (proof, disproof) } else { (disproof, proof) };
            if any == 0 {
                // One is enough.
                return Sums { any: 0, all: INFINITE, best: index, least: plies, most: plies, ..sums };
            }
            if all == 0 {
                (sums.least, sums.most) = (sums.least.min(plies), sums.most.max(plies));
                continue;
            }
            sums.all = sums.all.saturating_add(all).min(INFINITE - 1);
            sums.any = sums.any.min(any);
            // A child that has reached its threshold already is the last to enter because of other threads.
            let others = if any < any_most { visitors(child.key) } else { u32::MAX };
            let seeming = any.saturating_add(any.saturating_mul(others)).min(INFINITE - 1);
            if seeming < chosen {
                (sums.second, chosen) = (chosen, seeming);
                (sums.best, all_of_best) = (index, all);
            } else {
                sums.second = sums.second.min(seeming);
            }
        }
        sums.all_of_others = sums.all - all_of_best;
        sums
    }

    fn solved(&self, own: bool) -> Option<ProofNumbers> {
        match (self.any, self.all, own) {
            (0, _, true) => Some(ProofNumbers::won(longer(self.least))),
            (0, _, false) => Some(ProofNumbers::ruled_out(longer(self.least))),
            (_, 0, true) => Some(ProofNumbers::ruled_out(longer(self.least))),
            (_, 0, false) => Some(ProofNumbers::won(longer(self.most))),
            _ => None,
        }
    }

    fn open(&self, own: bool, plies: u8) -> ProofNumbers {
        let (proof, disproof) = if own { (self.any, self.all) } else { (self.all, self.any) };
        ProofNumbers { proof, disproof, plies }
    }
}
