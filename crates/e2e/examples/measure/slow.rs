//! The first visit on a slow phone: a connection of 1.6 Mbit/s with a round trip of 150 ms, and a processor four times slower
//! than this one.

use halfboard_e2e::{Browser, Driver, Site};
use serde_json::{Value, json};

/// Each in a browser of its own, which has nothing in store. An odd number has a median.
const VISITS: usize = 5;

/// The goals, in milliseconds, and for the layout shift as the browser counts it.
const CONTENT_GOAL: f64 = 1200.0;
const BOARD_GOAL: f64 = 4000.0;
const SHIFT_GOAL: f64 = 0.05;

/// Runs in the page before its own scripts: notes when content is painted, taps the first game as soon as it is there if
/// asked to, and notes when its board has a square that can be chosen. Chance lets the person begin: the engine, which would
/// have to be loaded otherwise, comes after the first move.
const WATCH: &str = "(() => {
  Math.random = () => 0.5;
  const told = (globalThis.slow = { shift: 0 });
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) told.shift += shift.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    const painted = list.getEntriesByName('first-contentful-paint')[0];
    if (!painted) return;
    told.content = painted.startTime;
    told.heading = document.querySelector('main h1')?.textContent;
    if (TAPS) document.querySelector('.game-card button.main')?.click();
  }).observe({ type: 'paint', buffered: true });
  const look = () => {
    if (document.querySelector('.grid .cell.can')) told.board = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()";

/// The figures of a visit, in milliseconds but for the shift.
struct Visit {
    content: f64,
    ready: f64,
    board: Option<f64>,
    shift: f64,
}

async fn visit(driver: &Driver, address: &str, taps: bool) -> Visit {
    let browser = Browser::start(driver, Site::at(address));
    browser.phone().await;
    browser.devtools("Network.enable", json!({})).await;
    let network = json!({
        "offline": false,
        "latency": 150,
        "downloadThroughput": 1_600_000 / 8,
        "uploadThroughput": 750_000 / 8,
    });
    browser.devtools("Network.emulateNetworkConditions", network).await;
    browser.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": 4 })).await;
    let source = WATCH.replace("TAPS", if taps { "true" } else { "false" });
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source })).await;
    browser.visit("").await;
    browser.ready().await;
    if taps {
        browser.until("slow.board").await;
    }
    let told = browser.value("slow").await;
    assert!(told["heading"].is_string(), "what was painted first is the home page: {told}");
    let ready = browser.value("performance.getEntriesByName('ready')[0].startTime").await;
    browser.close().await;
    let number = |value: &Value| value.as_f64().expect("milliseconds");
    Visit {
        content: number(&told["content"]),
        ready: number(&ready),
        board: told["board"].as_f64(),
        shift: number(&told["shift"]),
    }
}

/// Visits some times with and without a tap on the first game, and prints the figures.
pub(crate) async fn measure(driver: &Driver, address: &str) {
    let (mut content, mut ready, mut board, mut shift) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..VISITS {
        let home = visit(driver, address, false).await;
        content.push(home.content);
        ready.push(home.ready);
        shift.push(home.shift);
        board.push(visit(driver, address, true).await.board.expect("a board after a tap"));
    }
    println!("== first visit at 1.6 Mbit/s and 150 ms on a processor four times slower, {VISITS} times ==");
    line(&mut content, "from navigation to the home page on the screen", Some(CONTENT_GOAL));
    line(&mut ready, "from navigation to the app being ready", None);
    line(&mut board, "from navigation to a board that takes a move, if a game is tapped at once", Some(BOARD_GOAL));
    shift.sort_by(f64::total_cmp);
    println!(
        "{:>10.3}        layout shift when the app takes over, at most; the goal is {SHIFT_GOAL}",
        shift[VISITS - 1]
    );
}

fn line(times: &mut [f64], what: &str, goal: Option<f64>) {
    times.sort_by(f64::total_cmp);
    let goal = goal.map_or(String::new(), |goal| format!("; the goal is {goal:.0}"));
    let (least, median, most) = (times[0], times[VISITS / 2], times[VISITS - 1]);
    println!("{median:>10.0} ms     {what}, median; {least:.0} to {most:.0}{goal}");
}
