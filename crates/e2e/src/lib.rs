//! The browser app in a real browser, for tests and measurements. Starts a server, a driver and a browser for each test,
//! and drives the page as a person would.
//!
//! A test is a call of [`with_browser`]. It needs the app (`cargo xtask web`) and Debian's packages `chromium` and
//! `chromium-driver`, or the like; `cargo xtask test` sees to both. Without a driver tests are skipped and say so, but not
//! where `CI` is set: there they fail.

mod axe;
mod browser;
mod devtools;
mod driver;
mod site;
mod table;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Condvar, Mutex, PoisonError};

pub use browser::Browser;
pub use driver::Driver;
pub use site::Site;
pub use table::{Mirror, Point, game};

/// Maximum number of browsers at once. More slow each other down, and slow browsers make tests flaky.
const MAX_BROWSERS: usize = 2;

static RUNNING: Mutex<usize> = Mutex::new(0);
static ENDED: Condvar = Condvar::new();

/// One of the [`MAX_BROWSERS`] slots; dropping it frees the slot.
struct BrowserSlot;

impl BrowserSlot {
    fn take() -> BrowserSlot {
        let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut running =
            ENDED.wait_while(running, |running| *running == MAX_BROWSERS).unwrap_or_else(PoisonError::into_inner);
        *running += 1;
        BrowserSlot
    }
}

impl Drop for BrowserSlot {
    fn drop(&mut self) {
        *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        ENDED.notify_one();
    }
}

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
    if let Err(why) = driver::present() {
        halfboard_pgtest::skip("chromium", &why);
        return;
    }
    let _slot = BrowserSlot::take();
    let runtime = runtime();
    let driver = Driver::start();
    let site = Site::start();
    let address = site.address().to_owned();
    let mut browsers = vec![runtime.block_on(Browser::start(&driver, site))];
    for _ in 1..count {
        browsers.push(runtime.block_on(Browser::start(&driver, Site::at(&address))));
    }
    let result = catch_unwind(AssertUnwindSafe(|| runtime.block_on(test(&mut browsers))));
    if result.is_err() {
        let name = std::thread::current().name().unwrap_or("test").replace("::", "-");
        for (number, browser) in browsers.iter().enumerate() {
            let picture = if count == 1 { format!("failed-{name}") } else { format!("failed-{name}-{number}") };
            // The browser itself may have failed, which must not hide the first panic.
            let _ = catch_unwind(AssertUnwindSafe(|| runtime.block_on(browser.screenshot(&picture))));
        }
    }
    // The first owns the server, so it is closed last.
    while let Some(browser) = browsers.pop() {
        runtime.block_on(browser.close());
    }
    if let Err(panic) = result {
        resume_unwind(panic);
    }
}

/// Returns a runtime for one browser.
pub fn runtime() -> tokio::runtime::Runtime {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    runtime.expect("threads for the browser's connection")
}
