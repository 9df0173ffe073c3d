//! An SQLite database in memory that runs on the caller's runtime instead of a thread, with injected faults. Several nodes
//! share it as they would share PostgreSQL, notices included, so a simulation runs the real statements.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use halfboard_protocol::Version;
use halfboard_protocol::id::GameId;
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::task::{AbortHandle, JoinSet};

use super::super::rows::{GameRow, WriteOp};
use super::super::{AppendError, NodeNotice, OpenError, Store, Unavailable, WriteResult};
use super::connection::{self, Location};
use super::files::FileWatch;
use super::readers::SqliteReaders;
use super::writer::{BatchHistogram, SqliteJob, SqliteWriter};
use super::{QUEUE_CAPACITY, Sqlite};

/// What happens to a read or write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StorageFault {
    /// The time until it is executed.
    pub before: Duration,
    /// The time until the reply arrives.
    pub after: Duration,
    /// The outcome.
    pub outcome: StorageOutcome,
}

/// The outcome of a read or write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageOutcome {
    /// It is executed.
    Done,
    /// It is not executed and fails.
    FailedBefore,
    /// It is executed, but reported as failed.
    FailedAfter,
    /// It is reported as failed and executed later, even if the node has crashed by then.
    FailedLater,
}

/// Decides the faults of a node's connection, and carries its notices.
pub trait StorageFaults: Send + Sync + 'static {
    /// Returns the fate of the next read or write.
    fn next(&self, is_write: bool) -> StorageFault;
    /// Is called when a game has reached a version.
    fn on_commit(&self, game: GameId, version: Version);
    /// Is called when a node publishes a message about a game.
    fn on_publish(&self, game: &GameId, message: &str);
}

/// A database in memory. Clones share it.
#[derive(Clone)]
pub struct SimulatedDatabase(Arc<Mutex<SqliteWriter>>);

/// The hooks of a simulated connection.
#[derive(Clone)]
pub(in super::super) struct SimulatedLink {
    pub(in super::super) faults: Arc<dyn StorageFaults>,
    pub(in super::super) notices: broadcast::Sender<NodeNotice>,
}

impl SimulatedDatabase {
    /// Creates an empty database.
    pub fn open() -> Result<SimulatedDatabase, OpenError> {
        let connection = connection::open(&Location::Memory)?;
        let watch = Arc::new(FileWatch::new(None));
        Ok(SimulatedDatabase(Arc::new(Mutex::new(SqliteWriter::new(Location::Memory, connection, watch)))))
    }

    /// Removes all games, which is faster than a new database.
    pub fn clear(&self) -> Result<(), Unavailable> {
        let failed = |error: rusqlite::Error| connection::unavailable(&Location::Memory, &error);
        let mut writer = self.lock();
        let connection = writer.connection()?;
        // Tables that refer to others came after them. With foreign keys off, all statements would have to be prepared again.
        let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'migrations' ORDER BY rowid DESC";
        let clear = || -> rusqlite::Result<()> {
            let mut tables = connection.prepare_cached(tables)?;
            let names = tables.query_map([], |row| row.get::<_, String>(0))?;
            connection.prepare_cached("BEGIN")?.execute([])?;
            for name in names {
                connection.prepare_cached(&format!("DELETE FROM \"{}\"", name?))?.execute([])?;
            }
            connection.prepare_cached("COMMIT")?.execute([])?;
            Ok(())
        };
        clear().map_err(failed)
    }

    /// Connects a node. Aborting the task crashes the connection: operations in progress are lost.
    pub fn connect(
        &self,
        faults: Arc<dyn StorageFaults>,
        notices: broadcast::Sender<NodeNotice>,
    ) -> (Store, AbortHandle) {
        let (jobs, queue) = mpsc::channel(QUEUE_CAPACITY);
        let task = tokio::spawn(self.clone().run(queue, Arc::clone(&faults))).abort_handle();
        let readers = Arc::new(SqliteReaders::new(0));
        let store = Sqlite {
            location: Arc::new(Location::Memory),
            jobs,
            readers: Arc::clone(&readers),
            searchers: readers,
            batches: BatchHistogram::default(),
            watch: Arc::new(FileWatch::new(None)),
            link: Some(SimulatedLink { faults, notices }),
        };
        (Store::Sqlite(store), task)
    }

    async fn run(self, mut jobs: mpsc::Receiver<SqliteJob>, faults: Arc<dyn StorageFaults>) {
        let mut running = JoinSet::new();
        while let Some(job) = jobs.recv().await {
            while running.try_join_next().is_some() {}
            match job {
                SqliteJob::Write(write, reply) => {
                    let fault = faults.next(true);
                    running.spawn(self.clone().write(write, reply, fault, Arc::clone(&faults)));
                }
                SqliteJob::Run(task) => {
                    let (fault, database) = (faults.next(false), self.clone());
                    running.spawn(async move {
                        tokio::time::sleep(fault.before).await;
                        match fault.outcome {
                            StorageOutcome::Done => task(database.lock().connection()),
                            _ => task(Err(failure())),
                        }
                    });
                }
                SqliteJob::Close(closed) => {
                    while running.join_next().await.is_some() {}
                    let _ = closed.send(());
                    return;
                }
            }
        }
    }

    async fn write(
        self,
        write: WriteOp,
        reply: oneshot::Sender<WriteResult>,
        fault: StorageFault,
        faults: Arc<dyn StorageFaults>,
    ) {
        tokio::time::sleep(fault.before).await;
        let failed = || Err(AppendError::Unavailable(failure()));
        let result = match fault.outcome {
            StorageOutcome::Done => {
                let result = self.execute(write, &*faults);
                tokio::time::sleep(fault.after).await;
                result
            }
            StorageOutcome::FailedBefore => failed(),
            StorageOutcome::FailedAfter => {
                let _ = self.execute(write, &*faults);
                tokio::time::sleep(fault.after).await;
                failed()
            }
            StorageOutcome::FailedLater => {
                tokio::spawn(async move {
                    tokio::time::sleep(fault.after).await;
                    let _ = self.execute(write, &*faults);
                });
                failed()
            }
        };
        let _ = reply.send(result);
    }

    fn execute(&self, write: WriteOp, faults: &dyn StorageFaults) -> WriteResult {
        let updated = |row: &GameRow| (row.id.clone(), row.version);
        let updates: Vec<(String, i64)> = match &write {
            WriteOp::Create(game) => vec![updated(&game.row)],
            WriteOp::Append(append) => {
                append.rematch.iter().map(|game| &game.row).chain([&append.row]).map(updated).collect()
            }
            _ => Vec::new(),
        };
        let (reply, mut result) = oneshot::channel();
        self.lock().write(&mut vec![(write, reply)]);
        let result = result.try_recv().unwrap_or_else(|_| Err(AppendError::Unavailable(failure())));
        if result.is_ok() {
            for (game, version) in updates {
                if let (Ok(game), Ok(version)) = (game.parse(), version.try_into()) {
                    faults.on_commit(game, version);
                }
            }
        }
        result
    }

    fn lock(&self) -> MutexGuard<'_, SqliteWriter> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn failure() -> Unavailable {
    Unavailable("simulated failure".to_owned())
}
