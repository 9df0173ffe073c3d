//! The state of a database at a backup: a checksum for each game. An incremental backup has the games whose checksums
//! differ. Games are identified by a hash of their IDs, since the state lies unencrypted beside encrypted backups.

use std::collections::BTreeMap;

use halfboard_protocol::id::GameId;

use super::line::{Checksum, checksum};

/// Length of an encoded entry, in bytes.
const ENTRY_BYTES: usize = 16 + 32;

/// The hash of a game's ID.
pub(super) type GameKey = [u8; 16];

/// Returns the key of a game.
pub(super) fn game_key(id: &GameId) -> GameKey {
    let [key @ .., _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _] = checksum(id.as_str().as_bytes());
    key
}

/// The checksums of all games of a snapshot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SnapshotState(pub(super) BTreeMap<GameKey, Checksum>);

impl SnapshotState {
    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.0.len() as u64
    }

    /// Encodes the state.
    pub(super) fn encode(&self) -> Vec<u8> {
        self.0.iter().flat_map(|(key, checksum)| key.iter().chain(checksum)).copied().collect()
    }

    /// Decodes a state; `None` if it is incomplete.
    pub(super) fn decode(bytes: &[u8]) -> Option<SnapshotState> {
        let entry = |entry: &[u8]| Some((entry.get(..16)?.try_into().ok()?, entry.get(16..)?.try_into().ok()?));
        bytes
            .len()
            .is_multiple_of(ENTRY_BYTES)
            .then(|| bytes.chunks(ENTRY_BYTES).map(entry).collect::<Option<_>>().map(SnapshotState))?
    }
}
