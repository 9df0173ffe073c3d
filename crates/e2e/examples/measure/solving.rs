//! The solvers in the worker: how soon a board is decided and a puzzle made, how soon a click is answered meanwhile; and
//! how often the engine's lines are told anew.

use halfboard_e2e::{Browser, Driver, Site};
use halfboard_engine::games::sight_reduction::solitaire::Grade;
use halfboard_rules::registry;
use halfboard_worker::messages::{GameUpdate, RequestKind, ResponseKind, WorkerRequest};
use serde_json::{Value, json};

use super::thinking::{MEMORY, click_times, request, response, saved_game};

/// Boards of each variant.
const BOARDS: u64 = 60;
const VARIANTS: [&str; 4] = [
    "sight-reduction",
    "sight-reduction:sight=queen",
    "sight-reduction:enemy=required",
    "sight-reduction:remove=one-or-two",
];
/// Puzzles of each grade and kind.
const NUMBERS: u64 = 5;
const KINDS: [(&str, bool); 6] = [
    ("sight-reduction:solitaire=on", false),
    ("sight-reduction:solitaire=on", true),
    ("sight-reduction:solitaire=on,sight=queen", false),
    ("sight-reduction:solitaire=on,enemy=required", false),
    ("sight-reduction:solitaire=on,enemy=required", true),
    ("sight-reduction:solitaire=on,remove=one-or-two", false),
];
/// How long the engine's lines are listened to, in milliseconds.
const LISTENS: u64 = 3000;

/// Posts one request after the other to a worker; returns the milliseconds and the final response of each.
const RESPONSES: &str = "const [requests, done] = arguments;
  const worker = new Worker(document.documentElement.dataset.assets + 'worker.js', { type: 'module' });
  const answers = [];
  let since = 0;
  const next = () => {
    if (answers.length === requests.length) { worker.terminate(); done(answers); return; }
    since = performance.now();
    worker.postMessage(new Uint8Array(requests[answers.length]));
  };
  worker.onmessage = ({ data }) => {
    if (data[1] <= 1) return;
    if (data !== 'ready') answers.push([performance.now() - since, [...data]]);
    next();
  };";

/// Counts the progress responses of a worker within a time.
const UPDATES: &str = "const [request, listens, done] = arguments;
  const worker = new Worker(document.documentElement.dataset.assets + 'worker.js', { type: 'module' });
  let told = 0;
  worker.onmessage = ({ data }) => {
    if (data === 'ready') {
      worker.postMessage(new Uint8Array(request));
      setTimeout(() => { worker.terminate(); done(told); }, listens);
    } else if (data[1] === 0) told += 1;
  };";

/// Goes to puzzles by their addresses; says for each how long it took until its board was there.
const BOARDS_SHOWN: &str = "const [addresses, done] = arguments;
  const frame = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
  (async () => {
    const times = [];
    for (const address of addresses) {
      location.hash = '#/solitaire';
      while (document.querySelector('.alone')) await frame();
      const since = performance.now();
      location.hash = address;
      while (!document.querySelector('.alone [data-square]')) await frame();
      times.push(performance.now() - since);
    }
    done(times);
  })();";

fn solve(rules: &str, seed: u64) -> Vec<u8> {
    let start = registry::rules(rules).expect("the rules are valid").start(seed).position();
    request(rules, &start, RequestKind::Solve { nodes: 1_000_000, distance: false })
}

fn generate(rules: &str, grade: Grade, aimed: bool, number: u64) -> Vec<u8> {
    let kind = RequestKind::GeneratePuzzle { rules: rules.to_owned(), grade, aimed, number };
    WorkerRequest { id: 1, game: GameUpdate::none(), kind, clock: None, memory: MEMORY }.encode()
}

/// Milliseconds of all answers, in order of size; each must be what is expected.
async fn times(browser: &Browser, requests: Vec<Vec<u8>>, expected: fn(&ResponseKind) -> bool) -> Vec<f64> {
    let answers = browser.later(RESPONSES, vec![json!(requests)]).await;
    let answers = answers.as_array().expect("a list of answers");
    let time = |answer: &Value| {
        let response = response(&answer[1]);
        assert!(response.as_ref().is_some_and(expected), "the worker responded {response:?}");
        answer[0].as_f64().expect("milliseconds")
    };
    let mut times: Vec<f64> = answers.iter().map(time).collect();
    times.sort_by(f64::total_cmp);
    times
}

fn print(times: &[f64], what: &str) {
    println!("{:>10.0} ms     median, {:.0} at most: {what}", times[times.len() / 2], times[times.len() - 1]);
}

/// Measures all of it, and prints the figures.
pub(crate) async fn measure(driver: &Driver, address: &str) {
    let browser = Browser::start(driver, Site::at(address));
    browser.open("").await;
    println!(
        "== deciding a random board of 32 checkers, with all moves that keep the verdict, {BOARDS} boards each =="
    );
    for rules in VARIANTS {
        let requests = (1..=BOARDS).map(|seed| solve(rules, seed)).collect();
        let solved = |response: &ResponseKind| matches!(response, ResponseKind::SolveResult { verdict: Some(_), .. });
        print(&times(&browser, requests, solved).await, rules);
    }
    println!("== making a puzzle for one person, {NUMBERS} of each grade ==");
    for (rules, aimed) in KINDS {
        let grades = Grade::ALL.into_iter();
        let requests =
            grades.flat_map(|grade| (1..=NUMBERS).map(move |number| generate(rules, grade, aimed, number))).collect();
        let times = times(&browser, requests, |response| matches!(response, ResponseKind::Puzzle(_))).await;
        print(&times, &format!("{rules}{}", if aimed { ", the last two given" } else { "" }));
    }
    browser.open("#/solitaire").await;
    browser.find(".today-card").await;
    let addresses: Vec<String> = (1..=NUMBERS)
        .flat_map(|number| Grade::ALL.map(|grade| format!("#/solitaire/{}/{number}", grade.as_str())))
        .collect();
    let shown = browser.later(BOARDS_SHOWN, vec![json!(addresses)]).await;
    let mut shown: Vec<f64> = shown.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    shown.sort_by(f64::total_cmp);
    print(&shown, "from a choice to the board on the page, all grades");
    println!("== how often the engine's lines are told, three lines, in a second ==");
    for game in registry::games() {
        let info = game.info();
        let start = game.rules(None).expect("the plain game is valid").start(1).position();
        let request = request(info.id, &start, RequestKind::Analyze { nodes: u64::MAX, lines: 3 });
        let told = browser.later(UPDATES, vec![json!(request), json!(LISTENS)]).await;
        println!("{:>10.1}        {}", told.as_f64().unwrap_or_default() * 1000.0 / LISTENS as f64, info.id);
    }
    saved_game(&browser, "lines-of-action").await;
    let busy = solve("sight-reduction:remove=one-or-two", 3);
    click_times(&browser, busy, "while the solver works").await;
    browser.close().await;
}
