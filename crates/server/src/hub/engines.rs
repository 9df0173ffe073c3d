//! The server's engine at a seat: it thinks apart from everything else, few at a time, and plays as anybody else does.
//! Where several nodes have the game each may think; the storage takes the first.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use halfboard_engine::levels::Level;
use halfboard_engine::limits::{Clock, Limits as SearchLimits};
use halfboard_engine::player;
use halfboard_engine::search::SearchSettings;
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::{Seed, Start};
use halfboard_protocol::message::{Command, KeyedCommand};
use halfboard_rules::session::Session;
use tokio::sync::Semaphore;

use super::room::{Room, Table};
use super::{Hub, now};
use crate::limits::Limits;

/// The engines' places.
pub(super) struct Engines {
    places: Arc<Semaphore>,
    most_ms: u64,
}

/// The memory of an engine's table, in mebibytes: levels for people look at few positions.
const MEMORY: usize = 8;

/// A turn to think about.
struct Turn {
    session: Box<dyn Session>,
    seat: u8,
    at: (u32, u32),
    level: u8,
    seed: u64,
    clock: Option<Clock>,
}

impl Engines {
    /// Nobody thinks yet.
    pub(super) fn new(limits: &Limits) -> Engines {
        Engines { places: Arc::new(Semaphore::new(limits.engines)), most_ms: limits.engine_ms }
    }

    /// Lets an engine think where it is its turn and it does not yet.
    pub(super) fn attend(&self, hub: &Hub, room: &Arc<Room>, table: &mut Table) {
        let at = (table.game.line(), table.game.plies());
        if table.game.engine_to_move().is_none() || table.thinking == Some(at) {
            return;
        }
        table.thinking = Some(at);
        let (hub, room) = (hub.clone(), Arc::clone(room));
        let (places, most_ms) = (Arc::clone(&self.places), self.most_ms);
        tokio::spawn(async move {
            let Ok(place) = places.acquire_owned().await else { return };
            // Meanwhile time has passed, and perhaps the turn was taken back: then another task has the new one.
            let Some(turn) = turn(&*room.lock().await).filter(|turn| turn.at == at) else { return };
            let seat = turn.seat;
            let found = tokio::task::spawn_blocking(move || think(&turn, most_ms)).await;
            drop(place);
            match found {
                Ok(Ok(mv)) => play(&hub, &room, seat, at, mv).await,
                Ok(Err(problem)) => tracing::error!(game = %room.id, %problem, "the engine found no move"),
                Err(_) => tracing::error!(game = %room.id, "the engine failed"),
            }
        });
    }
}

/// The turn that an engine has to think about, if it is one's.
fn turn(table: &Table) -> Option<Turn> {
    let game = &table.game;
    let (level, seat) = (game.engine_to_move()?, game.turn()?);
    let clock = game.clocks().remaining(seat, now()).map(|left| Clock {
        remaining: left as f64 / 1000.0,
        increment: match game.terms().control {
            TimeControl::Fischer { increment, .. } => increment as f64 / 1000.0,
            TimeControl::Delay { delay, .. } => delay as f64 / 1000.0,
            _ => 0.0,
        },
    });
    let seed = match game.terms().start {
        Start::Seed(Seed(seed)) => seed,
        Start::Position(_) => game.created(),
    };
    Some(Turn { session: game.session().clone_box(), seat, at: (game.line(), game.plies()), level, seed, clock })
}

/// Seconds since the program began: what searches reckon with.
fn seconds() -> f64 {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed().as_secs_f64()
}

fn think(turn: &Turn, most_ms: u64) -> Result<String, String> {
    let words = |error: &dyn std::fmt::Display| error.to_string();
    let mut player = player::for_session(&*turn.session, MEMORY, seconds).map_err(|error| words(&error))?;
    let level = Level::new(turn.level).ok_or_else(|| format!("there is no level {}", turn.level))?;
    let strength = player.strength_limit(level);
    player.set(SearchSettings { strength, seed: turn.seed, threads: 1, ..SearchSettings::default() });
    let limits = SearchLimits { clock: turn.clock, seconds: Some(most_ms as f64 / 1000.0), ..SearchLimits::default() };
    let report = player.search(&limits, &mut |_| {}).map_err(|error| words(&error))?;
    let best = report.lines.first().and_then(|line| line.moves.first());
    best.cloned().ok_or_else(|| "no line was found".to_owned())
}

/// Plays the engine's move. While the storage cannot be reached it is tried again, as a person would.
async fn play(hub: &Hub, room: &Arc<Room>, seat: u8, (line, ply): (u32, u32), mv: String) {
    let keyed = KeyedCommand { key: 0, command: Command::Play { line, ply, mv } };
    for pause in [1, 2, 4, 8, 16, 30, 60, 60, 60] {
        match room.command(hub, seat, &keyed, now(), 0).await {
            Err(refusal) if refusal.code == halfboard_protocol::message::RefusalCode::Unavailable => {
                tokio::time::sleep(std::time::Duration::from_secs(pause)).await;
            }
            Ok(_) => {
                hub.0.metrics.engine_moves.inc();
                return;
            }
            // The game went on without it.
            Err(_) => return,
        }
    }
    // When the storage answers again the engine thinks again.
    room.lock().await.thinking = None;
    room.tend(hub).await;
}
