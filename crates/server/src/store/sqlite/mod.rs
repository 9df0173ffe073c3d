//! The SQLite backend: one writer thread, and a few connections for concurrent reads.

mod archive;
mod connection;
mod files;
mod heartbeat;
mod lock;
mod operator;
mod readers;
#[cfg(feature = "simulation")]
pub(super) mod simulated;
mod statements;
mod transfer;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use halfboard_archive::Tally;
use halfboard_protocol::api::{ArchivedGame, GameStatus, GameSummary};
use halfboard_protocol::clock::Outage;
use halfboard_protocol::id::GameId;
use halfboard_protocol::{Millis, Version};
use prometheus_client::metrics::histogram::Histogram;
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::archive::{QueryParameters, SEARCH_TIME, decode_archived, decode_counts};
use super::heartbeat::decode_outage;
use super::operator::{GameQueryParameters, OperatorWrite, decode_audit, decode_listed, decode_record};
use super::rows::{self, WriteOp, decode_ids, decode_summaries};
use super::{
    AppendError, AppendRequest, ArchiveInsert, ArchiveQuery, AuditEntry, GameInsert, GameQuery, Heartbeat, ListedGame,
    OpenError, OperatorRecord, SearchError, StoredGame, Unavailable, WriteResult, closed,
};
use crate::process::{self, StorageSize};
use connection::Location;
use files::FileWatch;
pub use lock::DatabaseLock;
use readers::SqliteReaders;
use writer::SqliteJob;

/// Capacity of the writer's queue.
const QUEUE_CAPACITY: usize = 4096;

/// Maximum number of concurrent reads.
const MAX_READERS: usize = 4;

/// Maximum number of concurrent searches in the archive.
const MAX_SEARCHERS: usize = 1;

/// An SQLite database.
#[derive(Clone)]
pub struct Sqlite {
    location: Arc<Location>,
    jobs: mpsc::Sender<SqliteJob>,
    readers: Arc<SqliteReaders>,
    /// Those for searches in the archive, for which games do not wait.
    searchers: Arc<SqliteReaders>,
    batches: writer::BatchHistogram,
    watch: Arc<FileWatch>,
    /// The connection to other nodes of a simulation.
    #[cfg(feature = "simulation")]
    pub(super) link: Option<simulated::SimulatedLink>,
}

impl Sqlite {
    /// Opens or creates a database file; `None` opens one in memory.
    pub async fn open(path: Option<PathBuf>) -> Result<Sqlite, OpenError> {
        let location = path.map_or(Location::Memory, |path| Location::File(files::resolve(&path)));
        let (jobs, queue) = mpsc::channel(QUEUE_CAPACITY);
        let (opened, answer) = oneshot::channel();
        let batches = writer::BatchHistogram::default();
        let start = {
            let (location, batches) = (location.clone(), Arc::clone(&batches));
            move || match connection::open(&location) {
                Ok(connection) => {
                    let watch = Arc::new(FileWatch::new(location.path()));
                    // The companions exist by now and are remembered.
                    let _ = opened.send(watch.check().map(|()| Arc::clone(&watch)).map_err(|error| OpenError(error.0)));
                    writer::run(&location, connection, &watch, queue, &batches);
                }
                Err(error) => {
                    let _ = opened.send(Err(error));
                }
            }
        };
        let thread = std::thread::Builder::new().name("sqlite-writer".to_owned());
        thread.spawn(start).map_err(|error| OpenError(format!("cannot start the database thread: {error}")))?;
        let watch = answer.await.map_err(|_| OpenError("the database thread ended unexpectedly".to_owned()))??;
        Ok(Sqlite {
            location: Arc::new(location),
            jobs,
            readers: Arc::new(SqliteReaders::new(MAX_READERS)),
            searchers: Arc::new(SqliteReaders::new(MAX_SEARCHERS)),
            batches,
            watch,
            #[cfg(feature = "simulation")]
            link: None,
        })
    }

    /// See [`super::Store::measure`].
    pub fn measure(&self, batches: &Histogram) {
        // Only the first histogram is used.
        let _ = self.batches.set(batches.clone());
    }

    /// See [`super::Store::create`].
    pub async fn create(&self, game: GameInsert) -> Result<(), Unavailable> {
        let written = self.write(WriteOp::Create(Box::new(game.into()))).await;
        written.map(|_| ()).map_err(AppendError::into_unavailable)
    }

