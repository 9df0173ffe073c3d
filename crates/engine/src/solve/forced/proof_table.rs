//! The table of a forced-win search: within how many plies a win is proven or ruled out, and the proof numbers of open
//! nodes. Of a fixed size; of entries in one bucket the one that took the least work is replaced.

use crate::limits::OutOfMemory;

/// More plies than any win that is searched for.
pub(super) const NEVER: u8 = u8::MAX;

/// The proof or disproof number of a solved node.
pub(super) const INFINITE: u32 = u32::MAX;

/// Proof and disproof numbers of a win within some number of plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    /// Lower bound on the leaves that remain to prove; 0 if the win is proven.
    pub(super) proof: u32,
    /// Lower bound on the leaves that remain to disprove; 0 if the win is ruled out.
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

/// Proven bounds on the length of a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnownBounds {
    /// There is no win within this many plies.
    pub(super) none_within: u8,
    /// There is a win within this many plies; [`NEVER`] if none is known.
    pub(super) won_within: u8,
}

#[derive(Clone, Copy, Default)]
struct ProofSlot {
    key: u64,
    first: u32,
    second: u32,
    /// 0 if empty; otherwise one more than the binary logarithm of the nodes spent.
    work: u8,
}

/// Slots per bucket.
const BUCKET: usize = 4;

/// The table.
pub(super) struct ProofTable {
    slots: Vec<ProofSlot>,
}

/// Distinguishes the keys of bounds from those of proof numbers.
const BOUNDS_KEY: u64 = 0x5bd1_e995_7b7d_159d;

impl ProofTable {
    pub(super) fn new(mebibytes: usize, nodes: u64) -> Result<Self, OutOfMemory> {
        let none = OutOfMemory { mebibytes };
        let most = mebibytes.checked_mul((1 << 20) / size_of::<ProofSlot>()).ok_or(none)?;
        // A short search does not need, and should not have to clear, a large table.
        let enough = usize::try_from(nodes.saturating_mul(2)).unwrap_or(usize::MAX);
        let count = most.min(enough).max(64 * BUCKET);
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).map_err(|_| none)?;
        slots.resize(count / BUCKET * BUCKET, ProofSlot::default());
        Ok(ProofTable { slots })
    }

    fn bucket(&self, key: u64) -> usize {
        // The high bits of a product spread keys over any number of buckets.
        let buckets = (self.slots.len() / BUCKET) as u128;
        ((u128::from(key) * buckets) >> 64) as usize * BUCKET
    }

    fn find(&self, key: u64) -> Option<&ProofSlot> {
        let at = self.bucket(key);
        self.slots[at..at + BUCKET].iter().find(|slot| slot.work != 0 && slot.key == key)
    }

    fn replace(&mut self, slot: ProofSlot) {
        let at = self.bucket(slot.key);
        let bucket = &mut self.slots[at..at + BUCKET];
        let place = bucket.iter().position(|old| old.work != 0 && old.key == slot.key);
        let place = place.or_else(|| (0..BUCKET).min_by_key(|&index| bucket[index].work)).unwrap_or(0);
        bucket[place] = slot;
    }

    /// Returns the proven bounds of a position.
    pub(super) fn bounds(&self, key: u64) -> KnownBounds {
        let slot = self.find(key ^ BOUNDS_KEY);
        slot.map_or(KnownBounds { none_within: 0, won_within: NEVER }, |slot| KnownBounds {
            none_within: slot.first as u8,
            won_within: slot.second as u8,
        })
    }

    /// Returns the proof numbers of a win within `plies`, from bounds or stored numbers.
    pub(super) fn get(&self, key: u64, plies: u8) -> Option<ProofNumbers> {
        let bounds = self.bounds(key);
        if bounds.won_within <= plies {
            return Some(ProofNumbers::won(bounds.won_within));
        }
        if bounds.none_within >= plies {
            return Some(ProofNumbers::ruled_out(bounds.none_within));
        }
        let slot = self.find(numbers_key(key, plies))?;
        Some(ProofNumbers { proof: slot.first, disproof: slot.second, plies })
    }

    /// Stores the result of a search of `nodes` nodes for a win within `plies`.
    pub(super) fn store(&mut self, key: u64, plies: u8, found: ProofNumbers, nodes: u64) {
        let work = 1 + nodes.max(1).ilog2() as u8;
        if !found.is_solved() {
            let key = numbers_key(key, plies);
            self.replace(ProofSlot { key, first: found.proof, second: found.disproof, work });
            return;
        }
        let mut bounds = self.bounds(key);
        match found.proof {
            0 => bounds.won_within = bounds.won_within.min(found.plies),
            _ => bounds.none_within = bounds.none_within.max(found.plies),
        }
        let (first, second) = (u32::from(bounds.none_within), u32::from(bounds.won_within));
        // Proven bounds are worth more than numbers that took as many nodes.
        self.replace(ProofSlot { key: key ^ BOUNDS_KEY, first, second, work: work + 2 });
    }
}

fn numbers_key(key: u64, plies: u8) -> u64 {
    key ^ u64::from(plies).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
