//! WebSocket messages. A client sends [`ClientMessage::Hello`] first, which resumes after the last event it has seen. The
//! server replies with [`ServerMessage::Welcome`] and then sends every event in order, once it is durable.
//!
//! A command carries an idempotency key chosen by the client. The server replies with the same key, either done (and
//! durable) or refused. A client that receives neither, because the connection was lost, sends the command again after
//! it has resumed; a repeated command has no further effect.

use serde::{Deserialize, Serialize};

use crate::api::ServiceStatus;
use crate::event::{LoggedEvent, Proposal};
use crate::id::Token;
use crate::{Millis, Version};

/// A message from a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FromClient))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message of a connection, and only the first.
    Hello {
        /// The client's [`crate::PROTOCOL_VERSION`].
        protocol: u32,
        /// The token of a seat; without it the client is a spectator.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<Token>,
        /// The last event the client has seen; 0 for none.
        #[serde(default)]
        after: Version,
    },
    /// Executes a command.
    Do(KeyedCommand),
}

/// A command with its idempotency key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Keyed))]
pub struct KeyedCommand {
    /// A random number chosen by the client. A repeated command has the same key.
    pub key: u32,
    /// The command.
    pub command: Command,
}

/// A command of a seated player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Plays a turn.
    Play {
        /// Number of takebacks so far: [`crate::game::Game::line`].
        line: u32,
        /// Number of turns so far: [`crate::game::Game::plies`].
        ply: u32,
        /// The move string.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Makes a proposal, or agrees to the same proposal of another player.
    Ask {
        /// Number of turns so far.
        ply: u32,
        /// What is proposed.
        what: Proposal,
    },
    /// Accepts or declines a proposal, or withdraws one's own by declining it.
    Answer {
        /// Number of turns so far.
        ply: u32,
        /// What was proposed.
        what: Proposal,
        /// Whether the player agrees.
        yes: bool,
    },
    /// Resigns.
    Resign,
    /// Aborts the game before the second turn, or withdraws a challenge.
    Abort,
    /// Gives every opponent time.
    GiveTime,
    /// Sends a chat message.
    Say {
        /// The text.
        text: String,
    },
}

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FromServer))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The reply to hello.
    Welcome {
        /// The server's [`crate::PROTOCOL_VERSION`].
        protocol: u32,
        /// The seat of the token; `None` for spectators.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        /// Current time of the server.
        now: Millis,
        /// The events the client has not seen; all events if it claims to have seen more than there are.
        events: Vec<LoggedEvent>,
        /// Who is connected.
        present: Presence,
    },
    /// New events, which are durable. Without events it is a heartbeat, sent every 15 seconds.
    News {
        /// Current time of the server.
        now: Millis,
        /// The events that follow those already sent.
        events: Vec<LoggedEvent>,
    },
    /// A command was executed, and its events are durable.
    Done {
        /// The command's key.
        key: u32,
        /// The version of the game that includes it.
        version: Version,
    },
    /// A command or message was refused.
    Refused {
        /// The command's key; `None` if the message was not a readable command.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<u32>,
        /// The reason.
        refusal: Refusal,
    },
    /// The connected players or spectators changed.
    Present(Presence),
    /// What the operator tells all players: after the welcome if there is something, and with each change. Only over sockets.
    /// Clients that do not know this message pass it over.
    Status(ServiceStatus),
}

/// Who is connected. Not stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Presence {
    /// Whether each seat's player is connected; engines always are.
    pub seats: Vec<bool>,
    /// Number of spectators.
    pub watchers: u32,
    /// Expected time until the engine to move starts to think, in milliseconds; absent if it does not wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine_wait: Option<u32>,
}

/// The reason for a refusal: a code for programs and a message for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Refusal {
    /// The code.
    pub code: RefusalCode,
    /// What is wrong and what would be valid, in English.
    pub message: String,
    /// When to try again, in seconds; absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u32>,
}

impl Refusal {
    /// Creates a refusal.
    pub fn new(code: RefusalCode, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into(), retry_after: None }
    }

    /// Sets when to try again, in seconds.
    #[must_use]
    pub fn retry_after(self, seconds: u32) -> Refusal {
        Refusal { retry_after: Some(seconds), ..self }
    }
}

/// The kind of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Code))]
#[serde(rename_all = "kebab-case")]
pub enum RefusalCode {
    /// The message or request is malformed.
    Unreadable,
    /// The client uses another protocol version.
    Protocol,
    /// A value is invalid, such as rules or a time control.
    Invalid,
    /// There is no such game.
    NotFound,
    /// The token of a seat is required, and is missing or wrong.
    NoSeat,
    /// The seat is taken.
    Taken,
    /// The command refers to an earlier turn.
    Stale,
    /// It is another player's turn.
    NotYourTurn,
    /// The move is illegal.
    NotLegal,
    /// The game has not started.
    NotBegun,
    /// The game is over.
    Over,
    /// The command is not possible now.
    NotNow,
    /// Chat is disabled in this game, or closed during play because partners must not confer.
    NoChat,
    /// A rate limit was exceeded.
    TooFast,
    /// A quota was exceeded: sockets, games, chat messages.
    TooMany,
    /// The storage is unavailable. The command may or may not have been executed; repeating it is safe.
    Unavailable,
    /// A kind of a newer server. Servers do not send it, since older clients could not read the message.
    #[serde(other)]
    Other,
}

/// WebSocket close codes used by the server.
pub mod close {
    /// The server is shutting down; reconnect.
    pub const GOING_AWAY: u16 = 1001;
    /// Policy violation: too many messages, not text, or a forbidden origin.
    pub const POLICY: u16 = 1008;
    /// The client reads too slowly, or the server failed; reconnect.
    pub const AGAIN: u16 = 1013;
}
