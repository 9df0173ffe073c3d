//! Games in PostgreSQL, for several nodes at once: two tasks write, a few connections read, and one listens.

mod connect;
mod listener;
mod migrate;
mod port;
mod reads;
mod statements;
mod tls;
mod writer;

use std::sync::Arc;

use halfboard_protocol::api::{GameStatus, GameSummary};
use halfboard_protocol::id::GameId;
use halfboard_protocol::{Millis, Version};
use tokio::sync::{broadcast, mpsc, oneshot};

use super::columns::{self, Write, read_names, read_summaries};
use super::either::Words;
use super::{Append, AppendError, Kept, NewGame, OpenError, Unavailable, closed};
use connect::Address;
use listener::{Ear, Listener};
use reads::Readers;
use writer::{Job, Writer};

/// While one waits for its commit the other gathers the next.
const WRITERS: usize = 2;

/// So many writes may wait for each writer before those who come with more have to wait themselves.
const WAITING: usize = 2048;

/// So many words of other nodes are kept for somebody who is slow to listen; then they have missed some.
const HEARD: usize = 4096;

/// A database of PostgreSQL.
#[derive(Clone)]
pub struct Postgres(Arc<Inner>);

struct Inner {
    address: Arc<Address>,
    writers: [mpsc::Sender<Job>; WRITERS],
    readers: Readers,
    words: broadcast::WeakSender<super::Word>,
    asides: mpsc::Sender<(GameId, String)>,
    listener: tokio::task::AbortHandle,
}

impl Postgres {
    /// Connects to the database of an address. It must be there; its tables are made.
    pub async fn open(url: &str) -> Result<Postgres, OpenError> {
        let address = Arc::new(Address::read(url)?);
        let said = |Unavailable(problem)| OpenError(problem);
        let mut first = address.connect(None).await.map_err(said)?;
        migrate::run(&mut first.client).await?;
        drop(first);
        let writers = std::array::from_fn(|_| {
            let (jobs, waiting) = mpsc::channel(WAITING);
            tokio::spawn(Writer::new(address.clone()).run(waiting));
            jobs
        });
        let (asides, said_aside) = mpsc::channel(256);
        let (words, _) = broadcast::channel(HEARD);
        let weak = words.downgrade();
        let ear = Ear::open(&address).await.map_err(said)?;
        let listener = Listener { address: address.clone(), node: node()?, words, asides: said_aside };
        let listener = tokio::spawn(listener.run(ear)).abort_handle();
        let readers = Readers::new(address.clone());
        Ok(Postgres(Arc::new(Inner { address, writers, readers, words: weak, asides, listener })))
    }

    /// See [`super::Store::create`].
    pub async fn create(&self, game: NewGame) -> Result<(), Unavailable> {
        let id = game.row.summary.id.clone();
        let written = self.write(Some(&id), Write::Create(Box::new(game.into()))).await;
        written.map(|_| ()).map_err(AppendError::of_new_game)
    }

    /// See [`super::Store::append`].
    pub async fn append(&self, append: Append) -> Result<(), AppendError> {
        let id = append.game.clone();
        self.write(Some(&id), Write::Append(Box::new(append.into()))).await.map(|_| ())
    }

    /// See [`super::Store::forget`].
    pub async fn forget(&self, created_before: Millis) -> Result<u64, Unavailable> {
        let write = Write::Forget(columns::time(created_before));
        self.write(None, write).await.map_err(AppendError::of_new_game)
    }

    /// See [`super::Store::check`].
    pub async fn check(&self) -> Result<(), Unavailable> {
        self.write(None, Write::Check).await.map(|_| ()).map_err(AppendError::of_new_game)
    }

    /// See [`super::Store::read`].
    pub async fn read(&self, game: &GameId, after: Version) -> Result<Option<Kept>, Unavailable> {
        self.0.readers.read(game.as_str(), after.into()).await
    }

    /// See [`super::Store::list`].
    pub async fn list(&self, status: GameStatus, limit: u32) -> Result<Vec<GameSummary>, Unavailable> {
        self.0.readers.list(columns::status(status), limit.into()).await.map(read_summaries)
    }

    /// See [`super::Store::due`].
    pub async fn due(&self, now: Millis, limit: u32) -> Result<Vec<GameId>, Unavailable> {
        self.0.readers.due(columns::time(now), limit.into()).await.map(read_names)
    }

    /// See [`super::Store::words`].
    pub fn words(&self) -> Option<Words> {
        self.0.words.upgrade().map(|words| Words(words.subscribe()))
    }

    /// See [`super::Store::say_aside`].
    pub fn say_aside(&self, game: &GameId, words: &str) {
        // When too much waits to be said, what is newest is lost.
        let _ = self.0.asides.try_send((game.clone(), words.to_owned()));
    }

    /// See [`super::Store::close`].
    pub async fn close(&self) {
        self.0.readers.close();
        self.0.listener.abort();
        for writer in &self.0.writers {
            let (closed, answer) = oneshot::channel();
            if writer.send(Job::Close(closed)).await.is_ok() {
                let _ = answer.await;
            }
        }
    }

    /// A game is always written by the same writer, so that what follows cannot overtake.
    async fn write(&self, game: Option<&GameId>, write: Write) -> Result<u64, AppendError> {
        let closed = || AppendError::Unavailable(closed());
        let sum: usize = game.map_or(0, |game| game.as_str().bytes().map(usize::from).sum());
        let Some(writer) = self.0.writers.get(sum % WRITERS) else { return Err(closed()) };
        let (done, answer) = oneshot::channel();
        writer.send(Job::Write(write, done)).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }
}

/// A name for this node that no other has.
fn node() -> Result<String, OpenError> {
    let mut random = [0; 8];
    getrandom::fill(&mut random).map_err(|error| OpenError(format!("The system gives no random numbers: {error}.")))?;
    Ok(columns::hex(&random))
}
