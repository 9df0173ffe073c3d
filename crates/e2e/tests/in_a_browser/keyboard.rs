//! A whole game without a mouse: everything by keys, nothing is ever clicked.

use halfboard_app::layout::Layout;
use halfboard_e2e::{Browser, Key, Mirror, Point, with_browser};
use halfboard_rules::board::Square;
use serde_json::json;

fn key(key: Key) -> String {
    char::from(key).to_string()
}

/// Goes from stop to stop until the focus is on what a selector means.
async fn tab_to(browser: &Browser, css: &str, back: bool) {
    let there = format!("!!document.activeElement?.matches({})", json!(css));
    for _ in 0..120 {
        if browser.value(&there).await == json!(true) {
            return;
        }
        browser.keys(&if back { key(Key::Shift) + &key(Key::Tab) } else { key(Key::Tab) }).await;
    }
    panic!("the keyboard does not come to {css}");
}

/// Walks over the board to a square.
async fn walk_to(browser: &Browser, layout: Layout, square: usize) {
    let now = browser.value("+document.activeElement.dataset.square").await;
    let now = now.as_u64().expect("the focus is on the board") as usize;
    let (from, to) = (layout.place(Square::new(now)), layout.place(Square::new(square)));
    let across = if to.0 > from.0 { Key::Right } else { Key::Left };
    let along = if to.1 > from.1 { Key::Down } else { Key::Up };
    let keys = key(across).repeat(to.0.abs_diff(from.0)) + &key(along).repeat(to.1.abs_diff(from.1));
    if !keys.is_empty() {
        browser.keys(&keys).await;
    }
    browser.until_equal("document.activeElement.dataset.square", &json!(square.to_string())).await;
}

/// Points at something by keys.
async fn point(browser: &Browser, mirror: &mut Mirror, point: &Point) {
    let layout = Layout::new(mirror.play.session().info().board);
    match point {
        Point::Square(square) => {
            tab_to(browser, ".grid [role=gridcell]", true).await;
            walk_to(browser, layout, *square).await;
        }
        Point::Button(..) | Point::Chip(_) => tab_to(browser, &point.css(), false).await,
    }
    // Twice if the player is warned.
    for _ in 0..mirror.point(point) {
        browser.keys(&key(Key::Enter)).await;
    }
}

#[test]
fn a_whole_game_by_keyboard_alone() {
    with_browser(async |browser| {
        let rules = "stacks-in-action";
        let (seed, points) = Mirror::whole_game(rules, 8..24, 0);
        let mut whole = Mirror::new(rules, &[], seed);
        for point in &points {
            whole.point(point);
        }
        let history = whole.play.session().history();

        let mut mirror = Mirror::new(rules, &[], seed);
        browser.open("").await;
        browser.store_game(seed, &mirror.play.write(0.0)).await;
        browser.open(&format!("#/play/{seed}")).await;
        browser.offers(&mirror).await;

        // The first stop leads past the menu.
        browser.script("document.activeElement?.blur()", Vec::new()).await;
        tab_to(browser, ".skip", false).await;
        browser.keys(&key(Key::Enter)).await;
        browser.until("document.activeElement.id == 'main'").await;
        tab_to(browser, ".grid [role=gridcell]", false).await;

        // Escape puts back what was picked up.
        let first = mirror.way(&history[0]);
        point(browser, &mut mirror, &first[0]).await;
        browser.offers(&mirror).await;
        browser.keys(&key(Key::Escape)).await;
        mirror = Mirror::of(browser.saved_game(seed).await);
        browser.offers(&mirror).await;

        for (ply, mv) in history.iter().enumerate() {
            if ply % 3 == 1 {
                // Typed wherever the focus is; a wrong one is explained and can be corrected.
                if ply == 1 {
                    browser.keys(&format!("z9{}", char::from(Key::Enter))).await;
                    browser.says(".remark", "“z9” is not a legal move").await;
                    browser.until("document.activeElement.id == 'typed'").await;
                    browser.keys(&key(Key::Backspace).repeat(2)).await;
                    tab_to(browser, ".grid [role=gridcell]", true).await;
                }
                browser.keys(mv).await;
                browser.until_equal("document.querySelector('#typed').value", &json!(mv)).await;
                browser.keys(&key(Key::Enter)).await;
                mirror.play.play(mv, 0.0).expect("legal");
            } else {
                for part in mirror.way(mv) {
                    browser.offers(&mirror).await;
                    point(browser, &mut mirror, &part).await;
                }
            }
            browser.until_equal("document.querySelectorAll('.moves .turn').length", &json!(ply + 1)).await;
            assert!(
                browser.value("document.querySelector('#spoken').innerText").await.to_string().contains(mv.as_str())
            );
        }
        browser.ends_like(seed, &mirror.play).await;

        // Looking back and on, and the list of keys.
        let shown = "[...document.querySelectorAll('.moves .turn')].findIndex((turn) => turn.ariaCurrent == 'true')";
        let last = history.len() as i64 - 1;
        tab_to(browser, ".moves .turn", false).await;
        for (pressed, at) in [(Key::Left, last - 1), (Key::Home, -1), (Key::Right, 0), (Key::End, last)] {
            browser.keys(&key(pressed)).await;
            browser.until_equal(shown, &json!(at)).await;
        }
        browser.keys("?").await;
        browser.find("dialog.keys[open]").await;
        assert!(browser.count("dialog.keys dt").await >= 8);
        browser.keys(&key(Key::Escape)).await;
        browser.gone("dialog.keys").await;

        // Ctrl and z take the end of the game back.
        browser.keys(&(key(Key::Control) + "z")).await;
        browser.until_equal("document.querySelectorAll('.moves .turn').length", &json!(history.len() - 1)).await;
        assert!(!browser.saved_game(seed).await.is_over());
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}
