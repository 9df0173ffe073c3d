//! The server's engine: a pool of searches that plays at seats like any other player. Searches are shared fairly among the
//! networks of the clients that cause them. If several nodes have a game open, each may search; the storage accepts the
//! first move.

use std::cell::RefCell;
use std::net::IpAddr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use halfboard_engine::levels::StoredLevel;
use halfboard_engine::limits::{Clock, Limits as SearchLimits};
use halfboard_engine::player;
use halfboard_engine::search::SearchSettings;
use halfboard_protocol::Millis;
use halfboard_protocol::event::{Seed, Start};
use halfboard_protocol::message::{Command, KeyedCommand, Refusal, RefusalCode};
use halfboard_rules::session::Session;
use tokio::runtime::Handle;

use super::Hub;
use super::actor::{ActorState, GameActor};
use super::engine_queue::EngineQueue;
use crate::admin::UsageCounts;
use crate::limits::{Limits, allocation};
use crate::metrics::Metrics;

/// A pool of engine searches.
pub(super) struct EnginePool {
    shared: Arc<PoolState>,
    max_waiting: usize,
    max_waiting_per_client: usize,
}

struct PoolState {
    queue: Mutex<EngineQueue<EngineClient, EngineTask>>,
    metrics: Arc<Metrics>,
    max_ms: u64,
}

/// The network that engine time is charged to; `None` if it is unknown, as after a restart.
type EngineClient = Option<IpAddr>;

/// A task of the queue.
enum EngineTask {
    /// Search a turn.
    Start(QueuedTurn),
    /// Resume a search that gave way.
    Resume(Arc<PausedSearch>),
}

/// A turn that waits for its search.
struct QueuedTurn {
    hub: Hub,
    actor: Arc<GameActor>,
    /// Line and ply.
    at: (u32, u32),
    since: Instant,
    runtime: Handle,
}

/// A search that gave way; its thread waits here.
#[derive(Default)]
struct PausedSearch {
    resumed: Mutex<bool>,
    changed: Condvar,
}

/// Size of an engine's transposition table, in mebibytes: levels for people search few positions.
const MEMORY: usize = 8;

/// Delays between attempts to play a move while the storage is unavailable, in seconds.
const RETRY_SECONDS: [u64; 9] = [1, 2, 4, 8, 16, 30, 60, 60, 60];

/// Interval at which a running search looks whether it should give way.
const YIELD_INTERVAL: Duration = Duration::from_millis(2);

/// Shortest expected wait that players are told, in milliseconds.
const MIN_SHOWN_WAIT_MS: u32 = 1000;

/// A turn to search.
struct EngineTurn {
    session: Box<dyn Session>,
    seat: u8,
    /// Line and ply.
    at: (u32, u32),
    level: StoredLevel,
    seed: u64,
    clock: Option<Clock>,
}

