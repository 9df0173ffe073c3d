//! The PostgreSQL that the storage tests start.

use crate::{TaskError, debian};

/// Installs PostgreSQL if necessary; returns the reason if it is missing.
pub(crate) fn ensure() -> Result<Option<String>, TaskError> {
    let missing = || halfboard_pgtest::missing().map(|_| "PostgreSQL");
    debian::ensure(missing, &["postgresql"])
}
