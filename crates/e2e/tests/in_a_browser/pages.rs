//! Every page in every theme: nothing keeps people out, nothing complains, and a picture of it is left to look at. In
//! German nothing is left in English.

use halfboard_e2e::{Browser, Mirror, with_browser};
use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry;

/// The pages with the names of their pictures.
const PAGES: [(&str, &str); 33] = [
    ("home", "#/"),
    ("play-sight-reduction", "#/play/1"),
    ("play-lines-of-action", "#/play/2"),
    ("play-stacks-in-action", "#/play/3"),
    ("play-j", "#/play/4"),
    ("play-sllim", "#/play/5"),
    ("play-broken", "#/play/6"),
    ("setup-lines-of-action", "#/new/lines-of-action"),
    ("setup-sight-reduction", "#/new/sight-reduction"),
    ("open", "#/open?rules=j&moves=A5+D4"),
    ("open-wrong", "#/open?rules=chess"),
    ("analysis-new", "#/analysis/new"),
    ("analysis-sight-reduction", "#/analysis/kept/1"),
    ("analysis-stacks-in-action", "#/analysis/kept/3"),
    ("analysis-wrong", "#/analysis?rules=chess"),
    ("solitaire", "#/solitaire"),
    ("solitaire-daily", "#/solitaire/daily"),
    ("solitaire-wrong", "#/solitaire/harder/1"),
    ("puzzles", "#/puzzles"),
    ("puzzle-sllim", "#/puzzles/sllim/1"),
    ("fairness", "#/fairness"),
    ("fairness-board", "#/fairness?rules=sight-reduction&seed=7"),
    ("online", "#/online"),
    ("online-new", "#/online/new/lines-of-action"),
    ("games", "#/games"),
    ("learn", "#/learn"),
    ("lesson-j", "#/learn/j"),
    ("rules", "#/rules"),
    ("rules-j", "#/rules/j"),
    ("gaps", "#/gaps"),
    ("settings", "#/settings"),
    ("about", "#/about"),
    ("missing", "#/elsewhere"),
];

/// Keeps a game of each kind, some turns in, and chooses settings.
async fn prepare(browser: &Browser, settings: &str) {
    browser.open("").await;
    for (id, game) in (1..).zip(registry::games()) {
        let mut mirror = Mirror::new(game.info().id, &[], 5);
        let mut random = SplitMix64::new(id);
        for _ in 0..8 {
            let moves = mirror.play.session().moves();
            let mv = &moves[random.below(moves.len() as u64) as usize];
            mirror.play.play(mv, 0.0).expect("legal");
        }
        browser.store_game(id, &mirror.play.write(0.0)).await;
    }
    browser.store_game(6, "no record at all").await;
    browser.put("halfboard.settings", settings).await;
    browser.reload().await;
}

async fn show(browser: &Browser, route: &str) {
    browser.open(route).await;
    browser.until("document.querySelector('main h1, main h2, main p')").await;
}

/// Opens every page in a theme; axe finds nothing, nor does the console.
async fn every_page(browser: &Browser, theme: &str) {
    prepare(browser, &format!("language en\ntheme {theme}\nmotion off\n")).await;
    let mut barriers = Vec::new();
    for (name, route) in PAGES {
        show(browser, route).await;
        browser.screenshot(&format!("{name}-{theme}")).await;
        barriers.extend(
            browser.accessibility_violations().await.into_iter().map(|barrier| format!("{name}, {theme}: {barrier}")),
        );
    }
    assert!(barriers.is_empty(), "{}", barriers.join("\n"));
    assert_eq!(browser.console_errors().await, Vec::<String>::new());
}

#[test]
fn every_page_in_light() {
    with_browser(async |browser| every_page(browser, "light").await);
}

#[test]
fn every_page_in_dark() {
    with_browser(async |browser| every_page(browser, "dark").await);
}

#[test]
fn every_page_in_high_contrast() {
    with_browser(async |browser| every_page(browser, "contrast").await);
}

#[test]
fn every_page_on_a_phone() {
    with_browser(async |browser| {
        browser.phone().await;
        prepare(browser, "language en\ntheme light\nmotion off\n").await;
        for (name, route) in PAGES {
            show(browser, route).await;
            browser.screenshot(&format!("{name}-phone")).await;
        }
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn in_german_nothing_is_english() {
    with_browser(async |browser| {
        browser.language("de-AT").await;
        prepare(browser, "motion off\n").await;
        assert_eq!(browser.attribute("html", "lang").await.as_deref(), Some("de"));
        let menu = ["Spielen", "Online", "Aufgaben", "Analyse", "Meine Partien", "Lernen", "Regeln", "Einstellungen"];
        assert_eq!(browser.texts("header nav a").await, menu);
        for (name, route) in PAGES {
            show(browser, route).await;
            // What is marked as English may be so: the parser's words, and names of programs and licences.
            let text = browser
                .value(
                    "(() => { const copy = document.body.cloneNode(true); \
                     copy.querySelectorAll('[lang=en], .code, code, pre, script').forEach((part) => part.remove()); \
                     const labels = [...copy.querySelectorAll('[aria-label], [placeholder]')] \
                     .map((part) => (part.ariaLabel ?? '') + ' ' + (part.placeholder ?? '')); \
                     return copy.textContent + ' ' + labels.join(' '); })()",
                )
                .await
                .to_string();
            let words: Vec<&str> = text.split(|letter: char| !letter.is_alphabetic()).collect();
            let english = [
                "the", "and", "is", "your", "you", "You", "with", "not", "White", "Black", "game", "games", "turn",
                "Settings", "Rules", "Learn", "Play", "checkers", "moves",
            ];
            let found: Vec<&&str> = words.iter().filter(|word| english.contains(word)).collect();
            assert!(found.is_empty(), "{name} says {found:?}");
            browser.screenshot(&format!("{name}-german")).await;
        }
        // The other language is one click away, and stays.
        browser.open("#/settings").await;
        browser.click("#language-en").await;
        browser.says("header nav", "My games").await;
        browser.reload().await;
        browser.says("header nav", "My games").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}
