//! The hub: the actors of all active games, and the operations on any game. It holds nothing that the storage does not
//! have, so a node can stop at any time.
//!
//! Every operation runs in its own task: a request or socket may be cancelled before the storage has replied, and then the
//! actor would not know the outcome.

mod actor;
mod appending;
mod archive;
mod availability;
mod create;
mod engine_pool;
mod engine_queue;
mod engine_search;
mod folding;
mod holdings;
mod lobby;
mod maintenance;
mod maintenance_backoff;
mod notices;
mod operator;
mod presence;
mod refunds;
mod reopening;
mod retention;
mod storage_quota;
mod subscribers;

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use halfboard_protocol::api::{self, GameSnapshot};
use halfboard_protocol::event::LoggedEvent;
use halfboard_protocol::game::{Game, InvalidEvent};
use halfboard_protocol::id::{GameId, Token};
use halfboard_protocol::message::{KeyedCommand, Refusal, RefusalCode, ServerMessage};
use halfboard_protocol::{Millis, Version};
use halfboard_rules::record;
use tokio::sync::{OnceCell, watch};

pub(crate) use folding::run_on_log;
pub use lobby::{LobbyCursor, LobbyFilter};
pub(crate) use subscribers::TOKEN_REPLACED;
pub use subscribers::{QueuedMessage, Subscription, SubscriptionEnd};

use crate::admin::Operator;
use crate::limits::{BufferQuota, Limits};
use crate::logging::RepeatedLog;
use crate::metrics::Metrics;
use crate::referee;
use crate::store::{Store, Unavailable};
use crate::time::{GameTime, TimeSource};
use actor::GameActor;
use availability::Availability;
use engine_pool::EnginePool;
use holdings::{ClientHoldings, Holding};
use lobby::LobbyCache;
use maintenance_backoff::MaintenanceBackoff;
use storage_quota::{StorageQuota, stored_bytes};

/// The games of a node. Clones share the same hub.
#[derive(Clone)]
pub struct Hub(Arc<HubInner>);

struct HubInner {
    store: Store,
    time: GameTime,
    availability: Availability,
    limits: Arc<Limits>,
    metrics: Arc<Metrics>,
    actors: Mutex<BTreeMap<GameId, Arc<OnceCell<Arc<GameActor>>>>>,
    /// Flag times of the active games.
    flags: Mutex<BTreeSet<(Millis, GameId)>>,
    backoff: MaintenanceBackoff,
    engines: EnginePool,
    holdings: ClientHoldings,
    storage_quota: StorageQuota,
    operator: Operator,
    /// Log lines that requests cause.
    log_lines: RepeatedLog,
    lobby: LobbyCache,
    closing: watch::Sender<bool>,
    /// This node's ID.
    node: String,
    /// Whether other nodes may use the same storage.
    has_peers: AtomicBool,
    /// When the hub was started.
    started: Millis,
}

fn no_such_game(id: &GameId) -> Refusal {
    Refusal::new(RefusalCode::NotFound, format!("there is no game {id}"))
}

impl Hub {
    /// Starts a hub with its background tasks. Must be called inside a runtime.
    pub fn start(store: Store, limits: Arc<Limits>, metrics: Arc<Metrics>) -> Hub {
        Hub::start_with_time(store, limits, metrics, TimeSource::default())
    }

    /// Starts a hub that reads a given time source.
    pub fn start_with_time(store: Store, limits: Arc<Limits>, metrics: Arc<Metrics>, time: TimeSource) -> Hub {
        let engines = EnginePool::new(&limits, Arc::clone(&metrics));
        Hub::start_with_engines(store, limits, metrics, time, engines)
    }

    fn start_with_engines(
        store: Store,
        limits: Arc<Limits>,
        metrics: Arc<Metrics>,
        time: TimeSource,
        engines: EnginePool,
    ) -> Hub {
        let started = time.read().wall;
        let holdings = ClientHoldings::new(Arc::clone(&limits));
        let storage_quota = StorageQuota::new(limits.storage_per_address);
        let time = GameTime::new(time);
        let hub = Hub(Arc::new(HubInner {
            store,
            availability: Availability::new(time.read(), time.now()),
            time,
            limits,
            metrics,
            actors: Mutex::default(),
            flags: Mutex::default(),
            backoff: MaintenanceBackoff::default(),
            engines,
            holdings,
            storage_quota,
            operator: Operator::default(),
            log_lines: RepeatedLog::default(),
            lobby: LobbyCache::default(),
            closing: watch::Sender::new(false),
            node: format!("{:016x}", crate::secrets::number()),
            has_peers: AtomicBool::new(false),
            started,
        }));
        maintenance::start(&hub);
        hub
    }

