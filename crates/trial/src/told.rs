//! What clients were told about a game, and what they asked for. The players of a game share one history, since all must
//! be told the same: an event that differs from what another was told is found at once.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use halfboard_protocol::event::{Event, LoggedEvent};
use halfboard_protocol::game::Game;
use halfboard_protocol::id::{GameId, Token};
use halfboard_protocol::message::KeyedCommand;
use halfboard_protocol::{Millis, Version};

/// A game that simulated people play.
#[derive(Debug)]
pub struct Table {
    /// The game's name.
    pub id: GameId,
    /// The secret of each seat.
    pub tokens: Vec<Token>,
    /// The game that follows when this one is over.
    pub next: OnceLock<Arc<Table>>,
    history: Mutex<History>,
}

/// What the players of a game were told.
#[derive(Debug, Default)]
pub struct History {
    /// The events, by their numbers, as the first who heard of each was told it.
    pub told: Vec<LoggedEvent>,
    /// The commands that were acknowledged.
    pub acknowledged: Vec<Acknowledged>,
    /// What cannot be: seen when it was heard.
    pub wrong: Vec<String>,
    /// The game as `told` tells it.
    pub game: Option<Game>,
    /// The last turn sent, for measuring how long it takes to the others.
    pub on_its_way: Option<OnItsWay>,
}

/// A turn that was sent.
#[derive(Clone, Copy, Debug)]
pub struct OnItsWay {
    /// By whom.
    pub seat: u8,
    /// In which line.
    pub line: u32,
    /// After how many turns.
    pub ply: u32,
    /// When.
    pub sent: Instant,
}

/// A command of which the server said that it is done.
#[derive(Clone, Debug)]
pub struct Acknowledged {
    /// Whose it was.
    pub seat: u8,
    /// The command.
    pub command: KeyedCommand,
    /// The version of the game that contains it, as the server said.
    pub version: Version,
    /// When it was first sent.
    pub sent: Millis,
    /// When the acknowledgement came.
    pub heard: Millis,
}

/// The time now, as the server counts it.
pub fn now() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

impl Table {
    /// A table of which nothing is known yet.
    pub fn new(id: GameId, tokens: Vec<Token>) -> Table {
        Table { id, tokens, next: OnceLock::new(), history: Mutex::default() }
    }

    /// What its players were told.
    pub fn history(&self) -> MutexGuard<'_, History> {
        // A player who panicked has broken the trial anyway, and the test says so.
        self.history.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// A player who has seen the events up to `seen` is told of more. Gives how long another's turn was on its way.
    pub fn hear(&self, seat: u8, seen: &mut Version, events: Vec<LoggedEvent>) -> Option<std::time::Duration> {
        let mut took = None;
        let mut history = self.history();
        for event in events {
            if event.version != *seen + 1 {
                let words = format!("seat {seat} was told event {} after event {seen}", event.version);
                history.wrong.push(words);
                if event.version <= *seen {
                    continue;
                }
            }
            *seen = event.version;
            if let (Event::Played { line, ply, .. }, Some(sent)) = (&event.event, history.on_its_way)
                && (*line, *ply) == (sent.line, sent.ply)
                && seat != sent.seat
            {
                took = Some(sent.sent.elapsed());
            }
            history.hear(&self.id, event);
        }
        took
    }
}

impl History {
    /// What was told and asked for until now.
    pub fn copy(&self) -> History {
        let (told, acknowledged, wrong) = (self.told.clone(), self.acknowledged.clone(), self.wrong.clone());
        History { told, acknowledged, wrong, ..History::default() }
    }

    fn hear(&mut self, id: &GameId, event: LoggedEvent) {
        let index = event.version as usize;
        match self.told.get(index.wrapping_sub(1)) {
            Some(before) if *before == event => {}
            Some(before) => self.wrong.push(format!("two different events: {before:?} and {event:?}")),
            None if index == self.told.len() + 1 => {
                let folded = match &mut self.game {
                    Some(game) => game.apply(&event),
                    None => Game::from_log(id.clone(), std::slice::from_ref(&event)).map(|game| self.game = Some(game)),
                };
                if let Err(broken) = folded {
                    self.wrong.push(format!("told what cannot be: {broken}"));
                }
                self.told.push(event);
            }
            // The gap itself has been noted by whoever heard it.
            None => {}
        }
    }
}
