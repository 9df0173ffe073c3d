//! Setting up games: every variant and every value of every option, what does not go together, players, start, clocks.

use halfboard_app::phrases::{game_texts, rules as phrases};
use halfboard_app::play::{Clocks, Play, Player, TimeControl};
use halfboard_app::setup::{Form, FormError};
use halfboard_e2e::{Browser, with_browser};
use halfboard_engine::levels::Level;
use halfboard_rules::game::Seat;
use halfboard_rules::options::Values;
use halfboard_rules::registry::{self, GameEntry};
use serde_json::json;

/// Opens the form of a game, as one who has never used it.
async fn fresh(browser: &Browser, game: &str) {
    browser.open("#/about").await;
    browser.script("localStorage.clear()", Vec::new()).await;
    browser.open(&format!("#/new/{game}")).await;
    browser.click(".more-options > summary").await;
}

/// Starts the game and gives it as it is kept.
async fn begin(browser: &Browser) -> Play {
    browser.hit(".preview button[type=submit]").await;
    let id = browser.game_id().await;
    browser.saved_game(id).await
}

/// Waits until the form says of the options what the rules say: that they go together, or where they do not.
async fn agrees(browser: &Browser, form: &Form) {
    let wrong = "JSON.stringify([[...document.querySelectorAll('.option .wrong')].map((wrong) => wrong.id), \
                 !!document.querySelector('.begin .wrong')])";
    let expected: Vec<String> = match form.error() {
        Some(FormError::Option(index, _)) => vec![format!("option-{}-wrong", form.option_infos()[index].name)],
        _ => Vec::new(),
    };
    browser.until_equal(wrong, &json!(json!([expected, form.error().is_some()]).to_string())).await;
}

/// Chooses every value of every option; a conflict is explained and corrected with one click.
async fn every_value(browser: &Browser, game: &'static dyn GameEntry) {
    let id = game.info().id;
    fresh(browser, id).await;
    let mut form = Form::new(game, 4, 0);
    let mut conflicts = 0;
    for (index, info) in game.options().iter().enumerate() {
        let default = info.values.default();
        let shown = format!("document.querySelector('[id^=option-{}]').offsetParent != null", info.name);
        browser.until_equal(&shown, &json!(form.is_applicable(index))).await;
        if !form.is_applicable(index) {
            continue;
        }
        if let Some(advice) = game_texts::texts(game.info()).option(info.name).advice {
            browser.says(&format!(".option:has([id^=option-{}]) .designer-note", info.name), advice.en).await;
        }
        match info.values {
            Values::Listed(values) => {
                // The default last, so that the form is plain again.
                for value in values.iter().skip(1).chain(values.first()) {
                    (*value).clone_into(&mut form.options[index]);
                    browser.hit(&format!("#option-{}-{}", info.name, value)).await;
                    agrees(browser, &form).await;
                    if let Some(FormError::Option(at, error)) = form.error() {
                        conflicts += 1;
                        let place = format!("#option-{}-wrong", form.option_infos()[at].name);
                        browser.says(&place, &phrases::option_error(game.info(), &error)).await;
                        browser.hit(&format!("{place} button")).await;
                        form.reset_option(at);
                        agrees(browser, &form).await;
                    }
                }
            }
            Values::Pattern { example, .. } => {
                let field = format!("#option-{}", info.name);
                for (text, is_valid) in [(example, true), ("<b>", false), ("", true)] {
                    browser.fill(&field, text).await;
                    browser.script("document.activeElement.blur()", Vec::new()).await;
                    if text.is_empty() { default } else { text }.clone_into(&mut form.options[index]);
                    assert!(is_valid || form.error().is_some(), "{text}");
                    agrees(browser, &form).await;
                }
            }
        }
        assert_eq!(form.options[index], default, "{}", info.name);
    }
    // The form is plain again, and so is the game.
    let problem = form.error();
    assert!(problem.is_none(), "{problem:?}");
    assert_eq!(begin(browser).await.session().rules(), id);
    let some_clash = |index| form.is_applicable(index) && form.clashes(index).iter().any(Option::is_some);
    let possible = (0..game.options().len()).any(some_clash);
    assert_eq!(conflicts > 0, possible, "{id}");
}

