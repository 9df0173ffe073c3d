//! The transposition table: what was found out about positions, shared by threads without locks.
//!
//! A slot is two words, the key mixed with the data and the data. A torn write makes the two disagree and is simply not
//! found (Hyatt and Mann's trick). A move is stored as its number in the order of generation, which needs no packing and
//! is always legal, whatever a collision puts there.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::value::{PROVEN_WIN, Score};

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is the score.
    Exact,
    /// It is at least that.
    Lower,
    /// It is at most that.
    Upper,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) score: Score,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    /// Whether no estimate went into the score.
    pub(crate) proven: bool,
    /// The number of the best move in the order of generation.
    pub(crate) best: u16,
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// The table.
pub struct Table {
    slots: Vec<Slot>,
    age: u8,
}

/// So much memory for a table cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMemory {
    /// What was asked for.
    pub mebibytes: usize,
}

impl fmt::Display for NoMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} MiB of memory for the search cannot be had; less may do", self.mebibytes)
    }
}

impl std::error::Error for NoMemory {}

/// The slots of the smallest table.
const FEWEST: usize = 64;

const SCORE_BITS: u32 = 24;
const SCORE_OFFSET: i64 = 1 << (SCORE_BITS - 1);
const AGE_MASK: u8 = 0x3f;

fn pack(entry: Entry, age: u8) -> u64 {
    let score = (i64::from(entry.score) + SCORE_OFFSET) as u64;
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    score
        | u64::from(entry.depth) << 24
        | u64::from(entry.best) << 32
        | bound << 48
        | u64::from(entry.proven) << 50
        | u64::from(age & AGE_MASK) << 51
}

fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 48 & 3 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        3 => Bound::Upper,
        _ => return None,
    };
    Some(Entry {
        score: ((data & ((1 << SCORE_BITS) - 1)) as i64 - SCORE_OFFSET) as Score,
        depth: (data >> 24) as u8,
        bound,
        proven: data >> 50 & 1 == 1,
        best: (data >> 32) as u16,
    })
}

impl Table {
    /// A table of so many mebibytes; at least a few slots, also for 0.
    pub fn new(mebibytes: usize) -> Result<Self, NoMemory> {
        let mut slots = reserve(mebibytes)?;
        slots.extend((0..slots.capacity()).map(|_| Slot::default()));
        Ok(Table { slots, age: 0 })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.iter_mut().for_each(|slot| *slot = Slot::default());
        self.age = 0;
    }

    /// How many searches ago the table was new, up to a few dozen.
    pub(crate) fn age(&self) -> u8 {
        self.age
    }

    /// Lets what is in the table grow old, so that a new search may overwrite it.
    pub(crate) fn next_search(&mut self) {
        self.age = (self.age + 1) & AGE_MASK;
    }

    #[inline]
    fn slot(&self, key: u64) -> &Slot {
        // The high bits of a product spread keys over any number of slots.
        let index = (u128::from(key) * self.slots.len() as u128) >> 64;
        &self.slots[index as usize]
    }

    /// What is known about the position with this key, with decided scores counted from `ply`.
    #[inline]
    pub(crate) fn get(&self, key: u64, ply: u32) -> Option<Entry> {
        let slot = self.slot(key);
        let data = slot.data.load(Ordering::Relaxed);
        if slot.check.load(Ordering::Relaxed) ^ data != key {
            return None;
        }
        let mut entry = unpack(data)?;
        entry.score = from_node(entry.score, ply);
        Some(entry)
    }

    /// Stores what was found out, unless the slot holds something deeper from this search.
    #[inline]
    pub(crate) fn put(&self, key: u64, ply: u32, entry: Entry) {
        let slot = self.slot(key);
        let old = slot.data.load(Ordering::Relaxed);
        let same = slot.check.load(Ordering::Relaxed) ^ old == key;
        let old_age = (old >> 51) as u8 & AGE_MASK;
        let old_depth = (old >> 24) as u8;
        if !same && old != 0 && old_age == self.age && old_depth > entry.depth {
            return;
        }
        let data = pack(Entry { score: to_node(entry.score, ply), ..entry }, self.age);
        slot.check.store(key ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }

    /// How full the table is with this search's entries, in thousandths, from a sample.
    pub fn full(&self) -> u32 {
        let sample = &self.slots[..self.slots.len().min(1000)];
        let used = sample.iter().map(|slot| slot.data.load(Ordering::Relaxed));
        let current = used.filter(|&data| data != 0 && (data >> 51) as u8 & AGE_MASK == self.age).count();
        (current * 1000 / sample.len()) as u32
    }
}

/// Room for the slots of a table.
fn reserve(mebibytes: usize) -> Result<Vec<Slot>, NoMemory> {
    let none = NoMemory { mebibytes };
    let slots = mebibytes.checked_mul((1 << 20) / size_of::<Slot>()).ok_or(none)?;
    let mut room = Vec::new();
    room.try_reserve_exact(slots.max(FEWEST)).map_err(|_| none)?;
    Ok(room)
}

/// Decided scores count plies from the root of the search; in the table, from the position itself.
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
    use crate::value::WIN;

    #[test]
    fn entries_come_back_as_they_went_in() {
        let table = Table::new(1).expect("a small table can be had");
        for (score, bound) in
            [(0, Bound::Exact), (-345, Bound::Lower), (WIN - 7, Bound::Exact), (7 - WIN, Bound::Upper)]
        {
            let entry = Entry { score, depth: 9, bound, proven: score == 0, best: 14_656 };
            table.put(0xdead_beef, 3, entry);
            assert_eq!(table.get(0xdead_beef, 3), Some(entry));
            assert_eq!(table.get(0xdead_bee0, 3), None);
        }
    }

    #[test]
    fn a_win_is_nearer_the_later_it_is_met() {
        let table = Table::new(0).expect("a small table can be had");
        let entry = Entry { score: WIN - 7, depth: 1, bound: Bound::Exact, proven: true, best: 0 };
        table.put(1, 3, entry);
        assert_eq!(table.get(1, 5).map(|entry| entry.score), Some(WIN - 9));
    }

    #[test]
    fn memory_that_cannot_be_had_is_an_error_and_no_end_of_the_program() {
        for mebibytes in [1 << 27, usize::MAX] {
            assert_eq!(Table::new(mebibytes).err(), Some(NoMemory { mebibytes }));
        }
        assert_eq!(Table::new(2).map(|table| table.slots.len() * size_of::<Slot>()), Ok(2 << 20));
        assert_eq!(Table::new(0).map(|table| table.slots.len()), Ok(FEWEST));
    }
}
