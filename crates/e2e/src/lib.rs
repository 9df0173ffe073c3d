//! The browser app in a real browser, for tests and measurements. Starts a server, a driver and a browser for each test,
//! and drives the page as a person would.
//!
//! A test is a call of [`browse`]. It needs the app (`cargo xtask web`) and Debian's packages `chromium` and
//! `chromium-driver`, or the like; `cargo xtask test` sees to both. Without a driver tests are skipped and say so, but not
//! where `CI` is set: there they fail.

mod axe;
mod browser;
mod devtools;
mod driver;
mod site;
mod table;

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Condvar, Mutex, PoisonError};

pub use browser::Browser;
pub use driver::Driver;
pub use site::Site;
pub use table::{Mirror, Point, game};

/// How many browsers run at once. More make each other slow, and slow browsers make tests that fail by chance.
const AT_ONCE: usize = 2;

static RUNNING: Mutex<usize> = Mutex::new(0);
static ENDED: Condvar = Condvar::new();

/// A place among the browsers that may run.
struct Place;

impl Place {
    fn take() -> Place {
        let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut running =
            ENDED.wait_while(running, |running| *running == AT_ONCE).unwrap_or_else(PoisonError::into_inner);
        *running += 1;
        Place
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        ENDED.notify_one();
    }
}

/// Runs a test in a browser of its own, with a server of its own and so with empty storage. A test that fails leaves a
/// picture of the page under its name.
///
/// ```no_run
/// halfboard_e2e::browse(async |browser| {
///     browser.open("#/learn").await;
///     assert_eq!(browser.title().await, "Halfboard");
/// });
/// ```
pub fn browse(test: impl AsyncFnOnce(&mut Browser)) {
    if let Err(why) = driver::present() {
        skip(&why);
        return;
    }
    let _place = Place::take();
    let runtime = runtime();
    let driver = Driver::start();
    let mut browser = runtime.block_on(Browser::start(&driver, Site::start()));
    let ended = catch_unwind(AssertUnwindSafe(|| runtime.block_on(test(&mut browser))));
    if ended.is_err() {
        let name = std::thread::current().name().unwrap_or("test").replace("::", "-");
        // The browser itself may be what failed, and its picture must not hide the reason.
        let _ = catch_unwind(AssertUnwindSafe(|| runtime.block_on(browser.screenshot(&format!("failed-{name}")))));
    }
    runtime.block_on(browser.close());
    if let Err(panic) = ended {
        resume_unwind(panic);
    }
}

/// Runs a test in several browsers at one server, as of people at several screens. They count as one among the browsers that
/// may run, since most of them wait for each other.
pub fn browse_together(count: usize, test: impl AsyncFnOnce(&mut [Browser])) {
    if let Err(why) = driver::present() {
        skip(&why);
        return;
    }
    let _place = Place::take();
    let runtime = runtime();
    let driver = Driver::start();
    let site = Site::start();
    let address = site.address().to_owned();
    let mut browsers = vec![runtime.block_on(Browser::start(&driver, site))];
    for _ in 1..count {
        browsers.push(runtime.block_on(Browser::start(&driver, Site::at(&address))));
    }
    let ended = catch_unwind(AssertUnwindSafe(|| runtime.block_on(test(&mut browsers))));
    if ended.is_err() {
        let name = std::thread::current().name().unwrap_or("test").replace("::", "-");
        for (number, browser) in browsers.iter().enumerate() {
            let picture = format!("failed-{name}-{number}");
            let _ = catch_unwind(AssertUnwindSafe(|| runtime.block_on(browser.screenshot(&picture))));
        }
    }
    // The first has the server, and goes last.
    while let Some(browser) = browsers.pop() {
        runtime.block_on(browser.close());
    }
    if let Err(panic) = ended {
        resume_unwind(panic);
    }
}

/// A runtime for one browser.
pub fn runtime() -> tokio::runtime::Runtime {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    runtime.expect("threads for the browser's connection")
}

fn skip(why: &str) {
    let ci = std::env::var("CI").is_ok_and(|value| !value.is_empty() && value != "false");
    assert!(!ci, "no browser: {why}");
    // Written past the test runner, which keeps what passing tests print.
    let name = std::thread::current().name().unwrap_or("a test").to_owned();
    let _ = writeln!(std::io::stderr(), "SKIPPED {name}: {why}");
}
