//! Depth-first proof-number search (df-pn; Nagai 2002) with the 1 + ε trick (Pawlewicz and Lew 2006): expands where the
//! fewest positions seem to be left to prove or to disprove, and so finds long wins by threats that no fixed-depth
//! search reaches. Wins need not be the shortest.

use halfboard_rules::game::Game;

use super::proof_table::{INFINITE, NEVER, ProofNumbers};
use super::prover::{Child, Prover, longer};
use crate::games::EngineGame;

impl<G: EngineGame> Prover<'_, G> {
    /// Searches an open node until one of its numbers reaches its threshold, or a limit is reached.
    pub(super) fn dfpn(&mut self, node: &Child<G>, plies: u8, max_proof: u32, dismax_proof: u32) -> ProofNumbers {
        let before = self.nodes;
        let own = self.game.turn(&node.position).team() == self.team;
        let mut children = self.spare.pop().unwrap_or_default();
        let settled = self.expand(&node.position, own, plies, &mut children);
        // Seen from the side to move: it needs one child for `any`, and the other side needs all for `all`.
        let (any_most, all_most) = if own { (max_proof, dismax_proof) } else { (dismax_proof, max_proof) };
        let found = loop {
            if let Some(found) = settled {
                break found;
            }
            let sums = Sums::of(&children, own);
            if let Some(found) = sums.solved(own) {
                break found;
            }
            if sums.any >= any_most || sums.all >= all_most || self.stopped {
                break sums.open(own, plies);
            }
            // The 1 + ε trick: a threshold a little above the second best avoids switching back and forth.
            let any_below = any_most.min(sums.second.saturating_add(1 + sums.second / 4));
            let all_below = all_most - (sums.all - sums.all_of_best);
            let (proof, disproof) = if own { (any_below, all_below) } else { (all_below, any_below) };
            let numbers = self.dfpn(&children[sums.best], plies - 1, proof, disproof);
            children[sums.best].numbers = numbers;
        };
        children.clear();
        self.spare.push(children);
        self.proof_table.store(node.key, plies, found, self.nodes - before + 1);
        found
    }
}

/// Proof numbers of the children combined, from the point of view of the side to move.
struct Sums {
    /// The smallest number of a child: one child is enough.
    any: u32,
    /// The second smallest.
    second: u32,
    /// The sum over all children.
    all: u32,
    /// The index of the child with the smallest number.
    best: usize,
    /// Its part of `all`.
    all_of_best: u32,
    /// The fewest and the most plies of the solved children.
    least: u8,
    most: u8,
}

impl Sums {
    fn of<G: Game>(children: &[Child<G>], own: bool) -> Self {
        let mut sums = Sums { any: INFINITE, second: INFINITE, all: 0, best: 0, all_of_best: 0, least: NEVER, most: 0 };
        for (index, child) in children.iter().enumerate() {
            let ProofNumbers { proof, disproof, plies } = child.numbers;
            let (any, all) = if own { (proof, disproof) } else { (disproof, proof) };
            sums.all = sums.all.saturating_add(all).min(INFINITE - 1);
            if any == 0 {
                // One is enough.
                return Sums { any: 0, second: 0, all: INFINITE, best: index, least: plies, most: plies, ..sums };
            }
            if any < sums.any {
                (sums.second, sums.any, sums.best, sums.all_of_best) = (sums.any, any, index, all);
            } else {
                sums.second = sums.second.min(any);
            }
            if all == 0 {
                (sums.least, sums.most) = (sums.least.min(plies), sums.most.max(plies));
            }
        }
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
