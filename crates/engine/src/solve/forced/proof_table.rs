//! The table of a forced-win search, shared by threads without locks: within how many plies a win is proven or ruled
//! out, and the proof numbers of open nodes. Of a fixed size; of entries in one bucket the one that took the least work
//! is replaced.
//!
//! A slot is two words, the data and the key xor the data, as in the transposition table of the search.
//!
//! **Depth.** Bounds name the plies that they hold for, so they are valid in every query. Proof numbers are estimates:
//! those of a query with other plies are better than none, so they are stored by position alone.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::limits::OutOfMemory;

/// More plies than any win that is searched for.
pub(super) const NEVER: u8 = u8::MAX;

/// The proof or disproof number of a solved node.
pub(super) const INFINITE: u32 = u32::MAX;

/// Proof and disproof numbers of a win within some number of plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    /// Estimate of the leaves that remain to prove; 0 if the win is proven.
    pub(super) proof: u32,
    /// Estimate of the leaves that remain to disprove; 0 if the win is ruled out.
    pub(super) disproof: u32,
    /// If solved, the plies within which there is a win, or none.
    pub(super) plies: u8,
}

impl ProofNumbers {
    pub(super) const fn won(plies: u8) -> Self {
        ProofNumbers { proof: 0, disproof: INFINITE, plies }
    }

    pub(super) const fn ruled_out(plies: u8) -> Self {
        ProofNumbers { proof: INFINITE, disproof: 0, plies }
    }

    pub(super) const fn is_solved(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// What the table stores about a position and a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofEntry {
    /// There is no win within this many plies.
    pub(super) none_within: u8,
    /// There is a win within this many plies; [`NEVER`] if none is known.
    pub(super) won_within: u8,
    /// The last proof and disproof numbers while the node was open; 0 if there are none.
    proof: u32,
    disproof: u32,
    /// The binary logarithm of the nodes spent.
    work: u8,
}

impl ProofEntry {
    /// The entry of a position about which nothing is known.
    pub(super) const UNKNOWN: ProofEntry =
        ProofEntry { none_within: 0, won_within: NEVER, proof: 0, disproof: 0, work: 0 };

    /// Returns the proof numbers of a win within `plies`, by the bounds or the stored numbers.
    pub(super) fn numbers(&self, plies: u8) -> Option<ProofNumbers> {
        if self.won_within <= plies {
            return Some(ProofNumbers::won(self.won_within));
        }
        if self.none_within >= plies {
            return Some(ProofNumbers::ruled_out(self.none_within));
        }
        (self.proof > 0).then_some(ProofNumbers { proof: self.proof, disproof: self.disproof, plies })
    }

    fn pack(&self) -> u64 {
        u64::from(self.none_within)
            | u64::from(self.won_within) << 8
            | u64::from(self.work) << 16
            | u64::from(self.proof.min(MAX_NUMBER)) << 22
            | u64::from(self.disproof.min(MAX_NUMBER)) << 43
    }

    fn unpack(data: u64) -> ProofEntry {
        ProofEntry {
            none_within: data as u8,
            won_within: (data >> 8) as u8,
            work: (data >> 16) as u8 & MAX_WORK,
            proof: (data >> 22) as u32 & MAX_NUMBER,
            disproof: (data >> 43) as u32 & MAX_NUMBER,
        }
    }

