//! The home page is there before the app: `crates/web/static/home.html` is what the app draws for a newcomer, recorded by
//! the first test. After a change of the home page, header or their texts, record it again and build the app once more:
//!
//! ```text
//! UPDATE_HOME=1 cargo test -p halfboard-e2e --test app prerender::the_home_page_is_recorded
//! ```

use std::path::{Path, PathBuf};

use halfboard_e2e::{Browser, with_browser};
use serde_json::json;

/// The day of the recording, so that it does not change by itself.
const FROZEN_DAY: &str = "const Now = Date; Date = class extends Now { \
    constructor(...parts) { if (parts.length) super(...parts); else super(2026, 10, 16, 12); } };";

/// The skip link, header and main element as HTML that can be parsed again, and its texts in the order of `boot.js`.
/// Inline styles are blocked by the content security policy, and nothing at rest needs them. A line per element, broken
/// inside the tags, where white space means nothing.
const RECORD: &str = "(() => {
  const parts = [...document.querySelectorAll('body > .skip, body > .top, body > main')];
  // What is chosen is a property, and only attributes are recorded.
  for (const input of document.querySelectorAll('main input')) input.toggleAttribute('checked', input.checked);
  const copy = document.createElement('template');
  copy.innerHTML = parts.map((part) => part.outerHTML).join('').replaceAll(/<!--.*?-->/g, '');
  const elements = [...copy.content.querySelectorAll('*')];
  for (const element of elements) element.removeAttribute('style');
  const texts = [];
  const walker = document.createTreeWalker(copy.content, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.ELEMENT_NODE && node.hasAttribute('aria-label')) texts.push(node.ariaLabel);
    const isText = node.nodeType === Node.TEXT_NODE && node.data.trim() && !node.parentElement.closest('svg');
    if (isText) texts.push(node.data);
  }
  return [copy.innerHTML.replaceAll('><', '\\n><') + '\\n', texts.join('\\n') + '\\n'];
})()";

fn recorded(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/static").join(name)
}

/// Returns the home page in a language, as HTML and as texts.
async fn record(browser: &Browser, language: &str) -> (String, String) {
    browser.language(language).await;
    browser.open(&format!("?{language}")).await;
    browser.until_equal("document.documentElement.lang", &json!(language)).await;
    serde_json::from_value(browser.value(RECORD).await).expect("two texts")
}

#[test]
fn the_home_page_is_recorded() {
    with_browser(async |browser| {
        browser.device(&[("prefers-reduced-motion", "reduce")]).await;
        browser.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": FROZEN_DAY })).await;
        let (page, english) = record(browser, "en").await;
        let (_, german) = record(browser, "de").await;
        assert_eq!(english.lines().count(), german.lines().count(), "both languages have the same texts");
        for (name, now) in [("home.html", page), ("home.de.txt", german)] {
            if std::env::var_os("UPDATE_HOME").is_some() {
                std::fs::write(recorded(name), now).expect("written");
                continue;
            }
            let before = std::fs::read_to_string(recorded(name)).expect("a recording");
            let differs = before.lines().zip(now.lines()).find(|(before, now)| before != now);
            assert!(
                before == now,
                "the app draws another home page than crates/web/static/{name}; record it again, as the head of this file \
                 says; the first difference: {differs:?}"
            );
        }
    });
}

/// Stops the app from loading until the page is told to go on.
const HELD_BACK: &str = "const load = globalThis.fetch; \
    globalThis.fetch = (...what) => String(what[0]).includes('_bg.wasm') \
        ? new Promise((go) => { globalThis.goOn = () => go(load(...what)); }) : load(...what);";

/// Opens a page whose app waits.
async fn hold_back(browser: &Browser, route: &str) {
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": HELD_BACK })).await;
    browser.visit(route).await;
    browser.until("globalThis.goOn && document.querySelector('#first-note').innerText").await;
}

#[test]
fn what_is_tapped_before_the_app_is_there_is_done_when_it_is() {
    with_browser(async |browser| {
        browser.phone().await;
        hold_back(browser, "").await;
        assert!(browser.value("document.querySelector('#first h1').checkVisibility()").await.as_bool() == Some(true));
        browser.screenshot("prerendered-phone").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
        browser.script("document.querySelectorAll('.game-card button.main')[1].click()", Vec::new()).await;
        browser.find("#first [aria-busy]").await;
        browser.script("goOn()", Vec::new()).await;
        browser.until("location.hash.startsWith('#/play/')").await;
        browser.find(".game [data-square]").await;
        assert_eq!(browser.count("#first").await, 0);
    });
}

#[test]
fn links_work_before_the_app_is_there() {
    with_browser(async |browser| {
        hold_back(browser, "").await;
        browser.script("document.querySelector('#first a[href=\"#/settings\"]').click()", Vec::new()).await;
        browser.until_equal("document.documentElement.dataset.first", &json!("other")).await;
        browser.until("!document.querySelector('#first main').checkVisibility()").await;
        browser.script("goOn()", Vec::new()).await;
        browser.find(".settings").await;
    });
}

#[test]
fn the_prerendered_page_speaks_german_and_nothing_moves_when_the_app_is_there() {
    with_browser(async |browser| {
        browser.language("de").await;
        hold_back(browser, "").await;
        browser.until_equal("document.querySelector('#first [aria-current]').innerText", &json!("Spielen")).await;
        let shifts = "new PerformanceObserver((list) => list.getEntries().forEach((shift) => { \
                      globalThis.shifted = (globalThis.shifted ?? 0) + shift.value; })) \
                      .observe({ type: 'layout-shift', buffered: true })";
        browser.script(shifts, Vec::new()).await;
        let places = "JSON.stringify([...document.querySelectorAll('h1, h2, h3, .card, .card .button, .card button')] \
                      .map((element) => { const box = element.getBoundingClientRect(); \
                      return [element.tagName, Math.round(box.x), Math.round(box.y), Math.round(box.width)]; }))";
        let before = browser.value(places).await;
        browser.script("goOn()", Vec::new()).await;
        browser.ready().await;
        assert_eq!(browser.value(places).await, before);
        let shifted = browser.value("globalThis.shifted ?? 0").await;
        assert!(shifted.as_f64() < Some(0.05), "{shifted}");
    });
}

/// A home page with unfinished games looks otherwise: it is not shown before it is known.
#[test]
fn returning_players_do_not_see_the_newcomers_page() {
    with_browser(async |browser| {
        browser.open("").await;
        browser.script("localStorage.setItem('halfboard.game.1', '')", Vec::new()).await;
        hold_back(browser, "").await;
        browser.until_equal("document.documentElement.dataset.first", &json!("returning")).await;
        let hidden = "getComputedStyle(document.querySelector('#first h1')).visibility";
        browser.until_equal(hidden, &json!("hidden")).await;
        browser.script("goOn()", Vec::new()).await;
        browser.ready().await;
    });
}
