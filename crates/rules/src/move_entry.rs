//! The move-entry machine: one for mouse, touch, keyboard and terminal. It keeps the steps chosen so far; the session
//! says which steps can follow.

use std::fmt;

use crate::board::Board;
use crate::present::Step;
use crate::session::{Progress, Session};

/// A turn being composed step by step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveEntry {
    chosen: Vec<Step>,
}

/// A step that cannot be chosen now, with those that can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepError {
    /// What was chosen.
    pub step: Step,
    /// What could have been.
    pub next: Vec<Step>,
    /// The board, for the names of squares.
    pub board: Board,
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = self.step.to_token(self.board);
        let next: Vec<String> = self.next.iter().map(|step| step.to_token(self.board)).collect();
        match next.as_slice() {
            [] => write!(f, "'{word}' cannot be chosen: the game is over"),
            _ => write!(f, "'{word}' cannot be chosen now; choose from: {}", next.join(" ")),
        }
    }
}

impl std::error::Error for StepError {}

impl MoveEntry {
    /// An entry with nothing chosen yet.
    pub fn new() -> Self {
        MoveEntry::default()
    }

    /// The steps chosen so far.
    pub fn chosen(&self) -> &[Step] {
        &self.chosen
    }

    /// The steps that can follow; none when the game is over.
    pub fn choices(&self, session: &dyn Session) -> Vec<Step> {
        match session.progress(&self.chosen) {
            Some(Progress::Next(next)) => next,
            _ => Vec::new(),
        }
    }

    /// Chooses a step. When that completes the turn, gives its move and is ready for the next turn; nothing is played.
    ///
    /// ```
    /// use halfboard_rules::{move_entry::MoveEntry, registry};
    /// let mut session = registry::rules("lines-of-action")?.start(0);
    /// let mut entry = MoveEntry::new();
    /// let a2 = entry.choices(&*session)[0];
    /// assert_eq!(entry.choose(&*session, a2)?, None);
    /// let to = entry.choices(&*session)[0];
    /// let mv = entry.choose(&*session, to)?.expect("a plain move has two steps");
    /// session.play(&mv)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choose(&mut self, session: &dyn Session, step: Step) -> Result<Option<String>, StepError> {
        self.chosen.push(step);
        match session.progress(&self.chosen) {
            Some(Progress::Next(_)) => Ok(None),
            Some(Progress::Complete(mv)) => {
                self.chosen.clear();
                Ok(Some(mv))
            }
            None => {
                self.chosen.pop();
                Err(StepError { step, next: self.choices(session), board: session.info().board })
            }
        }
    }

    /// Takes the last step back; false when there is none.
    pub fn back(&mut self) -> bool {
        self.chosen.pop().is_some()
    }

    /// Takes all steps back.
    pub fn clear(&mut self) {
        self.chosen.clear();
    }
}
