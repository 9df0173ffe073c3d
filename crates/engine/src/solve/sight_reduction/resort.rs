//! The resort where a budgeted search is not enough: whatever decides any field, however long it takes.

use super::search::{Searcher, Winner};
use super::two::Halt;
use super::{Field, Removing};
use crate::limits::Stop;

/// Decides a field and those below it.
pub(super) struct Resort {
    removing: Removing,
    searcher: Searcher,
}

impl Resort {
    /// The resort for a field and the turns from it.
    pub(super) fn below(removing: Removing, _field: Field, _threads: usize) -> Result<Self, Halt> {
        Ok(Resort { removing, searcher: Searcher::new() })
    }

    /// Whether the side to move wins.
    pub(super) fn wins(&mut self, field: Field, stop: &Stop) -> Result<bool, Halt> {
        self.searcher.wins(self.removing, field, u64::MAX, stop).ok_or(Halt::Stopped)
    }

    /// Whether one side wins within so many plies.
    pub(super) fn wins_within(&mut self, field: Field, winner: Winner, plies: u32, stop: &Stop) -> Result<bool, Halt> {
        self.searcher.wins_within(self.removing, field, winner, plies, u64::MAX, stop).ok_or(Halt::Stopped)
    }
}
