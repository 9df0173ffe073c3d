//! Installs programs that tests need from Debian packages.

use std::process::{Command, Stdio};

use crate::{TaskError, succeed};

/// Installs `packages` if a program is missing. Returns the reason if it still is, and its tests are skipped.
///
/// # Errors
/// In CI, where a skipped test would go unnoticed, a missing program is an error.
pub(crate) fn ensure(
    missing: impl Fn() -> Option<&'static str>,
    packages: &[&str],
) -> Result<Option<String>, TaskError> {
    let Some(program) = missing() else { return Ok(None) };
    let why = match install(packages) {
        Ok(()) => match missing() {
            None => return Ok(None),
            Some(program) => format!("{program} is still missing after its installation"),
        },
        Err(problem) => format!("{program} is not installed and could not be installed: {problem}"),
    };
    let ci = std::env::var("CI").is_ok_and(|value| !value.is_empty() && value != "false");
    if ci { Err(why) } else { Ok(Some(why)) }
}

/// Installs packages with apt-get.
fn install(packages: &[&str]) -> Result<(), TaskError> {
    let apt = |words: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(words).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null()).stdout(Stdio::null());
        succeed(&mut command)
    };
    apt(&["update", "--quiet"])?;
    apt(&[&["install", "--yes", "--quiet", "--no-install-recommends"], packages].concat())
}
