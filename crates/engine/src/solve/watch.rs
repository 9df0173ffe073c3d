//! Long work that somebody looks after: it can be stopped, and tells how far it is.

use std::fmt;

use crate::limits::Stop;
use crate::table::NoMemory;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Somebody stopped it.
    Stopped,
    /// What was found out earlier is not of this position, or damaged.
    Saved,
    /// There is not so much memory.
    Memory(NoMemory),
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Stopped => f.write_str("it was stopped before the answer was found"),
            Halt::Saved => f.write_str("what was kept of earlier work is damaged, or of another position"),
            Halt::Memory(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Halt {}

impl From<NoMemory> for Halt {
    fn from(error: NoMemory) -> Self {
        Halt::Memory(error)
    }
}

/// Who looks after long work: a word that stops it, and who is told how much of it is done.
pub struct Watch<'a> {
    /// The word that stops it.
    pub stop: &'a Stop,
    /// Told how many parts of the work are done, and of how many.
    pub on_progress: &'a mut dyn FnMut(usize, usize),
}
