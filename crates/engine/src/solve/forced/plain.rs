//! One move after the other, to the end of the question: the surest way to rule a short win out, and so to know the
//! shortest. Moves that settled something at the same ply come first, then what is estimated best for the side to move.
//! Touches only the prover.

use super::facts::{NEVER, Numbers};
use super::prover::{Child, Prover, longer};
use crate::evaluate::Evaluate;

impl<G: Evaluate> Prover<'_, G> {
    /// Answers a question about an open position, so many plies from the root; nothing when a limit is reached.
    pub(super) fn plain(&mut self, node: &Child<G>, plies: u8, ply: usize) -> Option<Numbers> {
        let before = self.nodes;
        let own = self.game.turn(&node.position).team() == self.team;
        let mut children = self.spare.pop().unwrap_or_default();
        let found = match self.expand(&node.position, own, plies, &mut children) {
            Some(found) => Some(found),
            None => {
                let killers = self.killers[ply];
                children.sort_by_key(|child| {
                    let Numbers { proof, disproof, .. } = child.numbers;
                    let (effort, gain) = if own { (proof, disproof) } else { (disproof, proof) };
                    (!killers.contains(&child.mv), i64::from(effort) - i64::from(gain))
                });
                self.in_turn(&children, own, plies, ply)
            }
        };
        children.clear();
        self.spare.push(children);
        let found = found?;
        self.facts.keep(node.key, plies, found, self.nodes - before + 1);
        Some(found)
    }

    /// What the children come to, looked at in their order.
    fn in_turn(&mut self, children: &[Child<G>], own: bool, plies: u8, ply: usize) -> Option<Numbers> {
        let (mut least, mut most) = (NEVER, 0);
        for child in children {
            if self.stopped {
                return None;
            }
            // Another child may have led to the same position meanwhile.
            let known = self.known(child, plies - 1);
            let found = if known.is_solved() { known } else { self.plain(child, plies - 1, ply + 1)? };
            if (found.proof == 0) == own {
                let killers = &mut self.killers[ply];
                if !killers.contains(&child.mv) {
                    *killers = [child.mv, killers[0]];
                }
                let plies = longer(found.plies);
                return Some(if own { Numbers::won(plies) } else { Numbers::ruled_out(plies) });
            }
            (least, most) = (least.min(found.plies), most.max(found.plies));
        }
        Some(if own { Numbers::ruled_out(longer(least)) } else { Numbers::won(longer(most)) })
    }
}
