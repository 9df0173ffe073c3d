//! Entering a move step by step, for mouse, touch, keyboard and terminal alike.

use std::fmt;

use crate::board::Board;
use crate::present::Step;
use crate::session::{Progress, Session};

/// The steps chosen so far in a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveEntry {
    chosen: Vec<Step>,
}

/// The error of choosing a step that is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepError {
    /// The step.
    pub step: Step,
    /// The steps that are possible.
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
    /// Creates an entry without steps.
    #[must_use]
    pub fn new() -> Self {
        MoveEntry::default()
    }

    /// Returns the steps chosen so far.
    #[must_use]
    pub fn chosen(&self) -> &[Step] {
        &self.chosen
    }

    /// Returns the steps that can follow; none if the game is over.
    #[must_use]
    pub fn choices(&self, session: &dyn Session) -> Vec<Step> {
        match session.progress(&self.chosen) {
            Some(Progress::Next(next)) => next,
            _ => Vec::new(),
        }
    }

    /// Chooses a step. If it completes the turn, returns the move and starts over; the move is not played.
    ///
    /// # Errors
    ///
    /// Fails if the step is not possible; the entry does not change then.
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

    /// Removes the last step. Returns false if there is none.
    pub fn back(&mut self) -> bool {
        self.chosen.pop().is_some()
    }

    /// Removes all steps.
    pub fn clear(&mut self) {
        self.chosen.clear();
    }
}
