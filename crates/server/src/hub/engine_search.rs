//! A search of the server's engine on a thread of its own, which gives way to searches of other clients.

use std::cell::RefCell;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use halfboard_engine::levels::StoredLevel;
use halfboard_engine::limits::{Clock, Limits as SearchLimits};
use halfboard_engine::player;
use halfboard_engine::search::SearchSettings;
use halfboard_protocol::Millis;
use halfboard_protocol::event::{Seed, Start};
use halfboard_rules::session::Session;

use super::actor::ActorState;
use super::engine_pool::{EngineTask, PausedSearch, SearchSlot};

/// Size of an engine's transposition table, in mebibytes: levels for people search few positions.
const MEMORY: usize = 8;

/// Interval at which a running search looks whether it should give way.
const YIELD_INTERVAL: Duration = Duration::from_millis(2);

/// A turn to search.
pub(super) struct EngineTurn {
    session: Box<dyn Session>,
    pub(super) seat: u8,
    /// Line and ply.
    pub(super) at: (u32, u32),
    level: StoredLevel,
    seed: u64,
    clock: Option<Clock>,
}

/// Returns the turn to search if an engine is to move.
pub(super) fn turn(state: &ActorState, now: Millis) -> Option<EngineTurn> {
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
pub(super) fn think(turn: &EngineTurn, slot: SearchSlot) -> Result<String, String> {
    let pool = Arc::clone(&slot.pool);
    let search = ThreadSearch { slot, charged: Instant::now(), paused: 0.0, clock_runs: turn.clock.is_some() };
    SEARCH.set(Some(search));
    // Frees the slot also if the search panics.
    let _guard = ThreadSearchGuard;
    (pool.search)(turn, pool.max_ms)
}

struct ThreadSearchGuard;

impl Drop for ThreadSearchGuard {
    fn drop(&mut self) {
        let Some(mut search) = SEARCH.take() else { return };
        let now = Instant::now();
        drop(search.slot.charge(now.duration_since(search.charged), now));
    }
}

/// Searches a turn for at most a time in milliseconds, and returns the move.
pub(super) fn search_turn(turn: &EngineTurn, max_ms: u64) -> Result<String, String> {
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
