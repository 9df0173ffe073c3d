//! How threads share the work of a search: a simplified form of ABDADA.
//!
//! All threads search the same tree and meet in the transposition table. A thread defers a move that another one is
//! searching, takes over a better lower bound that another one has found in a node of the principal variation, and
//! leaves a node that another one has solved.
//!
//! Sources: Tom Kerrigan, *Simplified ABDADA* (2017), after Jean-Christophe Weill, *The ABDADA Distributed Minimax Search
//! Algorithm* (1996).

use std::sync::atomic::{AtomicU64, Ordering};

use super::worker::Worker;
use crate::games::EngineGame;
use crate::transposition_table::{Bound, TableEntry};
use crate::value::{Score, Scored};

/// Number of sets of moves, a power of two.
const SETS: usize = 1 << 13;
/// Number of moves in a set.
const WAYS: usize = 4;
/// Depth in plies from which work is shared. Below it, sharing costs more than it saves.
const MIN_SHARED_DEPTH: i32 = 4;

/// A hash set of the moves that threads are searching. A set that is full forgets a move, which is then searched twice.
pub(super) struct BusyMoves {
    sets: Box<[[AtomicU64; WAYS]]>,
}

impl BusyMoves {
    pub(super) fn new() -> Self {
        BusyMoves { sets: std::iter::repeat_with(Default::default).take(SETS).collect() }
    }

    fn set(&self, move_key: u64) -> &[AtomicU64; WAYS] {
        &self.sets[move_key as usize % SETS]
    }

    fn contains(&self, move_key: u64) -> bool {
        self.set(move_key).iter().any(|slot| slot.load(Ordering::Relaxed) == move_key)
    }

    fn insert(&self, move_key: u64) {
        let set = self.set(move_key);
        let free = set.iter().find(|slot| [0, move_key].contains(&slot.load(Ordering::Relaxed)));
        free.unwrap_or(&set[0]).store(move_key, Ordering::Relaxed);
    }

    fn remove(&self, move_key: u64) {
        for slot in self.set(move_key) {
            if slot.load(Ordering::Relaxed) == move_key {
                slot.store(0, Ordering::Relaxed);
            }
        }
    }
}

/// The numbers of a node's moves in the order in which a thread searches them: first to last, then the deferred ones.
pub(super) struct MoveQueue {
    next: usize,
    end: usize,
    deferred: Vec<usize>,
    retried: usize,
}

impl MoveQueue {
    pub(super) fn new(moves: usize) -> Self {
        MoveQueue { next: 0, end: moves, deferred: Vec::new(), retried: 0 }
    }

    /// Returns the number of the next move.
    pub(super) fn pop(&mut self) -> Option<usize> {
        if self.next < self.end {
            self.next += 1;
            return Some(self.next - 1);
        }
        let number = self.deferred.get(self.retried).copied()?;
        self.retried += 1;
        Some(number)
    }

    /// Returns whether the last number was deferred before.
    pub(super) fn is_retry(&self) -> bool {
        self.retried > 0
    }

    /// Puts a number behind all that have not been deferred.
    pub(super) fn defer(&mut self, number: usize) {
        self.deferred.push(number);
    }

    /// Drops the numbers that have not been popped yet; the deferred ones remain.
    pub(super) fn skip_rest(&mut self) {
        self.end = self.next;
    }
}

/// What a thread does with a move.
pub(super) enum Claim {
    /// Search it, and release it afterwards if the other threads know of it.
    Search(Option<u64>),
    /// Defer it: another thread is searching it.
    Defer,
}

/// A node outside the principal variation that this thread is searching, and another one may solve.
pub(super) struct OpenNode {
    pub(super) key: u64,
    pub(super) ply: u32,
    pub(super) depth: i32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl<G: EngineGame> Worker<'_, G> {
    /// Returns whether other threads share the work of a node.
    pub(super) fn is_shared(&self, depth: i32) -> bool {
        self.shared.busy_moves.is_some() && depth >= MIN_SHARED_DEPTH
    }