/// Chooses one value after another that goes with the rest, and plays the game that comes of it.
async fn a_mix(browser: &Browser, game: &'static dyn GameEntry) {
    fresh(browser, game.info().id).await;
    let mut form = Form::new(game, 4, 0);
    for (index, info) in game.options().iter().enumerate() {
        let Values::Listed(values) = info.values else { continue };
        let fits = |word: &&str| {
            let mut other = form.clone();
            (**word).clone_into(&mut other.options[index]);
            other.rules().is_ok()
        };
        if let Some(word) = values.iter().skip(1).copied().rev().find(fits) {
            word.clone_into(&mut form.options[index]);
            browser.hit(&format!("#option-{}-{word}", info.name)).await;
        }
    }
    let rules = form.rules().map(|rules| rules.canonical()).ok();
    assert_eq!(Some(begin(browser).await.session().rules()), rules);
}

async fn every_preset(browser: &Browser, game: &'static dyn GameEntry) {
    for (index, preset) in game.presets().iter().enumerate() {
        fresh(browser, game.info().id).await;
        browser.click(&format!("#preset option[value='{index}']")).await;
        browser.says(".variant-name", game_texts::texts(game.info()).preset(preset.id).name.en).await;
        assert_eq!(begin(browser).await.session().rules(), preset.rules);
    }
}

