//! The browser that the tests drive, and its driver.

use std::process::{Command, Stdio};

use crate::{Failed, debian};

/// Sees to it that there is a browser, or gives the reason why there is none.
pub(crate) fn ensure() -> Result<Option<String>, Failed> {
    debian::ensure(missing, &["chromium", "chromium-driver"])
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
