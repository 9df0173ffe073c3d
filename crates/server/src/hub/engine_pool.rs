//! The server's engine: a pool of searches, limited in number, that plays at seats like any other player. If several nodes
//! have a game open, each may search; the storage accepts the first move.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use halfboard_engine::levels::StoredLevel;
use halfboard_engine::limits::{Clock, Limits as SearchLimits};
use halfboard_engine::player;
use halfboard_engine::search::SearchSettings;
use halfboard_protocol::Millis;
use halfboard_protocol::event::{Seed, Start};
use halfboard_protocol::message::{Command, KeyedCommand, RefusalCode};
use halfboard_rules::session::Session;
use tokio::sync::Semaphore;

use super::Hub;
use super::actor::{ActorState, GameActor};
use crate::limits::Limits;

/// A pool of engine searches.
pub(super) struct EnginePool {
    permits: Arc<Semaphore>,
    max_ms: u64,
}

/// Size of an engine's transposition table, in mebibytes: levels for people search few positions.
const MEMORY: usize = 8;

/// Delays between attempts to play a move while the storage is unavailable, in seconds.
const RETRY_SECONDS: [u64; 9] = [1, 2, 4, 8, 16, 30, 60, 60, 60];

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
    pub(super) fn new(limits: &Limits) -> EnginePool {
        EnginePool { permits: Arc::new(Semaphore::new(limits.engines)), max_ms: limits.engine_ms }
    }

    /// Starts a search if an engine is to move and no search of this turn is under way.
    pub(super) fn on_change(&self, hub: &Hub, actor: &Arc<GameActor>, state: &mut ActorState) {
        let at = (state.game.line(), state.game.plies());
        if state.game.engine_to_move().is_none() || state.thinking == Some(at) {
            return;
        }
        state.thinking = Some(at);
        let (hub, actor) = (hub.clone(), Arc::clone(actor));
        let (permits, max_ms) = (Arc::clone(&self.permits), self.max_ms);
        tokio::spawn(async move {
            let Ok(permit) = permits.acquire_owned().await else { return };
            // The turn may have been taken back while waiting; then another task has the new one.
            let Some(turn) = turn(&*actor.lock().await, hub.now()).filter(|turn| turn.at == at) else { return };
            let seat = turn.seat;
            let found = tokio::task::spawn_blocking(move || think(&turn, max_ms)).await;
            drop(permit);
            match found {
                Ok(Ok(mv)) => play(&hub, &actor, seat, at, mv).await,
                Ok(Err(error)) => tracing::error!(game = %actor.id, %error, "engine found no move"),
                Err(_) => tracing::error!(game = %actor.id, "engine panicked"),
            }
        });
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

/// Returns the seconds since the first call: the time source of searches.
fn seconds() -> f64 {
    static STARTED: OnceLock<Instant> = OnceLock::new();
    STARTED.get_or_init(Instant::now).elapsed().as_secs_f64()
}

fn think(turn: &EngineTurn, max_ms: u64) -> Result<String, String> {
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
