//! Seams for deterministic simulations: seeded randomness, and storage with injected faults. Time is a
//! [`crate::time::TimeSource`].

use std::cell::RefCell;

use halfboard_rules::random::SplitMix64;

pub use crate::store::{SimulatedDatabase, StorageFault, StorageFaults, StorageOutcome};

thread_local! {
    static RANDOM: RefCell<Option<SplitMix64>> = const { RefCell::new(None) };
}

/// Replaces system randomness on this thread by numbers from a seed; `None` restores it. IDs and tokens are then predictable.
pub fn seed_randomness(seed: Option<u64>) {
    RANDOM.set(seed.map(SplitMix64::new));
}

/// Fills bytes from the seed; returns false if there is none.
pub(crate) fn fill(bytes: &mut [u8]) -> bool {
    RANDOM.with_borrow_mut(|random| {
        let Some(random) = random else { return false };
        for chunk in bytes.chunks_mut(8) {
            let number = random.next_u64().to_le_bytes();
            chunk.copy_from_slice(&number[..chunk.len()]);
        }
        true
    })
}
