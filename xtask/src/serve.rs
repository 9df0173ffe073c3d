//! `cargo xtask serve`: builds the browser app and the program as they are released, and serves the one from the other.

use crate::web::{self, Build, Quality};
use crate::{Failed, cargo, succeed};

/// Builds and serves; further words are for `halfboard serve`.
pub(crate) fn run(words: &[&str]) -> Result<(), Failed> {
    web::run(Build::Release, Quality::Quick)?;
    succeed(cargo(&["run", "--release", "--quiet", "--package", "halfboard-cli", "--", "serve"]).args(words))
}
