//! The hub: all games that somebody looks at, as rooms, and what can be asked of any game. It holds nothing that the
//! storage does not have: a node can die at any moment.
//!
//! Whatever is done in a room runs in a task of its own, because the request or socket that asked for it may be gone before
//! the storage has answered, and then the room would not know what became of it.

mod engines;
mod listening;
mod make;
mod presence;
mod room;
mod tend;

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use halfboard_protocol::api::{self, GameSnapshot, GameStatus, Lobby};
use halfboard_protocol::event::LoggedEvent;
use halfboard_protocol::game::Game;
use halfboard_protocol::id::{GameId, Token};
use halfboard_protocol::message::{KeyedCommand, Refusal, RefusalCode, ServerMessage};
use halfboard_protocol::{Millis, Version};
use halfboard_rules::record;
use tokio::sync::{OnceCell, watch};

pub use listening::Joined;

use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::store::{Store, Unavailable};
use engines::Engines;
use room::Room;

/// The time by this machine's clock.
pub(crate) fn now() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// All games of a node. Cheap to clone: all clones are the same hub.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

struct Inner {
    store: Store,
    limits: Arc<Limits>,
    metrics: Arc<Metrics>,
    rooms: Mutex<HashMap<GameId, Arc<OnceCell<Arc<Room>>>>>,
    /// When the flags of the games at hand fall.
    flags: Mutex<BTreeSet<(Millis, GameId)>>,
    engines: Engines,
    /// The lists, as they were a moment ago: many may ask for them.
    lobby: tokio::sync::Mutex<Option<Lobby>>,
    closing: watch::Sender<bool>,
    /// This node's name among others.
    node: String,
    /// Whether there may be others.
    has_others: AtomicBool,
}

/// How many games of each kind are listed.
const LISTED: u32 = 50;

/// For how long the lists are not looked up again, in milliseconds.
const LISTS_LAST: Millis = 1000;

fn no_such_game(id: &GameId) -> Refusal {
    Refusal::new(RefusalCode::NotFound, format!("there is no game {id}"))
}

impl Hub {
    /// A hub over a storage, with the tasks that tend it. Must be called inside a runtime.
    pub fn start(store: Store, limits: Arc<Limits>, metrics: Arc<Metrics>) -> Hub {
        let engines = Engines::new(&limits);
        let hub = Hub(Arc::new(Inner {
            store,
            limits,
            metrics,
            rooms: Mutex::default(),
            flags: Mutex::default(),
            engines,
            lobby: tokio::sync::Mutex::new(None),
            closing: watch::Sender::new(false),
            node: format!("{:016x}", crate::secrets::number()),
            has_others: AtomicBool::new(false),
        }));
        tend::start(&hub);
        hub
    }

    /// The storage.
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// How many rooms are open.
    pub fn rooms(&self) -> usize {
        self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Says whether the hub is closing; sockets then tell their clients and go.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.0.closing.subscribe()
    }

    /// Tells all sockets to go, and waits until what was accepted is kept.
    pub async fn close(&self) {
        self.0.closing.send_replace(true);
        self.0.store.close().await;
    }

    /// Whether other nodes may serve the same games.
    fn has_others(&self) -> bool {
        self.0.has_others.load(Ordering::Relaxed)
    }

    /// What is told when the storage cannot do something.
    fn unavailable(&self, problem: &Unavailable) -> Refusal {
        self.0.metrics.store_errors.inc();
        tracing::warn!(problem = %problem.0, "the storage is not available");
        Refusal::new(RefusalCode::Unavailable, "the storage cannot be reached; try again in a moment")
    }

