//! The form in which archives store games: text that is small and independent of how a version lists moves.

use std::fmt;

use halfboard_rules::game::{Color, Outcome};
use halfboard_rules::record::{DeclareError, Declared, Finish, Record, Start, StartError};
use halfboard_rules::session::MoveError;

use crate::index::line_key;

/// A game as plain data. [`StoredGame::to_record`] checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// The rules string.
    pub rules: String,
    /// The start.
    pub start: Start,
    /// The moves, separated by blanks.
    pub moves: String,
    /// The result as in records: `1-0`, `0-1`, `1/2-1/2`, or `*` for a game without one.
    pub result: String,
    /// The reason of a result that the rules did not decide, as in records; otherwise empty.
    pub reason: String,
    /// Tags such as names and date.
    pub tags: Vec<(String, String)>,
    /// Comments with the number of moves before them.
    pub comments: Vec<(usize, String)>,
}

/// The error of converting a stored game to a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoredGameError {
    /// The rules or the start position are not valid.
    Start(StartError),
    /// A move, by its number from 1, is not legal.
    Move(usize, MoveError),
    /// The result is unknown.
    Result(String),
    /// The reason is unknown.
    Reason(String),
    /// The result does not fit the game.
    Declare(DeclareError),
    /// A comment or a tag does not fit the game.
    Extra(String),
}

impl fmt::Display for StoredGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoredGameError::Start(error) => error.fmt(f),
            StoredGameError::Move(ply, error) => write!(f, "ply {ply}: {error}"),
            StoredGameError::Result(text) => {
                write!(f, "invalid result \"{text}\": expected 1-0, 0-1, 1/2-1/2 or *")
            }
            StoredGameError::Reason(text) => {
                write!(f, "invalid reason \"{text}\": expected resigned, agreed, time, abandoned or none")
            }
            StoredGameError::Declare(error) => error.fmt(f),
            StoredGameError::Extra(problem) => f.write_str(problem),
        }
    }
}

impl std::error::Error for StoredGameError {}

impl StoredGame {
    /// Returns the stored form of a record.
    #[must_use]
    pub fn new(record: &Record) -> StoredGame {
        let (result, reason) = record.finish().result_and_reason();
        let moves: Vec<&str> = record.turns().iter().map(|turn| turn.mv.as_str()).collect();
        let preface = record.preface().iter().map(|text| (0, text.clone()));
        let after = record.turns().iter().enumerate();
        let after = after.flat_map(|(ply, turn)| turn.comments.iter().map(move |text| (ply + 1, text.clone())));
        StoredGame {
            rules: record.rules().to_owned(),
            start: record.start().clone(),
            moves: moves.join(" "),
            result,
            reason: match record.finish() {
                Finish::Declared(..) => reason.to_owned(),
                Finish::Open | Finish::Ruled(_) => String::new(),
            },
            tags: record.tags().to_vec(),
            comments: preface.chain(after).collect(),
        }
    }

    /// Returns the record, after checking every move and the result.
    ///
    /// # Errors
    ///
    /// Fails if rules, start, a move, the result, a tag or a comment is not valid.
    pub fn to_record(&self) -> Result<Record, StoredGameError> {
        let mut session = self.start.session(&self.rules).map_err(StoredGameError::Start)?;
        for (index, mv) in self.moves.split_whitespace().enumerate() {
            session.play(mv).map_err(|error| StoredGameError::Move(index + 1, error))?;
        }
        let mut record = Record::new(session.as_ref(), self.start.clone());
        self.set_result(&mut record)?;
        for (name, value) in &self.tags {
            if !record.set_tag(name, value) {
                return Err(StoredGameError::Extra(format!(
                    "invalid tag \"{name}\": expected letters, digits and _, and not a tag that defines the game"
                )));
            }
        }
        for (ply, text) in &self.comments {
            if !record.comment(*ply, text) {
                let plies = record.turns().len();
                return Err(StoredGameError::Extra(format!("a comment stands after move {ply} of {plies}")));
            }
        }
        Ok(record)
    }

    fn set_result(&self, record: &mut Record) -> Result<(), StoredGameError> {
        if self.result == "*" || self.result.is_empty() {
            return Ok(());
        }
        let outcome: Outcome = self.result.parse().map_err(|_| StoredGameError::Result(self.result.clone()))?;
        let winner: Option<Color> = match (record.finish(), outcome) {
            (Finish::Ruled(ending), _) if ending.outcome == outcome => return Ok(()),
            (_, Outcome::Win(winner)) => Some(winner),
            (_, Outcome::Draw) => None,
            (_, Outcome::Solved | Outcome::Stuck(_)) => return Err(StoredGameError::Result(self.result.clone())),
        };
        let reasons = [Declared::Unstated, Declared::Resigned, Declared::Agreed, Declared::Time, Declared::Abandoned];
        let reason = reasons.into_iter().find(|reason| reason.as_str() == self.reason);
        let reason = reason.ok_or_else(|| StoredGameError::Reason(self.reason.clone()))?;
        record.declare(winner, reason).map_err(StoredGameError::Declare)
    }

    /// Returns the hash of the line of the first `ply` moves, as [`line_key`] does, or `None` if the game is not valid
    /// or shorter.
    #[must_use]
    pub fn line_at(&self, ply: usize) -> Option<u64> {
        let mut session = self.start.session(&self.rules).ok()?;
        let mut moves = self.moves.split_whitespace();
        for _ in 0..ply {
            session.play(moves.next()?).ok()?;
        }
        Some(line_key(session.as_ref()))
    }

    /// Returns the move with this number, from 0, of moves that are separated by blanks.
    #[must_use]
    pub fn move_at(moves: &str, ply: usize) -> Option<&str> {
        moves.split(' ').nth(ply).filter(|mv| !mv.is_empty())
    }
}
