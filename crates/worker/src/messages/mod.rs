//! What the page and the thinking worker say to each other: questions and answers. `wire` turns them into text.

mod wire;

use std::fmt;

use halfboard_engine::explanation::MoveExplanation;
use halfboard_engine::games::sight_reduction::solitaire::Grade;
use halfboard_engine::games::sight_reduction::solitaire::puzzle::SolitairePuzzle;
use halfboard_engine::report::PrincipalVariation;
use halfboard_engine::solve::Verdict;
use halfboard_engine::value::Value;

/// A question to the worker.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// What the answers to it are known by.
    pub id: u32,
    /// The rules string.
    pub rules: String,
    /// The position string at the start of the game; empty where a puzzle is to be made.
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

/// What is wanted.
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
    /// How the position comes out when all play their best, proven, and the moves that keep it so.
    Solve {
        /// How many positions to look at in games where a solver would otherwise look for ever.
        nodes: u64,
        /// Whether the exact distance is wanted even where it takes long.
        distance: bool,
    },
    /// A puzzle for one person, by the rules without the last two.
    Make {
        /// How hard it shall be.
        grade: Grade,
        /// Whether the last two are given.
        aimed: bool,
        /// Its number.
        number: u64,
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
        /// The best lines up to now, best first, at least one; values are for who is to move.
        lines: Vec<PrincipalVariation<String>>,
    },
    /// A solver is at work.
    Working {
        /// The question.
        id: u32,
        /// How much is done, 0 to 1.
        share: f32,
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
        others: Vec<PrincipalVariation<String>>,
        /// Why the move is good, for a hint.
        reasons: Vec<MoveExplanation>,
        /// Positions looked at.
        nodes: u64,
        /// Seconds spent.
        seconds: f64,
        /// The last depth that was finished.
        depth: u32,
    },
    /// A solver is done.
    Solved {
        /// The question.
        id: u32,
        /// How it comes out, if that could be proven.
        verdict: Option<Verdict>,
        /// Plies to the end when the winner hurries and the loser delays, if that is known exactly.
        distance: Option<u32>,
        /// A best line.
        line: Vec<String>,
        /// The moves that keep the verdict, as far as they are proven to.
        keep: Vec<String>,
        /// Whether no other move keeps it.
        keep_is_all: bool,
        /// Positions looked at.
        nodes: u64,
    },
    /// A puzzle was made.
    Made {
        /// The question.
        id: u32,
        /// The puzzle.
        puzzle: SolitairePuzzle,
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
