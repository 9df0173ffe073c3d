//! Connections for concurrent reads. Games and lists have a few; searches in the archive, which may have to look at all of it,
//! have their own and a time limit.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use super::super::{SearchError, Unavailable, closed};
use super::Sqlite;
use super::connection::{self, Location};
use super::writer::SqliteJob;

/// Number of steps of SQLite's virtual machine between looks at the time, which are some 50 microseconds.
const STEPS: i32 = 10_000;

/// A pool of connections, opened on demand.
pub(super) struct SqliteReaders {
    permits: Arc<Semaphore>,
    idle: Mutex<Vec<Connection>>,
}

impl SqliteReaders {
    /// Creates a pool of at most `max` connections.
    pub(super) fn new(max: usize) -> SqliteReaders {
        SqliteReaders { permits: Arc::new(Semaphore::new(max)), idle: Mutex::default() }
    }

    /// Ends waiting and later reads.
    pub(super) fn close(&self) {
        self.permits.close();
        self.clear();
    }

    /// Closes idle connections.
    pub(super) fn clear(&self) {
        self.idle().clear();
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn permit(&self) -> Result<OwnedSemaphorePermit, Unavailable> {
        Arc::clone(&self.permits).acquire_owned().await.map_err(|_| closed())
    }
}

impl Sqlite {
    /// Reads in a snapshot.
    pub(super) async fn read_snapshot<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, Unavailable> {
        if *self.location == Location::Memory {
            return self.read_in_memory(read).await;
        }
        let permit = self.readers.permit().await?;
        self.read_file(permit, Arc::clone(&self.readers), |connection| read(connection)).await
    }

    /// Reads in a snapshot for at most some time, which includes the time that it waits for other searches. In memory there is
    /// no limit.
    pub(super) async fn search_snapshot<T: Send + 'static>(
        &self,
        limit: Duration,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, SearchError> {
        if *self.location == Location::Memory {
            return Ok(self.read_in_memory(read).await?);
        }
        let deadline = Instant::now() + limit;
        let permit =
            tokio::time::timeout(limit, self.searchers.permit()).await.map_err(|_| SearchError::TimeLimit)??;
        let search = move |connection: &mut Connection| {
            connection.progress_handler(STEPS, Some(move || Instant::now() >= deadline))?;
            let found = read(connection);
            connection.progress_handler(0, None::<fn() -> bool>)?;
            match found {
                Err(error) if error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted) => Ok(None),
                found => found.map(Some),
            }
        };
        self.read_file(permit, Arc::clone(&self.searchers), search).await?.ok_or(SearchError::TimeLimit)
    }

    /// An in-memory database has only the writer's connection, so the writer runs the read.
    async fn read_in_memory<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, Unavailable> {
        let location = Arc::clone(&self.location);
        let (done, answer) = oneshot::channel();
        // Nothing is written meanwhile, so it needs no transaction.
        let task = move |connection: Result<&Connection, Unavailable>| {
            let failed = |error| connection::unavailable(&location, &error);
            let _ = done.send(connection.and_then(|connection| read(connection).map_err(failed)));
        };
        self.jobs.send(SqliteJob::Run(Box::new(task))).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }

    /// Reads a file on a connection of a pool. The permit is held until the end, also if the caller is gone.
    async fn read_file<T: Send + 'static>(
        &self,
        permit: OwnedSemaphorePermit,
        pool: Arc<SqliteReaders>,
        read: impl FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, Unavailable> {
        let store = self.clone();
        let reading = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            let Location::File(path) = &*store.location else { return Err(closed()) };
            store.check_files()?;
            let idle = pool.idle().pop();
            let connection = idle.map_or_else(|| connection::open_reader(path), Ok);
            let value = connection.and_then(|mut connection| {
                // A failed connection is dropped.
                connection.prepare_cached("BEGIN")?.execute([])?;
                let value = read(&mut connection)?;
                connection.prepare_cached("COMMIT")?.execute([])?;
                if !pool.permits.is_closed() {
                    pool.idle().push(connection);
                }
                Ok(value)
            });
            store.check_files()?;
            value.map_err(|error: rusqlite::Error| connection::unavailable(&store.location, &error))
        });
        reading.await.map_err(|error| Unavailable(format!("cannot read the database: {error}")))?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENDLESS: &str = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

    #[tokio::test]
    async fn searches_are_ended_in_time_and_games_do_not_wait_for_them() {
        let folder = std::env::temp_dir().join(format!("halfboard-search-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let store = Sqlite::open(Some(folder.join("games.db"))).await.expect("a database");
        let number = |sql: &'static str| {
            move |connection: &Connection| connection.query_row(sql, [], |row| row.get::<_, i64>(0))
        };
        let started = Instant::now();
        let limit = Duration::from_millis(500);
        let searches: Vec<_> = (0..8)
            .map(|_| {
                let store = store.clone();
                tokio::spawn(async move { store.search_snapshot(limit, number(ENDLESS)).await })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert_eq!(store.read_snapshot(number("SELECT count(*) FROM games")).await, Ok(0));
        assert!(started.elapsed() < limit, "a read does not wait for searches");
        for search in searches {
            assert_eq!(search.await.expect("no panic"), Err(SearchError::TimeLimit));
        }
        assert!(started.elapsed() < 4 * limit, "the wait for others counts: {:?}", started.elapsed());
        assert_eq!(store.search_snapshot(limit, number("SELECT 7")).await, Ok(7), "the connection is fine");
        store.close().await;
        std::fs::remove_dir_all(folder).expect("removed");
    }
}
