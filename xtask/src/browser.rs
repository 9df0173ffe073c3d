//! The browser that the tests control, and its WebDriver.

use crate::{TaskError, debian};

/// Installs a browser if necessary; returns the reason if there is none.
pub(crate) fn ensure() -> Result<Option<String>, TaskError> {
    debian::ensure(missing, &["chromium", "chromium-driver"])
}

/// Returns the missing program, if any. The driver finds a browser under any of these names.
fn missing() -> Option<&'static str> {
    let runs = |program: &str| debian::runs(program, "--version");
    let driver = runs("chromedriver");
    let browser = ["chromium", "google-chrome", "chrome"].into_iter().any(runs);
    if !driver { Some("chromedriver") } else { (!browser).then_some("chromium") }
}
