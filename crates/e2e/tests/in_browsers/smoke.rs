//! The steps of the smoke test, for any engine.
//!
//! They rely on links, IDs and the squares' numbers rather than on the layout of a page.

use halfboard_app::play::{Play, Player, Setup};
use halfboard_app::puzzles::{PuzzleSet, file_name};
use halfboard_e2e::{Browser, Engine, Mirror, game, with_engine};
use halfboard_rules::record::Start;
use serde_json::json;

const QUIET: &str = "language en\nmotion off\n";

/// Collects errors of scripts in the page, because drivers other than ChromeDriver do not show the console.
const COLLECT_ERRORS: &str = "if (window.smokeErrors) return; window.smokeErrors = []; \
    const add = (text) => window.smokeErrors.push(`${text}`); const error = console.error; \
    console.error = (...words) => { add(words.join(' ')); error(...words); }; \
    addEventListener('error', (event) => add(event.message)); \
    addEventListener('unhandledrejection', (event) => add(event.reason))";

/// Opens the app with animations off.
async fn open_app(browser: &Browser) {
    browser.open("").await;
    browser.put("halfboard.settings", QUIET).await;
    browser.reload().await;
    browser.script(COLLECT_ERRORS, Vec::new()).await;
}

async fn expect_no_errors(browser: &Browser) {
    assert_eq!(browser.value("window.smokeErrors").await, json!([]));
}

async fn expect_no_sideways_scrolling(browser: &Browser) {
    let widths = browser.value("[document.documentElement.scrollWidth, innerWidth]").await;
    let width = |index: usize| widths[index].as_u64().expect("a width");
    assert!(width(0) <= width(1), "the page is {} wide, the window {}", width(0), width(1));
}

async fn screenshot(browser: &Browser, engine: Engine, page: &str) {
    browser.screenshot(&format!("{}-{page}", engine.name())).await;
}

fn puzzles(game: &str) -> PuzzleSet {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../web").join(file_name(game));
    PuzzleSet::read(game, &std::fs::read_to_string(path).expect("a file of puzzles")).expect("valid puzzles")
}

fn turns_shown(number: usize) -> String {
    format!("document.querySelectorAll('.moves .turn').length == {number}")
}

pub(crate) fn home_page(engine: Engine) {
    with_engine(engine, 1, async |browsers| {
        let browser = &browsers[0];
        open_app(browser).await;
        assert_eq!(browser.title().await, "Halfboard");
        assert_eq!(browser.count("#first").await, 0, "the note of a page that is loading");
        browser.find("main h1").await;
        expect_no_sideways_scrolling(browser).await;
        screenshot(browser, engine, "home").await;
        expect_no_errors(browser).await;
        // A link leads to a page that another module draws, and back.
        browser.click("a[href*='#/puzzles']").await;
        browser.until("location.hash == '#/puzzles' && document.querySelector('main h1')").await;
        browser.back().await;
        browser.until("!location.hash.includes('puzzles') && document.querySelector('main h1')").await;
    });
}

pub(crate) fn whole_game(engine: Engine) {
    with_engine(engine, 1, async |browsers| {
        let browser = &browsers[0];
        let mut mirror = Mirror::of(game("sight-reduction", &[Player::Person, Player::Engine(1)], 7));
        open_app(browser).await;
        browser.store_game(1, &mirror.play.write(0.0)).await;
        browser.open("#/play/1").await;
        browser.script(COLLECT_ERRORS, Vec::new()).await;
        browser.offers(&mirror).await;
        screenshot(browser, engine, "game").await;
        while !mirror.play.is_over() {
            if mirror.play.players()[usize::from(mirror.play.session().turn().0)] == Player::Person {
                let mv = mirror.play.session().moves()[0].clone();
                browser.click_move(&mut mirror, &mv).await;
                continue;
            }
            browser.until(&format!("document.querySelectorAll('.moves .turn').length > {}", mirror.play.plies())).await;
            let saved = browser.saved_game(1).await;
            let mv = saved.session().history()[mirror.play.plies()].clone();
            mirror.play.play(&mv, 0.0).expect("the computer's move is legal");
        }
        browser.ends_like(1, &mirror.play).await;
        screenshot(browser, engine, "game-over").await;
        expect_no_sideways_scrolling(browser).await;
        expect_no_errors(browser).await;
    });
}

pub(crate) fn analysis(engine: Engine) {
    with_engine(engine, 1, async |browsers| {
        let browser = &browsers[0];
        open_app(browser).await;
        browser.open("#/analysis?rules=lines-of-action&moves=a3c3").await;
        browser.script(COLLECT_ERRORS, Vec::new()).await;
        browser.find("[data-square='0']").await;
        // The engine runs in its worker and its estimates arrive.
        browser.until("document.querySelectorAll('.engine-line').length > 0").await;
        browser
            .until("parseInt(document.querySelector('.engine-state').innerText.match(/depth (\\d+)/)?.[1]) >= 3")
            .await;
        screenshot(browser, engine, "analysis").await;
        expect_no_sideways_scrolling(browser).await;
        expect_no_errors(browser).await;
    });
}

pub(crate) fn puzzle(engine: Engine) {
    with_engine(engine, 1, async |browsers| {
        let browser = &browsers[0];
        let puzzle = &puzzles("lines-of-action").puzzles[0];
        let start = Start::Position(puzzle.position.clone());
        let setup = Setup {
            rules: puzzle.rules.clone(),
            start,
            players: vec![],
            names: vec![],
            control: None,
            seed: 0,
            think: None,
            adaptive: false,
        };
        let mut mirror = Mirror::of(Play::new(&setup, "2026.01.01").expect("a valid puzzle"));
        open_app(browser).await;
        browser.open("#/puzzles/lines-of-action/1").await;
        browser.script(COLLECT_ERRORS, Vec::new()).await;
        screenshot(browser, engine, "puzzle").await;
        for (ply, mv) in puzzle.line.iter().enumerate() {
            match ply % 2 {
                0 => browser.click_move(&mut mirror, mv).await,
                _ => mirror.play.play(mv, 0.0).expect("the line is legal"),
            }
        }
        browser.says("main", "Solved").await;
        assert_eq!(browser.stored("halfboard.puzzles.lines-of-action").await.as_deref(), Some("s"));
        expect_no_errors(browser).await;
    });
}

pub(crate) fn online_move(engine: Engine) {
    with_engine(engine, 2, async |browsers| {
        for (browser, name) in browsers.iter().zip(["Ann", "Ben"]) {
            open_app(browser).await;
            browser.open("#/online").await;
            browser.fill("#online-name", name).await;
        }
        let [ann, ben] = browsers else { unreachable!("two browsers were asked for") };
        ann.open("#/online/new/j").await;
        ann.click("#place-0").await;
        ann.click("form [type=submit], .preview button[type=submit]").await;
        ann.find("#game-link").await;
        let route = ann.route().await;
        ben.open(&route).await;
        if ben.count("#online-name").await == 1 {
            ben.fill("#online-name", "Ben").await;
        }
        ben.press("main", "Join game").await;
        let mut mirror = Mirror::new("j", &[], 0);
        for browser in [&*ann, &*ben] {
            let mv = mirror.play.session().moves()[0].clone();
            browser.click_move(&mut mirror, &mv).await;
            ann.until(&turns_shown(mirror.play.plies())).await;
            ben.until(&turns_shown(mirror.play.plies())).await;
        }
        screenshot(ben, engine, "online").await;
        expect_no_sideways_scrolling(ben).await;
    });
}
