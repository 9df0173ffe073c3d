//! A browser that shows the app: opening pages, clicking, typing, reading.
//!
//! Methods wait for the page, at most [`TIMEOUT`], and then panic with what was missing.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use crate::engine::{Engine, WINDOW};
use crate::webdriver::{DriverError, Element, Session};
use crate::{Driver, Site};

/// Maximum time to wait for the page; generous, because other work may run on the machine.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Maximum time of one command that waits in the page, which may be left for another.
const LOOK: Duration = Duration::from_secs(1);

/// Interval between two looks at the page.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Selector of a page that is rendered and handles events.
const READY: &str = "html[data-ready], body[data-ready]";

/// A browser that shows the app.
#[derive(Debug)]
pub struct Browser {
    pub(crate) session: Session,
    site: Site,
    pub(crate) engine: Engine,
    /// Ends after the session, because fields are dropped in order.
    own_driver: Option<Driver>,
}

impl Browser {
    /// Starts a browser for a site without opening a page.
    ///
    /// # Panics
    /// Panics if the driver finds no browser.
    pub fn start(driver: &Driver, site: Site) -> Browser {
        let engine = driver.engine();
        let started = engine.capabilities().and_then(|capabilities| {
            Session::start(driver.address(), &capabilities).map_err(|error| error.to_string())
        });
        let session = started.unwrap_or_else(|error| panic!("{} does not start: {error}", engine.name()));
        Browser { session, site, engine, own_driver: None }
    }

    /// Starts a browser with a driver of its own.
    pub(crate) fn launch(engine: Engine, site: Site) -> Browser {
        let driver = Driver::launch(engine);
        let mut browser = Browser::start(&driver, site);
        browser.own_driver = Some(driver);
        let (width, height) = WINDOW;
        // Window managers and toolbars change what the driver was asked for.
        done("the window", browser.session.post("/window/rect", json!({ "width": width, "height": height })));
        browser
    }

    /// Uses Chromium that has started.
    pub(crate) fn new(session: Session, site: Site) -> Browser {
        Browser { session, site, engine: Engine::Chromium, own_driver: None }
    }

    /// Takes the browser from its site.
    pub(crate) fn into_parts(self) -> (Session, Site) {
        (self.session, self.site)
    }

    /// Closes the browser.
    pub async fn close(self) {
        // A crashed browser is closed already.
        let _ = self.session.close();
        drop(self.own_driver);
    }

    /// Opens a page by its route, such as `""` or `"#/learn/j"`, and waits until it is ready.
    pub async fn open(&self, route: &str) {
        self.visit(route).await;
        self.ready().await;
    }

    /// Opens a page without waiting, for pages that are never ready.
    pub async fn visit(&self, route: &str) {
        let address = format!("{}{route}", self.site.address());
        done(&format!("opening {address}"), self.session.post("/url", json!({ "url": address })));
    }

    /// Reloads the page.
    pub async fn reload(&self) {
        done("loading again", self.session.post("/refresh", json!({})));
        self.ready().await;
    }

    /// Goes back in the browser's history.
    pub async fn back(&self) {
        done("going back", self.session.post("/back", json!({})));
    }

    /// Returns the current tab.
    pub async fn tab(&self) -> String {
        done("the tab", self.session.get("/window")).as_str().unwrap_or_default().to_owned()
    }

    /// Opens another tab and switches to it. The test must close it with [`Browser::close_tab`].
    pub async fn new_tab(&self) -> String {
        let tab = done("a new tab", self.session.post("/window/new", json!({ "type": "tab" })));
        let tab = tab["handle"].as_str().unwrap_or_default().to_owned();
        self.switch_to(&tab).await;
        tab
    }

    /// Switches to a tab.
    pub async fn switch_to(&self, tab: &str) {
        done("switching tabs", self.session.post("/window", json!({ "handle": tab })));
    }

    /// Closes the current tab and switches to another.
    pub async fn close_tab(&self, next: &str) {
        done("closing a tab", self.session.delete("/window"));
        self.switch_to(next).await;
    }

    /// Waits until the page is ready.
    pub async fn ready(&self) {
        self.find(READY).await;
    }

