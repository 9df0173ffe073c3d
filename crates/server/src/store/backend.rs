//! The storage handle used by the rest of the server: dispatches to the backend chosen by the database URL.

use halfboard_archive::Tally;
use halfboard_protocol::api::{ArchivedGame, GameStatus, GameSummary};
use halfboard_protocol::clock::Outage;
use halfboard_protocol::id::GameId;
use halfboard_protocol::{Millis, Version};
use prometheus_client::metrics::histogram::Histogram;
use tokio::sync::broadcast;

use super::operator::{OperatorWrite, RewriteRows};
#[cfg(feature = "postgres")]
use super::postgres::Postgres;
use super::rows::timestamp;
use super::sqlite::Sqlite;
use super::{
    AppendError, AppendRequest, ArchiveInsert, ArchiveQuery, AuditEntry, GameInsert, GameQuery, Heartbeat, ListedGame,
    LogRewrite, NodeNotice, OpenError, OperatorRecord, SearchError, SeatKey, StoredGame, Unavailable,
};

use crate::process::StorageSize;

/// A storage for games. Clones share the same storage.
#[derive(Clone)]
pub enum Store {
    /// An SQLite database.
    Sqlite(Sqlite),
    /// A PostgreSQL database, which several nodes may share.
    #[cfg(feature = "postgres")]
    Postgres(Postgres),
}

/// Calls an async method of the backend. Futures of PostgreSQL are large and would be part of every future that stores
/// something, which is moved when it is spawned; so they are boxed.
macro_rules! dispatch {
    ($store:expr, $method:ident($($argument:expr),*)) => {
        match $store {
            Store::Sqlite(store) => store.$method($($argument),*).await,
            #[cfg(feature = "postgres")]
            Store::Postgres(store) => Box::pin(store.$method($($argument),*)).await,
        }
    };
}