    /// See [`super::Store::append`].
    pub async fn append(&self, append: AppendRequest) -> Result<(), AppendError> {
        self.write(WriteOp::Append(Box::new(append.into()))).await.map(|_| ())
    }

    /// See [`super::Store::delete_open`].
    pub async fn delete_open(&self, created_before: Millis) -> Result<u64, Unavailable> {
        self.write(WriteOp::DeleteOpen(rows::timestamp(created_before))).await.map_err(AppendError::into_unavailable)
    }

    /// See [`super::Store::idle_games`].
    pub async fn idle_games(&self, changed_before: Millis, limit: u32) -> Result<Vec<GameId>, Unavailable> {
        let before = rows::timestamp(changed_before);
        let ids = self.read_snapshot(move |connection| statements::idle_games(connection, before, limit)).await?;
        Ok(decode_ids(ids))
    }

    /// See [`super::Store::check`].
    pub async fn check(&self) -> Result<(), Unavailable> {
        self.write(WriteOp::Check).await.map(|_| ()).map_err(AppendError::into_unavailable)
    }

    /// See [`super::Store::size`].
    pub async fn size(&self) -> Result<StorageSize, Unavailable> {
        let Location::File(path) = &*self.location else { return Ok(StorageSize::default()) };
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        let length = |path: &Path| std::fs::metadata(path).map_or(0, |file| file.len());
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let database = length(path) + length(log.as_ref());
        Ok(StorageSize { database: Some(database), disk_free: process::disk_free(folder) })
    }

    /// See [`super::Store::read`].
    pub async fn read(&self, game: &GameId, after: Version) -> Result<Option<StoredGame>, Unavailable> {
        let game = game.to_string();
        let stored = self.read_snapshot(move |connection| statements::read(connection, &game, after.into())).await?;
        stored.transpose()
    }

    /// See [`super::Store::list_after`].
    pub async fn list_after(
        &self,
        status: GameStatus,
        changed: i64,
        id: String,
        limit: u32,
    ) -> Result<Vec<GameSummary>, Unavailable> {
        let summaries = self
            .read_snapshot(move |connection| statements::list_after(connection, status.as_str(), changed, &id, limit))
            .await?;
        Ok(decode_summaries(summaries))
    }

    /// See [`super::Store::fallen_flags`].
    pub async fn fallen_flags(&self, now: Millis, limit: u32) -> Result<Vec<GameId>, Unavailable> {
        let ids = self
            .read_snapshot(move |connection| statements::fallen_flags(connection, rows::timestamp(now), limit))
            .await?;
        Ok(decode_ids(ids))
    }

    /// See [`super::Store::to_archive`].
    pub async fn to_archive(&self, limit: u32) -> Result<Vec<GameId>, Unavailable> {
        let ids = self.read_snapshot(move |connection| archive::to_archive(connection, limit)).await?;
        Ok(decode_ids(ids))
    }

    /// See [`super::Store::archive`].
    pub async fn archive(&self, game: ArchiveInsert) -> Result<(), Unavailable> {
        let written = self.write(WriteOp::Archive(Box::new(game.into()))).await;
        written.map(|_| ()).map_err(AppendError::into_unavailable)
    }

    /// See [`super::Store::explore`].
    pub async fn explore(&self, key: u64) -> Result<Vec<(String, Tally)>, SearchError> {
        let rows = self.search_snapshot(SEARCH_TIME, move |connection| archive::counts(connection, key as i64)).await?;
        Ok(decode_counts(rows))
    }

    /// See [`super::Store::archived`].
    pub async fn archived(&self, query: ArchiveQuery) -> Result<Vec<ArchivedGame>, SearchError> {
        let query = QueryParameters::from(query);
        let rows = self.search_snapshot(SEARCH_TIME, move |connection| archive::archived(connection, &query)).await?;
        Ok(decode_archived(rows))
    }

    /// See [`super::Store::is_archived`].
    pub async fn is_archived(&self, game: &GameId) -> Result<bool, Unavailable> {
        let game = game.to_string();
        self.read_snapshot(move |connection| archive::is_archived(connection, &game)).await
    }

