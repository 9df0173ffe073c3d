//! Database rows of games, the same for both backends, and their conversion from and to protocol types. Times and versions
//! are signed 64-bit integers, since databases have no unsigned ones.

use halfboard_protocol::Millis;
use halfboard_protocol::api::GameSummary;
use halfboard_protocol::event::LoggedEvent;
use halfboard_protocol::id::GameId;
use halfboard_protocol::json;

use super::archive::ArchiveRows;
use super::heartbeat::HeartbeatRows;
use super::operator::OperatorWrite;
use super::{AppendRequest, GameInsert, IndexEntry, SeatKey, Unavailable};
use crate::logging::RepeatedLog;

/// A write operation.
pub(super) enum WriteOp {
    /// Inserts a game.
    Create(Box<NewGameRows>),
    /// Appends to a game.
    Append(Box<AppendRows>),
    /// Deletes challenges created before this time that never started.
    DeleteOpen(i64),
    /// Archives a finished game.
    Archive(Box<ArchiveRows>),
    /// Stores a heartbeat.
    Heartbeat(HeartbeatRows),
    /// Makes a change of the operator.
    Operator(OperatorWrite),
    /// Writes nothing; checks that writing is possible.
    Check,
}

/// The rows of a new game.
pub(super) struct NewGameRows {
    pub(super) row: GameRow,
    pub(super) events: Vec<EventRow>,
    pub(super) keys: Vec<(i64, [u8; 32])>,
}

/// The rows of an append.
pub(super) struct AppendRows {
    pub(super) after: i64,
    pub(super) row: GameRow,
    pub(super) events: Vec<EventRow>,
    pub(super) keys: Vec<(i64, [u8; 32])>,
    pub(super) rematch: Option<NewGameRows>,
}

/// A row of `games`.
pub(super) struct GameRow {
    pub(super) id: String,
    pub(super) version: i64,
    pub(super) status: &'static str,
    pub(super) public: bool,
    pub(super) created: i64,
    pub(super) changed: i64,
    pub(super) flag: Option<i64>,
    pub(super) summary: String,
}

/// A row of `events`, without the game's ID.
pub(super) struct EventRow {
    pub(super) version: i64,
    pub(super) at: i64,
    pub(super) line: Option<i64>,
    pub(super) ply: Option<i64>,
    pub(super) event: String,
}

impl From<GameInsert> for NewGameRows {
    fn from(game: GameInsert) -> NewGameRows {
        debug_assert!(is_consecutive(&game.events, 0), "a log starts at version 1 and has no gaps");
        NewGameRows { row: game_row(&game.row), events: event_rows(&game.events), keys: key_rows(&game.keys) }
    }
}

impl From<AppendRequest> for AppendRows {
    fn from(append: AppendRequest) -> AppendRows {
        debug_assert!(is_consecutive(&append.events, append.after), "events follow the given version without gaps");
        debug_assert_eq!(append.game, append.row.summary.id, "the index entry belongs to the game");
        AppendRows {
            after: append.after.into(),
            row: game_row(&append.row),
            events: event_rows(&append.events),
            keys: key_rows(&append.keys),
            rematch: append.rematch.map(|game| (*game).into()),
        }
    }
}

fn is_consecutive(events: &[LoggedEvent], after: u32) -> bool {
    !events.is_empty() && events.iter().zip(after + 1..).all(|(logged, version)| logged.version == version)
}

fn game_row(entry: &IndexEntry) -> GameRow {
    GameRow {
        id: entry.summary.id.to_string(),
        version: entry.version.into(),
        status: entry.summary.status.as_str(),
        public: entry.summary.public,
        created: timestamp(entry.summary.created),
        changed: timestamp(entry.summary.changed),
        flag: entry.flag.map(timestamp),
        summary: json::encode(&entry.summary),
    }
}

fn event_rows(events: &[LoggedEvent]) -> Vec<EventRow> {
    let row = |logged: &LoggedEvent| {
        let turn = logged.event.turn();
        EventRow {
            version: logged.version.into(),
            at: timestamp(logged.at),
            line: turn.map(|(line, _)| line.into()),
            ply: turn.map(|(_, ply)| ply.into()),
            event: json::encode(&logged.event),
        }
    };
    events.iter().map(row).collect()
}

fn key_rows(keys: &[SeatKey]) -> Vec<(i64, [u8; 32])> {
    keys.iter().map(|key| (key.seat.into(), key.hash)).collect()
}

/// Converts a time to its column value.
pub(super) fn timestamp(at: Millis) -> i64 {
    i64::try_from(at).unwrap_or(i64::MAX)
}

/// Decodes a row of `events`.
pub(super) fn decode_event(game: &str, version: i64, at: i64, event: &str) -> Result<LoggedEvent, Unavailable> {
    let corrupt = |reason: String| Unavailable(format!("corrupt event {version} of game {game}: {reason}"));
    Ok(LoggedEvent {
        version: version.try_into().map_err(|_| corrupt("invalid version".to_owned()))?,
        at: at.try_into().map_err(|_| corrupt(format!("invalid time {at}")))?,
        event: json::decode(event).map_err(|error| corrupt(error.to_string()))?,
    })
}

/// Decodes a row of `seats`.
pub(super) fn decode_key(game: &str, seat: i64, hash: &[u8]) -> Result<SeatKey, Unavailable> {
    let corrupt = || Unavailable(format!("corrupt key of seat {seat} of game {game}"));
    Ok(SeatKey { seat: seat.try_into().map_err(|_| corrupt())?, hash: hash.try_into().map_err(|_| corrupt())? })
}

/// Decodes the summaries of a list. Corrupt ones are logged and left out.
pub(super) fn decode_summaries(texts: impl IntoIterator<Item = String>) -> Vec<GameSummary> {
    texts.into_iter().filter_map(|text| decode_summary(&text)).collect()
}

/// Decodes a summary; logs a corrupt one.
pub(super) fn decode_summary(text: &str) -> Option<GameSummary> {
    static LINES: RepeatedLog = RepeatedLog::new();
    let corrupt = |error: json::DecodeError| {
        if let Some(suppressed) = LINES.allow(&error.to_string()) {
            tracing::warn!(%error, suppressed, "corrupt game summary");
        }
    };
    json::decode(text).map_err(corrupt).ok()
}

/// Decodes game IDs. Corrupt ones are left out.
pub(super) fn decode_ids(texts: impl IntoIterator<Item = String>) -> Vec<GameId> {
    texts.into_iter().filter_map(|text| text.parse().ok()).collect()
}

/// Formats bytes in hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
