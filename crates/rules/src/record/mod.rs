//! Game records: text files in the form of PGN, with our rules, positions and move strings in them.
//!
//! ```text
//! [Game "sight-reduction:sight=queen"]
//! [Seed "1"]
//! [White "Ann"]
//! [Result "*"]
//!
//! 1. A4 C3 {a comment} 2. D6 *
//! ```
//!
//! `Game` is the rules string; the start is `Position`, or what the rules give for `Seed` (0 when it is left out).
//! Parsing checks every move, and formatting a parsed record gives an equal record.

mod format;
mod lexer;
mod parse;

use std::fmt;

use crate::game::{Color, Ending, Outcome};
use crate::registry::{self, RulesError};
use crate::session::Session;
use crate::text::PositionError;

pub use format::format;
pub use parse::parse;

/// A recorded game. Its rules, start and moves are valid: they were checked when it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub(crate) rules: String,
    seats: &'static [&'static str],
    pub(crate) start: Start,
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) preface: Vec<String>,
    pub(crate) turns: Vec<RecordedTurn>,
    pub(crate) finish: Finish,
}

/// Where a game starts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Start {
    /// As the rules say, by chance where they say so.
    Seed(u64),
    /// From this position.
    Position(String),
}

/// A turn with the comments after it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RecordedTurn {
    /// The move.
    pub mv: String,
    /// The comments.
    pub comments: Vec<String>,
}

/// How a recorded game came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// It is not over.
    Open,
    /// By the rules.
    Ruled(Ending),
    /// By what the players did or said: the winner, none for a draw, and why.
    Declared(Option<Color>, Declared),
}

/// Why a game that the rules had not ended was over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Declared {
    /// The loser gave up.
    Resigned,
    /// Both agreed.
    Agreed,
    /// The loser's time was up.
    Time,
    /// The game was broken off.
    Abandoned,
    /// Nothing was said.
    Unstated,
}

impl Declared {
    pub(crate) const WORDS: [(Declared, &'static str); 4] = [
        (Declared::Resigned, "resigned"),
        (Declared::Agreed, "agreed"),
        (Declared::Time, "time"),
        (Declared::Abandoned, "abandoned"),
    ];

    /// Whether this can be the reason of such a result.
    pub(crate) fn fits(self, winner: Option<Color>) -> bool {
        match self {
            Declared::Resigned | Declared::Time => winner.is_some(),
            Declared::Agreed => winner.is_none(),
            Declared::Abandoned | Declared::Unstated => true,
        }
    }

    /// Returns the reason's name in records, empty for [`Declared::Unstated`].
    pub fn as_str(self) -> &'static str {
        Self::WORDS.iter().find(|(reason, _)| *reason == self).map_or("", |(_, word)| word)
    }
}

impl Finish {
    /// Returns the result and its reason as they stand in a record.
    pub fn result_and_reason(&self) -> (String, &'static str) {
        match self {
            Finish::Open => ("*".to_owned(), "-"),
            Finish::Ruled(ending) => (ending.outcome.to_string(), ending.reason.name()),
            Finish::Declared(winner, why) => (winner.map_or(Outcome::Draw, Outcome::Win).to_string(), why.as_str()),
        }
    }
}

/// Why a result could not be declared.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeclareError {
    /// The rules have ended the game.
    Over(Ending),
    /// A solitaire is nobody's win.
    Solitaire,
    /// A draw is agreed; resigning and running out of time have a winner.
    Reason(Declared),
}

impl fmt::Display for DeclareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeclareError::Over(ending) => write!(f, "the game is over already: {ending}"),
            DeclareError::Solitaire => f.write_str("a solitaire is nobody's win"),
            DeclareError::Reason(Declared::Agreed) => f.write_str("what is agreed is a draw"),
            DeclareError::Reason(why) => write!(f, "'{}' needs a winner", why.as_str()),
        }
    }
}

impl std::error::Error for DeclareError {}

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The number of the game in the text, from 1.
    pub game: usize,
    /// The line, from 1.
    pub line: usize,
    /// The number of the turn, from 1, when a turn is at fault.
    pub ply: Option<usize>,
    /// The word at fault.
    pub word: String,
    /// What is wrong with it, and what would be valid.
    pub problem: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}", self.game, self.line)?;
        if let Some(ply) = self.ply {
            write!(f, ", ply {ply}")?;
        }
        if !self.word.is_empty() && !self.problem.contains(&format!("'{}'", self.word)) {
            write!(f, ", at '{}'", self.word)?;
        }
        write!(f, ": {}", self.problem)
    }
}

