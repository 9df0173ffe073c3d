//! A finished game reviewed from end to end: the graph, the mistakes, the better moves, and learning from them. What the
//! page calls proven is held against a search through all games that could have followed.

use std::collections::HashMap;

use halfboard_app::play::{Play, Setup};
use halfboard_e2e::{Browser, Key, game, with_browser};
use halfboard_rules::board::Board;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::record::Start;
use halfboard_rules::session::Session;
use serde_json::json;

/// Whether who is to move wins, by trying everything.
fn wins(session: &dyn Session, known: &mut HashMap<String, bool>) -> bool {
    if session.ending().is_some() {
        // Who cannot move has lost.
        return false;
    }
    if let Some(&wins) = known.get(&session.position()) {
        return wins;
    }
    let found = session.moves().iter().any(|mv| !wins(&*after(session, mv), known));
    known.insert(session.position(), found);
    found
}

fn after(session: &dyn Session, mv: &str) -> Box<dyn Session> {
    let mut next = session.clone_box();
    next.play(mv).expect("legal");
    next
}

/// A small game of Sight Reduction in which both sides throw the win away, with the turns that did so.
fn thrown_game() -> (Play, Vec<usize>) {
    let setup = Setup {
        rules: "sight-reduction".to_owned(),
        start: Start::Position("ww3w1w/1wbb1b2/w4b2/b5b1 w play wb".to_owned()),
        players: Vec::new(),
        names: Vec::new(),
        control: None,
        seed: 0,
        think: None,
        adaptive: false,
    };
    let mut play = Play::new(&setup, "2026.01.01").expect("valid");
    let mut known = HashMap::new();
    let mut thrown = Vec::new();
    for mv in ["A1", "B6", "A6", "B4", "A2", "D7"] {
        let won = wins(play.session(), &mut known);
        play.play(mv, 0.0).expect("legal");
        if won && wins(play.session(), &mut known) {
            thrown.push(play.plies() - 1);
        }
    }
    assert!(play.is_over() && thrown == [0, 1, 4], "{thrown:?}");
    (play, thrown)
}

/// The game as it stood after so many turns.
fn at(play: &Play, ply: usize) -> Box<dyn Session> {
    let mut session = play.session().clone_box();
    while session.ply() > ply {
        session.undo();
    }
    session
}

/// The turns that the page calls mistakes, from 0, in order. The page numbers rounds of both seats.
async fn listed(browser: &Browser, play: &Play) -> Vec<usize> {
    let texts = browser.texts(".mistake .turn").await;
    let history = play.session().history();
    let names = history.iter().enumerate().map(|(ply, mv)| format!("Move {}, {mv}", ply / 2 + 1));
    let plies: Vec<usize> = names.enumerate().filter(|(_, name)| texts.contains(name)).map(|(ply, _)| ply).collect();
    assert_eq!(plies.len(), texts.len(), "{texts:?}");
    plies
}

async fn reviewed(browser: &Browser) {
    browser.until("document.querySelector('.review .turned')").await;
    browser.gone(".review-progress").await;
}

async fn click_square(browser: &Browser, name: &str) {
    let square = Board::Half.square(name).expect("a square").index();
    browser.hit(&format!(".analysis [data-square=\"{square}\"]")).await;
}

