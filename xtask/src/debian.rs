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
    let why = if !runs("apt-get", "--version") {
        format!("{program} is not installed, and there is no apt-get to install it with")
    } else if let Err(problem) = install(packages) {
        format!("{program} is not installed and could not be installed: {problem}")
    } else {
        match missing() {
            None => return Ok(None),
            Some(program) => format!("{program} is still missing after its installation"),
        }
    };
    reason(why)
}

/// Returns the reason why a program is missing.
///
/// # Errors
/// In CI it is an error.
pub(crate) fn reason(why: String) -> Result<Option<String>, TaskError> {
    let ci = std::env::var("CI").is_ok_and(|value| !value.is_empty() && value != "false");
    if ci { Err(why) } else { Ok(Some(why)) }
}

/// Returns whether a program is on the search path.
pub(crate) fn exists(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// Returns whether a program exists and succeeds with one argument.
pub(crate) fn runs(program: &str, argument: &str) -> bool {
    let status = Command::new(program).arg(argument).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// Installs packages with apt-get, through sudo unless this is root.
fn install(packages: &[&str]) -> Result<(), TaskError> {
    eprintln!("xtask: installing {} with apt-get", packages.join(" and "));
    let id = Command::new("id").arg("-u").output();
    let root = id.is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    let apt = |words: &[&str]| {
        let mut command = Command::new(if root { "apt-get" } else { "sudo" });
        if !root {
            // Never wait for a password that is not going to be typed.
            command.args(["--non-interactive", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        }
        command.args(words).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null()).stdout(Stdio::null());
        succeed(&mut command)
    };
    apt(&["update", "--quiet"])?;
    apt(&[&["install", "--yes", "--quiet", "--no-install-recommends"], packages].concat())
}
