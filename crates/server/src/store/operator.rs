//! What the operator of a server stores and changes: records that all nodes share, the audit log, and changes to stored games
//! that players cannot make.

use halfboard_protocol::api::{GameStatus, GameSummary};
use halfboard_protocol::event::LoggedEvent;
use halfboard_protocol::game::Game;
use halfboard_protocol::{Millis, json};
use serde::{Deserialize, Serialize};

use super::archive::ArchiveRows;
use super::rows::{self, timestamp};
use super::{ArchiveInsert, IndexEntry};

/// The message that makes nodes read a game anew.
pub(crate) const RELOAD: &str = "reload";

/// A record that all nodes share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperatorRecord {
    /// What it is, such as `ban`.
    pub kind: String,
    /// Its name, unique within the kind.
    pub name: String,
    /// Its content, in JSON.
    pub value: String,
    /// When it expires.
    pub expires: Option<Millis>,
}

/// An entry of the audit log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditEntry {
    /// Its number.
    pub number: u64,
    /// When it happened.
    pub at: Millis,
    /// Who did it, such as `uid 1000`.
    pub actor: String,
    /// What was done, such as `hide`.
    pub action: String,
    /// To what, and how it went.
    pub detail: String,
}

/// A query for stored games, most recently changed first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameQuery {
    /// Only games with this status.
    #[serde(default)]
    pub status: Option<GameStatus>,
    /// Only games whose rules start with this text.
    #[serde(default)]
    pub rules: Option<String>,
    /// Only games with a player of exactly this name.
    #[serde(default)]
    pub player: Option<String>,
    /// Only games that last changed before this time.
    #[serde(default)]
    pub changed_before: Option<Millis>,
    /// Only games after this one: the time of its last change, and its ID.
    #[serde(default)]
    pub after: Option<(Millis, String)>,
    /// Maximum number of games.
    pub limit: u32,
}

/// A game in the operator's list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ListedGame {
    /// The game.
    pub game: GameSummary,
    /// Whether the operator hid it.
    pub hidden: bool,
}

/// A change of the operator.
#[derive(Debug)]
pub(super) enum OperatorWrite {
    /// Stores a record.
    Put(OperatorRecord),
    /// Removes a record.
    Remove { kind: String, name: String },
    /// Removes records that expired before a time, and audit entries before another.
    Expire { now: i64, audit_before: i64 },
    /// Adds an entry to the audit log; its number is ignored.
    Audit(AuditEntry),
    /// Hides a game or shows it again.
    Hide { game: String, hidden: bool },
    /// Deletes a game. A game of the archive is subtracted from it.
    Delete { game: String, archived: Box<ArchiveRows> },
    /// Replaces the content of events, and what is derived from it.
    Rewrite(Box<RewriteRows>),
    /// Replaces the key of a seat.
    ReplaceKey { game: String, seat: i64, hash: [u8; 32] },
    /// Subtracts a game from the archive.
    Unarchive(Box<ArchiveRows>),
}

/// The rows of a rewrite.
#[derive(Debug)]
pub(super) struct RewriteRows {
    pub(super) game: String,
    /// The version that the game must have.
    pub(super) version: i64,
    /// Versions of events, and their new content.
    pub(super) events: Vec<(i64, String)>,
    pub(super) summary: String,
    /// The players as the archive has them.
    pub(super) players: String,
}

impl RewriteRows {
    /// Creates the rows that replace some events of a game.
    pub(super) fn new(game: &Game, events: &[LoggedEvent]) -> RewriteRows {
        let entry = IndexEntry::new(game);
        RewriteRows {
            game: game.id().to_string(),
            version: entry.version.into(),
            events: events.iter().map(|logged| (logged.version.into(), json::encode(&logged.event))).collect(),
            players: ArchiveRows::players(&halfboard_archive::GameSummary::new(&game.record())),
            summary: json::encode(&entry.summary),
        }
    }
}

impl OperatorWrite {
    /// Returns the game that is changed, or nothing.
    #[cfg(feature = "postgres")]
    pub(super) fn game(&self) -> &str {
        match self {
            OperatorWrite::Hide { game, .. }
            | OperatorWrite::Delete { game, .. }
            | OperatorWrite::ReplaceKey { game, .. } => game,
            OperatorWrite::Rewrite(rows) => &rows.game,
            OperatorWrite::Unarchive(rows) => &rows.id,
            _ => "",
        }
    }

    /// Creates the deletion of a game with what it has in the archive.
    pub(super) fn delete(archived: ArchiveInsert) -> OperatorWrite {
        OperatorWrite::Delete { game: archived.game.to_string(), archived: Box::new(archived.into()) }
    }
}

/// The parameters of a [`GameQuery`], in the order of the statements.
pub(super) struct GameQueryParameters {
    pub(super) status: Option<&'static str>,
    /// Texts that the summary contains.
    pub(super) rules: Option<String>,
    pub(super) player: Option<String>,
    pub(super) changed_before: i64,
    pub(super) after: (i64, String),
    pub(super) limit: i64,
}

impl From<GameQuery> for GameQueryParameters {
    fn from(query: GameQuery) -> GameQueryParameters {
        // As the summary has them in its JSON.
        let within = |field: &str, text: String, end: &str| {
            let text = json::encode(&text);
            format!("\"{field}\":{}{end}", text.strip_suffix('"').unwrap_or(&text))
        };
        GameQueryParameters {
            status: query.status.map(GameStatus::as_str),
            rules: query.rules.map(|rules| within("rules", rules, "")),
            player: query.player.map(|name| within("name", name, "\"")),
            changed_before: query.changed_before.map_or(i64::MAX, timestamp),
            after: query.after.map_or((i64::MAX, String::new()), |(changed, id)| (timestamp(changed), id)),
            limit: query.limit.into(),
        }
    }
}

/// A row of the operator's list: summary, whether hidden.
pub(super) type ListedRow = (String, bool);

/// Decodes the rows of a list. Corrupt ones are logged and left out.
pub(super) fn decode_listed(rows: Vec<ListedRow>) -> Vec<ListedGame> {
    let decode = |(summary, hidden): ListedRow| {
        let game = rows::decode_summaries([summary]).pop()?;
        Some(ListedGame { game, hidden })
    };
    rows.into_iter().filter_map(decode).collect()
}

/// A row of the audit log: number, time, actor, action, detail.
pub(super) type AuditRow = (i64, i64, String, String, String);

/// Decodes an entry of the audit log.
pub(super) fn decode_audit((number, at, actor, action, detail): AuditRow) -> AuditEntry {
    let unsigned = |number: i64| u64::try_from(number).unwrap_or(0);
    AuditEntry { number: unsigned(number), at: unsigned(at), actor, action, detail }
}

/// A row of a record: kind, name, value, expiry.
pub(super) type RecordRow = (String, String, String, Option<i64>);

/// Decodes a record.
pub(super) fn decode_record((kind, name, value, expires): RecordRow) -> OperatorRecord {
    OperatorRecord { kind, name, value, expires: expires.and_then(|at| at.try_into().ok()) }
}

/// Content to replace in a game's log.
#[derive(Clone, Debug)]
pub struct LogRewrite {
    /// The game with its new content.
    pub game: Game,
    /// The events that changed.
    pub events: Vec<LoggedEvent>,
}
