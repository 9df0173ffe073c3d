//! Games in one file, by SQLite: one thread writes, a few connections read beside it.

mod connect;
mod port;
mod statements;
mod writer;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use halfboard_protocol::api::{GameStatus, GameSummary};
use halfboard_protocol::id::GameId;
use halfboard_protocol::{Millis, Version};
use prometheus_client::metrics::histogram::Histogram;
use rusqlite::Connection;
use tokio::sync::{Semaphore, mpsc, oneshot};

use super::columns::{self, Write, read_names, read_summaries};
use super::{Append, AppendError, Kept, NewGame, OpenError, Unavailable, closed};
use connect::Place;
use writer::Job;

/// So many writes may wait before those who come with more have to wait themselves.
const WAITING: usize = 4096;

/// So many reads happen at a time.
const READERS: usize = 4;

/// A database in a file.
#[derive(Clone)]
pub struct Sqlite {
    place: Arc<Place>,
    jobs: mpsc::Sender<Job>,
    readers: Arc<Readers>,
    batches: writer::Batches,
}

struct Readers {
    permits: Semaphore,
    idle: Mutex<Vec<Connection>>,
}

impl Sqlite {
    /// Opens a file, or makes it; `None` is a database in memory, which is gone with its last handle.
    pub async fn open(path: Option<PathBuf>) -> Result<Sqlite, OpenError> {
        let place = path.map_or(Place::Memory, Place::File);
        let (jobs, waiting) = mpsc::channel(WAITING);
        let (opened, answer) = oneshot::channel();
        let batches = writer::Batches::default();
        let start = {
            let (place, batches) = (place.clone(), Arc::clone(&batches));
            move || match connect::open(&place) {
                Ok(connection) => {
                    let _ = opened.send(Ok(()));
                    writer::run(&place, connection, waiting, &batches);
                }
                Err(error) => {
                    let _ = opened.send(Err(error));
                }
            }
        };
        let thread = std::thread::Builder::new().name("sqlite-writer".to_owned());
        thread.spawn(start).map_err(|error| OpenError(format!("A thread for the database cannot be had: {error}.")))?;
        answer.await.map_err(|_| OpenError("The database's thread ended at once.".to_owned()))??;
        let readers = Readers { permits: Semaphore::new(READERS), idle: Mutex::default() };
        Ok(Sqlite { place: Arc::new(place), jobs, readers: Arc::new(readers), batches })
    }

    /// See [`super::Store::measure`].
    pub fn measure(&self, batches: &Histogram) {
        // Whoever came first measures.
        let _ = self.batches.set(batches.clone());
    }

    /// See [`super::Store::create`].
    pub async fn create(&self, game: NewGame) -> Result<(), Unavailable> {
        let written = self.write(Write::Create(Box::new(game.into()))).await;
        written.map(|_| ()).map_err(AppendError::of_new_game)
    }

    /// See [`super::Store::append`].
    pub async fn append(&self, append: Append) -> Result<(), AppendError> {
        self.write(Write::Append(Box::new(append.into()))).await.map(|_| ())
    }

    /// See [`super::Store::forget`].
    pub async fn forget(&self, created_before: Millis) -> Result<u64, Unavailable> {
        self.write(Write::Forget(columns::time(created_before))).await.map_err(AppendError::of_new_game)
    }

    /// See [`super::Store::check`].
    pub async fn check(&self) -> Result<(), Unavailable> {
        self.write(Write::Check).await.map(|_| ()).map_err(AppendError::of_new_game)
    }

    /// See [`super::Store::read`].
    pub async fn read(&self, game: &GameId, after: Version) -> Result<Option<Kept>, Unavailable> {
        let game = game.to_string();
        let kept = self.look(move |connection| statements::read(connection, &game, after.into())).await?;
        kept.transpose()
    }

    /// See [`super::Store::list`].
    pub async fn list(&self, status: GameStatus, limit: u32) -> Result<Vec<GameSummary>, Unavailable> {
        let rows = self.look(move |connection| statements::list(connection, columns::status(status), limit)).await?;
        Ok(read_summaries(rows))
    }

    /// See [`super::Store::due`].
    pub async fn due(&self, now: Millis, limit: u32) -> Result<Vec<GameId>, Unavailable> {
        let names = self.look(move |connection| statements::due(connection, columns::time(now), limit)).await?;
        Ok(read_names(names))
    }

    /// See [`super::Store::close`].
    pub async fn close(&self) {
        self.readers.permits.close();
        self.idle().clear();
        let (closed, answer) = oneshot::channel();
        if self.jobs.send(Job::Close(closed)).await.is_ok() {
            let _ = answer.await;
        }
    }

    async fn write(&self, write: Write) -> Result<u64, AppendError> {
        let closed = || AppendError::Unavailable(closed());
        let (done, answer) = oneshot::channel();
        self.jobs.send(Job::Write(write, done)).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }

    /// Reads in a snapshot. A database in memory has one connection, so there the writer reads in passing.
    async fn look<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, Unavailable> {
        let place = self.place.clone();
        let snapshot = move |connection: &Connection| {
            let transaction = connection.unchecked_transaction()?;
            let value = read(connection)?;
            transaction.finish()?;
            Ok(value)
        };
        if *place == Place::Memory {
            let (done, answer) = oneshot::channel();
            let look = move |connection: Result<&Connection, Unavailable>| {
                let failed = |error| connect::unavailable(&place, &error);
                let _ = done.send(connection.and_then(|connection| snapshot(connection).map_err(failed)));
            };
            self.jobs.send(Job::Look(Box::new(look))).await.map_err(|_| closed())?;
            return answer.await.map_err(|_| closed())?;
        }
        let _permit = self.readers.permits.acquire().await.map_err(|_| closed())?;
        let store = self.clone();
        let reading = tokio::task::spawn_blocking(move || {
            let Place::File(path) = &*place else { return Err(closed()) };
            let idle = store.idle().pop();
            let connection = idle.map_or_else(|| connect::for_reading(path), Ok);
            let value = connection.and_then(|connection| {
                // A connection that failed is dropped here.
                let value = snapshot(&connection)?;
                if !store.readers.permits.is_closed() {
                    store.idle().push(connection);
                }
                Ok(value)
            });
            value.map_err(|error: rusqlite::Error| connect::unavailable(&place, &error))
        });
        reading.await.map_err(|error| Unavailable(format!("The database could not be read: {error}.")))?
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.readers.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
