//! The server's engine: a pool of searches that plays at seats like any other player. Searches are shared fairly among the
//! networks of the clients that cause them. If several nodes have a game open, each may search; the storage accepts the
//! first move.

use std::net::IpAddr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use halfboard_protocol::message::{Command, KeyedCommand, Refusal, RefusalCode};
use tokio::runtime::Handle;

use super::Hub;
use super::actor::{ActorState, GameActor};
use super::engine_queue::EngineQueue;
use super::engine_search::{self, EngineTurn};
use crate::admin::UsageCounts;
use crate::background;
use crate::limits::{Limits, allocation};
use crate::metrics::Metrics;

/// A pool of engine searches.
pub(super) struct EnginePool {
    shared: Arc<PoolState>,
    max_waiting: usize,
    max_waiting_per_client: usize,
}

pub(super) struct PoolState {
    queue: Mutex<EngineQueue<EngineClient, EngineTask>>,
    metrics: Arc<Metrics>,
    pub(super) max_ms: u64,
    pub(super) search: SearchFunction,
    /// Delays between attempts to search a turn when a search fails.
    retry_delays: &'static [Duration],
}

/// Searches a turn for at most a time in milliseconds, and returns the move.
type SearchFunction = fn(&EngineTurn, u64) -> Result<String, String>;

/// The network that engine time is charged to; `None` if it is unknown, as after a restart.
pub(super) type EngineClient = Option<IpAddr>;

/// A task of the queue.
pub(super) enum EngineTask {
    /// Search a turn.
    Start(QueuedTurn),
    /// Resume a search that gave way.
    Resume(Arc<PausedSearch>),
}

/// A turn that waits for its search.
#[derive(Clone)]
pub(super) struct QueuedTurn {
    hub: Hub,
    actor: Arc<GameActor>,
    /// The client that the search and the move are charged to.
    client: Option<IpAddr>,
    /// Line and ply.
    at: (u32, u32),
    since: Instant,
    /// Number of searches of this turn that failed.
    failures: usize,
    runtime: Handle,
}

/// A search that gave way; its thread waits here.
#[derive(Default)]
pub(super) struct PausedSearch {
    resumed: Mutex<bool>,
    changed: Condvar,
}

/// Delays between attempts to play a move while the storage is unavailable, in seconds.
const RETRY_SECONDS: [u64; 9] = [1, 2, 4, 8, 16, 30, 60, 60, 60];

/// Delays between attempts to search a turn when a search fails, as by a panic: then the engine has a fault.
const SEARCH_RETRY_DELAYS: [Duration; 4] =
    [Duration::from_secs(1), Duration::from_secs(5), Duration::from_secs(20), Duration::from_secs(60)];

/// Shortest expected wait that players are told, in milliseconds.
const MIN_SHOWN_WAIT_MS: u32 = 1000;

impl EnginePool {
    /// Creates a pool with the configured number of searches and time limit.
    pub(super) fn new(limits: &Limits, metrics: Arc<Metrics>) -> EnginePool {
        let queue = Mutex::new(EngineQueue::new(limits.engines));
        EnginePool {
            shared: Arc::new(PoolState {
                queue,
                metrics,
                max_ms: limits.engine_ms,
                search: engine_search::search_turn,
                retry_delays: &SEARCH_RETRY_DELAYS,
            }),
            max_waiting: limits.engine_queue,
            max_waiting_per_client: limits.engine_queue_per_address,
        }
    }

    /// Refuses a new game with an engine while too many searches wait. Turns of existing games are never refused.
    pub(super) fn admit(&self, address: Option<IpAddr>) -> Result<(), Refusal> {
        let client = address.map(allocation);
        let queue = self.shared.lock();
        let full = if queue.len_of(client) >= self.max_waiting_per_client {
            "from this address"
        } else if queue.len_with_at_most(self.max_waiting_per_client) >= self.max_waiting {
            "on this server"
        } else {
            return Ok(());
        };
        let wait = queue.expected_wait(client, queue.len_of(client), Instant::now()).as_secs().max(1);
        let message = format!("too many engine games {full}: the engine is busy; try again in about {wait} s");
        Err(Refusal::new(RefusalCode::TooMany, message).retry_after(wait as u32))
    }

    /// Queues a search if an engine is to move and no search of this turn is under way.
    pub(super) fn on_change(&self, hub: &Hub, actor: &Arc<GameActor>, state: &mut ActorState) {
        let at = (state.game.line(), state.game.plies());
        if state.game.engine_to_move().is_none() || state.thinking == Some(at) {
            return;
        }
        state.thinking = Some(at);
        let (hub, actor, client, runtime) = (hub.clone(), Arc::clone(actor), actor.client(), Handle::current());
        self.shared.push(QueuedTurn { hub, actor, client, at, since: Instant::now(), failures: 0, runtime });
    }

