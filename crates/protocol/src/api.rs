//! What goes over HTTP. `/api/openapi.json` of a running server describes it.

use serde::{Deserialize, Serialize};

use crate::clock::Control;
use crate::event::{Logged, Start, Who};
use crate::id::{GameId, Token};
use crate::message::Presence;
use crate::{Millis, Version};

/// A game that somebody wants to be made: `POST /api/games`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The rules string.
    pub rules: String,
    /// Where it starts; by chance where this is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// The time everybody has.
    #[serde(default)]
    pub control: Control,
    /// Who sits where; when this is left out, whoever asks has the first seat and the others are free.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<Chair>,
    /// Whether places are drawn by lot.
    #[serde(default)]
    pub lot: bool,
    /// Whether it is listed for all to see.
    #[serde(default)]
    pub public: bool,
    /// Whether the players can talk.
    #[serde(default = "yes")]
    pub chat: bool,
    /// So many of the last turns are withheld from those who watch.
    #[serde(default)]
    pub delay: u8,
    /// The name of whoever asks.
    pub name: String,
    /// The secret for their seat, chosen by them; without it the server makes one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<Token>,
}

fn yes() -> bool {
    true
}

/// Whom a seat is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Chair {
    /// Whoever asks. Exactly one.
    Me,
    /// Whoever comes.
    Open,
    /// The server's engine, at a level from 1 to 8.
    Engine {
        /// The level.
        level: u8,
    },
}

/// A request for a seat: `POST /api/games/{id}/seats`. Said again with the same secret it is harmless.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TakeSeat {
    /// The name.
    pub name: String,
    /// Which seat; any when this is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The secret for the seat, chosen by whoever asks; without it the server makes one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<Token>,
}

/// A seat that was given: the answer to [`NewGame`] and [`TakeSeat`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Seat {
    /// The game.
    pub game: GameId,
    /// The seat.
    pub seat: u8,
    /// Its secret.
    pub token: Token,
}

/// A command was carried out, and that is durable: the answer to `POST /api/games/{id}/commands`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Done {
    /// The version of the game that contains it.
    pub version: Version,
}

/// A game with its log: `GET /api/games/{id}`. With a seat's secret all of it, otherwise what those who watch may see.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct State {
    /// The game.
    pub id: GameId,
    /// The seat that the secret opens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The time by the server's clock.
    pub now: Millis,
    /// The log, or what follows the version that was asked for.
    pub events: Vec<Logged>,
    /// Who is there.
    pub present: Presence,
}

/// A public game in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Summary {
    /// The game.
    pub id: GameId,
    /// The rules string.
    pub rules: String,
    /// Whether it starts as the rules say.
    pub usual_start: bool,
    /// The time everybody has.
    pub control: Control,
    /// Whether it is listed.
    pub public: bool,
    /// How it stands.
    pub status: Status,
    /// Who sits where.
    pub seats: Vec<Option<Who>>,
    /// How many turns have been played.
    pub plies: u32,
    /// How it came out, as records write it, when it is finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// When it was made.
    pub created: Millis,
    /// When something last happened.
    pub changed: Millis,
}

/// How a game stands, in lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Seats are free.
    Open,
    /// It is being played.
    Playing,
    /// It is over.
    Finished,
    /// It was called off.
    Aborted,
}

/// The public games: `GET /api/lobby`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Lobby {
    /// The time by the server's clock.
    pub now: Millis,
    /// Those with free seats, the newest first.
    pub open: Vec<Summary>,
    /// Those being played, the liveliest first.
    pub playing: Vec<Summary>,
    /// Those that ended, the last first.
    pub finished: Vec<Summary>,
}
