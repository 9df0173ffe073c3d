//! HTTP request and response bodies. A running server describes them at `/api/openapi.json`.

use serde::{Deserialize, Serialize};

use crate::clock::TimeControl;
use crate::event::{LoggedEvent, Player, Start};
use crate::id::{GameId, Token};
use crate::message::Presence;
use crate::{Millis, Version};

/// A request to create a game: `POST /api/games`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The rules string.
    pub rules: String,
    /// Start of the game; with a random seed if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// The time control.
    #[serde(default)]
    pub control: TimeControl,
    /// Who sits where. By default the creator has the first seat and the others are free.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<SeatSpec>,
    /// Whether seats are shuffled.
    #[serde(default)]
    pub lot: bool,
    /// Whether the lobby lists the game.
    #[serde(default)]
    pub public: bool,
    /// Whether the players can chat.
    #[serde(default = "yes")]
    pub chat: bool,
    /// Number of recent turns hidden from spectators.
    #[serde(default)]
    pub delay: u8,
    /// The creator's name.
    pub name: String,
    /// The creator's token. The server generates one if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<Token>,
}

fn yes() -> bool {
    true
}

/// Who a seat is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Chair))]
#[serde(rename_all = "kebab-case")]
pub enum SeatSpec {
    /// The creator; exactly one seat.
    Me,
    /// The first player who takes it.
    Open,
    /// The server's engine at a level.
    Engine {
        /// The level, from 1.
        level: u8,
        /// The number of levels of the game; without it the level is one of the eight that every game had before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<u8>,
    },
}

/// A request for a seat: `POST /api/games/{id}/seats`. Repeating it with the same token has no further effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TakeSeat {
    /// The player's name.
    pub name: String,
    /// The seat; any free one if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The player's token. The server generates one if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<Token>,
}

/// A granted seat: the response to [`NewGame`] and [`TakeSeat`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Seat))]
pub struct SeatGrant {
    /// The game.
    pub game: GameId,
    /// The seat.
    pub seat: u8,
    /// Its secret token.
    pub token: Token,
}

/// A command was executed and is durable: the response to `POST /api/games/{id}/commands`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Done))]
pub struct CommandDone {
    /// The version of the game that includes it.
    pub version: Version,
}

/// A game with its log: `GET /api/games/{id}`. Without a seat's token, what spectators may see.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = State))]
pub struct GameSnapshot {
    /// The game.
    pub id: GameId,
    /// The seat of the token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// Current time of the server.
    pub now: Millis,
    /// The log, or its part after the requested version.
    pub events: Vec<LoggedEvent>,
    /// Who is connected.
    pub present: Presence,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Summary))]
pub struct GameSummary {
    /// The game.
    pub id: GameId,
    /// The rules string.
    pub rules: String,
    /// Whether it starts as the rules define, not from a given position.
    pub usual_start: bool,
    /// The time control.
    pub control: TimeControl,
    /// Whether the lobby lists it.
    pub public: bool,
    /// Its status.
    pub status: GameStatus,
    /// The players; `None` where a seat is free.
    pub seats: Vec<Option<Player>>,
    /// Number of turns played, without those hidden from spectators.
    pub plies: u32,
    /// The result of a finished game, in the form of records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The reason of the result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// When it was created.
    pub created: Millis,
    /// When it last changed.
    pub changed: Millis,
}

/// The status of a listed game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Status))]
#[serde(rename_all = "kebab-case")]
pub enum GameStatus {
    /// A seat is free.
    Open,
    /// In progress.
    Playing,
    /// Finished.
    Finished,
    /// Aborted.
    Aborted,
}

impl GameStatus {
    /// Returns the name used in JSON and in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            GameStatus::Open => "open",
            GameStatus::Playing => "playing",
            GameStatus::Finished => "finished",
            GameStatus::Aborted => "aborted",
        }
    }
}

/// The public games: `GET /api/lobby`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Lobby {
    /// Current time of the server.
    pub now: Millis,
    /// Open challenges, newest first.
    pub open: Vec<GameSummary>,
    /// Games in progress, most recently changed first.
    pub playing: Vec<GameSummary>,
    /// Finished games, most recent first.
    pub finished: Vec<GameSummary>,
    /// Where the lists go on.
    #[serde(default, skip_serializing_if = "LobbyNext::is_empty")]
    pub next: LobbyNext,
}

/// The parameter `before` of the next page of each list of the lobby; `None` if there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LobbyNext {
    /// Open challenges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<String>,
    /// Games in progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playing: Option<String>,
    /// Finished games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished: Option<String>,
}

impl LobbyNext {
    /// Returns whether no list goes on.
    pub fn is_empty(&self) -> bool {
        *self == LobbyNext::default()
    }
}

/// A page of one list of the lobby: `GET /api/lobby?status=…`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LobbyPage {
    /// Current time of the server.
    pub now: Millis,
    /// The games.
    pub games: Vec<GameSummary>,
    /// The parameter `before` of the next page; `None` on the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// What the operator tells all players: `GET /api/status`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ServiceStatus {
    /// What the server accepts.
    pub mode: ServiceMode,
    /// A message of the operator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announcement: Option<Announcement>,
}

/// What a server accepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ServiceMode {
    /// Everything.
    #[default]
    Normal,
    /// No new games; those in progress go on.
    Draining,
    /// Nothing that changes a game.
    Maintenance,
}

/// A message of the operator to all players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Announcement {
    /// Plain text, as the operator wrote it.
    pub text: String,
    /// When what it announces happens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Millis>,
}

/// The moves that were played in a position of the archive: `GET /api/explorer`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExploredPosition {
    /// The position string.
    pub position: String,
    /// Games that reached the position or a mirror image of it.
    pub games: u64,
    /// Of these, games that White won.
    pub white: u64,
    /// Games that Black won.
    pub black: u64,
    /// Drawn games.
    pub draw: u64,
    /// The moves, most frequent first.
    pub moves: Vec<ExploredMove>,
}

/// A move of [`ExploredPosition`]. Moves that are mirror images of each other count as the first of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExploredMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Games in which it was played.
    pub games: u64,
    /// Of these, games that White won.
    pub white: u64,
    /// Games that Black won.
    pub black: u64,
    /// Drawn games.
    pub draw: u64,
    /// The date of the last game, such as `2026-11-16`.
    pub last: Option<String>,
    /// The engine's estimate; a server has none.
    pub value: Option<f64>,
    /// The proven value; a server has none.
    pub proof: Option<String>,
}

/// A page of archived games, the last archived first: `GET /api/archive/games`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ArchivePage {
    /// The games.
    pub games: Vec<ArchivedGame>,
    /// The parameter `before` of the next page; `None` on the last one.
    pub next: Option<u64>,
}

/// A finished public game in the archive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ArchivedGame {
    /// Its number in the order of archiving.
    pub number: u64,
    /// The number of moves before the position that was asked for occurs first.
    pub ply: Option<u32>,
    /// The game.
    pub game: GameSummary,
}