    /// Tells players in games that wait for the engine how long it will take.
    pub(super) fn update_waits(&self, hub: &Hub) {
        let waits: Vec<(Arc<GameActor>, Duration)> = {
            let queue = self.shared.lock();
            let waits = queue.expected_waits(Instant::now());
            let start = |(task, wait): (&EngineTask, Duration)| match task {
                EngineTask::Start(turn) => Some((Arc::clone(&turn.actor), wait)),
                EngineTask::Resume(_) => None,
            };
            waits.filter_map(start).collect()
        };
        for (actor, wait) in waits {
            actor.set_engine_wait(hub, shown(wait));
        }
    }
}

/// Returns an expected wait in milliseconds as players are told, in whole seconds; `None` if it is short.
fn shown(wait: Duration) -> Option<u32> {
    let ms = wait.as_millis().min(3_600_000) as u32;
    (ms >= MIN_SHOWN_WAIT_MS).then(|| ms.div_ceil(1000) * 1000)
}

impl PoolState {
    fn lock(&self) -> MutexGuard<'_, EngineQueue<EngineClient, EngineTask>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a turn.
    fn push(self: &Arc<Self>, turn: QueuedTurn) {
        let (hub, actor, since) = (turn.hub.clone(), Arc::clone(&turn.actor), turn.since);
        let client = turn.client.map(allocation);
        let wait = {
            let mut queue = self.lock();
            let wait = queue.expected_wait(client, queue.len_of(client), since);
            queue.push(client, EngineTask::Start(turn), since);
            wait
        };
        actor.set_engine_wait(&hub, shown(wait));
        self.dispatch();
    }

    /// Queues a turn again whose search failed, after a pause. After the last one it is left to the next change of the game.
    async fn retry(self: Arc<Self>, turn: QueuedTurn) {
        let delay = self.retry_delays.get(turn.failures);
        tokio::time::sleep(delay.copied().unwrap_or_default()).await;
        let mut state = turn.actor.lock().await;
        if state.thinking != Some(turn.at) {
            return;
        }
        if delay.is_none() {
            state.thinking = None;
            return;
        }
        drop(state);
        self.push(QueuedTurn { since: Instant::now(), failures: turn.failures + 1, ..turn });
    }

    /// Starts or resumes searches while slots are free.
    pub(super) fn dispatch(self: &Arc<Self>) {
        loop {
            let next = {
                let mut queue = self.lock();
                let next = queue.next(Instant::now());
                if matches!(next, Some((_, EngineTask::Resume(_)))) {
                    queue.resumed();
                }
                self.metrics.engine_queue.set(i64::try_from(queue.len()).unwrap_or(i64::MAX));
                next
            };
            match next {
                Some((client, EngineTask::Start(turn))) => {
                    let slot = SearchSlot { pool: Arc::clone(self), client, used: Duration::ZERO };
                    turn.runtime.clone().spawn(run(turn, slot));
                }
                Some((_, EngineTask::Resume(paused))) => paused.resume(),
                None => return,
            }
        }
    }
}

impl PausedSearch {
    fn resume(&self) {
        *self.resumed.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_one();
    }

    pub(super) fn wait(&self) {
        let resumed = self.resumed.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(resumed, |resumed| !*resumed));
    }
}

/// A slot of the pool; dropping it starts the next search.
pub(super) struct SearchSlot {
    pub(super) pool: Arc<PoolState>,
    pub(super) client: EngineClient,
    /// Engine time used.
    used: Duration,
}

impl SearchSlot {
    /// Charges engine time to the client.
    pub(super) fn charge(
        &mut self,
        time: Duration,
        now: Instant,
    ) -> MutexGuard<'_, EngineQueue<EngineClient, EngineTask>> {
        self.used += time;
        let mut queue = self.pool.lock();
        queue.charge(self.client, time, now);
        queue
    }
}

impl Drop for SearchSlot {
    fn drop(&mut self) {
        self.pool.lock().finish(self.client, self.used, Instant::now());
        self.pool.dispatch();
    }
}

/// Searches a queued turn and plays the move, or tries again later.
async fn run(queued: QueuedTurn, slot: SearchSlot) {
    let (pool, metrics) = (Arc::clone(&slot.pool), Arc::clone(&queued.hub.0.metrics));
    let error = match background::guard(&metrics, "engine", search_and_play(queued.clone(), slot)).await {
        Some(Ok(())) => return,
        Some(Err(error)) => error,
        None => "panic".to_owned(),
    };
    metrics.engine_failures.inc();
    tracing::error!(game = %queued.actor.id, error, failures = queued.failures + 1, "the engine did not move");
    pool.retry(queued).await;
}

