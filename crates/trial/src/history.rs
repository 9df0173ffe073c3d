//! The events received by the clients of a game, and their acknowledged commands. The players of a game share one history,
//! since all must receive the same events: a difference is detected at once.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use halfboard_protocol::event::{Event, LoggedEvent};
use halfboard_protocol::game::Game;
use halfboard_protocol::id::{GameId, Token};
use halfboard_protocol::message::KeyedCommand;
use halfboard_protocol::{Millis, Version};

/// A game of simulated players.
#[derive(Debug)]
pub struct TrackedGame {
    /// The game's ID.
    pub id: GameId,
    /// The token of each seat.
    pub tokens: Vec<Token>,
    /// The next game of the series.
    pub next: OnceLock<Arc<TrackedGame>>,
    history: Mutex<History>,
}

/// The history of a game, as its clients see it.
#[derive(Debug, Default)]
pub struct History {
    /// The events in order, as first received.
    pub received: Vec<LoggedEvent>,
    /// The acknowledged commands.
    pub acknowledged: Vec<Acknowledged>,
    /// Violations detected on receipt.
    pub violations: Vec<String>,
    /// The game folded from `received`.
    pub game: Option<Game>,
    /// The last turn sent, for measuring latency.
    pub in_flight: Option<InFlightTurn>,
}

/// A turn that was sent.
#[derive(Clone, Copy, Debug)]
pub struct InFlightTurn {
    /// The sending seat.
    pub seat: u8,
    /// Its line.
    pub line: u32,
    /// Its ply.
    pub ply: u32,
    /// When.
    pub sent: Instant,
}

/// A command acknowledged by the server.
#[derive(Clone, Debug)]
pub struct Acknowledged {
    /// The sending seat.
    pub seat: u8,
    /// The command.
    pub command: KeyedCommand,
    /// The version that includes it, according to the server.
    pub version: Version,
    /// When it was first sent.
    pub sent: Millis,
    /// When the acknowledgement arrived.
    pub received: Millis,
}

/// Returns the current time in milliseconds since the Unix epoch.
pub fn now() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

impl TrackedGame {
    /// Creates a game with an empty history.
    pub fn new(id: GameId, tokens: Vec<Token>) -> TrackedGame {
        TrackedGame { id, tokens, next: OnceLock::new(), history: Mutex::default() }
    }

    /// Locks the history.
    pub fn history(&self) -> MutexGuard<'_, History> {
        // A panic of a player fails the trial anyway.
        self.history.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Records events received by a player who has seen those up to `seen`. Returns the latency of another player's turn.
    pub fn receive(&self, seat: u8, seen: &mut Version, events: Vec<LoggedEvent>) -> Option<std::time::Duration> {
        let mut took = None;
        let mut history = self.history();
        for event in events {
            if event.version != *seen + 1 {
                let violation = format!("seat {seat} received event {} after event {seen}", event.version);
                history.violations.push(violation);
                if event.version <= *seen {
                    continue;
                }
            }
            *seen = event.version;
            if let (Event::Played { line, ply, .. }, Some(sent)) = (&event.event, history.in_flight)
                && (*line, *ply) == (sent.line, sent.ply)
                && seat != sent.seat
            {
                took = Some(sent.sent.elapsed());
            }
            history.record(&self.id, event);
        }
        took
    }
}

impl History {
    /// Returns a copy without the folded game.
    pub fn copy(&self) -> History {
        let (received, acknowledged, violations) =
            (self.received.clone(), self.acknowledged.clone(), self.violations.clone());
        History { received, acknowledged, violations, ..History::default() }
    }

    fn record(&mut self, id: &GameId, event: LoggedEvent) {
        let index = event.version as usize;
        match self.received.get(index.wrapping_sub(1)) {
            Some(before) if *before == event => {}
            Some(before) => self.violations.push(format!("two different events: {before:?} and {event:?}")),
            None if index == self.received.len() + 1 => {
                let folded = match &mut self.game {
                    Some(game) => game.apply(&event),
                    None => Game::from_log(id.clone(), std::slice::from_ref(&event)).map(|game| self.game = Some(game)),
                };
                if let Err(error) = folded {
                    self.violations.push(format!("received an invalid event: {error}"));
                }
                self.received.push(event);
            }
            // The gap itself was already recorded.
            None => {}
        }
    }
}