    /// Returns the title of the page.
    pub async fn title(&self) -> String {
        done("the title", self.session.get("/title")).as_str().unwrap_or_default().to_owned()
    }

    /// Returns the current route, such as `#/learn/j`.
    pub async fn route(&self) -> String {
        let address = done("the address", self.session.get("/url"));
        let address = address.as_str().unwrap_or_default();
        address.strip_prefix(self.site.address()).unwrap_or(address).to_owned()
    }

    /// Waits for the first element of a selector.
    pub async fn find(&self, css: &str) -> Element {
        let since = Instant::now();
        loop {
            match self.session.find(css) {
                Ok(element) => return element,
                Err(error) if error.name == "no such element" && since.elapsed() < TIMEOUT => {
                    self.look(&format!("!!document.querySelector({})", json!(css)), &json!(true)).await;
                }
                Err(error) => panic!("{css}: {error}; the page says: {}", self.page_text().await),
            }
        }
    }

    /// Returns the number of elements of a selector.
    pub async fn count(&self, css: &str) -> usize {
        done(css, self.session.count(css))
    }

    /// Waits until no element matches a selector.
    pub async fn gone(&self, css: &str) {
        self.until(&format!("!document.querySelector({})", json!(css))).await;
    }

    /// Clicks an element once it is visible and not covered.
    pub async fn click(&self, css: &str) {
        let since = Instant::now();
        loop {
            let element = self.find(css).await;
            match self.session.act(&element, "click", json!({})) {
                Ok(()) => return,
                // It may be moving, covered for a moment, or just being drawn anew.
                Err(_) if since.elapsed() < TIMEOUT => tokio::time::sleep(POLL_INTERVAL).await,
                Err(error) => panic!("clicking {css}: {error}"),
            }
        }
    }

