//! The messages between the page and its engine worker.
//!
//! The worker keeps its game from request to request: a [`GameUpdate`] says how to bring it up to date, and [`SentGame`]
//! computes updates on the page's side. Messages are encoded with postcard.

use std::fmt;

use halfboard_engine::explanation::MoveExplanation;
use halfboard_engine::games::sight_reduction::solitaire::Grade;
use halfboard_engine::games::sight_reduction::solitaire::puzzle::SolitairePuzzle;
use halfboard_engine::report::PrincipalVariation;
use halfboard_engine::solve::Verdict;
use halfboard_engine::value::Value;
use halfboard_rules::session::Session;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Maximum memory of a search in mebibytes; browsers give a page little more.
pub const MAX_MEMORY: u32 = 1024;

/// A request to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkerRequest {
    /// The id that its responses carry.
    pub id: u32,
    /// Brings the worker's game up to date before the request is handled.
    pub game: GameUpdate,
    /// The task.
    pub kind: RequestKind,
    /// The clock of the side to move, in a game with clocks.
    pub clock: Option<Clock>,
    /// Memory in mebibytes, 1 to [`MAX_MEMORY`].
    pub memory: u32,
}

/// A change of the game that the worker keeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameUpdate {
    /// Replaces the game.
    Replace {
        /// The rules string.
        rules: String,
        /// The position string of the start.
        start: String,
        /// The moves played since.
        moves: Vec<String>,
    },
    /// Continues the game: undoes moves, then plays others.
    Continue {
        /// The number of moves to undo.
        undo: u32,
        /// The moves to play.
        moves: Vec<String>,
    },
}

impl GameUpdate {
    /// Returns the update that leaves the game as it is.
    #[must_use]
    pub fn none() -> GameUpdate {
        GameUpdate::Continue { undo: 0, moves: Vec::new() }
    }
}

/// The game as it was last sent to a worker. A new worker needs a new one.
#[derive(Clone, Debug, Default)]
pub struct SentGame {
    rules: String,
    start: String,
    moves: Vec<String>,
}

impl SentGame {
    /// Returns the update that turns the game sent last into `session`, and remembers that as sent.
    pub fn update(&mut self, session: &dyn Session) -> GameUpdate {
        let sent = SentGame { rules: session.rules(), start: session.start(), moves: session.history() };
        let before = std::mem::replace(self, sent);
        if before.rules != self.rules || before.start != self.start {
            let SentGame { rules, start, moves } = self.clone();
            return GameUpdate::Replace { rules, start, moves };
        }
        let shared = before.moves.iter().zip(&self.moves).take_while(|(before, now)| before == now).count();
        GameUpdate::Continue { undo: (before.moves.len() - shared) as u32, moves: self.moves[shared..].to_vec() }
    }
}

/// The task of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RequestKind {
    /// Chooses a move at a level.
    Play {
        /// The level on the ladder of the game, from 1.
        level: u8,
        /// The seed of the level's random misjudgements.
        seed: u64,
        /// Seconds to think at the highest level, instead of its node limit.
        seconds: Option<u8>,
    },
    /// Finds the best move at full strength and explains it.
    Hint {
        /// The node limit.
        nodes: u64,
        /// The number of lines, at least 1.
        lines: u8,
    },
    /// Searches at full strength.
    Analyze {
        /// The node limit.
        nodes: u64,
        /// The number of lines, at least 1.
        lines: u8,
    },
    /// Proves the result of the position under best play, and finds the moves that keep it.
    Solve {
        /// The node limit in games whose solver has no bound of its own.
        nodes: u64,
        /// Also find the exact distance where that takes long.
        distance: bool,
    },
    /// Generates a solitaire puzzle. The worker's game stays as it is.
    GeneratePuzzle {
        /// The rules string, without a target.
        rules: String,
        /// The difficulty.
        grade: Grade,
        /// Whether the last two checkers are given.
        aimed: bool,
        /// The puzzle's number.
        number: u64,
    },
}

/// A clock, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    /// Remaining time.
    pub remaining: f64,
    /// Increment per move.
    pub increment: f64,
}

/// A response of the worker. A request gets any number of progress responses and then exactly one of another kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkerResponse {
    /// The id of the request; 0 if the worker as a whole failed.
    pub id: u32,
    /// The content.
    pub kind: ResponseKind,
}

