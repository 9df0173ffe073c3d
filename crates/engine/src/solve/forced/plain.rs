//! Depth-first search of a query, one move after the other: the surest way to rule out a short win, and so to know the
//! shortest. Killer moves come first, then moves by evaluation.

use super::proof_table::{NEVER, ProofNumbers};
use super::prover::{Child, Prover, longer};
use crate::games::EngineGame;

impl<G: EngineGame> Prover<'_, G> {
    /// Solves an open node `ply` plies from the root; returns `None` if a limit is reached.
    pub(super) fn plain(&mut self, node: &Child<G>, plies: u8, ply: usize) -> Option<ProofNumbers> {
        let before = self.nodes;
        let own = self.game.turn(&node.position).team() == self.team;
        let mut children = self.spare.pop().unwrap_or_default();
        let found = match self.expand(&node.position, own, plies, &mut children) {
            Some(found) => Some(found),
            None => {
                let killers = self.killers[ply];
                children.sort_by_key(|child| {
                    let ProofNumbers { proof, disproof, .. } = child.numbers;
                    let (effort, gain) = if own { (proof, disproof) } else { (disproof, proof) };
                    (!killers.contains(&child.mv), i64::from(effort) - i64::from(gain))
                });
                self.in_turn(&children, own, plies, ply)
            }
        };
        children.clear();
        self.spare.push(children);
        let found = found?;
        self.shared.table.store(node.key, found, self.nodes - before + 1);
        Some(found)
    }

    /// Solves the children in their order.
    fn in_turn(&mut self, children: &[Child<G>], own: bool, plies: u8, ply: usize) -> Option<ProofNumbers> {
        let (mut least, mut most) = (NEVER, 0);
        for child in children {
            if self.stopped {
                return None;
            }
            // A sibling may have led to the same position meanwhile.
            let known = self.known(child, plies - 1);
            let found = if known.is_solved() { known } else { self.plain(child, plies - 1, ply + 1)? };
            if (found.proof == 0) == own {
                let killers = &mut self.killers[ply];
                if !killers.contains(&child.mv) {
                    *killers = [child.mv, killers[0]];
                }
                let plies = longer(found.plies);
                return Some(if own { ProofNumbers::won(plies) } else { ProofNumbers::ruled_out(plies) });
            }
            (least, most) = (least.min(found.plies), most.max(found.plies));
        }
        Some(if own { ProofNumbers::ruled_out(longer(least)) } else { ProofNumbers::won(longer(most)) })
    }
}
