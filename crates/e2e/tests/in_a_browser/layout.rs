//! One layout for every window: board, seats and prompt are visible together, nothing but lists scrolls, and no control moves
//! while a turn is composed.

use halfboard_app::play::{Play, Player, Setup};
use halfboard_e2e::{Browser, Mirror, with_browser, with_browsers};
use halfboard_protocol::clock::TimeControl;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::record::Start;
use serde_json::json;

/// Windows in CSS pixels: phones upright and on their side, tablets, desktops, and 1280×800 at a zoom of 200 %.
const WINDOWS: [(u32, u32); 9] =
    [(320, 568), (360, 640), (390, 844), (844, 390), (640, 400), (900, 600), (1024, 768), (1280, 800), (1920, 1080)];

/// Full and half boards, two and four seats, clocks, reserves, J's edges.
const GAMES: [(&str, bool); 6] = [
    ("lines-of-action", true),
    ("lines-of-action:players=four", true),
    ("sight-reduction", false),
    ("stacks-in-action:setup=reserve", true),
    ("j", false),
    ("sllim", false),
];

/// The other pages with a board.
const PAGES: [&str; 6] = [
    "#/analysis?rules=lines-of-action",
    "#/analysis?rules=j",
    "#/puzzles/lines-of-action/3",
    "#/puzzles/sllim/1",
    "#/solitaire/daily",
    "#/learn/stacks-in-action",
];

/// Lists what does not lie inside the window, what overlaps, and whether the page scrolls.
const MISFITS: &str = "(() => {
    const box = (css) => [...document.querySelectorAll(css)].filter((one) => one.getClientRects().length)
        .map((one) => [css, one.getBoundingClientRect()]);
    const parts = ['.stack > .board', '.seat', '.say', '.tools'].flatMap(box);
    const wrong = parts.filter(([, r]) => r.left < -0.5 || r.top < -0.5 || r.right > innerWidth + 0.5
        || r.bottom > innerHeight + 0.5).map(([css, r]) => `${css} at ${JSON.stringify(r)}`);
    const [board] = box('.stack > .board'), [say] = box('.say');
    if (!board || !say) wrong.push('no board or prompt');
    else {
        const [b, s] = [board[1], say[1]];
        if (Math.min(b.right, s.right) - Math.max(b.left, s.left) > 1
            && Math.min(b.bottom, s.bottom) - Math.max(b.top, s.top) > 1) wrong.push('the prompt covers the board');
    }
    const page = document.documentElement;
    if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) wrong.push('the page scrolls');
    return wrong;
})()";

/// The share of the window that the board takes in the direction in which it is limited.
const BOARD_SHARE: &str = "(() => {
    const r = document.querySelector('.stack > .board').getBoundingClientRect();
    return Math.max(r.width / innerWidth, r.height / innerHeight);
})()";

/// Where the controls are.
const PLACES: &str = "JSON.stringify([...document.querySelectorAll('.stack > .board, .seat, .say, .side, .tool')]
    .map((one) => { const r = one.getBoundingClientRect(); return [r.left, r.top, r.width, r.height].map(Math.round); }))";

async fn fits(browser: &Browser, what: &str) {
    for (width, height) in WINDOWS {
        browser.size(width, height).await;
        // A window is laid out anew in the next frame.
        browser.until_equal(MISFITS, &json!([])).await;
        let share = browser.value(BOARD_SHARE).await.as_f64().unwrap_or_default();
        assert!(share > 0.4, "{what} at {width}×{height}: the board takes {share} of the window");
    }
}

fn play(rules: &str, has_clock: bool) -> Play {
    let control = has_clock.then_some(TimeControl::Fischer { initial: 600_000, increment: 5000 });
    let players = vec![Player::Person, Player::Person];
    let names = vec!["A name of twenty-four ch".to_owned()];
    let setup = Setup {
        rules: rules.to_owned(),
        start: Start::Seed(3),
        players,
        names,
        control,
        seed: 0,
        think: None,
        adaptive: false,
    };
    Play::new(&setup, "2026.01.01").expect("valid rules")
}

