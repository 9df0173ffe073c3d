//! Programs that tests need and Debian's packages have: whether they are here, and getting them where they are not.

use std::process::{Command, Stdio};

use crate::{Failed, succeed};

/// Sees to it that nothing is missing. Gives the reason where something is, for which tests are skipped; in CI that is a
/// failure, since nobody would notice there.
pub(crate) fn ensure(missing: impl Fn() -> Option<&'static str>, packages: &[&str]) -> Result<Option<String>, Failed> {
    let Some(program) = missing() else { return Ok(None) };
    let why = match install(packages) {
        Ok(()) => match missing() {
            None => return Ok(None),
            Some(program) => format!("{program} is still missing after its installation"),
        },
        Err(problem) => format!("{program} is not here, and could not be installed: {problem}"),
    };
    let ci = std::env::var("CI").is_ok_and(|value| !value.is_empty() && value != "false");
    if ci { Err(why) } else { Ok(Some(why)) }
}

/// Installs packages with Debian's tool, where there is one and this user may.
fn install(packages: &[&str]) -> Result<(), Failed> {
    let apt = |words: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(words).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null()).stdout(Stdio::null());
        succeed(&mut command)
    };
    apt(&["update", "--quiet"])?;
    apt(&[&["install", "--yes", "--quiet", "--no-install-recommends"], packages].concat())
}
