//! Whole games on the page, by pointing: the page offers at every step what the rules core does, and comes to its result.

use halfboard_app::play::{Player, Standing};
use halfboard_e2e::{Browser, Mirror, Point, with_browser};
use halfboard_rules::game::Seat;
use halfboard_rules::record::Declared;

const QUIET: &str = "language en\nmotion off\n";

/// Plays a game of chance to its end, two people at this screen.
async fn play_to_the_end(browser: &Browser, rules: &str, turns: std::ops::Range<usize>, from: u64) {
    let (seed, points) = Mirror::whole_game(rules, turns, from);
    let mut mirror = Mirror::new(rules, &[], seed);
    browser.open("").await;
    browser.put("halfboard.settings", QUIET).await;
    browser.store_game(seed, &mirror.play.write(0.0)).await;
    browser.reload().await;
    browser.open(&format!("#/play/{seed}")).await;
    for point in &points {
        browser.offers(&mirror).await;
        browser.point(&mut mirror, point).await;
    }
    browser.ends_like(seed, &mirror.play).await;
    browser.offers(&mirror).await;
    browser.screenshot(&format!("over-{}", mirror.play.session().info().id)).await;
    assert_eq!(browser.console_errors().await, Vec::<String>::new());
}

#[test]
fn sight_reduction_and_sllim_to_the_end() {
    with_browser(async |browser| {
        play_to_the_end(browser, "sight-reduction", 10..30, 0).await;
        play_to_the_end(browser, "sllim", 12..30, 4500).await;
    });
}

#[test]
fn lines_of_action_to_the_end() {
    with_browser(async |browser| play_to_the_end(browser, "lines-of-action", 12..40, 120).await);
}

#[test]
fn stacks_in_action_to_the_end() {
    with_browser(async |browser| play_to_the_end(browser, "stacks-in-action", 12..30, 0).await);
}

#[test]
fn j_to_the_end() {
    with_browser(async |browser| play_to_the_end(browser, "j", 16..32, 0).await);
}

/// Waits for the engine's answer and lets the mirror play it, too.
async fn answered(browser: &Browser, id: u64, mirror: &mut Mirror) {
    let plies = mirror.play.plies() + 1;
    let turns = format!("document.querySelectorAll('.moves .turn').length >= {plies}");
    browser.until(&turns).await;
    let kept = browser.saved_game(id).await;
    let history = kept.session().history();
    assert_eq!(history.len(), plies);
    mirror.play.play(&history[plies - 1], 0.0).expect("what the engine played is legal");
}

#[test]
fn a_game_against_the_engine() {
    with_browser(async |browser| {
        // The engine answers at once.
        browser.device(&[("prefers-reduced-motion", "reduce")]).await;
        browser.open("#/new/sight-reduction").await;
        browser.put("halfboard.settings", QUIET).await;
        browser.reload().await;
        browser.click("#opponent-engine").await;
        browser.click("#level-0 option[value='1']").await;
        browser.click(".more-options > summary").await;
        browser.fill("#seed", "7").await;
        browser.click(".preview button[type=submit]").await;
        let id = browser.game_id().await;
        let mut mirror = Mirror::of(browser.saved_game(id).await);
        assert_eq!(mirror.play.players(), [Player::Person, Player::Engine(1)]);
        assert_eq!(mirror.play.session().start(), Mirror::new("sight-reduction", &[], 7).play.session().position());

        // The hint tells first where, then what, then why, and all of it is a legal move.
        browser.press(".actions", "Hint").await;
        browser
            .until("document.querySelectorAll('.hint p').length == 1 && document.querySelector('.hint .choice')")
            .await;
        assert_eq!(browser.count(".hinted").await, 1);
        browser.click(".hint .choice").await;
        browser.until("document.querySelectorAll('.hint p').length == 2").await;
        browser.click(".hint .choice").await;
        browser
            .until("document.querySelectorAll('.hint p').length >= 3 && !document.querySelector('.hint .choice')")
            .await;
        let told = browser.texts(".hint p").await;
        assert!(told[0].starts_with("Look at ") && told[1].starts_with("Try: "), "{told:?}");
        browser.screenshot("hint").await;

        // A turn and its answer, taken back together.
        let first = mirror.play.session().moves()[0].clone();
        browser.click_move(&mut mirror, &first).await;
        answered(browser, id, &mut mirror).await;
        assert_eq!(browser.count(".hint").await, 0);
        browser.press(".actions", "Undo").await;
        browser.until("!document.querySelector('.moves .turn')").await;
        mirror = Mirror::of(browser.saved_game(id).await);
        assert_eq!(mirror.play.plies(), 0);

        // To the end: the first move of the list each time.
        while !mirror.play.is_over() {
            let point: Vec<Point> = mirror.way(&mirror.play.session().moves()[0].clone());
            for point in &point {
                browser.offers(&mirror).await;
                browser.point(&mut mirror, point).await;
            }
            if !mirror.play.is_over() {
                answered(browser, id, &mut mirror).await;
            }
        }
        browser.ends_like(id, &mirror.play).await;

        // A rematch swaps sides: the engine begins.
        browser.press(".say", "Rematch").await;
        browser.until(&format!("!location.hash.endsWith('/{id}')")).await;
        let next = browser.game_id().await;
        let mut mirror = Mirror::of(browser.saved_game(next).await);
        assert_eq!(mirror.play.players(), [Player::Engine(1), Player::Person]);
        if mirror.play.plies() == 0 {
            answered(browser, next, &mut mirror).await;
        }
        // Giving up asks first, and "no" goes on.
        browser.press(".actions", "Resign").await;
        browser.says("dialog", "Resign this game?").await;
        browser.click("dialog button:not(.main)").await;
        browser.gone("dialog").await;
        assert!(!browser.saved_game(next).await.is_over());
        browser.press(".actions", "Resign").await;
        browser.click("dialog .main").await;
        browser.gone("dialog").await;
        let kept = browser.saved_game(next).await;
        let winner = kept.session().color_of(Seat(0));
        assert_eq!(kept.standing(), Standing::Declared(winner, Declared::Resigned));
        assert_eq!(kept.has_won(Seat(0)), Some(true));
        browser.ends_like(next, &kept).await;
        browser.choose_in_menu("Play again, same sides").await;
        browser.until(&format!("!location.hash.endsWith('/{next}')")).await;
        let third = browser.game_id().await;
        assert_eq!(browser.saved_game(third).await.players(), [Player::Engine(1), Player::Person]);
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn a_move_is_dragged_with_the_mouse() {
    with_browser(async |browser| {
        let mut mirror = Mirror::new("lines-of-action", &[], 0);
        browser.open("").await;
        browser.store_game(1, &mirror.play.write(0.0)).await;
        browser.open("#/play/1").await;
        let mv = mirror.play.session().moves()[0].clone();
        let way = mirror.way(&mv);
        let [from, to] = way.as_slice() else { panic!("{way:?}") };
        browser.offers(&mirror).await;
        // Dropped where it cannot go it stays picked up, and nothing is played.
        browser.drag(&from.css(), &from.css()).await;
        mirror.point(from);
        browser.offers(&mirror).await;
        browser.click(&from.css()).await;
        mirror.point(from);
        browser.offers(&mirror).await;
        browser.drag(&from.css(), &to.css()).await;
        mirror.point(from);
        mirror.point(to);
        browser.offers(&mirror).await;
        assert_eq!(browser.saved_game(1).await.session().history(), [mv]);
    });
}
