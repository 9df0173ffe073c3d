//! The transposition table, shared by threads without locks.
//!
//! A slot is two words: the data, and the key xor the data. After a torn write the two disagree and the probe misses
//! (Hyatt and Mann, "A lockless transposition-table implementation", 2002). A move is stored as its index in generation
//! order, which needs no packing and is legal even after a key collision.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::limits::OutOfMemory;
use crate::simd::prefetch;
use crate::value::{PROVEN_WIN, Score};

/// How a stored score bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true score.
    Exact,
    /// A lower bound.
    Lower,
    /// An upper bound.
    Upper,
}

/// What the table stores about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableEntry {
    pub(crate) score: Score,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    /// Whether the score depends on no estimate.
    pub(crate) proven: bool,
    /// The index of the best move in generation order.
    pub(crate) best_index: u16,
}

#[derive(Default)]
struct TableSlot {
    check: AtomicU64,
    data: AtomicU64,
}

/// A transposition table.
pub(crate) struct TranspositionTable {
    slots: Vec<TableSlot>,
    generation: u8,
}

/// Number of slots of the smallest table.
const MIN_SLOTS: usize = 64;

const SCORE_BITS: u32 = 24;
const SCORE_OFFSET: i64 = 1 << (SCORE_BITS - 1);
// So few bits that the most significant byte of the data is zero, which prefetching relies on.
const GENERATION_MASK: u8 = 0x1f;

fn pack(entry: TableEntry, generation: u8) -> u64 {
    let score = (i64::from(entry.score) + SCORE_OFFSET) as u64;
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    score
        | u64::from(entry.depth) << 24
        | u64::from(entry.best_index) << 32
        | bound << 48
        | u64::from(entry.proven) << 50
        | u64::from(generation & GENERATION_MASK) << 51
}

fn unpack(data: u64) -> Option<TableEntry> {
    let bound = match data >> 48 & 3 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        3 => Bound::Upper,
        _ => return None,
    };
    Some(TableEntry {
        score: ((data & ((1 << SCORE_BITS) - 1)) as i64 - SCORE_OFFSET) as Score,
        depth: (data >> 24) as u8,
        bound,
        proven: data >> 50 & 1 == 1,
        best_index: (data >> 32) as u16,
    })
}

impl TranspositionTable {
    /// Creates a table of a size in mebibytes; size 0 still has a few slots.
    ///
    /// # Errors
    ///
    /// Fails if the memory cannot be allocated.
    pub(crate) fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        let mut slots = reserve(mebibytes)?;
        slots.extend((0..slots.capacity()).map(|_| TableSlot::default()));
        Ok(TranspositionTable { slots, generation: 0 })
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        self.slots.iter_mut().for_each(|slot| *slot = TableSlot::default());
        self.generation = 0;
    }

    /// Starts a new generation, whose entries may overwrite older ones.
    pub(crate) fn advance_generation(&mut self) {
        self.generation = (self.generation + 1) & GENERATION_MASK;
    }

    #[inline]
    fn slot(&self, key: u64) -> &TableSlot {
        &self.slots[slot_index(key, self.slots.len())]
    }

    /// Fetches the slot of a key into the cache, which a probe soon after would wait for.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(&self.slot(key).data);
    }

    /// Returns the entry of a key, with decided scores relative to the root `ply` plies above.
    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: u32) -> Option<TableEntry> {
        let slot = self.slot(key);
        let data = slot.data.load(Ordering::Relaxed);
        if slot.check.load(Ordering::Relaxed) ^ data != key {
            return None;
        }
        let mut entry = unpack(data)?;
        entry.score = from_node(entry.score, ply);
        Some(entry)
    }

    /// Stores an entry, unless the slot holds a deeper one of this generation.
    #[inline]
    pub(crate) fn store(&self, key: u64, ply: u32, entry: TableEntry) {
        let slot = self.slot(key);
        let old = slot.data.load(Ordering::Relaxed);
        let same = slot.check.load(Ordering::Relaxed) ^ old == key;
        let old_generation = (old >> 51) as u8 & GENERATION_MASK;
        let old_depth = (old >> 24) as u8;
        if !same && old != 0 && old_generation == self.generation && old_depth > entry.depth {
            return;
        }
        let data = pack(TableEntry { score: to_node(entry.score, ply), ..entry }, self.generation);
        slot.check.store(key ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }

    /// Returns how full the table is with entries of this generation, in permille, from a sample.
    pub(crate) fn hashfull(&self) -> u32 {
        let sample = &self.slots[..self.slots.len().min(1000)];
        let used = sample.iter().map(|slot| slot.data.load(Ordering::Relaxed));
        let current = used.filter(|&data| data != 0 && (data >> 51) as u8 & GENERATION_MASK == self.generation).count();
        (current * 1000 / sample.len()) as u32
    }
}

