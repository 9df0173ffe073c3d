//! The app starts: online, offline after one visit, and with a plain word where it cannot.

use halfboard_e2e::with_browser;
use halfboard_engine::limits::system_now;
use halfboard_engine::value::Value;
use halfboard_rules::registry;
use halfboard_worker::handler::{WorkerHandler, handle};
use halfboard_worker::messages::{RequestKind, ResponseKind, SentGame, WorkerRequest, WorkerResponse};
use serde_json::json;

#[test]
fn the_app_starts_without_complaints() {
    with_browser(async |browser| {
        browser.open("").await;
        assert_eq!(browser.title().await, "Halfboard");
        assert_eq!(browser.count("#first").await, 0);
        browser.offline_ready().await;
        browser.screenshot("start").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn after_one_visit_the_app_starts_without_a_network() {
    with_browser(async |browser| {
        browser.open("").await;
        browser.offline_ready().await;
        browser.offline();
        for route in ["", "?from=elsewhere", "index.html"] {
            browser.open(route).await;
            assert_eq!((browser.title().await.as_str(), browser.count("#first").await), ("Halfboard", 0), "{route}");
        }
        // The network comes back, and with it the page from the server.
        browser.online();
        browser.open("?back").await;
    });
}

/// Paths lead to the same pages as hashes, with a network and without one.
#[test]
fn shared_pages_are_reached_by_their_paths() {
    let paths = [
        ("daily/2026-11-16", "#/solitaire/daily/2026-11-16", ".alone [data-square]"),
        ("puzzle/j/1", "#/puzzles/j/1", ".puzzle [data-square]"),
        ("analysis?rules=j&moves=A5", "#/analysis?rules=j&moves=A5", ".analysis [data-square]"),
        ("g/0123456789abcdefghijkl", "#/online/0123456789abcdefghijkl", "main h1"),
    ];
    with_browser(async |browser| {
        browser.open("").await;
        browser.offline_ready().await;
        for network in [true, false] {
            if !network {
                browser.offline();
            }
            for (path, hash, has) in paths {
                browser.open(path).await;
                browser.find(has).await;
                let place = browser.value("location.pathname + location.search + location.hash").await;
                assert_eq!(place, format!("/{hash}"), "{path}");
            }
        }
        let script = "new URL(document.querySelector('link[rel=manifest]').href).pathname";
        assert_eq!(browser.value(script).await, "/manifest.webmanifest");
    });
}

/// Everything that the app may ever load is kept.
#[test]
fn every_file_is_there_without_a_network() {
    with_browser(async |browser| {
        browser.open("").await;
        browser.offline_ready().await;
        let files = "caches.keys().then((names) => caches.open(names[0])).then((cache) => cache.keys())";
        let count = browser.value(&format!("{files}.then((files) => files.length)")).await;
        assert!(count.as_u64() >= Some(13), "{count} files");
        browser.offline();
        let all = format!(
            "{files}.then((files) => Promise.all(files.map((file) => fetch(file.url).then((file) => file.ok))))"
        );
        let answers = browser.value(&all).await;
        let answers = answers.as_array().unwrap_or_else(|| panic!("{answers}"));
        assert!(answers.iter().all(|answer| answer == true), "{answers:?}");
    });
}

#[test]
fn the_engine_starts_without_a_network() {
    with_browser(async |browser| {
        browser.open("").await;
        browser.offline_ready().await;
        browser.offline();
        browser.open("?offline").await;
        let word = "new Promise((go) => { \
                    const worker = new Worker(document.documentElement.dataset.assets + 'worker.js', { type: 'module' }); \
                    worker.onmessage = (event) => go(event.data); worker.onerror = (event) => go(`${event.message}`); })";
        assert_eq!(browser.value(word).await, "ready");
    });
}

#[test]
fn the_theme_and_the_language_are_there_before_the_app() {
    with_browser(async |browser| {
        browser.device(&[("prefers-color-scheme", "dark")]).await;
        browser.open("").await;
        assert_eq!(browser.attribute("html", "data-theme").await.as_deref(), Some("dark"));
        let settings = "localStorage.setItem('halfboard.settings', 'language de\\ntheme contrast\\n')";
        browser.script(settings, Vec::new()).await;
        browser.reload().await;
        assert_eq!(browser.attribute("html", "data-theme").await.as_deref(), Some("contrast"));
        assert_eq!(browser.attribute("html", "lang").await.as_deref(), Some("de"));
    });
}

#[test]
fn a_browser_that_cannot_run_the_app_is_told_so() {
    with_browser(async |browser| {
        let old = json!({ "source": "delete globalThis.WebAssembly" });
        browser.devtools("Page.addScriptToEvaluateOnNewDocument", old).await;
        browser.visit("").await;
        browser.says("#first-note", "This browser has no WebAssembly").await;
    });
    with_browser(async |browser| {
        browser.devtools("Network.enable", json!({})).await;
        browser.devtools("Network.setBlockedURLs", json!({ "urls": ["*_bg.wasm"] })).await;
        browser.visit("").await;
        browser.says("#first-note", "could not be loaded").await;
    });
}

#[test]
fn the_tests_notice_what_the_policy_stops_and_what_keeps_people_out() {
    with_browser(async |browser| {
        browser.open("").await;
        let script = "const image = document.createElement('img'); image.src = 'icons/icon.svg'; \
                      image.setAttribute('style', 'width: 10px'); document.body.append(image); \
                      document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">x</p>')";
        browser.script(script, Vec::new()).await;
        browser.until("document.images[0].complete").await;
        let complaints = browser.console_errors().await;
        assert!(complaints.iter().any(|words| words.contains("Content Security Policy")), "{complaints:?}");
        let barriers = browser.accessibility_violations().await;
        assert!(barriers.iter().any(|words| words.starts_with("image-alt (critical)")), "{barriers:?}");
    });
}

/// Without a network: the evaluation of each game is kept with the app.
#[test]
fn the_engine_in_the_browser_thinks_like_the_native_one() {
    with_browser(async |browser| {
        browser.open("").await;
        browser.offline_ready().await;
        browser.offline();
        for game in registry::games() {
            let session = registry::rules(game.info().id).expect("its own id").start(3);
            let kind = RequestKind::Analyze { nodes: 3000, lines: 1 };
            let update = SentGame::default().update(&*session);
            let request = WorkerRequest { id: 1, game: update, kind, clock: None, memory: 1 }.encode();
            let mut native = Vec::new();
            handle(&mut WorkerHandler::default(), &request, system_now, &mut |bytes| native = bytes);
            let last = format!(
                "new Promise((go) => {{ \
                 const worker = new Worker(document.documentElement.dataset.assets + 'worker.js', {{ type: 'module' }}); \
                 worker.onmessage = ({{ data }}) => {{ if (data !== 'ready') go(Array.from(data)); }}; \
                 worker.postMessage(new Uint8Array({request:?})); }})"
            );
            let answer = browser.value(&last).await;
            let bytes: Vec<u8> = serde_json::from_value(answer).expect("bytes");
            assert_eq!(search_result(&bytes), search_result(&native), "{}", game.info().id);
        }
    });
}

/// Returns what a search found: line, value, nodes and depth.
fn search_result(response: &[u8]) -> (Vec<String>, Value, u64, u32) {
    match WorkerResponse::decode(response).expect("a response").kind {
        ResponseKind::SearchResult { line, value, nodes, depth, .. } => (line, value, nodes, depth),
        other => panic!("{other:?}"),
    }
}
