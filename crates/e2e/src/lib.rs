//! The browser app in a real browser, for tests and measurements. Every test has its own server and a browser with empty
//! storage, and drives the page as a person would.
//!
//! A test is a call of [`with_browser`]. It needs the app (`cargo xtask web`) and Debian's packages `chromium` and
//! `chromium-driver`, or the like; `cargo xtask test` sees to both. [`with_engine`] runs a test in Firefox or WebKit. Without
//! a driver tests are skipped and say so, but not where `CI` is set: there they fail.

mod axe;
mod browser;
mod devtools;
mod driver;
mod engine;
mod pool;
mod site;
mod table;
mod webdriver;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

pub use browser::Browser;
pub use driver::Driver;
pub use engine::Engine;
pub use site::Site;
pub use table::{Mirror, Point, game};
pub use webdriver::{Element, Key};

/// Runs a test in a browser with a server of its own, and so with empty storage. A failed test leaves a screenshot of the
/// page under its name.
///
/// ```no_run
/// halfboard_e2e::with_browser(async |browser| {
///     browser.open("#/learn").await;
///     assert_eq!(browser.title().await, "Halfboard");
/// });
/// ```
pub fn with_browser(test: impl AsyncFnOnce(&mut Browser)) {
    with_browsers(1, async |browsers| test(&mut browsers[0]).await);
}

/// Runs a test in several browsers with one server. They take one slot together, because most of them wait for each other.
pub fn with_browsers(count: usize, test: impl AsyncFnOnce(&mut [Browser])) {
    with_engine(Engine::Chromium, count, test);
}

/// Runs a test in several browsers of an engine with one server.
pub fn with_engine(engine: Engine, count: usize, test: impl AsyncFnOnce(&mut [Browser])) {
    if let Err(why) = engine.present() {
        halfboard_pgtest::skip(engine.name(), why);
        return;
    }
    let _slot = pool::Slot::take();
    let runtime = runtime();
    let site = Site::start();
    let address = site.address().to_owned();
    let mut browsers = vec![pool::take(engine, site)];
    browsers.extend((1..count).map(|_| pool::take(engine, Site::at(&address))));
    let result = catch_unwind(AssertUnwindSafe(|| runtime.block_on(test(&mut browsers))));
    if let Err(panic) = result {
        let name = std::thread::current().name().unwrap_or("test").replace("::", "-");
        // The first owns the server, so it comes last.
        for (number, browser) in browsers.into_iter().enumerate().rev() {
            let picture = if count == 1 { format!("failed-{name}") } else { format!("failed-{name}-{number}") };
            // The browser itself may have failed, which must not hide the first panic.
            let _ = catch_unwind(AssertUnwindSafe(|| runtime.block_on(browser.screenshot(&picture))));
            runtime.block_on(browser.close());
        }
        resume_unwind(panic);
    }
    for browser in browsers.into_iter().rev() {
        runtime.block_on(pool::put_back(browser));
    }
}

/// Returns a runtime for one browser.
pub fn runtime() -> tokio::runtime::Runtime {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    runtime.expect("threads for the browser's connection")
}