    /// Returns the storage.
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// Returns the current time of the games.
    pub fn now(&self) -> Millis {
        self.0.time.now()
    }

    /// Returns the number of active games.
    pub fn active_games(&self) -> usize {
        self.0.actors.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Returns whether nothing is under way in any active game.
    #[cfg(feature = "simulation")]
    pub fn is_settled(&self) -> bool {
        let actors = self.0.actors.lock().unwrap_or_else(PoisonError::into_inner);
        // A cell without an actor that no request holds is left from one that failed.
        actors.values().all(|cell| cell.get().map_or(Arc::strong_count(cell) == 1, |actor| actor.is_settled()))
    }

    /// Returns a receiver that becomes true when the hub closes; sockets then close their connections.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.0.closing.subscribe()
    }

    /// Closes the hub: asks all sockets to close, and waits until accepted events are stored.
    pub async fn close(&self) {
        self.0.closing.send_replace(true);
        // From here to the next start is an outage.
        self.beat().await;
        self.0.store.close().await;
    }

    /// Returns whether games end in which nothing happens: not right after a start or an outage, because players could not
    /// move before.
    fn ends_idle_games(&self) -> bool {
        let wait = u64::from(self.0.limits.first_move.unwrap_or_default()) * 1000;
        let outages = self.outages();
        let resumed = outages.iter().map(|known| known.outage.until).fold(self.0.started, Millis::max);
        self.now() >= resumed.saturating_add(wait)
    }

    pub(crate) fn has_peers(&self) -> bool {
        self.0.has_peers.load(Ordering::Relaxed)
    }

    /// Returns whether to write a log line on a subject that requests can cause, with the number of suppressed ones.
    fn log_line(&self, subject: &str) -> Option<u64> {
        let line = self.0.log_lines.allow(subject);
        if line.is_none() {
            self.0.metrics.suppressed_log_lines.inc();
        }
        line
    }

    /// Logs and counts a storage error, and returns the refusal for the client.
    pub(crate) fn unavailable(&self, error: &Unavailable) -> Refusal {
        self.0.metrics.store_errors.inc();
        if let Some(suppressed) = self.log_line(&error.0) {
            tracing::warn!(%error, suppressed, "storage unavailable");
        }
        Refusal::new(RefusalCode::Unavailable, "the storage is unavailable; try again in a moment")
    }

    /// Returns the actor of a game if it is active on this node.
    fn open_actor(&self, id: &GameId) -> Option<Arc<GameActor>> {
        let actors = self.0.actors.lock().unwrap_or_else(PoisonError::into_inner);
        actors.get(id).and_then(|cell| cell.get().map(Arc::clone))
    }

    /// Returns the actor of a game, starting it if needed for a client with this address.
    async fn actor(&self, id: &GameId, client: Option<IpAddr>) -> Result<Arc<GameActor>, Refusal> {
        let cell = {
            let mut actors = self.0.actors.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(actors.entry(id.clone()).or_default())
        };
        // Boxed, since most games are open.
        let opened = cell.get_or_try_init(|| Box::pin(GameActor::open(self, id, client))).await.map(Arc::clone);
        if opened.is_err() {
            let mut actors = self.0.actors.lock().unwrap_or_else(PoisonError::into_inner);
            // Other waiting requests hold the cell and may start the actor in it; then it must stay in the map.
            let alone = Arc::strong_count(&cell) == 2;
            if alone && actors.get(id).is_some_and(|other| Arc::ptr_eq(other, &cell) && !other.initialized()) {
                actors.remove(id);
            }
        }
        opened
    }