    /// The room of a game, opened if it is not.
    async fn room(&self, id: &GameId) -> Result<Arc<Room>, Refusal> {
        let cell = {
            let mut rooms = self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(rooms.entry(id.clone()).or_default())
        };
        let opened = cell.get_or_try_init(|| Room::open(self, id)).await.map(Arc::clone);
        if opened.is_err() {
            let mut rooms = self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner);
            // Whoever else waits for it has the cell, too, and opens the room in it: then it must stay where it is found.
            let alone = Arc::strong_count(&cell) == 2;
            if alone && rooms.get(id).is_some_and(|other| Arc::ptr_eq(other, &cell) && !other.initialized()) {
                rooms.remove(id);
            }
        }
        opened
    }

    /// Runs a change of a game to its end, whatever becomes of whoever asked for it.
    async fn to_the_end<T: Send + 'static>(
        change: impl Future<Output = Result<T, Refusal>> + Send + 'static,
    ) -> Result<T, Refusal> {
        let ended = tokio::spawn(change).await;
        ended.unwrap_or_else(|_| Err(Refusal::new(RefusalCode::Unavailable, "something went wrong here; try again")))
    }

    /// Makes a game.
    pub async fn create(&self, new: api::NewGame) -> Result<api::SeatGrant, Refusal> {
        let made = make::make(new)?;
        let seat = api::SeatGrant { game: made.game.row.summary.id.clone(), seat: made.seat, token: made.token };
        let hub = self.clone();
        let begun = made.begun;
        let id = seat.game.clone();
        Hub::to_the_end(async move {
            hub.0.store.create(made.game).await.map_err(|problem| hub.unavailable(&problem))?;
            hub.0.metrics.games_created.inc();
            // An engine may be the first to move.
            if begun && let Ok(room) = hub.room(&id).await {
                room.tend(&hub).await;
            }
            Ok(())
        })
        .await?;
        Ok(seat)
    }

    /// Takes a seat. Said again with the same secret it is harmless.
    pub async fn take_seat(&self, game: &GameId, take: api::TakeSeat) -> Result<api::SeatGrant, Refusal> {
        let room = self.room(game).await?;
        let hub = self.clone();
        Hub::to_the_end(async move { room.take_seat(&hub, take).await }).await
    }

    /// Carries out a command that arrived at this time, on a connection with this round trip as the server measured it.
    pub async fn command(
        &self,
        game: &GameId,
        token: &Token,
        keyed: KeyedCommand,
        arrived: Millis,
        round_trip: Option<u32>,
    ) -> Result<Version, Refusal> {
        let room = self.room(game).await?;
        let (hub, token) = (self.clone(), token.clone());
        Hub::to_the_end(async move {
            let seat = room.seat_of(&hub, &token).await?;
            room.command(&hub, seat, &keyed, arrived, round_trip.unwrap_or(0)).await
        })
        .await
    }

    /// What somebody may see of a game, from an event on.
    pub async fn state(&self, game: &GameId, token: Option<&Token>, after: Version) -> Result<GameSnapshot, Refusal> {
        let room = self.room(game).await?;
        let (hub, token) = (self.clone(), token.cloned());
        Hub::to_the_end(async move { room.state(&hub, token.as_ref(), after).await }).await
    }

    /// The game's record, as far as somebody may see it.
    pub async fn record(&self, game: &GameId, token: Option<&Token>) -> Result<String, Refusal> {
        let seen = self.state(game, token, 0).await?;
        let broken = |error| Refusal::new(RefusalCode::Unavailable, format!("the game cannot be read: {error}"));
        let seen = Game::from_log(game.clone(), &seen.events).map_err(broken)?;
        Ok(record::format(&[seen.record()]))
    }

    /// Joins a game, to play or to watch, from an event on: the first thing to tell, and what comes after it.
    pub async fn join(
        &self,
        game: &GameId,
        token: Option<&Token>,
        after: Version,
    ) -> Result<(ServerMessage, Joined), Refusal> {
        let room = self.room(game).await?;
        let (hub, token) = (self.clone(), token.cloned());
        Hub::to_the_end(async move { room.join(&hub, token.as_ref(), after).await }).await
    }

    /// The public games.
    pub async fn lobby(&self) -> Result<Lobby, Refusal> {
        let mut lobby = self.0.lobby.lock().await;
        let now = now();
        if let Some(lobby) = lobby.as_ref().filter(|lobby| now < lobby.now + LISTS_LAST) {
            return Ok(lobby.clone());
        }
        let list = async |status| self.0.store.list(status, LISTED).await.map_err(|problem| self.unavailable(&problem));
        let fresh = Lobby {
            now,
            open: list(GameStatus::Open).await?,
            playing: list(GameStatus::Playing).await?,
            finished: list(GameStatus::Finished).await?,
        };
        *lobby = Some(fresh.clone());
        Ok(fresh)
    }
}

/// The events that somebody may see, of those after a version.
fn seen(events: Vec<LoggedEvent>, after: Version, upto: Version) -> Vec<LoggedEvent> {
    events.into_iter().filter(|logged| logged.version > after && logged.version <= upto).collect()
}
