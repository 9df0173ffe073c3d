//! Move ordering: urgent moves, killer moves, the countermove, and the history heuristic.

use std::hash::{Hash, Hasher};

/// Number of hash buckets for moves of any game; a rare collision only blurs the order.
const BUCKETS: usize = 4096;
const KILLERS: usize = 2;
const MAX_PLY: usize = 128;

/// Statistics about moves for one thread: killers, countermoves and history.
pub(crate) struct MoveHistory<M> {
    killers: Vec<[Option<M>; KILLERS]>,
    counters: Vec<Option<M>>,
    history: Vec<i32>,
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

fn bucket<M: Hash>(mv: &M) -> usize {
    let mut hasher = MoveHasher(0);
    mv.hash(&mut hasher);
    (hasher.finish() >> 52) as usize % BUCKETS
}

/// Limit of a history score.
const MAX_HISTORY: i32 = 16_384;

impl<M: Copy + Eq + Hash> MoveHistory<M> {
    pub(crate) fn new() -> Self {
        MoveHistory {
            killers: vec![[None; KILLERS]; MAX_PLY],
            counters: vec![None; BUCKETS],
            history: vec![0; 2 * BUCKETS],
        }
    }

    /// Returns the rank of a move. Urgent moves come before killers, killers before the rest.
    #[inline]
    pub(crate) fn rank(&self, mv: M, urgency: i32, ply: usize, side: usize, counter: Option<M>) -> i32 {
        let killers = &self.killers[ply % MAX_PLY];
        let bonus = if killers[0] == Some(mv) {
            60_000
        } else if killers[1] == Some(mv) {
            50_000
        } else if counter == Some(mv) {
            40_000
        } else {
            0
        };
        urgency * 1000 + bonus + self.history[side * BUCKETS + bucket(&mv)]
    }

    /// Returns the countermove: the one that refuted the previous move before.
    pub(crate) fn counter(&self, last: Option<M>) -> Option<M> {
        self.counters[bucket(&last?)]
    }

    /// Returns the history score of a move, from −1 to 1.
    #[inline]
    pub(crate) fn history_score(&self, mv: M, side: usize) -> f32 {
        self.history[side * BUCKETS + bucket(&mv)] as f32 / MAX_HISTORY as f32
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
        let killers = &mut self.killers[ply % MAX_PLY];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(last) = last {
            self.counters[bucket(&last)] = Some(mv);
        }
        let bonus = (depth * depth * 16).min(2000);
        self.adjust(mv, bonus, side);
        for other in tried {
            self.adjust(other, -bonus, side);
        }
    }

    fn adjust(&mut self, mv: M, bonus: i32, side: usize) {
        // History gravity: the update shrinks near the limit, so the score never leaves its range.
        let entry = &mut self.history[side * BUCKETS + bucket(&mv)];
        *entry += bonus - *entry * bonus.abs() / MAX_HISTORY;
    }
}