    /// Runs an operation to completion even if the caller is cancelled.
    async fn spawn_uncancelled<T: Send + 'static>(
        operation: impl Future<Output = Result<T, Refusal>> + Send + 'static,
    ) -> Result<T, Refusal> {
        let result = tokio::spawn(operation).await;
        result.unwrap_or_else(|_| Err(Refusal::new(RefusalCode::Unavailable, "internal error; try again")))
    }

    /// Creates a game for a client without an address, as in tests.
    pub async fn create(&self, request: api::NewGame) -> Result<api::SeatGrant, Refusal> {
        self.create_from(None, request).await
    }

    /// Creates a game for a client.
    pub async fn create_from(&self, client: Option<IpAddr>, request: api::NewGame) -> Result<api::SeatGrant, Refusal> {
        self.settle().await?;
        self.0.operator.check_new_game()?;
        if request.seats.iter().any(|seat| matches!(seat, api::SeatSpec::Engine { .. })) {
            self.0.engines.admit(client)?;
        }
        if let Some(client) = client {
            self.0.storage_quota.check(client)?;
        }
        let created = create::create(request, self.0.limits.first_move, self.now())?;
        let id = created.insert.row.summary.id.clone();
        let public = created.insert.row.summary.public;
        let held = client.filter(|_| !created.started);
        if let Some(client) = held {
            self.0.holdings.hold(client, &id, Holding::Challenge, public)?;
        }
        let bytes = stored_bytes(&created.insert.events);
        let grant = api::SeatGrant { game: id.clone(), seat: created.seat, token: created.token };
        let hub = self.clone();
        Hub::spawn_uncancelled(async move {
            hub.0.store.create(created.insert).await.map_err(|error| {
                hub.0.holdings.release(&id, Holding::Challenge);
                hub.unavailable(&error)
            })?;
            if let Some(client) = client {
                hub.0.storage_quota.charge(client, bytes);
            }
            hub.0.metrics.games_created.inc();
            // An engine may have the first move.
            if created.started
                && let Ok(actor) = hub.actor(&id, client).await
            {
                actor.run_maintenance(&hub).await;
            }
            Ok(())
        })
        .await?;
        Ok(grant)
    }

    /// Takes a seat for a client without an address, as in tests.
    pub async fn take_seat(&self, game: &GameId, request: api::TakeSeat) -> Result<api::SeatGrant, Refusal> {
        self.take_seat_from(None, game, request).await
    }

    /// Takes a seat for a client. Repeating the request with the same token has no further effect.
    pub async fn take_seat_from(
        &self,
        client: Option<IpAddr>,
        game: &GameId,
        request: api::TakeSeat,
    ) -> Result<api::SeatGrant, Refusal> {
        self.0.operator.check_new_game()?;
        let actor = self.actor(game, client).await?;
        let hub = self.clone();
        Hub::spawn_uncancelled(async move { actor.take_seat(&hub, client, request).await }).await
    }

    /// Executes a command of a client without an address, as in tests.
    pub async fn command(
        &self,
        game: &GameId,
        token: &Token,
        keyed: KeyedCommand,
        arrived: Millis,
        round_trip: Option<u32>,
    ) -> Result<Version, Refusal> {
        self.command_from(None, game, token, keyed, arrived, round_trip).await
    }

    /// Executes a command of a client that arrived at `arrived` on a connection with the measured round-trip time in
    /// milliseconds. Returns the version that includes it.
    pub async fn command_from(
        &self,
        client: Option<IpAddr>,
        game: &GameId,
        token: &Token,
        keyed: KeyedCommand,
        arrived: Millis,
        round_trip: Option<u32>,
    ) -> Result<Version, Refusal> {
        if referee::creates_game(&keyed.command) {
            self.0.operator.check_new_game()?;
        }
        let actor = self.actor(game, client).await?;
        let (hub, token) = (self.clone(), token.clone());
        Hub::spawn_uncancelled(async move {
            let seat = actor.authorize(&hub, &token).await?;
            if let Some(client) = client {
                hub.0.storage_quota.check_command(client, &keyed.command)?;
            }
            actor.command(&hub, client, seat, &keyed, arrived, round_trip.unwrap_or(0)).await
        })
        .await
    }

    /// Returns a game with its events after `after`, as far as the token's holder may see them.
    pub async fn state(&self, game: &GameId, token: Option<&Token>, after: Version) -> Result<GameSnapshot, Refusal> {
        let actor = self.actor(game, None).await?;
        let (hub, token) = (self.clone(), token.cloned());
        Hub::spawn_uncancelled(async move { actor.snapshot(&hub, token.as_ref(), after).await }).await
    }

    /// Returns the record of a game, as far as the token's holder may see it.
    pub async fn record(&self, game: &GameId, token: Option<&Token>) -> Result<String, Refusal> {
        let (game, snapshot) = (game.clone(), self.state(game, token, 0).await?);
        let events = snapshot.events.len();
        let format = move || Ok(record::format(&[Game::from_log(game, &snapshot.events)?.record()]));
        let unreadable =
            |error: InvalidEvent| Refusal::new(RefusalCode::Unavailable, format!("the game cannot be read: {error}"));
        run_on_log(events, format).await.map_err(unreadable)
    }

    /// Joins a game as a player or spectator without an address, as in tests.
    pub async fn join(
        &self,
        game: &GameId,
        token: Option<&Token>,
        after: Version,
    ) -> Result<(ServerMessage, Subscription), Refusal> {
        self.join_from(None, game, token, after, BufferQuota::default()).await
    }

    /// Joins a game as a player or spectator. Returns the welcome with the events after `after`, and the subscription to
    /// what follows; what waits to be sent counts against the quota.
    pub(crate) async fn join_from(
        &self,
        client: Option<IpAddr>,
        game: &GameId,
        token: Option<&Token>,
        after: Version,
        quota: BufferQuota,
    ) -> Result<(ServerMessage, Subscription), Refusal> {
        let actor = self.actor(game, client).await?;
        let (hub, token) = (self.clone(), token.cloned());
        Hub::spawn_uncancelled(async move { actor.subscribe(&hub, client, token.as_ref(), after, quota).await }).await
    }
}

