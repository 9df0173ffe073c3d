//! Every page: in every theme axe finds nothing; on a phone nothing is wider than the screen and buttons can be hit; in German
//! nothing is left in English. Nothing complains, and pictures are left to look at.

use halfboard_e2e::{Browser, Mirror, game, with_browser};
use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry;
use serde_json::{Value, json};

/// The pages with the names of their pictures.
const PAGES: [(&str, &str); 34] = [
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
    ("archive", "#/archive"),
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

/// Pages of the same kinds with other content, which may be too wide or wrongly marked up but has no colours of its own.
const MORE_PAGES: [(&str, &str); 6] = [
    ("play-four", "#/play/7"),
    ("analysis-j", "#/analysis/kept/4"),
    ("analysis-four", "#/analysis/kept/7"),
    ("puzzle-stacks-in-action", "#/puzzles/stacks-in-action/2"),
    ("lesson-sllim", "#/learn/sllim"),
    ("rules-lines-of-action", "#/rules/lines-of-action"),
];

fn all_pages() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAGES.into_iter().chain(MORE_PAGES)
}

/// Keeps a game of each kind, some turns in, one of four players and two that are broken, and chooses settings.
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
    let mut four = game("lines-of-action:players=four", &[], 0);
    for _ in 0..6 {
        let mv = four.session().moves()[0].clone();
        four.play(&mv, 0.0).expect("legal");
    }
    browser.store_game(7, &four.write(0.0)).await;
    let long = "<broken game with a word that is too long for any phone: ".repeat(3).replace(' ', "_");
    browser.store_game(8, &long).await;
    browser.put("halfboard.settings", settings).await;
    browser.reload().await;
}

async fn show(browser: &Browser, route: &str) {
    browser.open(route).await;
    browser.until("document.querySelector('main h1, main h2, main p')").await;
}

/// A theme differs from another in colours only, so only the rules about colours are checked in each.
#[test]
fn every_page_in_every_theme() {
    with_browser(async |browser| {
        prepare(browser, "language en\ntheme light\nmotion off\n").await;
        let mut barriers = Vec::new();
        for (name, route) in all_pages() {
            show(browser, route).await;
            browser.screenshot(&format!("{name}-light")).await;
            let mut found = vec![("light", browser.accessibility_violations().await)];
            let others = if PAGES.contains(&(name, route)) { ["dark", "contrast"].as_slice() } else { &[] };
            for theme in others {
                browser.script("document.documentElement.dataset.theme = arguments[0]", vec![json!(theme)]).await;
                browser.screenshot(&format!("{name}-{theme}")).await;
                found.push((theme, browser.color_violations().await));
            }
            browser.script("document.documentElement.dataset.theme = 'light'", Vec::new()).await;
            for (theme, violations) in found {
                barriers.extend(violations.into_iter().map(|barrier| format!("{name}, {theme}: {barrier}")));
            }
        }
        assert!(barriers.is_empty(), "{}", barriers.join("\n"));
        // The settings set the same attribute.
        for theme in ["dark", "contrast"] {
            browser.put("halfboard.settings", &format!("theme {theme}\n")).await;
            browser.reload().await;
            assert_eq!(browser.attribute("html", "data-theme").await.as_deref(), Some(theme));
        }
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

/// Buttons and fields that are seen and lower than a finger wants; links in running text are as high as it.
const SMALL: &str = "[...document.querySelectorAll('button, a.button, nav a, summary, select, input:not([type=radio], [type=checkbox])')] \
     .map((element) => [element, element.getBoundingClientRect()]) \
     .filter(([, box]) => box.width > 0 && box.height > 0 && box.height < 39.5) \
     .map(([element, box]) => `${element.tagName}.${element.className} ${element.innerText || element.id} ${box.height}`)";

/// Nothing is wider than a phone, and buttons can be hit.
async fn fits(browser: &Browser, name: &str) {
    let wide = browser.value("[innerWidth, document.documentElement.scrollWidth]").await;
    assert_eq!(wide, json!([360, 360]), "{name}");
    let beside = "[...document.querySelectorAll('nav a')].filter((a) => a.getBoundingClientRect().right > 360).length";
    assert_eq!(browser.value(beside).await, json!(0), "the menu of {name}");
    assert_eq!(browser.value(SMALL).await, Value::Array(Vec::new()), "{name}");
}

#[test]
fn every_page_on_a_phone() {
    with_browser(async |browser| {
        browser.phone().await;
        prepare(browser, "language en\ntheme light\nmotion off\n").await;
        for (name, route) in all_pages() {
            show(browser, route).await;
            fits(browser, name).await;
            browser.screenshot(&format!("{name}-phone")).await;
        }
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

/// On a phone, because German words are longer.
#[test]
fn in_german_nothing_is_english_and_everything_fits() {
    with_browser(async |browser| {
        browser.language("de-AT").await;
        prepare(browser, "motion off\n").await;
        assert_eq!(browser.attribute("html", "lang").await.as_deref(), Some("de"));
        let menu = ["Spielen", "Online", "Aufgaben", "Analyse", "Meine Partien", "Lernen", "Regeln", "Einstellungen"];
        assert_eq!(browser.texts("header nav a").await, menu);
        browser.phone().await;
        for (name, route) in all_pages() {
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
            // The table of the position string names its fields as the string's description does, in English.
            assert!(found.is_empty(), "{name} says {found:?}");
            fits(browser, &format!("{name} in German")).await;
            browser.screenshot(&format!("{name}-german")).await;
        }
        // The other language is one click away, and stays.
        browser.open("#/settings").await;
        browser.click("#language-en").await;
        browser.says("header nav", "Puzzles").await;
        browser.reload().await;
        browser.says("header nav", "Puzzles").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}
