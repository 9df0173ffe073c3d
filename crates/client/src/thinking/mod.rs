//! What the page and the thinking worker say to each other: questions and answers. `wire` turns them into text.

mod wire;

use std::fmt;

use halfboard_engine::reasons::Reason;
use halfboard_engine::report::Line;
use halfboard_engine::value::Value;

/// A question to the worker.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// What the answers to it are known by.
    pub id: u32,
    /// The rules string.
    pub rules: String,
    /// The position string at the start of the game.
    pub start: String,
    /// The moves up to now.
    pub moves: Vec<String>,
    /// What is wanted.
    pub kind: Kind,
    /// The clock of who is to move, if there is one.
    pub clock: Option<Clock>,
    /// Memory for the search in mebibytes, 1 to [`MOST_MEMORY`].
    pub memory: u32,
}

/// What is wanted of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A move at a level for people; the seed makes its misjudgements those of this game.
    Play {
        /// The level, from 1.
        level: u8,
        /// The seed.
        seed: u64,
    },
    /// The best move at full strength, and why.
    Hint {
        /// How many positions to look at.
        nodes: u64,
        /// How many best lines to find, at least 1.
        lines: u8,
    },
    /// The same without reasons, for analysis and for judging a game.
    Full {
        /// How many positions to look at.
        nodes: u64,
        /// How many best lines to find, at least 1.
        lines: u8,
    },
}

/// A clock, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    /// What is left.
    pub remaining: f64,
    /// What each turn adds.
    pub increment: f64,
}

/// The most memory that may be asked for, in mebibytes: a browser gives no page much more.
pub const MOST_MEMORY: u32 = 1024;

/// What the worker says.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// It can be asked. Said once, by the script around it.
    Ready,
    /// It is thinking.
    Progress {
        /// The question.
        id: u32,
        /// The last depth that was finished.
        depth: u32,
        /// Positions looked at.
        nodes: u64,
        /// Positions looked at in a second.
        nodes_per_second: u64,
        /// How much of what was allowed is used up, 0 to 1. A search may end before.
        share: f32,
        /// The best move up to now.
        best: String,
        /// Its value for who is to move.
        value: Value,
    },
    /// It is done.
    Done {
        /// The question.
        id: u32,
        /// The best move.
        mv: String,
        /// Its value for who is to move.
        value: Value,
        /// The line that begins with it.
        line: Vec<String>,
        /// The next best lines, where more than one was asked for.
        others: Vec<Line<String>>,
        /// Why the move is good, for a hint.
        reasons: Vec<Reason>,
        /// Positions looked at.
        nodes: u64,
        /// Seconds spent.
        seconds: f64,
        /// The last depth that was finished.
        depth: u32,
    },
    /// There is no answer.
    Failed {
        /// The question, or 0 where not even that could be read.
        id: u32,
        /// What the matter is.
        problem: String,
    },
}

/// Why a message could not be read: which field, and what was in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The field.
    pub field: &'static str,
    /// What was in it; nothing where it is missing.
    pub found: String,
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A message may be long, and an error is for people.
        let found: String = self.found.chars().take(40).collect();
        write!(f, "message between page and worker: {} cannot be '{found}'", self.field)
    }
}

impl std::error::Error for Unread {}