    /// Clicks the first enabled button with exactly this text within a selector.
    pub async fn press(&self, within: &str, words: &str) {
        let script = "document.querySelectorAll('[data-press]').forEach((old) => old.removeAttribute('data-press')); \
                      const button = [...document.querySelectorAll(`${arguments[0]} button`)] \
                      .find((button) => button.textContent.trim() == arguments[1] && !button.disabled); \
                      button?.setAttribute('data-press', ''); return !!button";
        let since = Instant::now();
        while self.script(script, vec![json!(within), json!(words)]).await != Value::Bool(true) {
            assert!(
                since.elapsed() < TIMEOUT,
                "no button {words:?} in {within}; the page says: {}",
                self.page_text().await
            );
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        self.click("[data-press]").await;
    }

    /// Opens the menu of a page with a board and clicks an entry.
    pub async fn choose_in_menu(&self, words: &str) {
        self.press(".tools", "Menu").await;
        self.press(".menu", words).await;
    }

    /// Returns the visible text of an element.
    pub async fn text(&self, css: &str) -> String {
        done(css, self.session.read(&self.find(css).await, "text")).unwrap_or_default()
    }

    /// Returns the texts of all elements of a selector.
    pub async fn texts(&self, css: &str) -> Vec<String> {
        let script = "return [...document.querySelectorAll(arguments[0])].map((element) => element.innerText)";
        let texts = self.script(script, vec![json!(css)]).await;
        serde_json::from_value(texts).expect("a list of texts")
    }

    /// Waits until an element contains a text.
    pub async fn says(&self, css: &str, words: &str) {
        self.until(&format!("document.querySelector({})?.innerText.includes({})", json!(css), json!(words))).await;
    }

    /// Returns an attribute of an element.
    pub async fn attribute(&self, css: &str, name: &str) -> Option<String> {
        done(css, self.session.read(&self.find(css).await, &format!("attribute/{name}")))
    }

    /// Sends keys to the focused element. [`Key`](crate::Key) has those without a letter.
    pub async fn keys(&self, keys: &str) {
        let element = done("the focus", self.session.focused());
        done("pressing keys", self.session.act(&element, "value", json!({ "text": keys })));
    }

    /// Replaces the text of a field.
    pub async fn fill(&self, css: &str, text: &str) {
        let field = self.find(css).await;
        done(css, self.session.act(&field, "clear", json!({})));
        done(css, self.session.act(&field, "value", json!({ "text": text })));
    }

    /// Chooses a file in a file field.
    pub async fn choose_file(&self, css: &str, file: &Path) {
        let field = self.find(css).await;
        done(css, self.session.act(&field, "value", json!({ "text": file.to_string_lossy() })));
    }

    /// Runs a script in the page with `arguments` and returns its result.
    pub async fn script(&self, script: &str, arguments: Vec<Value>) -> Value {
        done(script, self.session.execute("sync", script, &arguments))
    }

    /// Runs a script that calls the last of its `arguments` with its result.
    pub async fn later(&self, script: &str, arguments: Vec<Value>) -> Value {
        done(script, self.session.execute("async", script, &arguments))
    }

    /// Returns the value of an expression in the page; awaits a promise.
    pub async fn value(&self, expression: &str) -> Value {
        let script = format!(
            "const done = arguments[0]; Promise.resolve().then(() => ({expression})).then(done, (error) => done(`${{error}}`))"
        );
        done(expression, self.session.execute("async", &script, &[]))
    }

    /// Waits until an expression is true in the page.
    pub async fn until(&self, expression: &str) {
        self.until_equal(&format!("!!({expression})"), &json!(true)).await;
    }

    /// Waits until an expression has a value in the page.
    pub async fn until_equal(&self, expression: &str, expected: &Value) {
        let since = Instant::now();
        loop {
            let value = self.look(expression, expected).await;
            if value == *expected {
                return;
            }
            let late = since.elapsed() > TIMEOUT;
            assert!(
                !late,
                "expected {expected}, but it is {value}: {expression}; the page says: {}",
                self.page_text().await
            );
        }
    }

    /// Waits in the page until an expression has a value, but no longer than [`LOOK`], and returns its last value. Asking the
    /// page again and again from here would keep the processor busy.
    async fn look(&self, expression: &str, expected: &Value) -> Value {
        let script = format!(
            "const [expected, patience, pause, done] = arguments; const end = performance.now() + patience; \
             const look = async () => {{ let value; \
             try {{ value = await ({expression}); }} catch (error) {{ value = `${{error}}`; }} \
             if (JSON.stringify(value) === expected || performance.now() >= end) done(value); \
             else setTimeout(look, pause); }}; look();"
        );
        let (patience, pause) = (LOOK.as_millis() as u64, POLL_INTERVAL.as_millis() as u64);
        let arguments = [json!(expected.to_string()), json!(patience), json!(pause)];
        match self.session.execute("async", &script, &arguments) {
            Ok(value) => value,
            // The page was left while the script ran.
            Err(error) => {
                tokio::time::sleep(POLL_INTERVAL).await;
                json!(error.to_string())
            }
        }
    }

    /// Waits until the service worker has cached everything that the app needs offline.
    pub async fn offline_ready(&self) {
        self.find("html[data-offline=ready]").await;
    }

    /// Stops the server, so that the page and its workers are offline.
    pub fn offline(&mut self) {
        self.site.stop();
    }

    /// Restarts the server.
    pub fn online(&mut self) {
        self.site.resume();
    }

    /// Saves a screenshot in `target/screenshots/` and returns its path.
    pub async fn screenshot(&self, name: &str) -> PathBuf {
        let picture = done("a picture", self.session.get("/screenshot"));
        let picture = BASE64_STANDARD.decode(picture.as_str().unwrap_or_default()).expect("a picture in base64");
        let folder = screenshots();
        let path = folder.join(format!("{name}.png"));
        let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, picture));
        written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        path
    }

    async fn page_text(&self) -> String {
        let text = self.session.execute("sync", "return document.body?.innerText", &[]);
        text.map_or_else(|error| error.to_string(), |text| text.to_string())
    }
}

fn screenshots() -> PathBuf {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    workspace.join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or("target".into())).join("screenshots")
}

/// Returns the result of a command, or panics with its error.
pub(crate) fn done<T>(what: &str, result: Result<T, DriverError>) -> T {
    result.unwrap_or_else(|error| panic!("{what}: {error}"))
}
