//! A browser with the app in it, and what a person does there: opening pages, clicking, typing, reading.
//!
//! Everything that a page must do first is waited for, at most [`PATIENCE`]; what does not come ends the test and says what
//! was missing.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use crate::{Driver, Site};

/// How long a page may take for what a test waits for. Far more than it needs, as other work may run on the machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// How often to look.
const GLANCE: Duration = Duration::from_millis(20);

/// A page that marks itself so has its first picture, and listens.
const READY: &str = "html[data-ready], body[data-ready]";

/// A browser that shows the app.
#[derive(Debug)]
pub struct Browser {
    pub(crate) client: Client,
    site: Site,
}

impl Browser {
    /// Starts a browser for a site. It shows nothing yet.
    ///
    /// # Panics
    /// When the driver finds no browser.
    pub async fn start(driver: &Driver, site: Site) -> Browser {
        let arguments = [
            "--headless",
            // Tests often run as root, where the sandbox does not start.
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--lang=en-US",
            "--window-size=1280,900",
        ];
        let wishes = json!({
            "goog:chromeOptions": { "args": arguments, "prefs": { "intl.accept_languages": "en-US,en" } },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let Value::Object(wishes) = wishes else { unreachable!("it is written as an object") };
        let client = ClientBuilder::new(HttpConnector::new()).capabilities(wishes).connect(driver.address()).await;
        Browser { client: client.expect("the browser starts"), site }
    }

    /// Ends the browser.
    pub async fn close(self) {
        // One that has crashed is closed already.
        let _ = self.client.close().await;
    }

    /// Opens a page of the app by what stands after its address, as in `""` or `"#/learn/j"`, and waits until it is ready.
    pub async fn open(&self, route: &str) {
        self.visit(route).await;
        self.ready().await;
    }

    /// The same without waiting, for pages that are never ready.
    pub async fn visit(&self, route: &str) {
        let address = format!("{}{route}", self.site.address());
        done(&format!("opening {address}"), self.client.goto(&address).await);
    }

    /// Loads the page again.
    pub async fn reload(&self) {
        done("loading again", self.client.refresh().await);
        self.ready().await;
    }

    /// Goes back as the browser's button does.
    pub async fn back(&self) {
        done("going back", self.client.back().await);
    }

    /// Waits until the page is ready.
    pub async fn ready(&self) {
        self.find(READY).await;
    }

    /// The title of the page.
    pub async fn title(&self) -> String {
        done("the title", self.client.title().await)
    }

    /// What stands after the address of the app, as in `#/learn/j`.
    pub async fn route(&self) -> String {
        let address = done("the address", self.client.current_url().await).to_string();
        address.strip_prefix(self.site.address()).unwrap_or(&address).to_owned()
    }

    /// Waits for the first element that a selector means.
    pub async fn find(&self, css: &str) -> Element {
        let since = Instant::now();
        loop {
            match self.client.find(Locator::Css(css)).await {
                Ok(element) => return element,
                Err(error) if error.is_no_such_element() && since.elapsed() < PATIENCE => {
                    tokio::time::sleep(GLANCE).await;
                }
                Err(error) => panic!("{css}: {}; the page says: {}", told(&error), self.page_text().await),
            }
        }
    }

    /// How many elements a selector means now.
    pub async fn count(&self, css: &str) -> usize {
        done(css, self.client.find_all(Locator::Css(css)).await).len()
    }

    /// Waits until there is nothing that a selector means.
    pub async fn gone(&self, css: &str) {
        self.until(&format!("!document.querySelector({})", json!(css))).await;
    }

    /// Clicks an element once it is there, visible, and nothing lies over it.
    pub async fn click(&self, css: &str) {
        let since = Instant::now();
        loop {
            match self.find(css).await.click().await {
                Ok(()) => return,
                // It may be moving, covered for a moment, or just being drawn anew.
                Err(_) if since.elapsed() < PATIENCE => tokio::time::sleep(GLANCE).await,
                Err(error) => panic!("clicking {css}: {}", told(&error)),
            }
        }
    }

    /// Clicks the first button with exactly these words, in what a selector means.
    pub async fn press(&self, within: &str, words: &str) {
        let script = "document.querySelectorAll('[data-press]').forEach((old) => old.removeAttribute('data-press')); \
                      const button = [...document.querySelectorAll(`${arguments[0]} button`)] \
                      .find((button) => button.textContent.trim() == arguments[1] && !button.disabled); \
                      button?.setAttribute('data-press', ''); return !!button";
        let since = Instant::now();
        while self.script(script, vec![json!(within), json!(words)]).await != Value::Bool(true) {
            assert!(
                since.elapsed() < PATIENCE,
                "no button {words:?} in {within}; the page says: {}",
                self.page_text().await
            );
            tokio::time::sleep(GLANCE).await;
        }
        self.click("[data-press]").await;
    }

    /// The text of an element as a person sees it.
    pub async fn text(&self, css: &str) -> String {
        done(css, self.find(css).await.text().await)
    }

    /// The texts of all elements that a selector means.
    pub async fn texts(&self, css: &str) -> Vec<String> {
        let script = "return [...document.querySelectorAll(arguments[0])].map((element) => element.innerText)";
        let texts = self.script(script, vec![json!(css)]).await;
        serde_json::from_value(texts).expect("a list of texts")
    }

    /// Waits until an element has this text in it.
    pub async fn says(&self, css: &str, words: &str) {
        self.until(&format!("document.querySelector({})?.innerText.includes({})", json!(css), json!(words))).await;
    }

    /// An attribute of an element.
    pub async fn attribute(&self, css: &str, name: &str) -> Option<String> {
        done(css, self.find(css).await.attr(name).await)
    }

    /// Presses keys where the focus is. [`fantoccini::key::Key`] has those without a letter; it adds to a `String` by `+`.
    pub async fn keys(&self, keys: &str) {
        let element = done("the focus", self.client.active_element().await);
        done("pressing keys", element.send_keys(keys).await);
    }

    /// Types into a field, instead of what is there.
    pub async fn fill(&self, css: &str, text: &str) {
        let field = self.find(css).await;
        done(css, field.clear().await);
        done(css, field.send_keys(text).await);
    }

    /// Runs a script in the page, with these as `arguments`, and gives what it returns.
    pub async fn script(&self, script: &str, arguments: Vec<Value>) -> Value {
        done(script, self.client.execute(script, arguments).await)
    }

    /// Runs a script in the page that calls the last of its `arguments` with its result, sooner or later.
    pub async fn later(&self, script: &str, arguments: Vec<Value>) -> Value {
        done(script, self.client.execute_async(script, arguments).await)
    }

    /// The value of an expression in the page, waited for if it is a promise.
    pub async fn value(&self, expression: &str) -> Value {
        let script = format!(
            "const done = arguments[0]; Promise.resolve().then(() => ({expression})).then(done, (error) => done(`${{error}}`))"
        );
        done(expression, self.client.execute_async(&script, Vec::new()).await)
    }

    /// Waits until an expression is true in the page.
    pub async fn until(&self, expression: &str) {
        let since = Instant::now();
        while self.value(&format!("!!({expression})")).await != Value::Bool(true) {
            let late = since.elapsed() > PATIENCE;
            assert!(!late, "never came true: {expression}; the page says: {}", self.page_text().await);
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// Waits until an expression has this value in the page, and says what it was if that never comes.
    pub async fn until_equal(&self, expression: &str, expected: &Value) {
        let since = Instant::now();
        loop {
            let value = self.value(expression).await;
            if value == *expected {
                return;
            }
            let late = since.elapsed() > PATIENCE;
            assert!(
                !late,
                "expected {expected}, but it is {value}: {expression}; the page says: {}",
                self.page_text().await
            );
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// Waits until everything is kept that the app needs without a network.
    pub async fn kept(&self) {
        self.find("html[data-offline=ready]").await;
    }

    /// Takes the network away, from the page and its workers.
    pub fn offline(&mut self) {
        self.site.stop();
    }

    /// Gives the network back.
    pub fn online(&mut self) {
        self.site.resume();
    }

    /// Takes a picture of what is seen, into `target/screenshots/`, and gives its path.
    pub async fn screenshot(&self, name: &str) -> PathBuf {
        let picture = done("a picture", self.client.screenshot().await);
        let folder = screenshots();
        let path = folder.join(format!("{name}.png"));
        let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, picture));
        written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        path
    }

    async fn page_text(&self) -> String {
        let text = self.client.execute("return document.body?.innerText", Vec::new()).await;
        text.map_or_else(|error| told(&error), |text| text.to_string())
    }
}

fn screenshots() -> PathBuf {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    workspace.join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or("target".into())).join("screenshots")
}

/// What a command gave, or the end of the test in words.
pub(crate) fn done<T>(what: &str, result: Result<T, CmdError>) -> T {
    result.unwrap_or_else(|error| panic!("{what}: {}", told(&error)))
}

/// An error without the stack of the driver behind it.
fn told(error: &CmdError) -> String {
    match error {
        CmdError::Standard(error) => format!("{}: {}", error.error, error.message),
        error => error.to_string(),
    }
}
