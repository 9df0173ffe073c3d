//! What the threads of a forced-win search share: the table, the history of the game, which nodes are being searched,
//! and whether the search is decided.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use super::proof_table::ProofTable;
use crate::games::EngineGame;
use crate::limits::OutOfMemory;
use crate::repetition::almost_drawn;

/// The shared state.
pub(super) struct SharedProofs {
    pub(super) table: ProofTable,
    /// Keys of earlier positions of the game whose next occurrence is a draw.
    pub(super) almost_drawn: Vec<u64>,
    pub(super) visits: Visits,
    /// Nodes of the helping threads.
    helper_nodes: AtomicU64,
    decided: AtomicBool,
}

impl SharedProofs {
    /// Creates the state of a search on some number of threads, after a game through `earlier` positions.
    pub(super) fn new<G: EngineGame>(
        game: &G,
        earlier: &[G::Position],
        mebibytes: usize,
        nodes: u64,
        threads: usize,
    ) -> Result<Self, OutOfMemory> {
        let keys: Vec<u64> = earlier.iter().map(|position| game.key(position)).collect();
        Ok(SharedProofs {
            table: ProofTable::new(mebibytes, nodes)?,
            almost_drawn: almost_drawn(game, &keys),
            visits: Visits::new(threads),
            helper_nodes: AtomicU64::new(0),
            decided: AtomicBool::new(false),
        })
    }

    /// Returns the nodes of the helping threads so far.
    pub(super) fn helper_nodes(&self) -> u64 {
        self.helper_nodes.load(Ordering::Relaxed)
    }

    /// Adds nodes of a helping thread.
    pub(super) fn add_helper_nodes(&self, nodes: u64) {
        self.helper_nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Returns whether a thread has proven a win.
    pub(super) fn is_decided(&self) -> bool {
        self.decided.load(Ordering::Relaxed)
    }

    /// Stops all queries, or allows queries again.
    pub(super) fn set_decided(&self, decided: bool) {
        self.decided.store(decided, Ordering::Relaxed);
    }
}

/// Number of counters of [`Visits`].
const COUNTERS: usize = 1 << 14;

/// How many threads are searching below a node. Nodes with the same counter are confused, which only changes the order
/// of the search. A single thread counts nothing.
pub(super) struct Visits {
    counters: Vec<AtomicU8>,
}

impl Visits {
    fn new(threads: usize) -> Self {
        let count = if threads > 1 { COUNTERS } else { 0 };
        Visits { counters: std::iter::repeat_with(AtomicU8::default).take(count).collect() }
    }

    fn counter(&self, key: u64) -> Option<&AtomicU8> {
        self.counters.get(key as usize % COUNTERS)
    }

    pub(super) fn enter(&self, key: u64) {
        if let Some(counter) = self.counter(key) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub(super) fn leave(&self, key: u64) {
        if let Some(counter) = self.counter(key) {
            counter.fetch_sub(1, Ordering::Relaxed);
        }
    }

    pub(super) fn count(&self, key: u64) -> u32 {
        self.counter(key).map_or(0, |counter| counter.load(Ordering::Relaxed).into())
    }
}
