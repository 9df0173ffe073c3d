//! Event storage on SQLite or PostgreSQL; both pass the same test suite. Stores event logs, hashed seat tokens, and an index
//! entry for each game.
//!
//! This is the only module that knows SQL. It decides nothing about games; it only decides which of two events with the
//! same version came first. A successful append is durable.

mod archive;
mod backend;
mod backup;
mod heartbeat;
mod operator;
#[cfg(feature = "postgres")]
mod postgres;
mod rows;
mod schema;
mod sqlite;

use std::fmt;

use halfboard_protocol::api::GameSummary;
use halfboard_protocol::event::LoggedEvent;
use halfboard_protocol::game::{Game, Phase};
use halfboard_protocol::id::GameId;
use halfboard_protocol::{Millis, Version};

pub use archive::{ArchiveInsert, ArchiveQuery, SearchError};
pub use backend::{NoticeStream, Store};
pub use backup::{
    BackupContent, BackupError, BackupSet, Damage, DecryptionKeys, Encryption, FileSystem, LocalFiles, ReadOptions,
    RestoreReport, SetEntry, SetOptions, SnapshotState, SyncWrite, format_time, parse_time, read_passphrase, verify,
    verify_stream,
};
pub use heartbeat::Heartbeat;
pub(crate) use operator::RELOAD;
pub use operator::{AuditEntry, GameQuery, ListedGame, LogRewrite, OperatorRecord};
pub use sqlite::DatabaseLock;
#[cfg(feature = "simulation")]
pub use sqlite::simulated::{SimulatedDatabase, StorageFault, StorageFaults, StorageOutcome};

/// The hashed token of a seat. Only its holder has the token itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatKey {
    /// The seat.
    pub seat: u8,
    /// SHA-256 of the token.
    pub hash: [u8; 32],
}

/// The data by which a game is found, derived from its log.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexEntry {
    /// The version of the last event.
    pub version: Version,
    /// The game as it is listed.
    pub summary: GameSummary,
    /// When the game ends if nothing happens, such as when the running clock's flag falls.
    pub flag: Option<Millis>,
}

impl IndexEntry {
    /// Creates the entry of a game.
    pub fn new(game: &Game) -> IndexEntry {
        // Lists are for spectators: they must not tell when the last turns of a delayed game were played, nor by their order.
        let mut summary = GameSummary { plies: game.spectator_plies(), ..game.summary() };
        if game.terms().delay > 0 && game.phase() == Phase::Playing {
            summary.changed = summary.created;
        }
        IndexEntry { version: game.version(), summary, flag: game.ends_at() }
    }
}

/// A new game to store.
#[derive(Clone, Debug)]
pub struct GameInsert {
    /// Its log.
    pub events: Vec<LoggedEvent>,
    /// The keys of its taken seats.
    pub keys: Vec<SeatKey>,
    /// Its index entry.
    pub row: IndexEntry,
}

/// Events to append to a game's log, all or none.
#[derive(Clone, Debug)]
pub struct AppendRequest {
    /// The game.
    pub game: GameId,
    /// The version that the events follow.
    pub after: Version,
    /// The events.
    pub events: Vec<LoggedEvent>,
    /// The keys of seats taken with these events.
    pub keys: Vec<SeatKey>,
    /// The index entry after these events.
    pub row: IndexEntry,
    /// The rematch, created in the same transaction.
    pub rematch: Option<Box<GameInsert>>,
}

/// An error from appending events.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AppendError {
    /// Another event with the same version came first: catch up and decide again.
    Conflict,
    /// See [`Unavailable`].
    Unavailable(Unavailable),
}

impl AppendError {
    /// Converts the error of a write that is not an append: the only possible conflict is a duplicate ID.
    fn into_unavailable(self) -> Unavailable {
        match self {
            AppendError::Conflict => Unavailable("a game with this ID already exists".to_owned()),
            AppendError::Unavailable(unavailable) => unavailable,
        }
    }
}

/// The number of rows changed by a write, or why it failed.
type WriteResult = Result<u64, AppendError>;

/// The storage is unavailable. After a failed write, whether it was stored is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unavailable(pub String);

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unavailable {}

fn closed() -> Unavailable {
    Unavailable("the database is closed: the server is shutting down".to_owned())
}

/// An error from opening a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenError(pub String);

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OpenError {}

/// A game read from the storage.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its log, or the requested part.
    pub events: Vec<LoggedEvent>,
    /// The keys of its seats.
    pub keys: Vec<SeatKey>,
}

/// A notice from another node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeNotice {
    /// A game has reached this version.
    Updated(GameId, Version),
    /// A message about a game that is not stored: presence on the other node.
    Message(GameId, String),
    /// Notices may have been lost: check every game.
    Lagged,
}
