//! The browser that the tests drive, and its driver: whether they are here, and getting them where they are not.

use std::process::{Command, Stdio};

use crate::{Failed, succeed};

/// Debian's packages that have them.
const PACKAGES: [&str; 2] = ["chromium", "chromium-driver"];

/// Sees to it that there is a browser. Gives the reason where there is none, for which tests in a browser are skipped; in
/// CI that is a failure, since nobody would notice there.
pub(crate) fn ensure() -> Result<Option<String>, Failed> {
    let Some(missing) = missing() else { return Ok(None) };
    let why = match install() {
        Ok(()) => match self::missing() {
            None => return Ok(None),
            Some(program) => format!("{program} is still missing after its installation"),
        },
        Err(problem) => format!("{missing} is not here, and could not be installed: {problem}"),
    };
    let ci = std::env::var("CI").is_ok_and(|value| !value.is_empty() && value != "false");
    if ci { Err(why) } else { Ok(Some(why)) }
}

/// The program that is not here, if any. The driver finds a browser under any of these names.
fn missing() -> Option<&'static str> {
    let runs = |program: &str| {
        let status = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    let driver = runs("chromedriver");
    let browser = ["chromium", "google-chrome", "chrome"].into_iter().any(runs);
    if !driver { Some("chromedriver") } else { (!browser).then_some("chromium") }
}

/// Installs both with Debian's package tool, where there is one and this user may.
fn install() -> Result<(), Failed> {
    let apt = |words: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(words).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null()).stdout(Stdio::null());
        succeed(&mut command)
    };
    apt(&["update", "--quiet"])?;
    apt(&[&["install", "--yes", "--quiet", "--no-install-recommends"], &PACKAGES[..]].concat())
}