    /// See [`super::Store::heartbeat`].
    pub async fn heartbeat(&self, heartbeat: Heartbeat) -> Result<(), Unavailable> {
        let written = self.write(WriteOp::Heartbeat(heartbeat.into())).await;
        written.map(|_| ()).map_err(AppendError::into_unavailable)
    }

    /// See [`super::Store::heartbeats`].
    pub async fn heartbeats(&self) -> Result<Vec<(String, Millis)>, Unavailable> {
        let rows = self.read_snapshot(heartbeat::heartbeats).await?;
        Ok(rows.into_iter().map(|(node, at)| (node, Millis::try_from(at).unwrap_or_default())).collect())
    }

    /// See [`super::Store::outages`].
    pub async fn outages(&self, limit: u32) -> Result<Vec<Outage>, Unavailable> {
        let rows = self.read_snapshot(move |connection| heartbeat::outages(connection, limit)).await?;
        Ok(rows.into_iter().map(decode_outage).collect())
    }

    /// See [`super::Store::records`].
    pub async fn records(&self, kind: &str) -> Result<Vec<OperatorRecord>, Unavailable> {
        let kind = kind.to_owned();
        let rows = self.read_snapshot(move |connection| operator::records(connection, &kind)).await?;
        Ok(rows.into_iter().map(decode_record).collect())
    }

    /// See [`super::Store::audit_log`].
    pub async fn audit_log(&self, before: Option<u64>, limit: u32) -> Result<Vec<AuditEntry>, Unavailable> {
        let before = before.map_or(i64::MAX, rows::timestamp);
        let rows = self.read_snapshot(move |connection| operator::audit(connection, before, limit)).await?;
        Ok(rows.into_iter().map(decode_audit).collect())
    }

    /// See [`super::Store::games`].
    pub async fn games(&self, query: GameQuery) -> Result<Vec<ListedGame>, Unavailable> {
        let query = GameQueryParameters::from(query);
        let rows = self.read_snapshot(move |connection| operator::games(connection, &query)).await?;
        Ok(decode_listed(rows))
    }

    /// See [`super::Store::is_hidden`].
    pub async fn is_hidden(&self, game: &GameId) -> Result<bool, Unavailable> {
        let game = game.to_string();
        self.read_snapshot(move |connection| operator::is_hidden(connection, &game)).await
    }

    /// Makes a change of the operator.
    pub(super) async fn operate(&self, change: OperatorWrite) -> Result<u64, Unavailable> {
        let erases = matches!(change, OperatorWrite::Delete { .. } | OperatorWrite::Rewrite(_));
        let written = self.write(WriteOp::Operator(change)).await.map_err(AppendError::into_unavailable)?;
        if erases {
            self.truncate_log().await?;
        }
        Ok(written)
    }

    /// Empties the write-ahead log, which keeps what was erased. Readers may prevent it; the next erasure tries again. It does
    /// not wait for them: no turn could be stored meanwhile.
    async fn truncate_log(&self) -> Result<(), Unavailable> {
        let (done, answer) = oneshot::channel();
        let task = move |connection: Result<&Connection, Unavailable>| {
            if let Ok(connection) = connection {
                let _ = connection.busy_timeout(Duration::ZERO);
                let _ = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
                let _ = connection.busy_timeout(connection::BUSY_TIMEOUT);
            }
            let _ = done.send(());
        };
        self.jobs.send(SqliteJob::Run(Box::new(task))).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())
    }

    /// See [`super::Store::close`].
    pub async fn close(&self) {
        self.readers.close();
        self.searchers.close();
        let (closed, answer) = oneshot::channel();
        if self.jobs.send(SqliteJob::Close(closed)).await.is_ok() {
            let _ = answer.await;
        }
    }

    async fn write(&self, write: WriteOp) -> WriteResult {
        let closed = || AppendError::Unavailable(closed());
        let (done, answer) = oneshot::channel();
        self.jobs.send(SqliteJob::Write(write, done)).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }

    /// See [`super::Store::check_files`].
    pub fn check_files(&self) -> Result<(), Unavailable> {
        let checked = self.watch.check();
        if checked.is_err() {
            // A connection may have been opened to the wrong file.
            self.readers.clear();
            self.searchers.clear();
        }
        checked
    }
}
