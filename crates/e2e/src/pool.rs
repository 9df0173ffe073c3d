//! Browsers that tests use one after the other: starting one takes longer than many a test.
//!
//! Every test has a server with its own port. What a page stores is stored for its port, and is deleted after the test in case
//! another server gets it.

use std::sync::{Condvar, Mutex, PoisonError};

use serde_json::json;

use crate::webdriver::{DriverError, Session};
use crate::{Browser, Driver, Engine, Site};

/// Maximum number of tests at once. More browsers slow each other down, and slow browsers make tests flaky.
const MAX_TESTS: usize = 2;

static RUNNING: Mutex<usize> = Mutex::new(0);
static ENDED: Condvar = Condvar::new();

/// One of the [`MAX_TESTS`] slots; dropping it frees the slot.
pub(crate) struct Slot;

impl Slot {
    pub(crate) fn take() -> Slot {
        let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut running =
            ENDED.wait_while(running, |running| *running == MAX_TESTS).unwrap_or_else(PoisonError::into_inner);
        *running += 1;
        Slot
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        ENDED.notify_one();
    }
}

/// Browsers without a test.
static IDLE: Mutex<Vec<Session>> = Mutex::new(Vec::new());

/// Returns a browser for a site, started or used before.
pub(crate) fn take(engine: Engine, site: Site) -> Browser {
    if engine != Engine::Chromium {
        return Browser::launch(engine, site);
    }
    let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
    match idle {
        Some(session) => Browser::new(session, site),
        None => Browser::start(Driver::shared(), site),
    }
}

/// Gives a browser back after a test that passed. It is closed if it cannot be made as new.
pub(crate) async fn put_back(browser: Browser) {
    // Only Chromium can forget what it has stored.
    if browser.engine != Engine::Chromium {
        return browser.close().await;
    }
    let (session, site) = browser.into_parts();
    if renew(&session, site.address()).is_ok() {
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < MAX_TESTS {
            return idle.push(session);
        }
    }
    // A crashed browser is closed already.
    let _ = session.close();
}

/// Deletes what pages of an address have stored, and replaces the tab, which has lost all settings of the device then.
fn renew(session: &Session, address: &str) -> Result<(), DriverError> {
    // A page that is still open would store more.
    session.post("/url", json!({ "url": "about:blank" }))?;
    let origin = address.trim_end_matches('/');
    session.devtools("Storage.clearDataForOrigin", &json!({ "origin": origin, "storageTypes": "all" }))?;
    session.devtools("Network.clearBrowserCache", &json!({}))?;
    session.devtools("Browser.resetPermissions", &json!({}))?;
    session.devtools("Browser.setDownloadBehavior", &json!({ "behavior": "default" }))?;
    let old = session.get("/window/handles")?;
    let new = session.post("/window/new", json!({ "type": "tab" }))?;
    for handle in old.as_array().into_iter().flatten() {
        session.post("/window", json!({ "handle": handle }))?;
        session.delete("/window")?;
    }
    session.post("/window", json!({ "handle": new["handle"] }))?;
    // Messages of the last test.
    session.post("/se/log", json!({ "type": "browser" }))?;
    Ok(())
}
