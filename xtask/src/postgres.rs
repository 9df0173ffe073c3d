//! The PostgreSQL that tests of the storage start for themselves. Where its programs are is what those tests look for.

use crate::{Failed, debian};

/// Sees to it that there is one, or gives the reason why there is none.
pub(crate) fn ensure() -> Result<Option<String>, Failed> {
    let missing = || halfboard_pgtest::missing().map(|_| "PostgreSQL");
    debian::ensure(missing, &["postgresql"])
}
