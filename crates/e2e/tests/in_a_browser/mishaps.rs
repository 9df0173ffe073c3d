//! What can go wrong between people, the engine and the clock, and must not: a hint that comes too late, a worker that
//! cannot be had, keys pressed at the wrong moment, a checker dropped beside the board, a room that is entered by a side door.

use halfboard_app::play::{Player, Setup, TimeControl};
use halfboard_e2e::{Browser, Mirror, with_browser};
use halfboard_rules::record::{Declared, Start};
use serde_json::json;

const ENGINE_FIRST: [Player; 2] = [Player::Engine(1), Player::Person];

/// Opens a game that was put among those kept.
async fn open(browser: &Browser, id: u64, text: &str) {
    browser.open("").await;
    browser.put("halfboard.settings", "language en\n").await;
    browser.store_game(id, text).await;
    browser.reload().await;
    browser.open(&format!("#/play/{id}")).await;
    browser.find("[data-square]").await;
}

async fn turns(browser: &Browser, count: usize) {
    browser.until(&format!("document.querySelectorAll('.moves .turn').length == {count}")).await;
}

#[test]
fn a_hint_that_was_overtaken_does_not_end_all_hints() {
    with_browser(async |browser| {
        let mut mirror = Mirror::new("lines-of-action", &[], 0);
        open(browser, 1, &mirror.play.write(0.0)).await;
        browser.press(".actions", "Hint").await;
        let mv = mirror.play.session().moves()[0].clone();
        browser.click_move(&mut mirror, &mv).await;
        turns(browser, 1).await;
        browser.press(".actions", "Hint").await;
        browser.says(".hint", "Look at").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn nothing_to_take_back_leaves_the_engine_thinking() {
    with_browser(async |browser| {
        let mirror = Mirror::new("j", &ENGINE_FIRST, 0);
        open(browser, 1, &mirror.play.write(0.0)).await;
        let undo = "dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true }))";
        browser.script(&format!("window.{undo}; window.{undo};"), vec![]).await;
        turns(browser, 1).await;
        assert_eq!(browser.saved_game(1).await.plies(), 1);
    });
}

#[test]
fn an_engine_that_failed_is_started_again_by_a_button() {
    with_browser(async |browser| {
        let mirror = Mirror::new("j", &ENGINE_FIRST, 0);
        browser.open("").await;
        browser.store_game(1, &mirror.play.write(0.0)).await;
        let assets = browser.value("document.documentElement.dataset.assets").await;
        browser.script("document.documentElement.dataset.assets = 'nowhere/'", vec![]).await;
        browser.script("location.hash = '#/play/1'", vec![]).await;
        browser.says(".notice", "The engine stopped").await;
        browser.says("#task", "Paused").await;
        browser.script("document.documentElement.dataset.assets = arguments[0]", vec![assets]).await;
        browser.press(".actions", "Continue").await;
        turns(browser, 1).await;
    });
}

#[test]
fn a_checker_dropped_beside_the_board_stays_where_it_is() {
    with_browser(async |browser| {
        let mirror = Mirror::new("lines-of-action", &[], 0);
        open(browser, 1, &mirror.play.write(0.0)).await;
        let drag = "const cell = document.querySelector('[data-square=\"8\"]');
            const { x, y } = cell.getBoundingClientRect();
            const at = (type, clientX, clientY, buttons) =>
              new PointerEvent(type, { bubbles: true, button: 0, buttons, clientX, clientY });
            cell.dispatchEvent(at('pointerdown', x + 9, y + 9, 1));
            cell.dispatchEvent(at('pointermove', x + 90, y + 9, 1));
            cell.dispatchEvent(at('pointerup', 2, 2, 0));";
        browser.script(drag, vec![]).await;
        assert_eq!((browser.count(".ghost").await, browser.count(".moves .turn").await), (0, 0));
        assert_eq!(browser.count("[aria-selected=true]").await, 1);
    });
}

#[test]
fn time_runs_out_on_the_page_and_is_kept_when_it_is_left() {
    with_browser(async |browser| {
        let setup = Setup {
            rules: "j".to_owned(),
            start: Start::Seed(0),
            players: vec![Player::Person; 2],
            names: Vec::new(),
            control: Some(TimeControl::Fischer { initial: 6_000, increment: 0 }),
            seed: 0,
            think: None,
            adaptive: false,
        };
        let mut play = halfboard_app::play::Play::new(&setup, "2026.01.01").expect("valid");
        play.play("A5", 0.0).expect("legal");
        open(browser, 1, &play.write(0.0)).await;
        // Black's clock runs at once, and what it has lost is kept when the page is left.
        browser.until("[...document.querySelectorAll('.clock')].some((clock) => clock.textContent < '0:05.5')").await;
        browser.script("location.hash = '#/games'", vec![]).await;
        browser.says("main h1", "My games").await;
        let left = browser.saved_game(1).await.remaining(halfboard_rules::game::Seat(1), 0.0);
        assert!(left.is_some_and(|left| left < 5.6), "{left:?}");
        browser.script("location.hash = '#/play/1'", vec![]).await;
        browser.says("#task", "White wins: Black ran out of time.").await;
        let standing = browser.saved_game(1).await.standing();
        let lost = halfboard_app::play::Standing::Declared(Some(halfboard_rules::game::Color::White), Declared::Time);
        assert_eq!(standing, lost);
        assert_eq!(browser.value("document.title").await, json!("J: The Misère Connection Game – Halfboard"));
    });
}

/// The program that the page runs.
async fn program(browser: &Browser) -> String {
    let loaded = "performance.getEntriesByType('resource').map((file) => file.name.split('/').pop()) \
        .filter((name) => name.endsWith('_bg.wasm') && !name.includes('worker')).join()";
    browser.value(loaded).await.as_str().unwrap_or_default().to_owned()
}

#[test]
fn the_rooms_for_studying_are_entered_by_any_door_and_nothing_is_lost_on_the_way() {
    with_browser(async |browser| {
        browser.open("").await;
        assert_eq!(program(browser).await, "halfboard_bg.wasm");
        // No page writes its address so, but people do.
        browser.open("#analysis/new").await;
        browser.find(".analysis-begin").await;
        browser.ready().await;
        assert_eq!(program(browser).await, "halfboard_study_bg.wasm");
        browser.open("?again#//puzzles").await;
        browser.find(".shelf").await;

        // A game that the browser would not keep is still there afterwards.
        browser.open("?small").await;
        let full = "const set = Storage.prototype.setItem; Storage.prototype.setItem = function (key, text) { \
            if (this === localStorage) throw new DOMException('full', 'QuotaExceededError'); \
            set.call(this, key, text); }";
        browser.script(full, vec![]).await;
        browser.click(".game-card button.main").await;
        browser.find("#task").await;
        let route = browser.route().await;
        let id = route.rsplit('/').next().unwrap_or_default();
        let analysis = format!("#/analysis/kept/{id}");
        browser.script("location.hash = arguments[0]", vec![json!(analysis)]).await;
        browser.find(".analysis [data-square]").await;

        // An engine that cannot be had is told, and started again by a button.
        let assets = browser.value("document.documentElement.dataset.assets").await;
        browser.script("document.documentElement.dataset.assets = 'nowhere/'", vec![]).await;
        browser.script("location.hash = '#/analysis?rules=j'", vec![]).await;
        browser.find(".engine .remark button").await;
        browser.script("document.documentElement.dataset.assets = arguments[0]", vec![assets]).await;
        browser.click(".engine .remark button").await;
        browser.find(".engine-line").await;
    });
}
