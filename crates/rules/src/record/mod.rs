//! Game records in a format like PGN, with rules strings, position strings and move strings.
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
//! `Game` is the rules string. The start is `Position`, or the start position for `Seed` (0 if missing).
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

/// The start of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Start {
    /// The start position of the rules, with this seed.
    Seed(u64),
    /// This position.
    Position(String),
}

/// A move with the comments after it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RecordedTurn {
    /// The move.
    pub mv: String,
    /// The comments.
    pub comments: Vec<String>,
}

/// The result of a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// The game is not over.
    Open,
    /// The game ended by the rules.
    Ruled(Ending),
    /// The game ended by a decision of the players or the clock: the winner, `None` for a draw, and the reason.
    Declared(Option<Color>, Declared),
}

/// The reason why a game ended other than by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Declared {
    /// The loser resigned.
    Resigned,
    /// The players agreed on a draw.
    Agreed,
    /// The loser ran out of time.
    Time,
    /// The game was abandoned.
    Abandoned,
    /// No reason was given.
    Unstated,
}

impl Declared {
    pub(crate) const WORDS: [(Declared, &'static str); 4] = [
        (Declared::Resigned, "resigned"),
        (Declared::Agreed, "agreed"),
        (Declared::Time, "time"),
        (Declared::Abandoned, "abandoned"),
    ];

    /// Returns whether the reason fits the result.
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

/// The error of declaring a result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeclareError {
    /// The rules have ended the game.
    Over(Ending),
    /// A solitaire has no winner.
    Solitaire,
    /// The reason does not fit: only draws are agreed, and resigning or running out of time has a winner.
    Reason(Declared),
}

impl fmt::Display for DeclareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeclareError::Over(ending) => write!(f, "the game is over already: {ending}"),
            DeclareError::Solitaire => f.write_str("a solitaire has no winner"),
            DeclareError::Reason(Declared::Agreed) => f.write_str("what is agreed is a draw"),
            DeclareError::Reason(why) => write!(f, "'{}' needs a winner", why.as_str()),
        }
    }
}

impl std::error::Error for DeclareError {}

/// The error of parsing a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The number of the game in the text, from 1.
    pub game: usize,
    /// The line, from 1.
    pub line: usize,
    /// The number of the move, from 1, if a move is at fault.
    pub ply: Option<usize>,
    /// The word at fault.
    pub word: String,
    /// The problem, and what would be valid.
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

/// The error of starting a game.
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

impl From<RulesError> for StartError {
    fn from(error: RulesError) -> Self {
        StartError::Rules(error)
    }
}

impl From<PositionError> for StartError {
    fn from(error: PositionError) -> Self {
        StartError::Position(error)
    }
}

impl Start {
    /// Starts a game of these rules.
    ///
    /// # Errors
    ///
    /// Fails if the rules string or the position string is not valid.
    pub fn session(&self, rules: &str) -> Result<Box<dyn Session>, StartError> {
        let rules = registry::rules(rules)?;
        match self {
            Start::Seed(seed) => Ok(rules.start(*seed)),
            Start::Position(position) => Ok(rules.position(position)?),
        }
    }

    /// Returns the shortest equivalent: no position that follows from rules and seed, no seed without effect.
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
    /// Creates the record of a game so far. If the session did not begin at `start`, its start position is recorded
    /// instead.
    #[must_use]
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

    /// Returns the rules string.
    #[must_use]
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// Returns the start.
    #[must_use]
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// Returns the moves with their comments.
    #[must_use]
    pub fn turns(&self) -> &[RecordedTurn] {
        &self.turns
    }

    /// Returns the comments before the first move.
    #[must_use]
    pub fn preface(&self) -> &[String] {
        &self.preface
    }

    /// Returns the result.
    #[must_use]
    pub fn finish(&self) -> Finish {
        self.finish
    }

    /// Returns the tags that do not define the game, such as names and date.
    #[must_use]
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// Returns the value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag. Returns false if the name has other characters than letters, digits and `_`, or defines the game.
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

    /// Adds a comment after the move with this number, or before the first move for 0. Returns false if there is no
    /// such move.
    pub fn comment(&mut self, ply: usize, text: &str) -> bool {
        let comments = match ply.checked_sub(1) {
            None => Some(&mut self.preface),
            Some(index) => self.turns.get_mut(index).map(|turn| &mut turn.comments),
        };
        comments.map(|comments| comments.push(text.to_owned())).is_some()
    }

    /// Sets the result of a game that the rules have not ended.
    ///
    /// # Errors
    ///
    /// Fails if the rules have ended the game, in a solitaire, or if the reason does not fit the winner.
    pub fn declare(&mut self, winner: Option<Color>, why: Declared) -> Result<(), DeclareError> {
        match self.finish {
            Finish::Ruled(ending) => return Err(DeclareError::Over(ending)),
            _ if self.seats.len() == 1 => return Err(DeclareError::Solitaire),
            _ if !why.fits(winner) => return Err(DeclareError::Reason(why)),
            _ => self.finish = Finish::Declared(winner, why),
        }
        Ok(())
    }

    /// Returns the game, played to its last recorded move.
    #[must_use]
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

/// The tags that define the game and cannot be set.
pub(crate) const OWN_TAGS: [&str; 5] = ["Game", "Position", "Seed", "Result", "Reason"];

pub(crate) fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
