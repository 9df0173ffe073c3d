//! Licences, sources and advisories of the dependencies, by `cargo deny` and `deny.toml`.

use std::path::PathBuf;
use std::process::Stdio;

use crate::{TaskError, cargo, succeed};

/// Checks the dependencies if cargo-deny is installed. Returns what was not checked, and why.
///
/// # Errors
///
/// Fails if a dependency is not what `deny.toml` allows.
pub(super) fn check() -> Result<Option<String>, TaskError> {
    let version = cargo(&["deny", "--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !version.is_ok_and(|status| status.success()) {
        let why = "dependencies were not checked: cargo-deny is not installed (cargo install cargo-deny --locked)";
        return Ok(Some(why.to_owned()));
    }
    deny(&["--locked", "check", "bans", "licenses", "sources"])?;
    // A test neither waits for a download nor fails because an advisory was published since: releases fetch them.
    if !advisories().is_some_and(|folder| folder.is_dir()) {
        return Ok(Some("advisories were not checked: \"cargo deny fetch db\" downloads them".to_owned()));
    }
    deny(&["--locked", "--offline", "check", "advisories"])?;
    Ok(None)
}

fn deny(arguments: &[&str]) -> Result<(), TaskError> {
    succeed(cargo(&["deny", "--log-level", "error"]).args(arguments))
}

/// Returns where cargo-deny stores the database of advisories.
fn advisories() -> Option<PathBuf> {
    let cargo_home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    Some(cargo_home.or_else(|| Some(std::env::home_dir()?.join(".cargo")))?.join("advisory-dbs"))
}