#[test]
fn a_finished_game_is_reviewed_and_learnt_from() {
    with_browser(async |browser| {
        let (play, thrown) = thrown_game();
        browser.open("").await;
        browser.put("halfboard.settings", "motion off\n").await;
        browser.store_game(7, &play.write(0.0)).await;
        browser.reload().await;
        browser.open("#/play/7").await;
        // One click, and the review begins by itself.
        browser.click(".say .analyse").await;
        reviewed(browser).await;
        assert_eq!(listed(browser, &play).await, thrown);
        let kinds = browser.texts(".mistake .kind").await;
        assert!(kinds.iter().all(|kind| kind.contains("Threw away a win") && kind.contains("proven")), "{kinds:?}");
        browser.says(".turned", "Turning point: move").await;
        assert_eq!(browser.count(".graph .curve.proven").await, play.plies());
        assert_eq!(browser.count(".graph .flag.grave").await, thrown.len());
        browser.screenshot("review").await;
        assert_eq!(browser.accessibility_violations().await, Vec::<String>::new());

        // The graph is a slider.
        browser.script("document.querySelector('.graph').focus()", Vec::new()).await;
        let now = "document.querySelector('.graph').ariaValueNow";
        browser.keys(&char::from(Key::Home).to_string()).await;
        browser.until_equal(now, &json!("0")).await;
        browser.keys(&char::from(Key::Right).to_string()).await;
        browser.until_equal(now, &json!("1")).await;
        let told = format!("After move 1, {}: ", play.session().history()[0]);
        browser.until(&format!("document.querySelector('.graph').ariaValueText.startsWith({})", json!(told))).await;
        browser.until("document.querySelector('.graph').ariaValueText.endsWith('wins (proven)')").await;
        browser.hit(".graph").await;
        browser.until(&format!("{now} > 1 && {now} < {}", play.plies())).await;

        // A mistake leads to its position, and the better line is played into a branch.
        let first = thrown[0];
        browser.click(".mistake .turn").await;
        let shown = play.session().ply();
        assert!(shown > first);
        browser.find(".analysis .hinted").await;
        browser.press(".mistake", "Play the better line").await;
        browser.until("!document.querySelector('.graph .now')").await;
        assert_eq!(browser.count(".review .begin-review").await, 0, "the main line is as it was");

        // Learning: what was played, a worse move, and then a good one.
        let side = if first % 2 == 0 { "White" } else { "Black" };
        let before = at(&play, first);
        let mut known = HashMap::new();
        let played = &play.session().history()[first];
        let good = |mv: &String, known: &mut HashMap<String, bool>| !wins(&*after(&*before, mv), known);
        let moves = before.moves();
        let right = moves.iter().find(|mv| good(mv, &mut known)).expect("a win was there");
        let wrong = moves.iter().find(|mv| *mv != played && !good(mv, &mut known));
        browser.press(".learn-ways", &format!("{side}'s mistakes")).await;
        browser.says("#exercise-says", &format!("{side} played {played} here")).await;
        assert_eq!(browser.count(".engine-line").await, 0, "the answer is not given away");
        click_square(browser, played).await;
        browser.says("#exercise-says", &format!("{played} was the move played")).await;
        browser.press(".exercise", "Try again").await;
        if let Some(wrong) = wrong {
            browser.says("#exercise-says", "Find a better move").await;
            click_square(browser, wrong).await;
            browser.says("#exercise-says", &format!("{wrong} is not as good")).await;
            browser.screenshot("review-wrong").await;
            browser.press(".exercise", "Try again").await;
        }
        browser.says("#exercise-says", "Find a better move").await;
        click_square(browser, right).await;
        browser.says("#exercise-says", "Correct!").await;
        assert_eq!(browser.accessibility_violations().await, Vec::<String>::new());
        // The others are looked up.
        let count = thrown.iter().filter(|ply| *ply % 2 == first % 2).count();
        for number in 1..=count {
            browser.press(".exercise", if number < count { "Next mistake" } else { "Finish" }).await;
            if number < count {
                browser.says("#lesson-title", &format!("Mistake {} of {count}", number + 1)).await;
                browser.press(".exercise", "Show answer").await;
                browser.says("#exercise-says", "Better: ").await;
            }
        }
        browser.says("#exercise-says", &format!("a better move 1 of {count} times")).await;
        browser.press(".exercise", "Exit").await;
        browser.find(".review .graph").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn a_review_by_estimates_is_stopped_and_goes_on_on_a_phone() {
    with_browser(async |browser| {
        let mut play = game("lines-of-action", &[], 0);
        let mut random = SplitMix64::new(5);
        for _ in 0..20 {
            let moves = play.session().moves();
            let mv = moves[random.below(moves.len() as u64) as usize].clone();
            play.play(&mv, 0.0).expect("legal");
        }
        browser.phone().await;
        browser.open("").await;
        browser.put("halfboard.settings", "language de\ntheme dark\n").await;
        // The engine's lines would move what is clicked.
        browser.put("halfboard.analysis.board", "engine off").await;
        browser.store_game(3, &play.write(0.0)).await;
        browser.reload().await;
        // A game that goes on is reviewed on request.
        browser.open("#/games").await;
        browser.click(".kept-game a[href='#/analysis/kept/3']").await;
        browser.press(".analysis", "Partie auswerten").await;
        browser.click(".begin-review").await;
        // It may be over before a slow hand has stopped it: so the page itself presses the button.
        let stop = "[...document.querySelectorAll('.review-control button')].find((one) => one.innerText == 'Pause')";
        browser.until(&format!("{stop} && ({stop}.click(), true)")).await;
        browser.press(".review-control", "Weiter").await;
        reviewed(browser).await;
        assert_eq!(browser.count(".graph .curve").await, 20);
        assert!(browser.count(".graph .curve.estimated").await > 0);
        browser.says(".graph-words", "(geschätzt)").await;
        browser.screenshot("review-phone").await;
        assert_eq!(browser.value("document.documentElement.scrollWidth").await, json!(360));
        assert_eq!(browser.accessibility_violations().await, Vec::<String>::new());
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}
