//! The log of a game: what happened, in order. It is the only thing that is kept for good; everything else follows from it.
//!
//! Once written, the form of an event must be read for ever: new kinds and new fields with a default may be added, none
//! may change or go.

use halfboard_rules::record;
use serde::{Deserialize, Serialize};

use crate::clock::Control;
use crate::id::GameId;
use crate::{Millis, Version};

/// An event in its place in the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Logged {
    /// Its number, from 1, without gaps.
    pub version: Version,
    /// When it happened. Never earlier than the event before it.
    pub at: Millis,
    /// What happened.
    pub event: Event,
}

/// What can happen in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    /// Somebody made the game. Always the first event, and only that.
    Created(Terms),
    /// Somebody took a seat. When the last seat is taken the game begins.
    Seated {
        /// The seat, from 0.
        seat: u8,
        /// Who.
        who: Who,
    },
    /// A whole turn.
    Played {
        /// How often turns had been taken back before.
        line: u32,
        /// How many turns had been played before.
        ply: u32,
        /// The move, as the rules write it.
        #[serde(rename = "move")]
        mv: String,
        /// Milliseconds on the way, measured by the server, that do not count as thought.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag: u32,
    },
    /// Somebody asks the others for something. It lapses with the next turn.
    Asked {
        /// Who asks.
        seat: u8,
        /// What for.
        what: Request,
        /// The command's key: a repeated command does nothing more.
        #[serde(default, skip_serializing_if = "is_zero")]
        key: u32,
    },
    /// Somebody agrees. When all other people in the game have, it is done.
    Agreed {
        /// Who agrees.
        seat: u8,
        /// To what.
        what: Request,
        /// The command's key: a repeated command does nothing more.
        #[serde(default, skip_serializing_if = "is_zero")]
        key: u32,
    },
    /// Somebody does not agree, or takes back what they asked: it is off.
    Declined {
        /// Who.
        seat: u8,
        /// What.
        what: Request,
        /// The command's key: a repeated command does nothing more.
        #[serde(default, skip_serializing_if = "is_zero")]
        key: u32,
    },
    /// Somebody gives another time.
    GaveTime {
        /// Who gives.
        from: u8,
        /// Who is given.
        to: u8,
        /// Milliseconds.
        ms: u64,
        /// The command's key: a repeated command gives nothing more.
        key: u32,
    },
    /// Somebody says something.
    Said {
        /// Who.
        seat: u8,
        /// What: text, to be shown as it is.
        text: String,
        /// The command's key: a repeated command says nothing more.
        key: u32,
    },
    /// The game ended otherwise than by the rules or by agreement.
    Ended(End),
    /// All agreed to play again: this is the new game, in which everybody's secret is the same as here.
    Rematched {
        /// The new game.
        game: GameId,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// What was agreed on before the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Terms {
    /// The rules string, in canonical form.
    pub rules: String,
    /// Where it starts.
    pub start: Start,
    /// The time everybody has.
    pub control: Control,
    /// Whether it is listed for all to see. A game that is not is seen only by those who know its name.
    pub public: bool,
    /// Whether the players can talk.
    pub chat: bool,
    /// So many of the last turns are withheld from those who watch, until the game is over.
    #[serde(default)]
    pub delay: u8,
    /// The game that this one is a rematch of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<GameId>,
}

/// Where a game starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// As the rules say, by chance where they say so.
    Seed(Seed),
    /// From this position.
    Position(String),
}

/// What decides where chance does. Written as text: not every reader of JSON has numbers that large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = String))]
#[serde(try_from = "String", into = "String")]
pub struct Seed(pub u64);

impl TryFrom<String> for Seed {
    type Error = String;
    fn try_from(text: String) -> Result<Seed, String> {
        text.parse().map(Seed).map_err(|_| format!("'{text}' is no seed: a whole number from 0"))
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

/// Who holds a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// Somebody at another screen (or a bot), by the name they chose.
    Person {
        /// The name.
        name: String,
    },
    /// The server's engine, at a level from 1 to 8.
    Engine {
        /// The level.
        level: u8,
    },
}

/// What one can ask the others for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// To go back to before one's own last turn.
    TakeBack,
    /// To end the game as a draw.
    Draw,
    /// To play again with sides changed, once the game is over.
    Rematch,
}

/// How a game ended otherwise than by the rules or by agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "how", rename_all = "kebab-case")]
pub enum End {
    /// Somebody gave up.
    Resigned {
        /// Who.
        seat: u8,
    },
    /// Somebody's time was up.
    OutOfTime {
        /// Whose.
        seat: u8,
    },
    /// Somebody called it off before the second turn: nobody has won or lost.
    Aborted {
        /// Who.
        seat: u8,
    },
}
