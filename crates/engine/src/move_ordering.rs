//! Move ordering: urgent moves, killer moves, the countermove, and the history heuristic.

use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicI32, AtomicU32};

/// Number of hash buckets for moves of any game; a rare collision only blurs the order.
const BUCKETS: usize = 4096;
const KILLERS: usize = 2;
const MAX_PLY: usize = 128;

/// Statistics about moves: killers of one thread, and countermoves and history of all threads of a search, without which
/// threads would reduce the same move differently and could not use each other's results.
pub(crate) struct MoveHistory<M> {
    killers: Vec<[MoveId; KILLERS]>,
    counters: Arc<[AtomicU32]>,
    history: Arc<[AtomicI32]>,
    moves: PhantomData<M>,
}

/// A hash of a move, cheaper to compare than the move itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct MoveId(u32);

impl MoveId {
    /// No move.
    const NONE: MoveId = MoveId(0);

    #[inline]
    fn new<M: Hash>(mv: &M) -> Self {
        let mut hasher = MoveHasher(0);
        mv.hash(&mut hasher);
        // The lowest bit tells moves from none.
        MoveId((hasher.finish() >> 32) as u32 | 1)
    }

    #[inline]
    fn bucket(self) -> usize {
        self.0 as usize >> 20
    }
}

/// A hasher for moves, which are a few small numbers: concatenates them and multiplies once (Fibonacci hashing).
struct MoveHasher(u64);

impl Hasher for MoveHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u8(byte);
        }
    }

    fn write_u8(&mut self, byte: u8) {
        self.0 = self.0.rotate_left(7) ^ u64::from(byte);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u8(number as u8);
    }

    fn finish(&self) -> u64 {
        self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

/// Limit of a history score.
const MAX_HISTORY: i32 = 16_384;

impl<M: Hash> MoveHistory<M> {
    pub(crate) fn new() -> Self {
        MoveHistory {
            killers: vec![[MoveId::NONE; KILLERS]; MAX_PLY],
            counters: std::iter::repeat_with(AtomicU32::default).take(BUCKETS).collect(),
            history: std::iter::repeat_with(AtomicI32::default).take(2 * BUCKETS).collect(),
            moves: PhantomData,
        }
    }

    /// Returns statistics for another thread or search, with the same killers at first.
    pub(crate) fn share(&self) -> Self {
        MoveHistory {
            killers: self.killers.clone(),
            counters: Arc::clone(&self.counters),
            history: Arc::clone(&self.history),
            moves: PhantomData,
        }
    }

    fn history_entry(&self, id: MoveId, side: usize) -> &AtomicI32 {
        &self.history[side * BUCKETS + id.bucket()]
    }

    /// Returns the rank of a move. Urgent moves come before killers, killers before the rest.
    #[inline]
    pub(crate) fn rank(&self, mv: M, urgency: i32, ply: usize, side: usize, counter: MoveId) -> i32 {
        let id = MoveId::new(&mv);
        let killers = &self.killers[ply % MAX_PLY];
        let bonus = if killers[0] == id {
            60_000
        } else if killers[1] == id {
            50_000
        } else if counter == id {
            40_000
        } else {
            0
        };
        urgency * 1000 + bonus + self.history_entry(id, side).load(Relaxed)
    }

    /// Returns the countermove: the one that refuted the previous move before.
    pub(crate) fn counter(&self, last: Option<M>) -> MoveId {
        last.map_or(MoveId::NONE, |last| MoveId(self.counters[MoveId::new(&last).bucket()].load(Relaxed)))
    }

    /// Returns the history score of a move, from −1 to 1.
    #[inline]
    pub(crate) fn history_score(&self, mv: M, side: usize) -> f32 {
        self.history_entry(MoveId::new(&mv), side).load(Relaxed) as f32 / MAX_HISTORY as f32
    }

    /// Records that a move caused a beta cutoff, and that those tried before it did not.
    pub(crate) fn update(
        &mut self,
        mv: M,
        tried: impl Iterator<Item = M>,
        depth: i32,
        ply: usize,
        side: usize,
        last: Option<M>,
    ) {
        let id = MoveId::new(&mv);
        let killers = &mut self.killers[ply % MAX_PLY];
        if killers[0] != id {
            *killers = [id, killers[0]];
        }
        if let Some(last) = last {
            self.counters[MoveId::new(&last).bucket()].store(id.0, Relaxed);
        }
        let bonus = (depth * depth * 16).min(2000);
        self.adjust(id, bonus, side);
        for other in tried {
            self.adjust(MoveId::new(&other), -bonus, side);
        }
    }

    /// Prepares the statistics of a search for that of the player's next turn, two plies later, in which they count half.
    pub(crate) fn age(&mut self) {
        self.killers.rotate_left(2);
        self.history.iter().for_each(|entry| entry.store(entry.load(Relaxed) / 2, Relaxed));
    }

    fn adjust(&self, id: MoveId, bonus: i32, side: usize) {
        // History gravity: the update shrinks near the limit, so the score never leaves its range. Threads may lose
        // each other's updates, which matters little.
        let entry = self.history_entry(id, side);
        let old = entry.load(Relaxed);
        entry.store(old + bonus - old * bonus.abs() / MAX_HISTORY, Relaxed);
    }
}