    /// Returns what the entry is worth in its bucket: proven bounds are worth more than numbers that took as many nodes.
    fn worth(&self) -> u8 {
        let is_bound = self.won_within != NEVER || self.none_within > 0;
        self.work + if is_bound { 2 } else { 0 }
    }
}

/// The greatest number that fits in a slot.
const MAX_NUMBER: u32 = (1 << 21) - 1;

/// The greatest work that fits in a slot.
const MAX_WORK: u8 = (1 << 6) - 1;

#[derive(Default)]
struct ProofSlot {
    check: AtomicU64,
    /// 0 if empty: an entry has either a bound or a number.
    data: AtomicU64,
}

impl ProofSlot {
    /// Returns the key and the data; a torn write gives a key that no position has.
    fn load(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }
}

/// Slots per bucket.
const BUCKET: usize = 4;

/// The table.
pub(super) struct ProofTable {
    slots: Vec<ProofSlot>,
}

impl ProofTable {
    pub(super) fn new(mebibytes: usize, nodes: u64) -> Result<Self, OutOfMemory> {
        let none = OutOfMemory { mebibytes };
        let most = mebibytes.checked_mul((1 << 20) / size_of::<ProofSlot>()).ok_or(none)?;
        // A short search does not need, and should not have to clear, a large table.
        let enough = usize::try_from(nodes.saturating_mul(2)).unwrap_or(usize::MAX);
        let count = most.min(enough).max(64 * BUCKET) / BUCKET * BUCKET;
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).map_err(|_| none)?;
        slots.resize_with(count, ProofSlot::default);
        Ok(ProofTable { slots })
    }

    fn bucket(&self, key: u64) -> &[ProofSlot] {
        // The high bits of a product spread keys over any number of buckets.
        let buckets = (self.slots.len() / BUCKET) as u128;
        let at = ((u128::from(key) * buckets) >> 64) as usize * BUCKET;
        &self.slots[at..at + BUCKET]
    }

    /// Returns what is known about a position.
    pub(super) fn get(&self, key: u64) -> ProofEntry {
        let mut slots = self.bucket(key).iter().map(ProofSlot::load);
        let found = slots.find(|&(stored, data)| data != 0 && stored == key);
        found.map_or(ProofEntry::UNKNOWN, |(_, data)| ProofEntry::unpack(data))
    }

    /// Stores the result of a search of `nodes` nodes.
    pub(super) fn store(&self, key: u64, found: ProofNumbers, nodes: u64) {
        let mut entry = self.get(key);
        entry.work = (nodes.max(1).ilog2() as u8).min(MAX_WORK).max(entry.work);
        match (found.proof, found.disproof) {
            (0, _) => entry.won_within = entry.won_within.min(found.plies),
            (_, 0) => entry.none_within = entry.none_within.max(found.plies),
            _ => (entry.proof, entry.disproof) = (found.proof, found.disproof),
        }
        let slots = self.bucket(key);
        let place = slots.iter().find(|slot| slot.load().0 == key);
        let worth = |slot: &&ProofSlot| match slot.load().1 {
            0 => 0,
            data => 1 + ProofEntry::unpack(data).worth(),
        };
        let Some(slot) = place.or_else(|| slots.iter().min_by_key(worth)) else { return };
        let data = entry.pack();
        slot.check.store(key ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold_for_their_plies_and_numbers_for_all() {
        let table = ProofTable::new(1, 1000).expect("memory");
        let key = 0x1234_5678_9abc_def0;
        assert_eq!(table.get(key), ProofEntry::UNKNOWN);
        table.store(key, ProofNumbers { proof: 3, disproof: u32::MAX - 1, plies: 9 }, 100);
        let numbers = |plies| table.get(key).numbers(plies);
        assert_eq!(numbers(5), Some(ProofNumbers { proof: 3, disproof: MAX_NUMBER, plies: 5 }));
        table.store(key, ProofNumbers::ruled_out(4), 10);
        table.store(key, ProofNumbers::won(9), 10);
        table.store(key, ProofNumbers::won(11), 10);
        assert_eq!(numbers(4), Some(ProofNumbers::ruled_out(4)));
        assert_eq!(numbers(7).map(|numbers| numbers.proof), Some(3));
        assert_eq!(numbers(20), Some(ProofNumbers::won(9)));
    }

    #[test]
    fn the_least_work_is_replaced() {
        let table = ProofTable::new(0, 1).expect("memory");
        let keys: Vec<u64> = (0..100).collect();
        table.store(0, ProofNumbers::won(3), 1_000_000);
        for &key in &keys[1..] {
            // They share the first bucket.
            table.store(key, ProofNumbers { proof: 2, disproof: 2, plies: 3 }, key);
        }
        assert_eq!(table.get(0).won_within, 3);
        assert_eq!(keys.iter().filter(|&&key| table.get(key) != ProofEntry::UNKNOWN).count(), BUCKET);
    }
}
