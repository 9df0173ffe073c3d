//! On a phone: nothing is wider than the screen, the board is played with a finger, and buttons can be hit.

use halfboard_e2e::{Mirror, game, with_browser};
use serde_json::{Value, json};

const PAGES: [&str; 22] = [
    "#/",
    "#/play/1",
    "#/play/2",
    "#/new/lines-of-action",
    "#/new/sight-reduction",
    "#/open?rules=j&moves=A5+D4",
    "#/analysis/new",
    "#/analysis/kept/1",
    "#/analysis/kept/2",
    "#/solitaire",
    "#/solitaire/daily",
    "#/puzzles",
    "#/puzzles/stacks-in-action/2",
    "#/fairness",
    "#/online",
    "#/online/new/lines-of-action",
    "#/games",
    "#/learn",
    "#/learn/sllim",
    "#/rules/lines-of-action",
    "#/settings",
    "#/about",
];

#[test]
fn nothing_is_wider_than_a_phone_and_buttons_can_be_hit() {
    with_browser(async |browser| {
        browser.phone().await;
        browser.open("").await;
        for (id, rules) in [(1, "lines-of-action:players=four"), (2, "j")] {
            let mut play = game(rules, &[], 0);
            for _ in 0..6 {
                let mv = play.session().moves()[0].clone();
                play.play(&mv, 0.0).expect("legal");
            }
            browser.store_game(id, &play.write(0.0)).await;
        }
        browser
            .store_game(
                3,
                "<broken game with a word that is too long for any phone: ".repeat(3).replace(' ', "_").as_str(),
            )
            .await;
        for language in ["en", "de"] {
            browser.put("halfboard.settings", &format!("language {language}\nmotion off\n")).await;
            browser.reload().await;
            for page in PAGES {
                browser.open(page).await;
                browser.until("document.querySelector('main h1, main h2, main p')").await;
                let wide = browser.value("[innerWidth, document.documentElement.scrollWidth]").await;
                assert_eq!(wide, json!([360, 360]), "{page} in {language}");
                let beside = "[...document.querySelectorAll('nav a')].filter((a) => a.getBoundingClientRect().right > 360).length";
                assert_eq!(browser.value(beside).await, json!(0), "the menu in {language}");
                let small = browser.value(SMALL).await;
                assert_eq!(small, Value::Array(Vec::new()), "{page} in {language}");
            }
        }
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

/// Buttons and fields that are seen and lower than a finger wants; links in running text are as high as it.
const SMALL: &str = "[...document.querySelectorAll('button, a.button, nav a, summary, select, input:not([type=radio], [type=checkbox])')] \
     .map((element) => [element, element.getBoundingClientRect()]) \
     .filter(([, box]) => box.width > 0 && box.height > 0 && box.height < 39.5) \
     .map(([element, box]) => `${element.tagName}.${element.className} ${element.innerText || element.id} ${box.height}`)";

#[test]
fn the_board_is_played_with_a_finger() {
    with_browser(async |browser| {
        browser.phone().await;
        let mut mirror = Mirror::new("lines-of-action", &[], 0);
        browser.open("").await;
        browser.store_game(1, &mirror.play.write(0.0)).await;
        browser.open("#/play/1").await;
        // A tap here and a tap there.
        let first = mirror.play.session().moves()[0].clone();
        for point in mirror.way(&first) {
            browser.offers(&mirror).await;
            browser.touch(&point.css()).await;
            mirror.point(&point);
        }
        browser.offers(&mirror).await;
        // A drag, straight down or up where a page would scroll.
        let moves = mirror.play.session().moves();
        let column = |mv: &&String| mv.len() == 4 && mv.as_bytes()[0] == mv.as_bytes()[2];
        let second = moves.iter().find(column).unwrap_or(&moves[0]).clone();
        let way = mirror.way(&second);
        let [from, to] = way.as_slice() else { panic!("{way:?}") };
        browser.swipe(&from.css(), &to.css()).await;
        mirror.point(from);
        mirror.point(to);
        browser.offers(&mirror).await;
        assert_eq!(browser.saved_game(1).await.session().history(), [first, second]);
        browser.screenshot("phone-touched").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}
