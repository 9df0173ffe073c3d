//! The storage as the rest of the server sees it: one of two databases, chosen by an address. Both behave alike, and one
//! list of tests holds them to it.

use halfboard_protocol::api::{GameStatus, GameSummary};
use halfboard_protocol::id::GameId;
use halfboard_protocol::{Millis, Version};
use prometheus_client::metrics::histogram::Histogram;
use tokio::sync::broadcast;

use super::postgres::Postgres;
use super::sqlite::Sqlite;
use super::{Append, AppendError, Kept, NewGame, OpenError, Unavailable, Word};

/// A storage for games. Clones are handles to the same.
#[derive(Clone)]
pub enum Store {
    /// A file.
    Sqlite(Sqlite),
    /// A server, which several nodes share.
    Postgres(Postgres),
}

impl Store {
    /// Opens what an address names and brings it to the schema of this program: `sqlite:PATH`, `sqlite::memory:` or
    /// `postgres://USER@HOST/DATABASE`.
    pub async fn open(url: &str) -> Result<Store, OpenError> {
        if let Some(path) = url.strip_prefix("sqlite:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            if path.is_empty() {
                return Err(OpenError("'sqlite:' names no file; a valid address is 'sqlite:halfboard.db'.".to_owned()));
            }
            let file = (path != ":memory:").then(|| path.into());
            return Sqlite::open(file).await.map(Store::Sqlite);
        }
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return Postgres::open(url).await.map(Store::Postgres);
        }
        // The address may hold a password, so it is not repeated.
        Err(OpenError(
            "The address of the database begins neither with 'sqlite:' nor with 'postgres://'. Valid are for example \
             'sqlite:halfboard.db' and 'postgres://user:password@host/database'."
                .to_owned(),
        ))
    }

    /// Counts from now on how many writes share a commit, where they do.
    pub fn measure(&self, batches: &Histogram) {
        match self {
            Store::Sqlite(store) => store.measure(batches),
            Store::Postgres(_) => {}
        }
    }

    /// Keeps a new game.
    pub async fn create(&self, game: NewGame) -> Result<(), Unavailable> {
        match self {
            Store::Sqlite(store) => store.create(game).await,
            Store::Postgres(store) => store.create(game).await,
        }
    }

    /// Adds events to a game, all or none. Whoever is told that the storage is unavailable does not know whether they were
    /// added: read the game again before deciding anything.
    pub async fn append(&self, append: Append) -> Result<(), AppendError> {
        match self {
            Store::Sqlite(store) => store.append(append).await,
            Store::Postgres(store) => store.append(append).await,
        }
    }

    /// A game's log after a version, and all its keys; `None` when there is no such game.
    pub async fn read(&self, game: &GameId, after: Version) -> Result<Option<Kept>, Unavailable> {
        match self {
            Store::Sqlite(store) => store.read(game, after).await,
            Store::Postgres(store) => store.read(game, after).await,
        }
    }

    /// The public games of a status, the last changed first.
    pub async fn list(&self, status: GameStatus, limit: u32) -> Result<Vec<GameSummary>, Unavailable> {
        match self {
            Store::Sqlite(store) => store.list(status, limit).await,
            Store::Postgres(store) => store.list(status, limit).await,
        }
    }

    /// The games being played whose flag has fallen, the first first.
    pub async fn due(&self, now: Millis, limit: u32) -> Result<Vec<GameId>, Unavailable> {
        match self {
            Store::Sqlite(store) => store.due(now, limit).await,
            Store::Postgres(store) => store.due(now, limit).await,
        }
    }

    /// What other nodes tell; `None` where there can be none.
    pub async fn words(&self) -> Option<Words> {
        match self {
            Store::Sqlite(_) => None,
            Store::Postgres(store) => store.words(),
        }
    }

    /// Tells other nodes something about a game that nobody keeps. It may get lost.
    pub async fn say_aside(&self, game: &GameId, words: &str) {
        match self {
            Store::Sqlite(_) => {}
            Store::Postgres(store) => store.say_aside(game, words),
        }
    }

    /// Whether one can write now.
    pub async fn check(&self) -> Result<(), Unavailable> {
        match self {
            Store::Sqlite(store) => store.check().await,
            Store::Postgres(store) => store.check().await,
        }
    }

    /// Removes challenges made before a time that never began, and says how many.
    pub async fn forget(&self, created_before: Millis) -> Result<u64, Unavailable> {
        match self {
            Store::Sqlite(store) => store.forget(created_before).await,
            Store::Postgres(store) => store.forget(created_before).await,
        }
    }

    /// Waits until everything that was accepted is written, and ends. Whoever comes later is told that it is closed.
    pub async fn close(&self) {
        match self {
            Store::Sqlite(store) => store.close().await,
            Store::Postgres(store) => store.close().await,
        }
    }
}

/// What other nodes tell, as it comes.
pub struct Words(pub(super) broadcast::Receiver<Word>);

impl Words {
    /// The next word; `None` when the storage was closed. Whoever listens too slowly has missed some.
    pub async fn next(&mut self) -> Option<Word> {
        match self.0.recv().await {
            Ok(word) => Some(word),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(Word::Missed),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}
