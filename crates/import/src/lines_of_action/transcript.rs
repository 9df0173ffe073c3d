//! A game as it was written down, before its moves are checked. Rules that the text does not state are found by trying.

use halfboard_rules::game::Color;
use halfboard_rules::record::{Declared, Record, RecordError, Start};
use halfboard_rules::session::Session;

use super::san;
use super::words::{TurnWord, parse_turn};

/// A game as it was written down.
#[derive(Debug, Default)]
pub(super) struct Transcript {
    /// The number of the game in its file, from 1.
    pub(super) game: usize,
    /// The line on which it begins, from 1.
    pub(super) line: usize,
    /// The rules strings that it may have been played by, the likeliest first.
    pub(super) rules: Vec<String>,
    /// The start position, if it is not that of the rules.
    pub(super) position: Option<String>,
    pub(super) tags: Vec<(String, String)>,
    pub(super) preface: Vec<String>,
    pub(super) turns: Vec<WrittenTurn>,
    /// The result that is stated apart from the turns.
    pub(super) result: Option<(Option<Color>, Declared)>,
}

/// A turn as it was written down.
#[derive(Debug)]
pub(super) struct WrittenTurn {
    pub(super) line: usize,
    /// The colour that is said to move.
    pub(super) color: Option<Color>,
    pub(super) text: String,
    pub(super) comments: Vec<String>,
}

/// A game that could not be played through, and how far it could.
struct ReplayError {
    turns: usize,
    error: RecordError,
}

impl Transcript {
    pub(super) fn error(&self, line: usize, word: &str, problem: impl Into<String>) -> RecordError {
        let word = word.trim().chars().take(60).collect();
        RecordError { game: self.game, line, ply: None, word, problem: problem.into() }
    }

    /// Plays the game through by the first of its rules that allow all moves.
    ///
    /// # Errors
    /// Fails with the error of the rules by which the game gets furthest.
    pub(super) fn record(&self) -> Result<Record, RecordError> {
        let mut furthest: Option<ReplayError> = None;
        for rules in &self.rules {
            match self.replay(rules) {
                Ok(record) => return Ok(record),
                Err(error) if furthest.as_ref().is_none_or(|other| error.turns > other.turns) => furthest = Some(error),
                Err(_) => {}
            }
        }
        Err(furthest.map_or_else(|| self.error(self.line, "", "the rules are not known"), |furthest| furthest.error))
    }

    fn replay(&self, rules: &str) -> Result<Record, ReplayError> {
        let start = self.position.clone().map_or(Start::Seed(0), Start::Position);
        let failed = |turns, error| ReplayError { turns, error };
        let session = start.session(rules);
        let mut session = session.map_err(|error| {
            failed(0, self.error(self.line, self.position.as_deref().unwrap_or(rules), error.to_string()))
        })?;
        let mut comments = Vec::new();
        let mut declared = None;
        for (turn, index) in self.turns.iter().zip(0..) {
            let fault = |ply: Option<usize>, problem: String| {
                failed(index, RecordError { ply, ..self.error(turn.line, &turn.text, problem) })
            };
            let in_chess_notation = || san::find(&*session, &turn.text).map(TurnWord::Move);
            let Some(word) = parse_turn(&turn.text).or_else(in_chess_notation) else {
                let problem = "this is not a move; valid: two squares such as b1-b3, pass, resign, forfeit, time, draw";
                return Err(fault(Some(session.ply() + 1), problem.to_owned()));
            };
            match word {
                TurnWord::Nothing => {}
                TurnWord::Draw => declared = Some((None, Declared::Agreed)),
                TurnWord::Loses(why) => {
                    let loser = turn.color.or_else(|| session.color_of(session.turn()));
                    declared = loser.map(|loser| (Some(loser.other()), why));
                }
                TurnWord::Move(_) | TurnWord::Pass(_) if declared.is_some() => {
                    return Err(fault(None, "a turn after the game was given up".to_owned()));
                }
                TurnWord::Move(mv) | TurnWord::Pass(mv) => {
                    self.pass_for(&mut *session, turn.color);
                    let ply = Some(session.ply() + 1);
                    let due = session.color_of(session.turn());
                    if turn.color.is_some_and(|color| Some(color) != due) && session.ending().is_none() {
                        let due = due.map_or("the other side", Color::as_str);
                        return Err(fault(ply, format!("it is {due}'s turn")));
                    }
                    session.play(&mv).map_err(|error| fault(ply, error.to_string()))?;
                }
            }
            comments.extend(turn.comments.iter().map(|comment| (session.ply(), comment)));
        }
        Ok(self.finished(&*session, start, &comments, declared))
    }

    /// Passes for a player without a move whose pass is not written down.
    fn pass_for(&self, session: &mut dyn Session, color: Option<Color>) {
        let due = session.color_of(session.turn());
        if color.is_some() && color != due && session.ending().is_none() && session.moves() == ["pass"] {
            let _ = session.play("pass");
        }
    }

    fn finished(
        &self,
        session: &dyn Session,
        start: Start,
        comments: &[(usize, &String)],
        declared: Option<(Option<Color>, Declared)>,
    ) -> Record {
        let mut record = Record::new(session, start);
        for (name, value) in &self.tags {
            record.set_tag(name, value);
        }
        for comment in &self.preface {
            record.comment(0, comment);
        }
        for (ply, comment) in comments {
            record.comment(*ply, comment);
        }
        // A reason in the turns says more than a bare result; where both name a winner, the stated one counts.
        let result = match (self.result, declared) {
            (Some((winner, Declared::Unstated)), Some((other, why))) if winner == other => Some((winner, why)),
            (Some(stated), _) => Some(stated),
            (None, declared) => declared,
        };
        if let Some((winner, why)) = result {
            // What the rules have decided stays.
            let _ = record.declare(winner, why);
        }
        record
    }
}