impl Store {
    /// Opens a database and migrates it to the current schema: `sqlite:PATH`, `sqlite::memory:` or
    /// `postgres://USER@HOST/DATABASE`.
    ///
    /// # Errors
    ///
    /// Fails for an invalid URL, an unreachable database, or one with an unknown schema. Errors never contain the URL, which
    /// may include a password.
    pub async fn open(url: &str) -> Result<Store, OpenError> {
        if let Some(path) = url.strip_prefix("sqlite:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            if path.is_empty() {
                return Err(OpenError("'sqlite:' names no file; use for example 'sqlite:halfboard.db'".to_owned()));
            }
            let file = (path != ":memory:").then(|| path.into());
            return Sqlite::open(file).await.map(Store::Sqlite);
        }
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            #[cfg(feature = "postgres")]
            return Postgres::open(url).await.map(Store::Postgres);
            #[cfg(not(feature = "postgres"))]
            return Err(OpenError(
                "this program was built without PostgreSQL; build it with '--features full', or use 'sqlite:halfboard.db'"
                    .to_owned(),
            ));
        }
        Err(OpenError(
            "invalid database URL: use for example 'sqlite:halfboard.db' or 'postgres://user:password@host/database'"
                .to_owned(),
        ))
    }

    /// Records the batch size of each commit in a histogram, if the backend batches writes.
    pub fn measure(&self, batches: &Histogram) {
        match self {
            Store::Sqlite(store) => store.measure(batches),
            #[cfg(feature = "postgres")]
            Store::Postgres(_) => {}
        }
    }

    /// Stores a new game.
    pub async fn create(&self, game: GameInsert) -> Result<(), Unavailable> {
        dispatch!(self, create(game))
    }

    /// Appends events to a game, all or none.
    ///
    /// # Errors
    ///
    /// After [`AppendError::Unavailable`] it is unknown whether the events were stored: read the game before deciding.
    pub async fn append(&self, append: AppendRequest) -> Result<(), AppendError> {
        dispatch!(self, append(append))
    }

    /// Returns a game's log after a version, and all its keys; `None` if there is no such game.
    pub async fn read(&self, game: &GameId, after: Version) -> Result<Option<StoredGame>, Unavailable> {
        dispatch!(self, read(game, after))
    }

    /// Returns the public games with a status, most recently changed first.
    pub async fn list(&self, status: GameStatus, limit: u32) -> Result<Vec<GameSummary>, Unavailable> {
        self.list_after(status, None, limit).await
    }

    /// Returns the public games with a status that follow a game in the list, which is given by its last change and ID; the
    /// first ones without it.
    pub async fn list_after(
        &self,
        status: GameStatus,
        after: Option<&(Millis, GameId)>,
        limit: u32,
    ) -> Result<Vec<GameSummary>, Unavailable> {
        // Times are less than the greatest, so all games follow this position.
        let (changed, id) =
            after.map_or((i64::MAX, String::new()), |(changed, id)| (timestamp(*changed), id.to_string()));
        dispatch!(self, list_after(status, changed, id, limit))
    }

    /// Returns the games in progress whose flag has fallen, earliest first.
    pub async fn fallen_flags(&self, now: Millis, limit: u32) -> Result<Vec<GameId>, Unavailable> {
        dispatch!(self, fallen_flags(now, limit))
    }

    /// Subscribes to notices from other nodes; `None` if the backend cannot be shared.
    pub async fn notices(&self) -> Option<NoticeStream> {
        match self {
            #[cfg(feature = "simulation")]
            Store::Sqlite(store) => store.link.as_ref().map(|link| NoticeStream(link.notices.subscribe())),
            #[cfg(not(feature = "simulation"))]
            Store::Sqlite(_) => None,
            #[cfg(feature = "postgres")]
            Store::Postgres(store) => store.notices(),
        }
    }

    /// Publishes a message about a game to other nodes. It is not stored and may be lost.
    #[cfg_attr(
        not(any(feature = "postgres", feature = "simulation")),
        expect(unused_variables, reason = "only PostgreSQL has other nodes")
    )]
    pub async fn publish(&self, game: &GameId, message: &str) {
        match self {
            #[cfg(feature = "simulation")]
            Store::Sqlite(store) => {
                if let Some(link) = &store.link {
                    link.faults.on_publish(game, message);
                }
            }
            #[cfg(not(feature = "simulation"))]
            Store::Sqlite(_) => {}
            #[cfg(feature = "postgres")]
            Store::Postgres(store) => store.publish(game, message),
        }
    }

    /// Stores a heartbeat of a node.
    pub async fn heartbeat(&self, heartbeat: Heartbeat) -> Result<(), Unavailable> {
        dispatch!(self, heartbeat(heartbeat))
    }

    /// Returns the last heartbeat of each node.
    pub async fn heartbeats(&self) -> Result<Vec<(String, Millis)>, Unavailable> {
        dispatch!(self, heartbeats())
    }

    /// Returns the last outages of the service.
    pub async fn outages(&self, limit: u32) -> Result<Vec<Outage>, Unavailable> {
        dispatch!(self, outages(limit))
    }

    /// Returns the time of the database; `None` if it has the system clock of this node.
    pub async fn database_time(&self) -> Result<Option<Millis>, Unavailable> {
        match self {
            Store::Sqlite(_) => Ok(None),
            #[cfg(feature = "postgres")]
            Store::Postgres(store) => store.database_time().await.map(Some),
        }
    }

    /// Checks that the database can be written.
    pub async fn check(&self) -> Result<(), Unavailable> {
        dispatch!(self, check())
    }

    /// Returns the size of the database, and the space left on its disk.
    pub async fn size(&self) -> Result<StorageSize, Unavailable> {
        dispatch!(self, size())
    }

    /// Checks that the files of an SQLite database are those that were opened.
    pub fn check_files(&self) -> Result<(), Unavailable> {
        match self {
            Store::Sqlite(store) => store.check_files(),
            #[cfg(feature = "postgres")]
            Store::Postgres(_) => Ok(()),
        }
    }

    /// Returns games in progress that last changed before a time and have no flag time, as older versions store them.
    pub async fn idle_games(&self, changed_before: Millis, limit: u32) -> Result<Vec<GameId>, Unavailable> {
        dispatch!(self, idle_games(changed_before, limit))
    }

    /// Deletes challenges created before a time that never started, and returns their number.
    pub async fn delete_open(&self, created_before: Millis) -> Result<u64, Unavailable> {
        dispatch!(self, delete_open(created_before))
    }

    /// Returns finished public games that are not archived yet, the first finished first.
    pub async fn to_archive(&self, limit: u32) -> Result<Vec<GameId>, Unavailable> {
        dispatch!(self, to_archive(limit))
    }

    /// Archives a game, unless it is archived already or not public.
    pub async fn archive(&self, game: ArchiveInsert) -> Result<(), Unavailable> {
        dispatch!(self, archive(game))
    }

    /// Returns the counts of a position by class of symmetric moves; the empty class has the games that ended there.
    ///
    /// # Errors
    ///
    /// Fails if it takes longer than a second.
    pub async fn explore(&self, key: u64) -> Result<Vec<(String, Tally)>, SearchError> {
        dispatch!(self, explore(key))
    }

    /// Returns archived games, the last archived first.
    ///
    /// # Errors
    ///
    /// Fails if it takes longer than a second.
    pub async fn archived(&self, query: ArchiveQuery) -> Result<Vec<ArchivedGame>, SearchError> {
        dispatch!(self, archived(query))
    }

    /// Returns whether a game is in the archive.
    pub async fn is_archived(&self, game: &GameId) -> Result<bool, Unavailable> {
        dispatch!(self, is_archived(game))
    }

    /// Returns the records of a kind that all nodes share.
    pub async fn records(&self, kind: &str) -> Result<Vec<OperatorRecord>, Unavailable> {
        dispatch!(self, records(kind))
    }

    /// Stores a record, replacing one of the same kind and name.
    pub async fn put_record(&self, record: OperatorRecord) -> Result<(), Unavailable> {
        self.operate(OperatorWrite::Put(record)).await.map(|_| ())
    }

    /// Removes a record; returns whether there was one.
    pub async fn remove_record(&self, kind: &str, name: &str) -> Result<bool, Unavailable> {
        let change = OperatorWrite::Remove { kind: kind.to_owned(), name: name.to_owned() };
        self.operate(change).await.map(|removed| removed > 0)
    }

    /// Removes expired records, and entries of the audit log before a time.
    pub async fn expire_records(&self, now: Millis, audit_before: Millis) -> Result<(), Unavailable> {
        let change = OperatorWrite::Expire { now: timestamp(now), audit_before: timestamp(audit_before) };
        self.operate(change).await.map(|_| ())
    }

    /// Adds an entry to the audit log. Its number is assigned by the database.
    pub async fn audit(&self, entry: AuditEntry) -> Result<(), Unavailable> {
        self.operate(OperatorWrite::Audit(entry)).await.map(|_| ())
    }

    /// Returns the last entries of the audit log, those before a number if there is one.
    pub async fn audit_log(&self, before: Option<u64>, limit: u32) -> Result<Vec<AuditEntry>, Unavailable> {
        dispatch!(self, audit_log(before, limit))
    }

    /// Returns stored games, public or not, most recently changed first.
    pub async fn games(&self, query: GameQuery) -> Result<Vec<ListedGame>, Unavailable> {
        dispatch!(self, games(query))
    }

    /// Returns whether the operator hid a game.
    pub async fn is_hidden(&self, game: &GameId) -> Result<bool, Unavailable> {
        dispatch!(self, is_hidden(game))
    }

    /// Hides a game from lists, or shows it again; returns whether there is such a game. [`Store::unarchive`] it as well.
    pub async fn hide(&self, game: &GameId, hidden: bool) -> Result<bool, Unavailable> {
        let change = OperatorWrite::Hide { game: game.to_string(), hidden };
        self.operate(change).await.map(|changed| changed > 0)
    }

    /// Subtracts a game from the archive, given what [`Store::archive`] added.
    pub async fn unarchive(&self, game: ArchiveInsert) -> Result<(), Unavailable> {
        self.operate(OperatorWrite::Unarchive(Box::new(game.into()))).await.map(|_| ())
    }

    /// Deletes a game, also from the archive, given what [`Store::archive`] added; returns whether there was one.
    pub async fn delete(&self, game: ArchiveInsert) -> Result<bool, Unavailable> {
        self.operate(OperatorWrite::delete(game)).await.map(|deleted| deleted > 0)
    }

    /// Replaces the content of events. Returns false if the game has changed since it was read.
    pub async fn rewrite(&self, rewrite: &LogRewrite) -> Result<bool, Unavailable> {
        let rows = RewriteRows::new(&rewrite.game, &rewrite.events);
        self.operate(OperatorWrite::Rewrite(Box::new(rows))).await.map(|changed| changed > 0)
    }

    /// Replaces the key of a seat; returns whether there was one.
    pub async fn replace_key(&self, game: &GameId, key: &SeatKey) -> Result<bool, Unavailable> {
        let change = OperatorWrite::ReplaceKey { game: game.to_string(), seat: key.seat.into(), hash: key.hash };
        self.operate(change).await.map(|changed| changed > 0)
    }

    async fn operate(&self, change: OperatorWrite) -> Result<u64, Unavailable> {
        dispatch!(self, operate(change))
    }

    /// Waits for pending writes and closes the database. Later calls fail.
    pub async fn close(&self) {
        dispatch!(self, close());
    }
}

/// A stream of notices from other nodes.
pub struct NoticeStream(pub(super) broadcast::Receiver<NodeNotice>);

impl NoticeStream {
    /// Returns the next notice; `None` once the storage is closed. A slow receiver gets [`NodeNotice::Lagged`].
    pub async fn next(&mut self) -> Option<NodeNotice> {
        match self.0.recv().await {
            Ok(notice) => Some(notice),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(NodeNotice::Lagged),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}