    /// Claims a move, given by its index in generation order. The first move of a node is for all threads at once, as it
    /// decides how the others are searched.
    pub(super) fn claim(&self, key: u64, index: u16, depth: i32, tried: usize, queue: &mut MoveQueue) -> Claim {
        let Some(busy) = self.shared.busy_moves.as_ref().filter(|_| self.is_shared(depth) && tried > 0) else {
            return Claim::Search(None);
        };
        let move_key = key ^ (u64::from(index) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        if !queue.is_retry() && busy.contains(move_key) {
            queue.defer(tried);
            return Claim::Defer;
        }
        busy.insert(move_key);
        Claim::Search(Some(move_key))
    }

    /// Releases a claimed move.
    pub(super) fn release(&self, move_key: Option<u64>) {
        if let Some((busy, move_key)) = self.shared.busy_moves.as_ref().zip(move_key) {
            busy.remove(move_key);
        }
    }

    /// Stores a lower bound that other threads can take over before this one has searched the whole node.
    pub(super) fn publish_lower_bound(&self, key: u64, ply: u32, depth: i32, found: Scored, best_index: u16) {
        if self.is_shared(depth) {
            let Scored { score, proven } = found;
            let entry = TableEntry { score, depth: depth.min(254) as u8, bound: Bound::Lower, proven, best_index };
            self.shared.table.store(key ^ self.shared.key_mask, ply, entry);
        }
    }

    /// Returns the entry of a node of the principal variation if it has a better lower bound than this thread knows.
    pub(super) fn better_lower_bound(
        &self,
        key: u64,
        ply: u32,
        depth: i32,
        alpha: Score,
        beta: Score,
    ) -> Option<TableEntry> {
        if !self.is_shared(depth) {
            return None;
        }
        let entry = self.shared.table.probe(key ^ self.shared.key_mask, ply)?;
        let is_bound = entry.bound != Bound::Upper && self.is_deep_enough(&entry, depth);
        (is_bound && entry.score > alpha && entry.score < beta).then_some(entry)
    }

    /// Leaves the search of a node that another thread has solved, if there is one on the path.
    pub(super) fn leave_solved_node(&mut self) {
        let solved = self.open_nodes.iter().find_map(|node| {
            let entry = self.shared.table.probe(node.key ^ self.shared.key_mask, node.ply)?;
            Some((node.ply, self.table_cutoff(&entry, node.depth, node.alpha, node.beta)?))
        });
        if solved.is_some() {
            (self.stopped, self.solved) = (true, solved);
        }
    }

    /// Returns the score of a node that has been left because another thread has solved it, and resumes the search.
    pub(super) fn take_solved(&mut self, ply: u32) -> Option<Scored> {
        let (_, scored) = self.solved.take_if(|(solved, _)| *solved == ply)?;
        self.stopped = false;
        Some(scored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deferred_moves_come_last_and_only_once_more() {
        let mut queue = MoveQueue::new(5);
        let mut popped = Vec::new();
        while let Some(number) = queue.pop() {
            popped.push((number, queue.is_retry()));
            if [1, 2].contains(&number) && !queue.is_retry() {
                queue.defer(number);
            }
            if number == 3 {
                queue.skip_rest();
            }
        }
        assert_eq!(popped, [(0, false), (1, false), (2, false), (3, false), (1, true), (2, true)]);
    }

    #[test]
    fn busy_moves_are_those_inserted_and_not_removed() {
        let busy = BusyMoves::new();
        let keys: Vec<u64> = (1..=3).map(|number| number * SETS as u64 + 7).collect();
        keys.iter().for_each(|&key| busy.insert(key));
        assert!(keys.iter().all(|&key| busy.contains(key)));
        busy.remove(keys[1]);
        assert_eq!(keys.iter().map(|&key| busy.contains(key)).collect::<Vec<_>>(), [true, false, true]);
        // A set has room for a few moves: one of these is forgotten.
        (4..=7).for_each(|number| busy.insert(number * SETS as u64 + 7));
        assert!(busy.contains(7 * SETS as u64 + 7));
    }
}
