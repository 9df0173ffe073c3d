//! How soon a tap on the board is answered: the time until everything is worked out and laid out, without waiting for the
//! screen, whose next frame may be up to 16 ms away.

use halfboard_e2e::{Browser, Driver, Site};
use halfboard_rules::registry;
use serde_json::Value;

use super::thinking::saved_game;

/// The time of a frame at 60 Hz, in milliseconds.
const GOAL: f64 = 16.0;

/// Taps a square or number that can be chosen, again and again, so that turns are composed and played, until the game is over
/// or there were enough taps. Returns the milliseconds that each took.
const TAPS: &str = "const [taps, done] = arguments;
  const frame = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
  const settled = () => new Promise((go) => setTimeout(go));
  const tap = (cell) => {
    if (cell.tagName == 'BUTTON') return cell.click();
    const { x, y, width, height } = cell.getBoundingClientRect();
    const at = { bubbles: true, button: 0, clientX: x + width / 2, clientY: y + height / 2 };
    cell.dispatchEvent(new PointerEvent('pointerdown', at));
    cell.dispatchEvent(new PointerEvent('pointerup', at));
  };
  (async () => {
    const times = [];
    for (let nth = 0; nth < taps; nth += 1) {
      await frame();
      const chips = document.querySelectorAll('.chips.asked .chip, .say .choice');
      const cells = [...(chips.length ? chips : document.querySelectorAll('.grid .cell.can:not([aria-selected=true])'))];
      if (!cells.length) break;
      const cell = cells[(nth * 7) % cells.length];
      const since = performance.now();
      tap(cell);
      await settled();
      document.body.getBoundingClientRect();
      times.push(performance.now() - since);
    }
    done(times);
  })();";

/// The number of taps in each game.
const COUNT: u32 = 60;

/// Plays each game by taps and prints the figures.
pub(crate) async fn measure(driver: &Driver, address: &str) {
    let browser = Browser::start(driver, Site::at(address));
    browser.open("").await;
    println!("== taps on the board, up to {COUNT} in each game ==");
    for game in registry::games() {
        let game = game.info().id;
        saved_game(&browser, game).await;
        browser.reload().await;
        browser.find(".grid .cell.can").await;
        let times = browser.later(TAPS, vec![Value::from(COUNT)]).await;
        let mut times: Vec<f64> = times.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
        assert!(times.len() > 10, "{game}: only {} taps were answered", times.len());
        times.sort_by(f64::total_cmp);
        println!(
            "{:>10.1} ms     {game}: from a tap to everything laid out, median of {}; {:.1} at most; the goal is {GOAL}",
            times[times.len() / 2],
            times.len(),
            times[times.len() - 1]
        );
    }
    browser.close().await;
}
