//! The event log of a game. Only the log is stored permanently; all other state is derived from it.
//!
//! The encoding of an event must stay readable forever: variants and fields with a default may be added, none may be
//! changed or removed. Older versions must be able to follow a log as well, see [`crate::carried`]: a new variant has a
//! [fallback](Event::fallback), and the enums inside of events get no new values.

use halfboard_rules::record;
use serde::{Deserialize, Serialize};

use crate::carried::CarriedEvent;
use crate::clock::TimeControl;
use crate::id::GameId;
use crate::{Millis, Version};

/// An event with its version and time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Logged))]
pub struct LoggedEvent {
    /// Its number, starting at 1, without gaps.
    pub version: Version,
    /// When it happened; never before the previous event.
    pub at: Millis,
    /// The event.
    pub event: Event,
}

/// An event of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case", remote = "Self")]
pub enum Event {
    /// The game was created. Always the first event, and only the first.
    Created(GameTerms),
    /// A player took a seat. The game begins when the last seat is taken.
    Seated {
        /// The seat, starting at 0.
        seat: u8,
        /// The player.
        who: Player,
    },
    /// A turn was played.
    Played {
        /// Number of takebacks before this turn.
        line: u32,
        /// Number of turns before this one.
        ply: u32,
        /// The move string.
        #[serde(rename = "move")]
        mv: String,
        /// Network lag measured by the server, in milliseconds; it is not charged to the clock.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag: u32,
    },
    /// A player made a proposal. It lapses with the next turn.
    Asked {
        /// The proposing seat.
        seat: u8,
        /// What is proposed.
        what: Proposal,
        /// The command's idempotency key.
        #[serde(default, skip_serializing_if = "is_zero")]
        key: u32,
    },
    /// A player agreed. The proposal takes effect when all other human players have agreed.
    Agreed {
        /// The agreeing seat.
        seat: u8,
        /// What was proposed.
        what: Proposal,
        /// The command's idempotency key.
        #[serde(default, skip_serializing_if = "is_zero")]
        key: u32,
    },
    /// A player declined, or withdrew their own proposal.
    Declined {
        /// The declining seat.
        seat: u8,
        /// What was proposed.
        what: Proposal,
        /// The command's idempotency key.
        #[serde(default, skip_serializing_if = "is_zero")]
        key: u32,
    },
    /// A player gave an opponent time.
    GaveTime {
        /// The giving seat.
        from: u8,
        /// The receiving seat.
        to: u8,
        /// Milliseconds.
        ms: u64,
        /// The command's idempotency key.
        key: u32,
    },
    /// A player sent a chat message.
    Said {
        /// The sending seat.
        seat: u8,
        /// Plain text.
        text: String,
        /// The command's idempotency key.
        key: u32,
    },
    /// The game ended by resignation, on time or by an abort.
    Ended(Termination),
    /// All players agreed to a rematch. Their tokens are valid in the new game.
    Rematched {
        /// The new game.
        game: GameId,
    },
    /// A player got time back that was lost because the server could not accept turns.
    Refunded {
        /// The seat whose clock ran.
        seat: u8,
        /// When turns were no longer accepted.
        since: Millis,
        /// When turns were accepted again and the player could have reconnected.
        until: Millis,
        /// The time given back: the part that was charged to the clock, in milliseconds.
        ms: u64,
    },
    /// An event of a newer version, of an unknown kind or with unknown fields, kept unchanged.
    #[serde(skip)]
    Carried(CarriedEvent),
}

impl Event {
    /// Returns the line and ply of a turn; `None` for other events.
    pub fn turn(&self) -> Option<(u32, u32)> {
        match self {
            Event::Played { line, ply, .. } => Some((*line, *ply)),
            Event::Carried(carried) => carried.reads_as.as_ref()?.turn(),
            _ => None,
        }
    }

    /// Returns the event as which versions that do not know this one read it: one of release 0.1.0 with the most similar
    /// effect. `None` for the kinds of that release.
    pub fn fallback(&self) -> Option<Event> {
        match self {
            Event::Refunded { seat, until, ms, .. } => {
                Some(Event::GaveTime { from: *seat, to: *seat, ms: *ms, key: *until as u32 })
            }
            Event::Created(_)
            | Event::Seated { .. }
            | Event::Played { .. }
            | Event::Asked { .. }
            | Event::Agreed { .. }
            | Event::Declined { .. }
            | Event::GaveTime { .. }
            | Event::Said { .. }
            | Event::Ended(_)
            | Event::Rematched { .. }
            | Event::Carried(_) => None,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "signature required by serde")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The terms of a game, fixed when it is created.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Terms))]
pub struct GameTerms {
    /// The rules string, in canonical form.
    pub rules: String,
    /// Start of the game.
    pub start: Start,
    /// The time control.
    pub control: TimeControl,
    /// Whether the lobby lists the game. Others can be watched only by those who know the ID.
    pub public: bool,
    /// Whether the players can chat.
    pub chat: bool,
    /// Number of recent turns hidden from spectators until the game is over.
    #[serde(default)]
    pub delay: u8,
    /// Seconds in which each of the first two turns must be played, or the game is aborted; for games with a clock for the
    /// whole game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_move: Option<u32>,
    /// The game this one is a rematch of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<GameId>,
}

/// Start of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// The start defined by the rules; the seed decides where it is random.
    Seed(Seed),
    /// A position string.
    Position(String),
}

/// A seed for random starts. Encoded as a string, since not every JSON reader supports 64-bit integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = String))]
#[serde(try_from = "String", into = "String")]
pub struct Seed(pub u64);

impl TryFrom<String> for Seed {
    type Error = String;
    fn try_from(text: String) -> Result<Seed, String> {
        text.parse().map(Seed).map_err(|_| format!("invalid seed '{text}': must be a whole number from 0"))
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> String {
        seed.0.to_string()
    }
}

impl From<&Start> for record::Start {
    fn from(start: &Start) -> record::Start {
        match start {
            Start::Seed(Seed(seed)) => record::Start::Seed(*seed),
            Start::Position(position) => record::Start::Position(position.clone()),
        }
    }
}

/// The player at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Who))]
#[serde(rename_all = "kebab-case")]
pub enum Player {
    /// A person or a bot, with a name of their choice.
    Person {
        /// The name.
        name: String,
    },
    /// The server's engine at a level.
    Engine {
        /// The level, from 1.
        level: u8,
        /// The number of levels of the game; without it the level is one of the eight that every game had before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<u8>,
    },
}

/// Something that needs the agreement of the other players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Request))]
#[serde(rename_all = "kebab-case")]
pub enum Proposal {
    /// Take back turns to before the proposing player's last turn.
    TakeBack,
    /// End the game as a draw.
    Draw,
    /// Play again with sides changed, once the game is over.
    Rematch,
}

/// An end of the game other than by the rules or by agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = End))]
#[serde(tag = "how", rename_all = "kebab-case")]
pub enum Termination {
    /// A player resigned.
    Resigned {
        /// The seat.
        seat: u8,
    },
    /// A player ran out of time.
    OutOfTime {
        /// The seat.
        seat: u8,
    },
    /// A player aborted the game before the second turn; it has no result.
    Aborted {
        /// The seat.
        seat: u8,
    },
}
