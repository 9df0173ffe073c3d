//! The engine: how many positions a second it looks at in the browser beside the program, and how soon a click is
//! answered while it thinks.

use std::process::Command;

use halfboard_e2e::{Browser, Driver, Site};
use halfboard_worker::messages::{GameUpdate, RequestKind, ResponseKind, WorkerRequest, WorkerResponse};
use serde_json::Value;

/// Open middle games of Lines of Action, as the benchmark of the search has them.
const POSITIONS: [&str; 4] = [
    "1bb5/w2w3w/3wb2b/2w1w2w/2w1b2b/8/w1b4w/1bb1bbb1 w - -",
    "5w2/w7/w2w1wb1/3www2/w3b3/w3b3/w7/1bbbbb2 w - -",
    "8/8/1bw5/www1b1b1/w2bw1bw/w5bw/8/2bb4 w - -",
    "1b2b3/2b1ww2/7w/4w3/3bw2w/3bbbbw/4w3/8 b - -",
];
const RULES: &str = "lines-of-action";
const NODES: u64 = 1_500_000;
/// The engine's memory in mebibytes, as the app has it unless told otherwise.
pub(crate) const MEMORY: u32 = 16;

/// Posts a request to a fresh worker and waits for its final response. A response begins with the id, which is one byte
/// here, and its kind; the kinds 0 and 1 are progress.
const SEARCH: &str = "const [request, done] = arguments;
  const worker = new Worker(document.documentElement.dataset.assets + 'worker.js', { type: 'module' });
  worker.onmessage = ({ data }) => {
    if (data === 'ready') worker.postMessage(new Uint8Array(request));
    else if (data[1] > 1) { worker.terminate(); done([...data]); }
  };";

/// Clicks a square and then another again and again while a worker thinks, and says how long each took until the frame
/// after it was drawn.
const CLICKS: &str = "const [request, first, second, done] = arguments;
  const worker = new Worker(document.documentElement.dataset.assets + 'worker.js', { type: 'module' });
  const frame = () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  const click = (square) => {
    const cell = document.querySelector(`[data-square='${square}']`);
    const { x, y, width, height } = cell.getBoundingClientRect();
    const at = { bubbles: true, button: 0, clientX: x + width / 2, clientY: y + height / 2 };
    cell.dispatchEvent(new PointerEvent('pointerdown', at));
    cell.dispatchEvent(new PointerEvent('pointerup', at));
  };
  worker.onmessage = async ({ data }) => {
    if (data !== 'ready') return;
    worker.postMessage(new Uint8Array(request));
    await new Promise((later) => setTimeout(later, 200));
    const times = [];
    for (let nth = 0; nth < 40; nth += 1) {
      await frame();
      const start = performance.now();
      click(nth % 2 ? second : first);
      await frame();
      times.push(performance.now() - start);
    }
    worker.terminate();
    done(times);
  };";

/// Returns an encoded request about a position.
pub(crate) fn request(rules: &str, start: &str, kind: RequestKind) -> Vec<u8> {
    let game = GameUpdate::Replace { rules: rules.to_owned(), start: start.to_owned(), moves: Vec::new() };
    WorkerRequest { id: 1, game, kind, clock: None, memory: MEMORY }.encode()
}

/// Decodes a response that a script returned as an array of bytes.
pub(crate) fn response(bytes: &Value) -> Option<ResponseKind> {
    let bytes: Vec<u8> = serde_json::from_value(bytes.clone()).ok()?;
    Some(WorkerResponse::decode(&bytes).ok()?.kind)
}

fn search(position: &str, nodes: u64) -> Vec<u8> {
    request(RULES, position, RequestKind::Analyze { nodes, lines: 1 })
}

/// Measures both, and prints the figures. `program` is the released program.
pub(crate) async fn measure(driver: &Driver, address: &str, program: &str) {
    let browser = Browser::start(driver, Site::at(address));
    browser.open("").await;
    let mut ratios = Vec::new();
    println!("== nodes a second on one thread, {NODES} nodes of Lines of Action each ==");
    for position in POSITIONS {
        // In turns, so that both meet the same noise.
        let native = native(program, position);
        let answer = browser.later(SEARCH, vec![Value::from(search(position, NODES))]).await;
        let Some(ResponseKind::SearchResult { nodes, seconds, .. }) = response(&answer) else {
            panic!("the worker said {answer}");
        };
        let page = nodes as f64 / seconds;
        println!("{:>10.2} million in the program {:>8.2} million in the browser", native / 1e6, page / 1e6);
        ratios.push(page / native);
    }
    ratios.sort_by(f64::total_cmp);
    println!("{:>10.0} %      of the program's speed in the browser, median", 100.0 * ratios[ratios.len() / 2]);

    saved_game(&browser, RULES).await;
    click_times(&browser, search(POSITIONS[0], 50_000_000), "while the engine thinks").await;
    browser.close().await;
}

/// Opens a game of two people, so that clicks are always answered.
pub(crate) async fn saved_game(browser: &Browser, rules: &str) {
    let kept = format!("[Game \"{rules}\"]\n[Result \"*\"]\n\n*\n");
    browser.script("localStorage.setItem('halfboard.game.1', arguments[0])", vec![Value::from(kept)]).await;
    browser.open("#/play/1").await;
    browser.find("[data-square]").await;
}

/// Clicks again and again on an open game of Lines of Action while a worker is at something, and prints how soon it was
/// answered.
pub(crate) async fn click_times(browser: &Browser, request: Vec<u8>, when: &str) {
    // a2 and a3, which are White's.
    let times = browser.later(CLICKS, vec![Value::from(request), Value::from(8), Value::from(16)]).await;
    let mut times: Vec<f64> = times.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    times.sort_by(f64::total_cmp);
    assert!(!times.is_empty(), "no click was answered");
    println!("== {} clicks {when} ==", times.len());
    println!(
        "{:>10.0} ms     from a click to the next frame, median; {:.0} at most",
        times[times.len() / 2],
        times[times.len() - 1]
    );
}

/// Nodes a second of the program.
fn native(program: &str, position: &str) -> f64 {
    let nodes = NODES.to_string();
    let memory = MEMORY.to_string();
    let words = ["analyse", RULES, "--position", position, "--nodes", &nodes, "--hash", &memory, "--json"];
    let output = Command::new(program).args(words).output().expect("the program was built");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let report: Value =
        serde_json::from_str(text.lines().last().unwrap_or_default()).unwrap_or_else(|error| panic!("{error}: {text}"));
    let field = |name: &str| report[name].as_f64().unwrap_or_else(|| panic!("the report has {name}: {report}"));
    field("nodes") / field("seconds")
}
