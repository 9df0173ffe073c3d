//! Depth-first proof-number search (df-pn): it always looks where the fewest positions seem to be left to prove or to
//! rule out, and so finds long wins by threats that no search to a fixed depth gets to. Wins need not be the shortest.
//! Touches only the prover.

use halfboard_rules::game::Game;

use super::facts::{INFINITE, NEVER, Numbers};
use super::prover::{Child, Prover, longer};
use crate::evaluate::Evaluate;

impl<G: Evaluate> Prover<'_, G> {
    /// Searches an open position until one of its numbers reaches its threshold, or a limit is reached.
    pub(super) fn probe(&mut self, node: &Child<G>, plies: u8, proof_most: u32, disproof_most: u32) -> Numbers {
        let before = self.nodes;
        let own = self.game.turn(&node.position).team() == self.team;
        let mut children = self.spare.pop().unwrap_or_default();
        let settled = self.expand(&node.position, own, plies, &mut children);
        // Seen from the side to move: it needs one child for `any`, and the other side needs all for `all`.
        let (any_most, all_most) = if own { (proof_most, disproof_most) } else { (disproof_most, proof_most) };
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
            // A little more than what makes the second best the best, so that there is less going to and fro.
            let any_below = any_most.min(sums.second.saturating_add(1 + sums.second / 4));
            let all_below = all_most - (sums.all - sums.all_of_best);
            let (proof, disproof) = if own { (any_below, all_below) } else { (all_below, any_below) };
            let numbers = self.probe(&children[sums.best], plies - 1, proof, disproof);
            children[sums.best].numbers = numbers;
        };
        children.clear();
        self.spare.push(children);
        self.facts.keep(node.key, plies, found, self.nodes - before + 1);
        found
    }
}

/// What the children of a position come to, seen from the side to move there.
struct Sums {
    /// What the easiest child takes.
    any: u32,
    /// What the second easiest takes.
    second: u32,
    /// What all children together take.
    all: u32,
    /// Which child is the easiest.
    best: usize,
    /// Its part in `all`.
    all_of_best: u32,
    /// Plies of the children that settle the position for the side to move; the fewest and the most of all.
    least: u8,
    most: u8,
}

impl Sums {
    fn of<G: Game>(children: &[Child<G>], own: bool) -> Self {
        let mut sums = Sums { any: INFINITE, second: INFINITE, all: 0, best: 0, all_of_best: 0, least: NEVER, most: 0 };
        for (index, child) in children.iter().enumerate() {
            let Numbers { proof, disproof, plies } = child.numbers;
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

    fn solved(&self, own: bool) -> Option<Numbers> {
        match (self.any, self.all, own) {
            (0, _, true) => Some(Numbers::won(longer(self.least))),
            (0, _, false) => Some(Numbers::ruled_out(longer(self.least))),
            (_, 0, true) => Some(Numbers::ruled_out(longer(self.least))),
            (_, 0, false) => Some(Numbers::won(longer(self.most))),
            _ => None,
        }
    }

    fn open(&self, own: bool, plies: u8) -> Numbers {
        let (proof, disproof) = if own { (self.any, self.all) } else { (self.all, self.any) };
        Numbers { proof, disproof, plies }
    }
}
