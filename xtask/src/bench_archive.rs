//! `cargo xtask bench archive`: import, explorer and size of an archive of generated games.

use crate::{TaskError, cargo, succeed};

/// Runs the benchmark; `arguments` may hold the number of games.
pub(crate) fn run(arguments: &[&str]) -> Result<(), TaskError> {
    let bench = ["bench", "--profile", "dist", "--package", "halfboard-archive", "--bench", "archive", "--"];
    succeed(cargo(&bench).args(arguments))
}