/// Returns the slot of a key: the high bits of the product, which spread keys over any number of slots.
#[inline]
fn slot_index(key: u64, slots: usize) -> usize {
    #[cfg(target_pointer_width = "64")]
    let index = (u128::from(key) * slots as u128) >> 64;
    // The same from two products of 64 bits, since the number has only 32.
    #[cfg(not(target_pointer_width = "64"))]
    let index = {
        let slots = slots as u64;
        ((key >> 32) * slots + (((key & u64::from(u32::MAX)) * slots) >> 32)) >> 32
    };
    index as usize
}

/// Allocates the slots.
fn reserve(mebibytes: usize) -> Result<Vec<TableSlot>, OutOfMemory> {
    let none = OutOfMemory { mebibytes };
    let slots = mebibytes.checked_mul((1 << 20) / size_of::<TableSlot>()).ok_or(none)?;
    let mut room = Vec::new();
    room.try_reserve_exact(slots.max(MIN_SLOTS)).map_err(|_| none)?;
    Ok(room)
}

/// Converts a score relative to the root to one relative to the node, as stored. Only decided scores depend on the ply.
fn to_node(score: Score, ply: u32) -> Score {
    match score {
        _ if score >= PROVEN_WIN => score + ply as Score,
        _ if score <= -PROVEN_WIN => score - ply as Score,
        _ => score,
    }
}

fn from_node(score: Score, ply: u32) -> Score {
    match score {
        _ if score >= PROVEN_WIN => score - ply as Score,
        _ if score <= -PROVEN_WIN => score + ply as Score,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::OutOfMemory;
    use crate::value::WIN;

    #[test]
    fn entries_come_back_as_they_went_in() {
        let table = TranspositionTable::new(1).expect("a small table can be allocated");
        for (score, bound) in
            [(0, Bound::Exact), (-345, Bound::Lower), (WIN - 7, Bound::Exact), (7 - WIN, Bound::Upper)]
        {
            let entry = TableEntry { score, depth: 9, bound, proven: score == 0, best_index: 14_656 };
            table.store(0xdead_beef, 3, entry);
            table.prefetch(0xdead_beef);
            assert_eq!(table.probe(0xdead_beef, 3), Some(entry));
            assert_eq!(table.probe(0xdead_bee0, 3), None);
        }
    }

    #[test]
    fn the_byte_that_prefetching_writes_is_unused() {
        let bounds = [Bound::Exact, Bound::Lower, Bound::Upper];
        let entries =
            bounds.map(|bound| TableEntry { score: WIN, depth: 255, bound, proven: true, best_index: u16::MAX });
        assert!(entries.iter().all(|&entry| pack(entry, u8::MAX) >> 56 == 0));
    }

    #[test]
    fn a_win_is_nearer_the_later_it_is_met() {
        let table = TranspositionTable::new(0).expect("a small table can be allocated");
        let entry = TableEntry { score: WIN - 7, depth: 1, bound: Bound::Exact, proven: true, best_index: 0 };
        table.store(1, 3, entry);
        assert_eq!(table.probe(1, 5).map(|entry| entry.score), Some(WIN - 9));
    }

    #[test]
    fn memory_that_cannot_be_had_is_an_error_and_no_end_of_the_program() {
        for mebibytes in [1 << 27, usize::MAX] {
            assert_eq!(TranspositionTable::new(mebibytes).err(), Some(OutOfMemory { mebibytes }));
        }
        assert_eq!(TranspositionTable::new(2).map(|table| table.slots.len() * size_of::<TableSlot>()), Ok(2 << 20));
        assert_eq!(TranspositionTable::new(0).map(|table| table.slots.len()), Ok(MIN_SLOTS));
    }
}
