//! What is kept of games: logs, the secrets of seats (hashed), and a row for each game with which it is found. The only
//! room that knows SQL. It decides nothing about games; it decides which of two events with the same number came first.
//!
//! Whoever is told that something was appended may rely on it: it is on the disk.

mod backup;
mod columns;
mod either;
mod postgres;
mod schema;
mod sqlite;

use std::fmt;

use halfboard_protocol::api::GameSummary;
use halfboard_protocol::event::LoggedEvent;
use halfboard_protocol::game::Game;
use halfboard_protocol::id::GameId;
use halfboard_protocol::{Millis, Version};

pub use backup::BackupError;
pub use either::{Store, Words};

/// The hash of a seat's secret. The secret itself is kept by nobody but its holder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatKey {
    /// The seat.
    pub seat: u8,
    /// SHA-256 of the secret.
    pub hash: [u8; 32],
}

/// What games are found by.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The number of the last event.
    pub version: Version,
    /// The game as it is listed: status, whether it is public, when it changed.
    pub summary: GameSummary,
    /// When the running clock's flag falls.
    pub flag: Option<Millis>,
}

impl Row {
    /// The row of a game as it is now.
    pub fn of(game: &Game) -> Row {
        Row { version: game.version(), summary: game.summary(), flag: game.clocks().flag_falls_at() }
    }
}

/// A game to be kept from now on.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Its log.
    pub events: Vec<LoggedEvent>,
    /// The secrets of the seats that are taken.
    pub keys: Vec<SeatKey>,
    /// Its row.
    pub row: Row,
}

/// Events to be added to a game's log, all or none.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The version that they follow.
    pub after: Version,
    /// The events.
    pub events: Vec<LoggedEvent>,
    /// The secrets of seats that are taken with them.
    pub keys: Vec<SeatKey>,
    /// The row of the game after them.
    pub row: Row,
    /// A game that begins with them, or not at all.
    pub begins: Option<Box<NewGame>>,
}

/// Why events were not added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AppendError {
    /// Another event with this number came first: read on, and decide again.
    Conflict,
    /// See [`Unavailable`].
    Unavailable(Unavailable),
}

/// The storage cannot do it now: nothing has been done that could be relied on, and one may try again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unavailable(pub String);

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unavailable {}

fn closed() -> Unavailable {
    Unavailable("The database was closed: the server is ending.".to_owned())
}

impl AppendError {
    /// What it means where nothing is followed: there is a conflict only when a name is taken.
    fn of_new_game(self) -> Unavailable {
        match self {
            AppendError::Conflict => Unavailable("There is a game of this name already.".to_owned()),
            AppendError::Unavailable(unavailable) => unavailable,
        }
    }
}

/// Why a database cannot be used, in a sentence for whoever starts the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenError(pub String);

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OpenError {}

/// What is kept of a game.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Its log, or the part that was asked for.
    pub events: Vec<LoggedEvent>,
    /// The secrets of its seats.
    pub keys: Vec<SeatKey>,
}

/// What other nodes tell through the storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// A game has come to this version.
    News(GameId, Version),
    /// Words of another node about a game, which nobody keeps: who is present there.
    Aside(GameId, String),
    /// Words may have been missed: look at everything again.
    Missed,
}
