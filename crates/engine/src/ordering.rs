//! Which moves to try first: the table's, urgent ones, killers, the counter to the last move, and what has worked before.

use std::hash::{Hash, Hasher};

/// Moves by a hash of themselves: any game's moves fit, and a rare collision only blurs the order.
const BUCKETS: usize = 4096;
const KILLERS: usize = 2;
const PLIES: usize = 128;

/// What a thread has learnt about moves.
pub(crate) struct Experience<M> {
    killers: Vec<[Option<M>; KILLERS]>,
    counters: Vec<Option<M>>,
    history: Vec<i32>,
}

/// A hasher for moves, which are a few small numbers: they are laid side by side and multiplied once.
struct Mixer(u64);

impl Hasher for Mixer {
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
    let mut mixer = Mixer(0);
    mv.hash(&mut mixer);
    (mixer.finish() >> 52) as usize % BUCKETS
}

/// The most that history alone is worth.
const HISTORY_MOST: i32 = 16_384;

impl<M: Copy + Eq + Hash> Experience<M> {
    pub(crate) fn new() -> Self {
        Experience {
            killers: vec![[None; KILLERS]; PLIES],
            counters: vec![None; BUCKETS],
            history: vec![0; 2 * BUCKETS],
        }
    }

    /// How promising a move looks. Urgent moves come before killers, killers before the rest.
    #[inline]
    pub(crate) fn rank(&self, mv: M, urgency: i32, ply: usize, side: usize, counter: Option<M>) -> i32 {
        let killers = &self.killers[ply % PLIES];
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

    /// The move that has refuted the last one before.
    pub(crate) fn counter(&self, last: Option<M>) -> Option<M> {
        self.counters[bucket(&last?)]
    }

    /// What the history says of a move, from −1 to 1.
    #[inline]
    pub(crate) fn record(&self, mv: M, side: usize) -> f32 {
        self.history[side * BUCKETS + bucket(&mv)] as f32 / HISTORY_MOST as f32
    }

    /// Learns that a move refuted the position, and that those tried before it did not.
    pub(crate) fn learn(
        &mut self,
        mv: M,
        tried: impl Iterator<Item = M>,
        depth: i32,
        ply: usize,
        side: usize,
        last: Option<M>,
    ) {
        let killers = &mut self.killers[ply % PLIES];
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
        // Pulled towards the bonus the more, the further away it is: so it never leaves its range.
        let entry = &mut self.history[side * BUCKETS + bucket(&mv)];
        *entry += bonus - *entry * bonus.abs() / HISTORY_MOST;
    }
}
