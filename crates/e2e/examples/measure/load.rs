//! The first visit: how much is downloaded until the app is ready, and how long it takes on a loopback connection.

use halfboard_e2e::{Browser, Driver, Site};
use serde_json::Value;

/// What a first visit may download, in bytes.
const BUDGET: u64 = 560_000;

/// Each in a browser of its own, which has nothing in store.
const VISITS: usize = 5;

/// What came before the app was ready, by name and bytes as they were sent. The engine's worker is not part of it: it is
/// fetched when a game against it starts.
const FILES: &str = "(() => {
  const ready = performance.getEntriesByName('ready')[0].startTime;
  const files = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
  const before = files.filter((file) => file.startTime < ready && !file.name.includes('worker'));
  return before.map((file) => [new URL(file.name).pathname, file.encodedBodySize]);
})()";

/// Visits some times and prints the figures.
pub(crate) async fn measure(driver: &Driver, address: &str) {
    let mut times = Vec::new();
    let mut files = Vec::new();
    for _ in 0..VISITS {
        let browser = Browser::start(driver, Site::at(address));
        browser.open("").await;
        let ready = browser.value("performance.getEntriesByName('ready')[0].startTime").await;
        times.push(ready.as_f64().expect("the page marks when it is ready"));
        files = sizes(&browser.value(FILES).await);
        browser.close().await;
    }
    times.sort_by(f64::total_cmp);
    println!("== first visit, {VISITS} times ==");
    for (name, bytes) in &files {
        println!("{bytes:>10} bytes  {name}");
    }
    println!(
        "{:>10} bytes  before the app is ready, without the worker; the budget is {BUDGET}",
        files.iter().map(|(_, bytes)| bytes).sum::<u64>()
    );
    println!(
        "{:>10.0} ms     from navigation to ready, median; {:.0} to {:.0}",
        times[VISITS / 2],
        times[0],
        times[VISITS - 1]
    );
}

fn sizes(files: &Value) -> Vec<(String, u64)> {
    let files = files.as_array().map(Vec::as_slice).unwrap_or_default();
    let named =
        files.iter().map(|file| (file[0].as_str().unwrap_or_default().to_owned(), file[1].as_u64().unwrap_or(0)));
    named.collect()
}