fn whole_form(ids: &[&str]) {
    with_browser(async |browser| {
        for id in ids {
            let game = registry::game(id).expect("listed");
            every_value(browser, game).await;
            a_mix(browser, game).await;
            every_preset(browser, game).await;
        }
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn every_option_of_lines_of_action() {
    whole_form(&["lines-of-action"]);
}

#[test]
fn every_option_of_the_other_games() {
    let listed: Vec<&str> = registry::games().iter().map(|game| game.info().id).collect();
    let others: Vec<&str> = listed.iter().copied().filter(|id| *id != "lines-of-action").collect();
    assert_eq!(others.len(), 4);
    whole_form(&others);
}

#[test]
fn players_start_and_clock() {
    with_browser(async |browser| {
        // Four people with names, and one of the seats the engine's.
        fresh(browser, "lines-of-action").await;
        browser.click("#option-players-four").await;
        for (seat, name) in ["Ann", "Ben", "Cem"].iter().enumerate() {
            browser.click(&format!("#seat-{seat}-false")).await;
            browser.fill(&format!("#name-{seat}"), name).await;
        }
        browser.click("#seat-3-true").await;
        browser.click("#level-3 option[value='2']").await;
        let play = begin(browser).await;
        let names: Vec<_> = (0..4).map(|seat| play.name(Seat(seat)).unwrap_or_default()).collect();
        assert_eq!(names, ["Ann", "Ben", "Cem", ""]);
        assert_eq!(play.players(), [Player::Person, Player::Person, Player::Person, Player::Engine(2)]);
        let seats = browser.texts(".seat strong").await;
        // Partners face each other: one side above the board, the other below.
        assert_eq!(seats, ["Ben (North)", "Engine, level 2 (South)", "Ann (West)", "Cem (East)"]);

        // The set-up is there again the next time, with a clock beside it.
        browser.open("#/new/lines-of-action").await;
        browser.until_equal("document.querySelector('#name-1')?.value", &json!("Ben")).await;
        browser.click("#clock-5-5").await;
        let play = begin(browser).await;
        assert_eq!(play.clocks().map(Clocks::control), TimeControl::parse_lenient("300+5"));
        assert_eq!(browser.count(".clock").await, 4);

        // Custom times, and invalid ones.
        fresh(browser, "j").await;
        browser.click("#opponent-person").await;
        browser.click("#clock-own").await;
        browser.fill("#clock-minutes", "0").await;
        browser.says(".clock-part .wrong", "Enter more than 0").await;
        browser.click(".preview button[type=submit]").await;
        browser.says(".notice", "Enter more than 0").await;
        assert_eq!(browser.route().await, "#/new/j");
        browser.fill("#clock-minutes", "1,5").await;
        browser.fill("#clock-seconds", "3").await;
        browser.gone(".clock-part .wrong").await;
        assert_eq!(begin(browser).await.clocks().map(Clocks::control), TimeControl::parse_lenient("90+3"));

        // A position, wrong and right.
        fresh(browser, "j").await;
        browser.click("#opponent-engines").await;
        browser.click("#level-0 option[value='1']").await;
        browser.click("#level-1 option[value='3']").await;
        browser.click("#start-position").await;
        let start = browser.value("document.querySelector('#position').value").await;
        browser.fill("#position", "8/8/x").await;
        browser.says("#position-wrong", "Invalid position").await;
        let mut session = registry::rules("j").expect("valid").start(0);
        assert_eq!(start, json!(session.position()));
        let mv = session.moves()[0].clone();
        session.play(&mv).expect("legal");
        browser.fill("#position", &session.position()).await;
        browser.gone("#position-wrong").await;
        let play = begin(browser).await;
        assert_eq!(play.session().start(), session.position());
        assert_eq!(play.players(), [Player::Engine(1), Player::Engine(3)]);

        // A seed, wrong and right; and the second seat.
        fresh(browser, "sight-reduction").await;
        browser.fill("#seed", "-1").await;
        browser.says("#seed-wrong", "whole number").await;
        browser.fill("#seed", "12345").await;
        browser.gone("#seed-wrong").await;
        browser.click("#side-second").await;
        let play = begin(browser).await;
        assert_eq!(play.session().start(), registry::rules("sight-reduction").expect("valid").start(12345).position());
        assert_eq!(play.players()[1], Player::Person);
        assert!(matches!(play.players()[0], Player::Engine(_)));
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

/// Whether an element lies in the window as it is, without scrolling.
fn in_sight(css: &str) -> String {
    format!(
        "[...document.querySelectorAll({})].some((part) => {{ const box = part.getBoundingClientRect(); \
         return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth; }})",
        json!(css)
    )
}

#[test]
fn everything_that_most_games_need_is_on_one_screen() {
    with_browser(async |browser| {
        for (width, height) in [(390, 844), (1280, 800)] {
            browser.size(width, height).await;
            for game in registry::games() {
                browser.open("#/about").await;
                browser.script("localStorage.clear()", Vec::new()).await;
                browser.open(&format!("#/new/{}", game.info().id)).await;
                // The last line to arrive makes the page longest.
                browser.find("#preset-more .fair").await;
                for part in
                    ["#preset", "#opponent-engine", "#side-lot", "#level-0", ".clock-part", "button[type=submit]"]
                {
                    let seen = browser.value(&in_sight(part)).await;
                    assert_eq!(seen, json!(true), "{part} of {} at {width}x{height}", game.info().id);
                }
                assert_eq!(browser.value("scrollY").await, json!(0));
            }
        }
        // What the findings say about a variant changes with it.
        browser.open("#/new/lines-of-action").await;
        browser.says("#preset-more", "60 % in 150 games").await;
        browser.click("#preset option[value='1']").await;
        browser.says("#preset-more", "About even").await;
        // The thinking time comes with full strength.
        browser.gone("#think-5").await;
        let top = Level::top("lines-of-action").number();
        browser.click(&format!("#level-0 option[value='{top}']")).await;
        browser.click("#think-5").await;
        assert_eq!(begin(browser).await.think(), Some(5));
    });
}

#[test]
fn a_challenge_shows_what_is_remembered_and_what_is_missing() {
    with_browser(async |browser| {
        browser.open("#/online/new/j").await;
        browser.click(".preview button[type=submit]").await;
        browser.says("#online-name-wrong", "Enter a name").await;
        browser.until("document.activeElement.id == 'online-name'").await;
        assert_eq!(browser.attribute("#online-name", "aria-invalid").await.as_deref(), Some("true"));
        assert_eq!(browser.count(".notice").await, 0);
        browser.fill("#online-name", "Ann").await;
        browser.gone("#online-name-wrong").await;
        browser.click("#online-public").await;
        browser.click(".preview button[type=submit]").await;
        browser.find("#game-link").await;
        browser.open("#/online/new/j").await;
        // Without opening anything, the form says that the next game will be listed too.
        browser.until("document.querySelector('#online-public').checked").await;
        assert_eq!(browser.value(&in_sight("#online-public")).await, json!(true));
    });
}
