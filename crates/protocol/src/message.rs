//! What goes over a socket. A client says [`FromClient::Hello`] first, which resumes from the last event it has seen; the
//! server answers with [`FromServer::Welcome`] and from then on sends every event as it becomes durable, in order.
//!
//! A command names the turn that it answers, and carries a key of the client's choice with which the server answers it: it
//! has been carried out, and that for good, or it is refused. A client that hears neither, because the connection was lost,
//! says the same again after it has resumed: a repeated command is harmless.

use serde::{Deserialize, Serialize};

use crate::event::{Logged, Request};
use crate::id::Token;
use crate::{Millis, Version};

/// What a client says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum FromClient {
    /// The first message, and only that.
    Hello {
        /// The client's [`crate::PROTOCOL`].
        protocol: u32,
        /// The secret of a seat; without it one watches.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<Token>,
        /// The last event that the client has seen, 0 for none.
        #[serde(default)]
        after: Version,
    },
    /// Asks for something to be done.
    Do(Keyed),
}

/// A command with the key by which it is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Keyed {
    /// Chosen by the client, at random. The same command said again has the same key.
    pub key: u32,
    /// What to do.
    pub command: Command,
}

/// What somebody at a seat can ask to be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Play a whole turn.
    Play {
        /// How often turns have been taken back: [`crate::game::Game::line`].
        line: u32,
        /// How many turns have been played: [`crate::game::Game::plies`].
        ply: u32,
        /// The move, as the rules write it.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Ask the others for something, or agree when another has asked for the same.
    Ask {
        /// How many turns have been played.
        ply: u32,
        /// What for.
        what: Request,
    },
    /// Answer what another has asked for; or take back what one has asked for oneself, with no.
    Answer {
        /// How many turns have been played.
        ply: u32,
        /// What was asked for.
        what: Request,
        /// Whether one agrees.
        yes: bool,
    },
    /// Give up.
    Resign,
    /// Call the game off before the second turn, or withdraw it before it has begun.
    Abort,
    /// Give every opponent time.
    GiveTime,
    /// Say something.
    Say {
        /// Text.
        text: String,
    },
}

/// What the server says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromServer {
    /// The answer to the first message.
    Welcome {
        /// The server's [`crate::PROTOCOL`].
        protocol: u32,
        /// The seat that the secret opens; `None` for those who watch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        /// The time by the server's clock.
        now: Millis,
        /// The events after those that the client has seen; all of them when it says that it has seen more than there are.
        events: Vec<Logged>,
        /// Who is there.
        present: Presence,
    },
    /// Something happened, and is durable. Without events it says that the connection lives; it comes every 15 seconds.
    News {
        /// The time by the server's clock.
        now: Millis,
        /// The events, in order, following those sent before.
        events: Vec<Logged>,
    },
    /// A command has been carried out, and that is durable.
    Done {
        /// The command's key.
        key: u32,
        /// The version of the game that contains it.
        version: Version,
    },
    /// A command, or the first message, is refused.
    Refused {
        /// The command's key; `None` when the message could not be read or was no command.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<u32>,
        /// Why.
        refusal: Refusal,
    },
    /// Who is there has changed.
    Present(Presence),
}

/// Who is there. Nobody keeps this: it is told as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Presence {
    /// For each seat whether somebody who holds it is connected; engines always are.
    pub seats: Vec<bool>,
    /// How many watch.
    pub watchers: u32,
}

/// Why something is refused: a code for programs and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Refusal {
    /// The code.
    pub code: Code,
    /// What is wrong, and what would be valid, in English.
    pub message: String,
}

impl Refusal {
    /// A refusal.
    pub fn new(code: Code, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into() }
    }
}

/// The kinds of refusals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The message or request cannot be read.
    Unreadable,
    /// The client speaks another version of the protocol.
    Protocol,
    /// Something that was asked for is not valid, such as rules or a time control.
    Invalid,
    /// There is no such game.
    NotFound,
    /// This needs the secret of a seat, and there is none or a wrong one.
    NoSeat,
    /// The seat is taken.
    Taken,
    /// It is another turn by now: what was meant is out of date.
    Stale,
    /// It is somebody else's turn.
    NotYourTurn,
    /// The move is not legal.
    NotLegal,
    /// The game has not begun.
    NotBegun,
    /// The game is over.
    Over,
    /// This cannot be done now.
    NotNow,
    /// There is no talking in this game.
    NoChat,
    /// Too much in too short a time.
    TooFast,
    /// Too many at once: sockets, games, lines.
    TooMany,
    /// The storage cannot be reached: it may or may not have been done; say the same again, which is harmless.
    Unavailable,
}

/// Why the server closes a socket, as a WebSocket close code.
pub mod close {
    /// The server is shutting down; connect again.
    pub const GOING_AWAY: u16 = 1001;
    /// Rules for messages were broken: too many, too large, not text, not from here.
    pub const POLICY: u16 = 1008;
    /// The client reads too slowly, or the server failed; connect again.
    pub const AGAIN: u16 = 1013;
}
