//! Games as lines of JSON, one object for each, and the explorer's answer as JSON.
//!
//! ```text
//! {"rules":"j","moves":["A5","A8"],"result":"*","tags":{"White":"Ann"}}
//! ```
//!
//! `start` is a position string, `seed` the seed of a random start; both may be missing. `moves` is a list or a text
//! with blanks between the moves. `comments` are pairs of a number of moves and a text.

use std::collections::BTreeMap;
use std::fmt;

use halfboard_rules::record::{Record, Start};
use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde::{Deserialize, Serialize as DeriveSerialize};

use crate::explorer::{ExplorerAnswer, ExplorerMove, Tally};
use crate::stored_game::{StoredGame, StoredGameError};

/// The error of parsing a line of JSON.
#[derive(Debug)]
pub enum JsonGameError {
    /// The line is not such an object.
    Json(serde_json::Error),
    /// The object has both a position and a seed.
    TwoStarts,
    /// The game is not valid.
    Game(StoredGameError),
}

impl fmt::Display for JsonGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JsonGameError::Json(error) => write!(f, "not a game in JSON: {error}"),
            JsonGameError::TwoStarts => f.write_str("a game has \"start\" or \"seed\", not both"),
            JsonGameError::Game(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for JsonGameError {}

#[derive(Deserialize, DeriveSerialize)]
#[serde(deny_unknown_fields)]
struct JsonGame {
    rules: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    moves: JsonMoves,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    result: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    reason: String,
    #[serde(default)]
    tags: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    comments: Vec<(usize, String)>,
}

#[derive(Deserialize, DeriveSerialize)]
#[serde(untagged)]
enum JsonMoves {
    List(Vec<String>),
    Text(String),
}

/// Parses one line, and checks every move.
///
/// # Errors
///
/// Fails if the line is not a JSON object of a game, or if the game is not valid.
pub fn parse_json_line(line: &str) -> Result<Record, JsonGameError> {
    let game: JsonGame = serde_json::from_str(line).map_err(JsonGameError::Json)?;
    let start = match (game.start, game.seed) {
        (Some(_), Some(_)) => return Err(JsonGameError::TwoStarts),
        (Some(position), None) => Start::Position(position),
        (None, seed) => Start::Seed(seed.unwrap_or(0)),
    };
    let moves = match game.moves {
        JsonMoves::List(moves) => moves.join(" "),
        JsonMoves::Text(moves) => moves,
    };
    let stored = StoredGame {
        rules: game.rules,
        start,
        moves,
        result: game.result,
        reason: game.reason,
        tags: game.tags.into_iter().collect(),
        comments: game.comments,
    };
    stored.to_record().map_err(JsonGameError::Game)
}

/// Formats a game as one line, without the line feed.
#[must_use]
pub fn format_json_line(record: &Record) -> String {
    let stored = StoredGame::new(record);
    let (start, seed) = match stored.start {
        Start::Seed(0) => (None, None),
        Start::Seed(seed) => (None, Some(seed)),
        Start::Position(position) => (Some(position), None),
    };
    let game = JsonGame {
        rules: stored.rules,
        start,
        seed,
        moves: JsonMoves::List(stored.moves.split_whitespace().map(str::to_owned).collect()),
        result: stored.result,
        reason: stored.reason,
        tags: stored.tags.into_iter().collect(),
        comments: stored.comments,
    };
    serde_json::to_string(&game).expect("strings and numbers can be written")
}

impl Tally {
    fn serialize_counts<S: SerializeStruct>(&self, out: &mut S) -> Result<(), S::Error> {
        out.serialize_field("games", &self.games)?;
        out.serialize_field("white", &self.white)?;
        out.serialize_field("black", &self.black)?;
        out.serialize_field("draw", &self.draw)
    }
}

impl Serialize for ExplorerAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("ExplorerAnswer", 6)?;
        out.serialize_field("position", &self.position)?;
        self.tally.serialize_counts(&mut out)?;
        out.serialize_field("moves", &self.moves)?;
        out.end()
    }
}

impl Serialize for ExplorerMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let last = Some(self.tally.last.as_str()).filter(|date| !date.is_empty());
        let mut out = serializer.serialize_struct("ExplorerMove", 8)?;
        out.serialize_field("move", &self.mv)?;
        self.tally.serialize_counts(&mut out)?;
        out.serialize_field("last", &last)?;
        out.serialize_field("value", &self.value)?;
        out.serialize_field("proof", &self.proof)?;
        out.end()
    }
}