impl EnginePool {
    /// Creates a pool with the configured number of searches and time limit.
    pub(super) fn new(limits: &Limits, metrics: Arc<Metrics>) -> EnginePool {
        let queue = Mutex::new(EngineQueue::new(limits.engines));
        EnginePool {
            shared: Arc::new(PoolState { queue, metrics, max_ms: limits.engine_ms }),
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
        let since = Instant::now();
        let turn = QueuedTurn { hub: hub.clone(), actor: Arc::clone(actor), at, since, runtime: Handle::current() };
        let client = actor.client().map(allocation);
        let wait = {
            let mut queue = self.shared.lock();
            let wait = queue.expected_wait(client, queue.len_of(client), since);
            queue.push(client, EngineTask::Start(turn), since);
            wait
        };
        actor.set_engine_wait(hub, shown(wait));
        self.shared.dispatch();
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

    /// Starts or resumes searches while slots are free.
    fn dispatch(self: &Arc<Self>) {
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

    fn wait(&self) {
        let resumed = self.resumed.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(resumed, |resumed| !*resumed));
    }
}

/// A slot of the pool; dropping it starts the next search.
struct SearchSlot {
    pool: Arc<PoolState>,
    client: EngineClient,
    /// Engine time used.
    used: Duration,
}

impl SearchSlot {
    /// Charges engine time to the client.
    fn charge(&mut self, time: Duration, now: Instant) -> MutexGuard<'_, EngineQueue<EngineClient, EngineTask>> {
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

/// Searches a queued turn and plays the move.
async fn run(queued: QueuedTurn, slot: SearchSlot) {
    let QueuedTurn { hub, actor, at, since, .. } = queued;
    actor.set_engine_wait(&hub, None);
    hub.0.metrics.engine_wait_seconds.observe(since.elapsed().as_secs_f64());
    // The turn may have been taken back while waiting; then another task has the new one.
    let Some(turn) = turn(&*actor.lock().await, hub.now()).filter(|turn| turn.at == at) else { return };
    let seat = turn.seat;
    let started = Instant::now();
    let found = tokio::task::spawn_blocking(move || think(&turn, slot)).await;
    if let Some(client) = actor.client() {
        let engine_ms = started.elapsed().as_millis() as u64;
        hub.operator().count(client, hub.now(), UsageCounts { engine_ms, ..UsageCounts::default() });
    }
    match found {
        Ok(Ok(mv)) => play(&hub, &actor, seat, at, mv).await,
        Ok(Err(error)) => tracing::error!(game = %actor.id, %error, "engine found no move"),
        Err(_) => tracing::error!(game = %actor.id, "engine panicked"),
    }
}

/// Returns the turn to search if an engine is to move.
fn turn(state: &ActorState, now: Millis) -> Option<EngineTurn> {
    let game = &state.game;
    let ((number, of), seat) = (game.engine_to_move()?, game.turn()?);
    let level = StoredLevel { number, of };
    let clock = game.clocks().remaining(seat, now).map(|remaining| Clock {
        remaining: remaining as f64 / 1000.0,
        increment: game.terms().control.increment() as f64 / 1000.0,
    });
    let seed = match game.terms().start {
        Start::Seed(Seed(seed)) => seed,
        Start::Position(_) => game.created(),
    };
    Some(EngineTurn { session: game.session().clone_box(), seat, at: (game.line(), game.plies()), level, seed, clock })
}

/// The search of this thread, for its time source.
struct ThreadSearch {
    slot: SearchSlot,
    /// Until when engine time is charged.
    charged: Instant,
    /// Time spent giving way, in seconds.
    paused: f64,
    /// Whether that time counts, because a game clock runs.
    clock_runs: bool,
}

thread_local! {
    static SEARCH: RefCell<Option<ThreadSearch>> = const { RefCell::new(None) };
}

impl ThreadSearch {
    /// Charges engine time, and gives way if another client has used less.
    fn check(&mut self) {
        let now = Instant::now();
        if now.duration_since(self.charged) < YIELD_INTERVAL {
            return;
        }
        let client = self.slot.client;
        let paused = Arc::new(PausedSearch::default());
        {
            let mut queue = self.slot.charge(now.duration_since(self.charged), now);
            if !queue.should_yield(client, now) {
                self.charged = now;
                return;
            }
            queue.pause(client, EngineTask::Resume(Arc::clone(&paused)), now);
        }
        self.slot.pool.dispatch();
        paused.wait();
        self.charged = Instant::now();
        self.paused += self.charged.duration_since(now).as_secs_f64();
    }
}

/// Returns the seconds since the first call: the time source of searches, which call it often. Searches give way here.
fn seconds() -> f64 {
    static STARTED: OnceLock<Instant> = OnceLock::new();
    let paused = SEARCH.with_borrow_mut(|search| {
        search.as_mut().map_or(0.0, |search| {
            search.check();
            if search.clock_runs { 0.0 } else { search.paused }
        })
    });
    STARTED.get_or_init(Instant::now).elapsed().as_secs_f64() - paused
}

/// Searches a turn on this thread and returns the move.
fn think(turn: &EngineTurn, slot: SearchSlot) -> Result<String, String> {
    let pool = Arc::clone(&slot.pool);
    let search = ThreadSearch { slot, charged: Instant::now(), paused: 0.0, clock_runs: turn.clock.is_some() };
    SEARCH.set(Some(search));
    // Frees the slot also if the search panics.
    let _guard = ThreadSearchGuard;
    search_turn(turn, pool.max_ms)
}

struct ThreadSearchGuard;

impl Drop for ThreadSearchGuard {
    fn drop(&mut self) {
        let Some(mut search) = SEARCH.take() else { return };
        let now = Instant::now();
        drop(search.slot.charge(now.duration_since(search.charged), now));
    }
}

fn search_turn(turn: &EngineTurn, max_ms: u64) -> Result<String, String> {
    let message = |error: &dyn std::fmt::Display| error.to_string();
    let mut player = player::for_session(&*turn.session, MEMORY, seconds).map_err(|error| message(&error))?;
    let rules = turn.session.rules();
    let level = turn.level.level(&rules).ok_or_else(|| format!("there is no level {}", turn.level))?;
    let strength = player.strength_limit(level);
    let book = level.uses_book(&rules);
    player.set(SearchSettings { strength, seed: turn.seed, threads: 1, book, ..SearchSettings::default() });
    let limits = SearchLimits { clock: turn.clock, seconds: Some(max_ms as f64 / 1000.0), ..SearchLimits::default() };
    let report = player.search(&limits, &mut |_| {}).map_err(|error| message(&error))?;
    let best = report.lines.first().and_then(|line| line.moves.first());
    best.cloned().ok_or_else(|| "no principal variation".to_owned())
}

/// Plays the engine's move. Retries while the storage is unavailable.
async fn play(hub: &Hub, actor: &Arc<GameActor>, seat: u8, (line, ply): (u32, u32), mv: String) {
    let keyed = KeyedCommand { key: 0, command: Command::Play { line, ply, mv } };
    for delay in RETRY_SECONDS {
        match actor.command(hub, seat, &keyed, hub.now(), 0).await {
            Err(refusal) if refusal.code == RefusalCode::Unavailable => {
                tokio::time::sleep(Duration::from_secs(delay)).await;
            }
            Ok(_) => {
                hub.0.metrics.engine_moves.inc();
                return;
            }
            // The game has moved on.
            Err(_) => return,
        }
    }
    // Once the storage is available again, the engine searches again.
    actor.lock().await.thinking = None;
    actor.run_maintenance(hub).await;
}
