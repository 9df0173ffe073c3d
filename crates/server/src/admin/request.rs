//! The operator's requests and their replies: JSON over the Unix socket, between versions of the same program.

use halfboard_protocol::Millis;
use halfboard_protocol::api::{GameStatus, ServiceStatus};
use halfboard_protocol::event::LoggedEvent;
use halfboard_protocol::id::{GameId, Token};
use serde::{Deserialize, Serialize};

use super::usage::UsageCounts;
use crate::store::{AuditEntry, GameQuery, ListedGame};

pub use halfboard_protocol::api::ServiceMode;

/// The path of requests on the socket.
pub const PATH: &str = "/admin";

/// A request of the operator.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum AdminRequest {
    /// Lists stored games.
    Games(GameQuery),
    /// Returns a game with its log.
    Show {
        /// The game.
        game: GameId,
    },
    /// Hides a game from the lobby, previews and the archive, or shows it again.
    Hide {
        /// The game.
        game: GameId,
        /// Whether to hide it.
        hidden: bool,
    },
    /// Ends a game.
    End {
        /// The game.
        game: GameId,
        /// Its result.
        result: OperatorResult,
    },
    /// Deletes a game.
    Delete {
        /// The game.
        game: GameId,
    },
    /// Replaces the token of a seat.
    Revoke {
        /// The game.
        game: GameId,
        /// The seat.
        seat: u8,
    },
    /// Deletes old games.
    Purge {
        /// Games with one of these statuses.
        statuses: Vec<GameStatus>,
        /// Minimum time since the last change, in milliseconds.
        age: Millis,
        /// Only count them.
        dry_run: bool,
    },
    /// Erases a name, and the chat of its player, from all stored games.
    EraseName {
        /// The name.
        name: String,
    },
    /// Erases the name and the chat of a seat.
    EraseSeat {
        /// The game.
        game: GameId,
        /// The seat.
        seat: u8,
    },
    /// Refuses requests from an address.
    Ban {
        /// An IP address, a network such as `192.0.2.0/24`, or a hash from the list of usage.
        target: String,
        /// For how long, in milliseconds.
        duration: Millis,
        /// A note for the operator.
        reason: String,
    },
    /// Lists the bans.
    Bans,
    /// Removes a ban.
    Unban {
        /// Its target.
        target: String,
    },
    /// Shows an announcement to all players, or removes it.
    Announce {
        /// The text; `None` removes the announcement.
        text: Option<String>,
        /// How long from now until what it announces, in milliseconds.
        at: Option<Millis>,
    },
    /// Sets what the server accepts.
    Mode {
        /// The mode.
        mode: ServiceMode,
    },
    /// Returns what the server accepts and does.
    Status,
    /// Lists the usage by address.
    Usage {
        /// Maximum number of addresses.
        limit: u32,
    },
    /// Returns the audit log, last entries first.
    Audit {
        /// Only entries before this number.
        before: Option<u64>,
        /// Maximum number of entries.
        limit: u32,
    },
}

/// The result that the operator gives a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OperatorResult {
    /// None: the game is aborted.
    Aborted,
    /// A draw between people.
    Draw,
    /// A seat loses.
    Lost(u8),
}

/// A reply to the operator.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum AdminReply {
    /// It is done.
    Done,
    /// A page of games.
    Games {
        /// The games.
        games: Vec<ListedGame>,
    },
    /// A game.
    Game {
        /// The game as it is listed.
        game: Box<ListedGame>,
        /// Its log.
        log: Vec<LoggedEvent>,
    },
    /// The new token of a seat.
    Token {
        /// The token.
        token: Token,
    },
    /// The number of games that were changed, or would be.
    Count {
        /// The number.
        games: u64,
    },
    /// Bans.
    Bans {
        /// The bans.
        bans: Vec<Ban>,
    },
    /// The state of the service.
    Status {
        /// What players are told.
        status: ServiceStatus,
        /// Games with a running clock on any node.
        live_games: u64,
        /// Open sockets and streams of this node.
        sockets: u64,
    },
    /// Usage by address, of all nodes, on the last days.
    Usage {
        /// The addresses with the most requests.
        addresses: Vec<AddressReport>,
    },
    /// Entries of the audit log.
    Audit {
        /// The entries.
        entries: Vec<AuditEntry>,
    },
}

/// A ban.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ban {
    /// An IP address, a network or a hash.
    pub target: String,
    /// When it ends.
    pub until: Millis,
    /// A note for the operator.
    pub reason: String,
    /// The key of a hash, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// The usage of one address on one day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddressReport {
    /// The day in UTC, such as `2026-11-18`.
    pub day: String,
    /// The hash of the address, which changes every day.
    pub hash: String,
    /// What was counted.
    pub counts: UsageCounts,
}