#[test]
fn every_game_fits_every_window() {
    with_browser(async |browser| {
        browser.open("").await;
        for (number, (rules, has_clock)) in GAMES.into_iter().enumerate() {
            browser.store_game(number as u64 + 1, &play(rules, has_clock).write(0.0)).await;
        }
        for (number, (rules, _)) in GAMES.into_iter().enumerate() {
            browser.open(&format!("#/play/{}", number + 1)).await;
            browser.find(".game .board").await;
            fits(browser, rules).await;
        }
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn every_page_with_a_board_fits_every_window() {
    with_browser(async |browser| {
        for route in PAGES {
            browser.open(route).await;
            browser.find(".game .board").await;
            fits(browser, route).await;
        }
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn an_online_game_with_days_for_a_move_fits_every_window() {
    with_browsers(2, async |browsers| {
        browsers[0].open("#/online/new/lines-of-action").await;
        browsers[0].fill("#online-name", "A name of twenty-four ch").await;
        browsers[0].click("#time-days").await;
        browsers[0].click(".preview button[type=submit]").await;
        browsers[0].find("#game-link").await;
        let route = browsers[0].route().await;
        browsers[1].open(&route).await;
        browsers[1].fill("#online-name", "Ben").await;
        browsers[1].press(".joins", "Join game").await;
        browsers[0].find(".online-game").await;
        assert_eq!(browsers[0].count(".clock").await, 2);
        fits(&browsers[0], "an online game").await;
        // The clock is a small label, not a band.
        let width = "document.querySelector('.clock').getBoundingClientRect().width";
        assert!(browsers[0].value(width).await.as_f64().is_some_and(|width| width < 120.0));
    });
}

/// Lists what is told and offered after a game and does not lie inside the prompt.
const CUT_OFF: &str = "(() => {
    const say = document.querySelector('.say').getBoundingClientRect();
    return [...document.querySelectorAll('.say .verdict, .say .end-ways > *')]
        .filter((one) => { const r = one.getBoundingClientRect();
            return r.top < say.top - 0.5 || r.bottom > say.bottom + 0.5 || r.right > innerWidth + 0.5; })
        .map((one) => one.innerText);
})()";

#[test]
fn the_result_and_what_comes_next_fit_every_window() {
    with_browser(async |browser| {
        browser.open("").await;
        for (number, (rules, _)) in GAMES.into_iter().enumerate() {
            let mut ended = play(rules, false);
            let mut random = SplitMix64::new(number as u64);
            while !ended.is_over() {
                let moves = ended.session().moves();
                let mv = moves[random.below(moves.len() as u64) as usize].clone();
                ended.play(&mv, 0.0).expect("legal");
            }
            browser.store_game(number as u64 + 1, &ended.write(0.0)).await;
        }
        for (number, (rules, _)) in GAMES.into_iter().enumerate() {
            browser.open(&format!("#/play/{}", number + 1)).await;
            browser.find(".say .end-ways").await;
            fits(browser, rules).await;
            for (width, height) in WINDOWS {
                browser.size(width, height).await;
                browser.until_equal(CUT_OFF, &json!([])).await;
            }
        }
    });
}

#[test]
fn no_control_moves_while_a_turn_is_composed() {
    with_browser(async |browser| {
        browser.open("").await;
        browser.put("halfboard.settings", "motion off\n").await;
        for (number, (rules, has_clock)) in GAMES.into_iter().enumerate() {
            browser.store_game(number as u64 + 1, &play(rules, has_clock).write(0.0)).await;
        }
        browser.reload().await;
        for (width, height) in [(320, 568), (844, 390), (1280, 800)] {
            browser.size(width, height).await;
            for (number, (rules, _)) in GAMES.into_iter().enumerate() {
                let mut mirror = Mirror::of(play(rules, false));
                browser.open(&format!("#/play/{}", number + 1)).await;
                browser.offers(&mirror).await;
                let before = browser.value(PLACES).await;
                // A square that cannot be chosen is refused in the prompt.
                let taken = mirror.squares();
                let refused = (0..mirror.play.view().cells.len()).find(|square| !taken.contains(square));
                if let Some(square) = refused {
                    browser.hit(&format!("[data-square=\"{square}\"]")).await;
                    browser.find(".say .remark").await;
                    assert_eq!(browser.value(PLACES).await, before, "{rules} at {width}×{height}: refused");
                }
                let mv = mirror.play.session().moves()[0].clone();
                let way = mirror.way(&mv);
                for point in &way[..way.len() - 1] {
                    browser.point(&mut mirror, point).await;
                    browser.offers(&mirror).await;
                    assert_eq!(browser.value(PLACES).await, before, "{rules} at {width}×{height}: {point:?}");
                }
                browser.keys("\u{e00c}").await;
            }
        }
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}