/// The content of a response.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ResponseKind {
    /// A search is running.
    SearchProgress {
        /// The last completed depth.
        depth: u32,
        /// Nodes searched.
        nodes: u64,
        /// Nodes searched per second.
        nodes_per_second: u64,
        /// The share of the limits that is used up, 0 to 1. A search may end before.
        share: f32,
        /// The best lines so far, at least one, best first; values are for the side to move.
        lines: Vec<PrincipalVariation<String>>,
    },
    /// A solver is running.
    SolveProgress {
        /// The share of the work that is done, 0 to 1.
        share: f32,
    },
    /// A search has ended.
    SearchResult {
        /// The best move.
        mv: String,
        /// Its value for the side to move.
        value: Value,
        /// The line that begins with it.
        line: Vec<String>,
        /// The next best lines, if more than one was requested.
        others: Vec<PrincipalVariation<String>>,
        /// The explanation of the move, for a hint.
        #[serde(with = "explanation_tokens")]
        reasons: Vec<MoveExplanation>,
        /// Nodes searched.
        nodes: u64,
        /// Seconds spent.
        seconds: f64,
        /// The last completed depth.
        depth: u32,
    },
    /// A solver has ended.
    SolveResult {
        /// The proven result, if there is one.
        verdict: Option<Verdict>,
        /// Plies to the end under best play, if known exactly.
        distance: Option<u32>,
        /// A best line.
        line: Vec<String>,
        /// The moves proven to keep the verdict.
        keep: Vec<String>,
        /// Whether no other move keeps it.
        keep_is_all: bool,
        /// Nodes searched.
        nodes: u64,
    },
    /// The generated puzzle.
    Puzzle(SolitairePuzzle),
    /// The request failed; the worker must be replaced.
    Failed {
        /// The error message.
        problem: String,
    },
}

impl ResponseKind {
    /// Returns whether no further response to the request follows.
    #[must_use]
    pub fn is_final(&self) -> bool {
        !matches!(self, ResponseKind::SearchProgress { .. } | ResponseKind::SolveProgress { .. })
    }
}

impl WorkerRequest {
    /// Encodes the request.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        encode(self)
    }

    /// Decodes a request.
    ///
    /// # Errors
    /// Fails if the bytes are not exactly one request.
    pub fn decode(bytes: &[u8]) -> Result<WorkerRequest, DecodeError> {
        decode(bytes)
    }
}

impl WorkerResponse {
    /// Returns the failure of a worker that cannot say which request it fails.
    #[must_use]
    pub fn broken(problem: String) -> WorkerResponse {
        WorkerResponse { id: 0, kind: ResponseKind::Failed { problem } }
    }

    /// Encodes the response.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        encode(self)
    }

    /// Decodes a response.
    ///
    /// # Errors
    /// Fails if the bytes are not exactly one response.
    pub fn decode(bytes: &[u8]) -> Result<WorkerResponse, DecodeError> {
        decode(bytes)
    }
}

/// An error of decoding a message: page and worker are of different versions, or the bytes are damaged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError(postcard::Error);

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid worker message: {}", self.0)
    }
}

impl std::error::Error for DecodeError {}

fn encode<T: Serialize>(message: &T) -> Vec<u8> {
    postcard::to_allocvec(message).expect("messages have only types that postcard can encode")
}

fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, DecodeError> {
    match postcard::take_from_bytes(bytes) {
        Ok((message, [])) => Ok(message),
        Ok(_) => Err(DecodeError(postcard::Error::DeserializeBadEncoding)),
        Err(error) => Err(DecodeError(error)),
    }
}

/// Explanations as tokens: the names of evaluation terms are `'static`, so they are looked up when decoded.
mod explanation_tokens {
    use super::{Deserialize, MoveExplanation, Serialize};
    use serde::de::Error;
    use serde::{Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(value: &[MoveExplanation], serializer: S) -> Result<S::Ok, S::Error> {
        let tokens: Vec<String> = value.iter().map(|explanation| explanation.to_token()).collect();
        tokens.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<MoveExplanation>, D::Error> {
        let tokens = Vec::<String>::deserialize(deserializer)?;
        let explanation =
            |token: &String| MoveExplanation::from_token(token).ok_or_else(|| D::Error::custom("unknown explanation"));
        tokens.iter().map(explanation).collect()
    }
}
