//! What a forced-win search remembers: for how many plies a win is proven or ruled out, and the proof numbers of what is
//! still open. A table of fixed size; of those that fall together what cost least work is forgotten. Touches nothing.

use crate::table::NoMemory;

/// Longer than any win that is looked for: of a win "never within" any number of plies, of a loss "always".
pub(super) const NEVER: u8 = u8::MAX;

/// Proof and disproof numbers of something solved.
pub(super) const INFINITE: u32 = u32::MAX;

/// How hard it seems to prove a win within some number of plies and to rule it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// The fewest positions that must still be won, as far as known; 0 when the win is proven.
    pub(super) proof: u32,
    /// The fewest that must still be shown not to be won; 0 when the win is ruled out.
    pub(super) disproof: u32,
    /// Of a win, within how many plies; of a win ruled out, within how many there is none.
    pub(super) plies: u8,
}

impl Numbers {
    pub(super) const fn won(plies: u8) -> Self {
        Numbers { proof: 0, disproof: INFINITE, plies }
    }

    pub(super) const fn ruled_out(plies: u8) -> Self {
        Numbers { proof: INFINITE, disproof: 0, plies }
    }

    pub(super) const fn is_solved(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// Within which numbers of plies a position is won, and within which it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fact {
    /// There is no win within so many plies.
    pub(super) none_within: u8,
    /// There is one within so many; [`NEVER`] while none is known.
    pub(super) won_within: u8,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    first: u32,
    second: u32,
    /// 0 for an empty slot; otherwise one more than the binary logarithm of the work that went in.
    work: u8,
}

/// So many slots are looked through for a key.
const BUCKET: usize = 4;

/// The table.
pub(super) struct Facts {
    slots: Vec<Slot>,
}

/// Set in the keys of facts, so that those of numbers are others.
const FACT: u64 = 0x5bd1_e995_7b7d_159d;

impl Facts {
    pub(super) fn new(mebibytes: usize, nodes: u64) -> Result<Self, NoMemory> {
        let none = NoMemory { mebibytes };
        let most = mebibytes.checked_mul((1 << 20) / size_of::<Slot>()).ok_or(none)?;
        // A short search does not need, and should not have to clear, a large table.
        let enough = usize::try_from(nodes.saturating_mul(2)).unwrap_or(usize::MAX);
        let count = most.min(enough).max(64 * BUCKET);
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).map_err(|_| none)?;
        slots.resize(count / BUCKET * BUCKET, Slot::default());
        Ok(Facts { slots })
    }

    fn bucket(&self, key: u64) -> usize {
        // The high bits of a product spread keys over any number of buckets.
        let buckets = (self.slots.len() / BUCKET) as u128;
        ((u128::from(key) * buckets) >> 64) as usize * BUCKET
    }

    fn find(&self, key: u64) -> Option<&Slot> {
        let at = self.bucket(key);
        self.slots[at..at + BUCKET].iter().find(|slot| slot.work != 0 && slot.key == key)
    }

    fn put(&mut self, slot: Slot) {
        let at = self.bucket(slot.key);
        let bucket = &mut self.slots[at..at + BUCKET];
        let place = bucket.iter().position(|old| old.work != 0 && old.key == slot.key);
        let place = place.or_else(|| (0..BUCKET).min_by_key(|&index| bucket[index].work)).unwrap_or(0);
        bucket[place] = slot;
    }

    /// What is known for certain of a position.
    pub(super) fn fact(&self, key: u64) -> Fact {
        let slot = self.find(key ^ FACT);
        slot.map_or(Fact { none_within: 0, won_within: NEVER }, |slot| Fact {
            none_within: slot.first as u8,
            won_within: slot.second as u8,
        })
    }

    /// What is known of a win within so many plies: for certain, or as numbers.
    pub(super) fn get(&self, key: u64, plies: u8) -> Option<Numbers> {
        let fact = self.fact(key);
        if fact.won_within <= plies {
            return Some(Numbers::won(fact.won_within));
        }
        if fact.none_within >= plies {
            return Some(Numbers::ruled_out(fact.none_within));
        }
        let slot = self.find(numbers_key(key, plies))?;
        Some(Numbers { proof: slot.first, disproof: slot.second, plies })
    }

    /// Keeps what was found with so many nodes about a win within so many plies.
    pub(super) fn keep(&mut self, key: u64, plies: u8, found: Numbers, nodes: u64) {
        let work = 1 + nodes.max(1).ilog2() as u8;
        if !found.is_solved() {
            let key = numbers_key(key, plies);
            self.put(Slot { key, first: found.proof, second: found.disproof, work });
            return;
        }
        let mut fact = self.fact(key);
        match found.proof {
            0 => fact.won_within = fact.won_within.min(found.plies),
            _ => fact.none_within = fact.none_within.max(found.plies),
        }
        let (first, second) = (u32::from(fact.none_within), u32::from(fact.won_within));
        // Certain knowledge is worth more than numbers that were as dear.
        self.put(Slot { key: key ^ FACT, first, second, work: work + 2 });
    }
}

fn numbers_key(key: u64, plies: u8) -> u64 {
    key ^ u64::from(plies).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