impl std::error::Error for RecordError {}

/// What is wrong with the start of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// The rules string.
    Rules(RulesError),
    /// The position string.
    Position(PositionError),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Rules(error) => error.fmt(f),
            StartError::Position(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StartError {}

impl Start {
    /// A session of these rules at this start.
    pub fn session(&self, rules: &str) -> Result<Box<dyn Session>, StartError> {
        let rules = registry::rules(rules).map_err(StartError::Rules)?;
        match self {
            Start::Seed(seed) => Ok(rules.start(*seed)),
            Start::Position(position) => rules.position(position).map_err(StartError::Position),
        }
    }

    /// The shortest way to say the same: no position that rules and seed imply, no seed that does not matter.
    fn shortest(self, session: &dyn Session) -> Start {
        let start = session.start();
        let implied = |seed| session.as_rules().start(seed).start() == start;
        match self {
            _ if implied(0) => Start::Seed(0),
            Start::Seed(seed) if implied(seed) => Start::Seed(seed),
            _ => Start::Position(start),
        }
    }
}

impl Record {
    /// The record of a game up to now. `start` says how it began; if that is not where the session began, the position
    /// is recorded instead.
    pub fn new(session: &dyn Session, start: Start) -> Record {
        let turns = session.history().into_iter().map(|mv| RecordedTurn { mv, comments: Vec::new() });
        Record {
            rules: session.rules(),
            seats: session.seats(),
            start: start.shortest(session),
            tags: Vec::new(),
            preface: Vec::new(),
            turns: turns.collect(),
            finish: session.ending().map_or(Finish::Open, Finish::Ruled),
        }
    }

    /// The rules string.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// Where it starts.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The turns.
    pub fn turns(&self) -> &[RecordedTurn] {
        &self.turns
    }

    /// The comments before the first turn.
    pub fn preface(&self) -> &[String] {
        &self.preface
    }

    /// How it came out.
    pub fn finish(&self) -> Finish {
        self.finish
    }

    /// The tags that are not part of the game itself, such as names and date.
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// The value of such a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Sets such a tag; false when the name is not letters, digits and `_`, or is one that belongs to the game itself.
    pub fn set_tag(&mut self, name: &str, value: &str) -> bool {
        if !is_tag_name(name) || OWN_TAGS.contains(&name) {
            return false;
        }
        match self.tags.iter_mut().find(|(tag, _)| tag == name) {
            Some((_, old)) => *old = value.to_owned(),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
        true
    }

    /// Adds a comment after the turn with this number, or before the first turn for 0; false when there is no such turn.
    pub fn comment(&mut self, ply: usize, text: &str) -> bool {
        let comments = match ply.checked_sub(1) {
            None => Some(&mut self.preface),
            Some(index) => self.turns.get_mut(index).map(|turn| &mut turn.comments),
        };
        comments.map(|comments| comments.push(text.to_owned())).is_some()
    }

    /// Declares the winner of a game that the rules have not ended, or a draw.
    pub fn declare(&mut self, winner: Option<Color>, why: Declared) -> Result<(), DeclareError> {
        match self.finish {
            Finish::Ruled(ending) => return Err(DeclareError::Over(ending)),
            _ if self.seats.len() == 1 => return Err(DeclareError::Solitaire),
            _ if !why.fits(winner) => return Err(DeclareError::Reason(why)),
            _ => self.finish = Finish::Declared(winner, why),
        }
        Ok(())
    }

    /// The game, played to its last recorded turn.
    pub fn session(&self) -> Box<dyn Session> {
        let mut session = self.start.session(&self.rules).expect("a record's start was checked");
        for turn in &self.turns {
            session.play(&turn.mv).expect("a record's moves were checked");
        }
        session
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format(std::slice::from_ref(self)))
    }
}

/// Returns how many turns share a number: one for each seat, two in a solitaire.
fn round(seats: &[&str]) -> usize {
    seats.len().max(2)
}

/// Returns the tag with the name of the player at this seat.
pub fn name_tag(seat: &str) -> String {
    seat.replace(' ', "")
}

/// The tags that say what the game is, and which are therefore not free.
pub(crate) const OWN_TAGS: [&str; 5] = ["Game", "Position", "Seed", "Result", "Reason"];

pub(crate) fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
