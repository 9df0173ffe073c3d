//! A record of 200 turns on the analysis board: how long it takes to open, and to go from turn to turn.

use halfboard_e2e::{Browser, Driver, Site};
use halfboard_rules::random::SplitMix64;
use halfboard_rules::record::{self, Record, Start};
use halfboard_rules::registry;
use serde_json::{Value, json};

const TURNS: usize = 200;

/// Opens the record and says how long it took until the board was there.
const OPEN: &str = "const [done] = arguments;
  const since = performance.now();
  location.hash = '#/analysis/kept/1';
  const wait = () => document.querySelector('.analysis [data-square]') ? done(performance.now() - since) : setTimeout(wait);
  wait();";

/// Goes back to the start and then on, turn by turn: the milliseconds from each key until everything is worked out and laid
/// out, without waiting for the screen; and the squares of the last move, which show that it was gone on.
const STEPS: &str = "const [turns, done] = arguments;
  const key = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  const settled = () => new Promise((go) => setTimeout(go));
  const frame = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
  (async () => {
    key('Home');
    await frame();
    const times = [];
    const seen = new Set();
    for (let turn = 0; turn < turns; turn += 1) {
      const since = performance.now();
      key('ArrowRight');
      await settled();
      document.body.getBoundingClientRect();
      times.push(performance.now() - since);
      await frame();
      seen.add(document.querySelector('.board .picture').innerHTML);
    }
    done([times, seen.size]);
  })();";

/// A game that goes on for so many turns, by chance.
fn long_game() -> String {
    let rules = registry::rules("lines-of-action").expect("the rules are valid");
    for seed in 0.. {
        let mut session = rules.start(0);
        let mut random = SplitMix64::new(seed);
        while session.ply() < TURNS && session.play_random(&mut random) {}
        if session.ply() == TURNS {
            return record::format(&[Record::new(&*session, Start::Seed(0))]);
        }
    }
    unreachable!("some seed has a long game")
}

/// Measures both, and prints the figures.
pub(crate) async fn measure(driver: &Driver, address: &str) {
    let browser = Browser::start(driver, Site::at(address));
    browser.open("").await;
    let game = vec![Value::from(long_game())];
    browser.script("localStorage.setItem('halfboard.game.1', arguments[0])", game).await;
    // The program with the study pages is there already.
    browser.open("#/analysis/new").await;
    browser.find(".analysis-begin").await;
    let opened = browser.later(OPEN, Vec::new()).await;
    let stepped = browser.later(STEPS, vec![json!(TURNS)]).await;
    let mut times: Vec<f64> = stepped[0].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    assert!(
        times.len() == TURNS && stepped[1].as_u64() > Some(TURNS as u64 / 2),
        "the board did not follow: {stepped}"
    );
    times.sort_by(f64::total_cmp);
    println!("== a record of {TURNS} turns on the analysis board ==");
    println!("{:>10.0} ms     to open it", opened.as_f64().expect("milliseconds"));
    println!(
        "{:>10.1} ms     a step, median; {:.1} for 99 of 100; {:.1} at most",
        times[TURNS / 2],
        times[TURNS * 99 / 100],
        times[TURNS - 1]
    );
    browser.close().await;
}
