//! Cancellation and progress of long computations.

use std::fmt;

use crate::limits::{CancelToken, OutOfMemory};

/// Error returned by an exact solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolverError {
    /// The work was cancelled.
    Cancelled,
    /// The checkpoint of earlier work is damaged, or belongs to another position.
    InvalidCheckpoint,
    /// Memory allocation failed.
    OutOfMemory(OutOfMemory),
}

impl fmt::Display for SolverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolverError::Cancelled => f.write_str("cancelled before the result was found"),
            SolverError::InvalidCheckpoint => {
                f.write_str("the saved state of earlier work is damaged or belongs to another position")
            }
            SolverError::OutOfMemory(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SolverError {}

impl From<OutOfMemory> for SolverError {
    fn from(error: OutOfMemory) -> Self {
        SolverError::OutOfMemory(error)
    }
}

/// An observer of long computations, which can cancel them and follows their progress.
pub struct ProgressObserver<'a> {
    /// Cancels the work.
    pub cancel: &'a CancelToken,
    /// Called with the number of completed parts of the work and the total.
    pub on_progress: &'a mut dyn FnMut(usize, usize),
}
