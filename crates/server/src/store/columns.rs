//! Games as rows of tables, and back: the same columns in every database. Times and versions are 64-bit integers with a
//! sign, since databases have no others.

use halfboard_protocol::Millis;
use halfboard_protocol::api::{GameStatus, GameSummary};
use halfboard_protocol::event::{Event, LoggedEvent};
use halfboard_protocol::id::GameId;
use halfboard_protocol::json;

use super::{Append, NewGame, Row, SeatKey, Unavailable};

/// What is to be written.
pub(super) enum Write {
    /// A new game.
    Create(Box<GameColumns>),
    /// What follows in one.
    Append(Box<AppendColumns>),
    /// No more challenges older than this that never began.
    Forget(i64),
    /// Nothing: only to see whether one could write.
    Check,
}

/// A game that is written for the first time.
pub(super) struct GameColumns {
    pub(super) row: RowColumns,
    pub(super) events: Vec<EventColumns>,
    pub(super) keys: Vec<(i64, [u8; 32])>,
}

/// What follows in a game that is there.
pub(super) struct AppendColumns {
    pub(super) after: i64,
    pub(super) row: RowColumns,
    pub(super) events: Vec<EventColumns>,
    pub(super) keys: Vec<(i64, [u8; 32])>,
    pub(super) begins: Option<GameColumns>,
}

/// A row of `games`.
pub(super) struct RowColumns {
    pub(super) id: String,
    pub(super) version: i64,
    pub(super) status: &'static str,
    pub(super) public: bool,
    pub(super) created: i64,
    pub(super) changed: i64,
    pub(super) flag: Option<i64>,
    pub(super) summary: String,
}

/// A row of `events`, but for the game's name.
pub(super) struct EventColumns {
    pub(super) version: i64,
    pub(super) at: i64,
    pub(super) line: Option<i64>,
    pub(super) ply: Option<i64>,
    pub(super) event: String,
}

impl From<NewGame> for GameColumns {
    fn from(game: NewGame) -> GameColumns {
        debug_assert!(follow(&game.events, 0), "a log begins with event 1 and has no gaps");
        GameColumns { row: row(&game.row), events: events(&game.events), keys: keys(&game.keys) }
    }
}

impl From<Append> for AppendColumns {
    fn from(append: Append) -> AppendColumns {
        debug_assert!(follow(&append.events, append.after), "events follow the version that is named, without gaps");
        debug_assert_eq!(append.game, append.row.summary.id, "the row is the game's");
        AppendColumns {
            after: append.after.into(),
            row: row(&append.row),
            events: events(&append.events),
            keys: keys(&append.keys),
            begins: append.begins.map(|game| (*game).into()),
        }
    }
}

fn follow(events: &[LoggedEvent], after: u32) -> bool {
    !events.is_empty() && events.iter().zip(after + 1..).all(|(logged, version)| logged.version == version)
}

fn row(row: &Row) -> RowColumns {
    RowColumns {
        id: row.summary.id.to_string(),
        version: row.version.into(),
        status: status(row.summary.status),
        public: row.summary.public,
        created: time(row.summary.created),
        changed: time(row.summary.changed),
        flag: row.flag.map(time),
        summary: json::encode(&row.summary),
    }
}

fn events(events: &[LoggedEvent]) -> Vec<EventColumns> {
    let columns = |logged: &LoggedEvent| {
        let turn = match &logged.event {
            Event::Played { line, ply, .. } => Some((i64::from(*line), i64::from(*ply))),
            _ => None,
        };
        EventColumns {
            version: logged.version.into(),
            at: time(logged.at),
            line: turn.map(|(line, _)| line),
            ply: turn.map(|(_, ply)| ply),
            event: json::encode(&logged.event),
        }
    };
    events.iter().map(columns).collect()
}

fn keys(keys: &[SeatKey]) -> Vec<(i64, [u8; 32])> {
    keys.iter().map(|key| (key.seat.into(), key.hash)).collect()
}

/// A time as a column has it. Times that late are nobody's.
pub(super) fn time(at: Millis) -> i64 {
    i64::try_from(at).unwrap_or(i64::MAX)
}

/// A status as a column has it; the names are those of the JSON.
pub(super) fn status(status: GameStatus) -> &'static str {
    match status {
        GameStatus::Open => "open",
        GameStatus::Playing => "playing",
        GameStatus::Finished => "finished",
        GameStatus::Aborted => "aborted",
    }
}

/// An event as it was written.
pub(super) fn read_event(game: &str, version: i64, at: i64, event: &str) -> Result<LoggedEvent, Unavailable> {
    let broken =
        |why: String| Unavailable(format!("Event {version} of game {game} in the database cannot be read: {why}"));
    Ok(LoggedEvent {
        version: version.try_into().map_err(|_| broken("no event has that number".to_owned()))?,
        at: at.try_into().map_err(|_| broken(format!("{at} is no time")))?,
        event: json::decode(event).map_err(|error| broken(error.to_string()))?,
    })
}

/// The key of a seat as it was written.
pub(super) fn read_key(game: &str, seat: i64, hash: &[u8]) -> Result<SeatKey, Unavailable> {
    let broken = || Unavailable(format!("The key of seat {seat} of game {game} in the database cannot be read."));
    Ok(SeatKey { seat: seat.try_into().map_err(|_| broken())?, hash: hash.try_into().map_err(|_| broken())? })
}

/// The games of a list. One that cannot be read is left out rather than spoil the list.
pub(super) fn read_summaries(texts: impl IntoIterator<Item = String>) -> Vec<GameSummary> {
    let read =
        |text: String| json::decode(&text).map_err(|error| tracing::warn!(%error, "a game's row cannot be read")).ok();
    texts.into_iter().filter_map(read).collect()
}

/// The names of games; likewise.
pub(super) fn read_names(texts: impl IntoIterator<Item = String>) -> Vec<GameId> {
    texts.into_iter().filter_map(|text| text.parse().ok()).collect()
}

/// Bytes as hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
