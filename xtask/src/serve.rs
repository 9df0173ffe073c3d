//! `cargo xtask serve`: builds the app and the program in release mode and serves the app.

use crate::web::{self, Build, Quality};
use crate::{TaskError, cargo, succeed};

/// Builds and serves; `arguments` are passed to `halfboard serve`.
pub(crate) fn run(arguments: &[&str]) -> Result<(), TaskError> {
    web::run(Build::Release, Quality::Quick)?;
    succeed(cargo(&["run", "--release", "--quiet", "--package", "halfboard-cli", "--", "serve"]).args(arguments))
}