/// Searches a queued turn and plays the move; fails if the engine is at fault.
async fn search_and_play(queued: QueuedTurn, slot: SearchSlot) -> Result<(), String> {
    let QueuedTurn { hub, actor, client, at, since, .. } = queued;
    actor.set_engine_wait(&hub, None);
    hub.0.metrics.engine_wait_seconds.observe(since.elapsed().as_secs_f64());
    // The turn may have been taken back while waiting; then another task has the new one.
    let Some(turn) = current_turn(&hub, &actor, at).await else { return Ok(()) };
    let seat = turn.seat;
    let started = Instant::now();
    let found = tokio::task::spawn_blocking(move || engine_search::think(&turn, slot)).await;
    if let Some(client) = client {
        let engine_ms = started.elapsed().as_millis() as u64;
        hub.operator().count(client, hub.now(), UsageCounts { engine_ms, ..UsageCounts::default() });
    }
    let mv = found.map_err(|_| "the search panicked")??;
    play(&hub, &actor, client, (seat, at), &mv).await.map_err(|refusal| format!("{mv}: {}", refusal.message))
}

/// Returns the turn to search if it is still that of a line and ply.
async fn current_turn(hub: &Hub, actor: &GameActor, at: (u32, u32)) -> Option<EngineTurn> {
    let state = actor.lock().await;
    engine_search::turn(&state, hub.now()).filter(|turn| turn.at == at)
}

/// Plays the engine's move. Retries while the storage is unavailable. Fails if the move is refused although it is still the
/// engine's turn.
async fn play(
    hub: &Hub,
    actor: &Arc<GameActor>,
    client: Option<IpAddr>,
    (seat, (line, ply)): (u8, (u32, u32)),
    mv: &str,
) -> Result<(), Refusal> {
    let keyed = KeyedCommand { key: 0, command: Command::Play { line, ply, mv: mv.to_owned() } };
    for delay in RETRY_SECONDS {
        match actor.command(hub, client, seat, &keyed, hub.now(), 0).await {
            Err(refusal) if refusal.code == RefusalCode::Unavailable => {
                tokio::time::sleep(Duration::from_secs(delay)).await;
            }
            Ok(_) => {
                hub.0.metrics.engine_moves.inc();
                return Ok(());
            }
            Err(refusal) if current_turn(hub, actor, (line, ply)).await.is_some() => return Err(refusal),
            // The game has moved on.
            Err(_) => return Ok(()),
        }
    }
    // Once the storage is available again, the engine searches again.
    actor.lock().await.thinking = None;
    actor.run_maintenance(hub).await;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use halfboard_protocol::api::SeatGrant;
    use halfboard_protocol::json;

    use super::*;
    use crate::store::Store;
    use crate::time::TimeSource;

    /// Starts a hub whose engine searches with a function, and a game in which the engine has the first move.
    async fn start(search: SearchFunction) -> (Hub, SeatGrant) {
        let store = Store::open("sqlite::memory:").await.expect("a storage");
        let (limits, metrics) = (Arc::new(Limits::default()), Arc::new(Metrics::new()));
        let pool = PoolState {
            queue: Mutex::new(EngineQueue::new(1)),
            metrics: Arc::clone(&metrics),
            max_ms: 100,
            search,
            retry_delays: const { &[Duration::from_millis(1); 3] },
        };
        let pool = EnginePool { shared: Arc::new(pool), max_waiting: 9, max_waiting_per_client: 9 };
        let hub = Hub::start_with_engines(store, limits, metrics, TimeSource::default(), pool);
        let new = r#"{"rules":"j","name":"Ann","seats":[{"engine":{"level":1}},"me"]}"#;
        let grant = hub.create(json::decode(new).expect("a new game")).await.expect("created");
        (hub, grant)
    }

    async fn wait_until(is_done: impl AsyncFn() -> bool) {
        for _ in 0..3000 {
            if is_done().await {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("it takes too long");
    }

    #[tokio::test]
    async fn a_search_that_fails_is_repeated() {
        static SEARCHES: AtomicUsize = AtomicUsize::new(0);
        let (hub, grant) = start(|turn, max_ms| match SEARCHES.fetch_add(1, Ordering::Relaxed) {
            0 => panic!("a fault"),
            1 => Err("another fault".to_owned()),
            2 => Ok("no legal move".to_owned()),
            _ => engine_search::search_turn(turn, max_ms),
        })
        .await;
        wait_until(async || {
            let state = hub.state(&grant.game, Some(&grant.token), 0).await.expect("a state");
            state.events.iter().any(|logged| logged.event.turn().is_some())
        })
        .await;
        assert_eq!((hub.0.metrics.engine_failures.get(), SEARCHES.load(Ordering::Relaxed)), (3, 4));
    }

    #[tokio::test]
    async fn a_search_that_always_fails_is_given_up_until_the_game_changes() {
        static SEARCHES: AtomicUsize = AtomicUsize::new(0);
        let (hub, grant) = start(|_, _| {
            SEARCHES.fetch_add(1, Ordering::Relaxed);
            panic!("a fault")
        })
        .await;
        let actor = hub.actor(&grant.game, None).await.expect("an actor");
        wait_until(async || actor.lock().await.thinking.is_none()).await;
        assert_eq!(SEARCHES.load(Ordering::Relaxed), 4);
        actor.run_maintenance(&hub).await;
        wait_until(async || SEARCHES.load(Ordering::Relaxed) > 4).await;
    }
}