/// Returns the events with versions after `after` up to and including `up_to`.
fn in_range(events: Vec<LoggedEvent>, after: Version, up_to: Version) -> Vec<LoggedEvent> {
    events.into_iter().filter(|logged| logged.version > after && logged.version <= up_to).collect()
}

#[cfg(test)]
mod tests {
    use halfboard_protocol::event::Event;
    use halfboard_protocol::json;
    use halfboard_protocol::message::Command;

    use super::*;
    use crate::logging::tests::CapturedLog;

    #[tokio::test]
    async fn failures_that_requests_repeat_are_logged_once() {
        let store = Store::open("sqlite::memory:").await.expect("a storage");
        let hub = Hub::start(store, Arc::default(), Arc::default());
        let game: GameId = "0123456789abcdefghijkl".parse().expect("an ID");
        let error = Game::from_log(game.clone(), &[]).expect_err("a game without events");
        let log = CapturedLog::start();
        for _ in 0..20 {
            hub.unavailable(&Unavailable("the disk is full".to_owned()));
            actor::unreadable(&hub, &game, &error);
        }
        hub.unavailable(&Unavailable("the disk is read-only".to_owned()));
        assert_eq!((log.count("storage unavailable"), log.count("cannot fold")), (2, 1));
        assert_eq!(hub.0.metrics.suppressed_log_lines.get(), 38);
        assert_eq!(hub.0.metrics.store_errors.get(), 21, "all are counted");
    }

    #[tokio::test]
    async fn each_client_is_charged_for_what_it_stores() {
        let store = Store::open("sqlite::memory:").await.expect("a storage");
        // What is charged is forgotten so slowly that the test does not notice.
        let limits = Limits { storage_per_address: 1 << 20, ..Limits::default() };
        let hub = Hub::start(store, Arc::new(limits), Arc::default());
        let clients: [IpAddr; 2] = [[192, 0, 2, 1].into(), [192, 0, 2, 2].into()];
        let new = json::decode(r#"{"rules":"j","name":"Ann"}"#).expect("a new game");
        let first = hub.create_from(Some(clients[0]), new).await.expect("a game");
        let join = api::TakeSeat { name: "Bob".to_owned(), seat: None, token: None };
        let second = hub.take_seat_from(Some(clients[1]), &first.game, join).await.expect("a seat");
        let mut sent = Vec::new();
        for key in 1..=4 {
            for (grant, client, length) in [(&first, clients[0], 1), (&second, clients[1], 200)] {
                let keyed = KeyedCommand { key, command: Command::Say { text: "x".repeat(length) } };
                let (hub, grant) = (hub.clone(), grant.clone());
                sent.push(tokio::spawn(async move {
                    hub.command_from(Some(client), &grant.game, &grant.token, keyed, hub.now(), None).await
                }));
            }
        }
        for sent in sent {
            sent.await.expect("no panic").expect("said");
        }
        let log = hub.state(&first.game, Some(&first.token), 0).await.expect("a game").events;
        for (seat, client) in [first.seat, second.seat].into_iter().zip(clients) {
            let own = log.iter().filter(|logged| match &logged.event {
                Event::Said { seat: by, .. } | Event::Seated { seat: by, .. } => *by == seat,
                // The first client creates the game.
                _ => seat == first.seat,
            });
            let bytes = stored_bytes(&own.cloned().collect::<Vec<_>>());
            let charged = hub.0.storage_quota.bytes_of(client);
            assert!(charged.abs_diff(bytes) < 100, "{charged} of {bytes} bytes are charged to seat {seat}: {log:?}");
        }
    }
}
