//! The home page and what every page shares: the menu, scroll positions, quick play, the games in which it is one's turn,
//! and a game that is open in two tabs.

use halfboard_app::adaptive::PlayerRating;
use halfboard_app::phrases::players;
use halfboard_app::play::{Play, Player};
use halfboard_app::settings::Settings;
use halfboard_e2e::{Browser, Key, Mirror, with_browser, with_browsers};
use halfboard_engine::games::balanced_seeds;
use halfboard_engine::levels::Level;
use halfboard_rules::record::Start;
use serde_json::json;

/// Clicks without scrolling to the element first.
async fn click_in_place(browser: &Browser, css: &str) {
    browser.script("document.querySelector(arguments[0]).click()", vec![json!(css)]).await;
}

#[test]
fn pages_start_at_the_top_and_back_returns_to_where_they_were_left() {
    with_browser(async |browser| {
        browser.size(1000, 600).await;
        browser.open("#/rules/lines-of-action").await;
        browser.until("document.documentElement.scrollHeight > 2000").await;
        browser.script("scrollTo(0, 900)", Vec::new()).await;
        for (page, heading) in [("#/learn", "Learn"), ("#/settings", "Settings")] {
            click_in_place(browser, &format!("header nav a[href='{page}']")).await;
            browser.says("main h1", heading).await;
            browser.until("scrollY == 0 && document.querySelector('header').getBoundingClientRect().top == 0").await;
            browser.until("document.activeElement.id == 'main'").await;
        }
        browser.script("scrollTo(0, 300)", Vec::new()).await;
        for (heading, position) in [("Learn", 0), ("Lines of Action", 900)] {
            browser.back().await;
            browser.says("main h1", heading).await;
            browser.until_equal("scrollY", &json!(position)).await;
        }
        browser.script("history.go(2)", Vec::new()).await;
        browser.says("main h1", "Settings").await;
        browser.until_equal("scrollY", &json!(300)).await;
        // A page that is loaded again stays where it is.
        browser.reload().await;
        browser.until_equal("scrollY", &json!(300)).await;
    });
}

/// The visible links and buttons of the header, from left to right: their boxes do not overlap and lie in the window.
const HEADER: &str = "(() => { const boxes = [...document.querySelectorAll('header a, header button')] \
     .map((part) => part.getBoundingClientRect()).filter((box) => box.width > 0).sort((a, b) => a.left - b.left); \
     const apart = boxes.every((box, nth) => nth == 0 || boxes[nth - 1].right <= box.left + 0.5); \
     const inside = boxes.every((box) => box.left >= 0 && box.right <= innerWidth); \
     const cut = [...document.querySelectorAll('header a')].some((a) => a.scrollWidth > a.clientWidth + 1); \
     return apart && inside && !cut && document.documentElement.scrollWidth <= innerWidth; })()";

#[test]
fn the_header_fits_every_window() {
    with_browser(async |browser| {
        browser.open("").await;
        for language in ["en", "de"] {
            browser.put("halfboard.settings", &format!("language {language}\nmotion off\n")).await;
            browser.reload().await;
            for (width, most) in [(320, 44), (360, 44), (390, 44), (640, 44), (861, 48), (1280, 48)] {
                browser.size(width, 640).await;
                browser.until(HEADER).await;
                let height = browser.value("document.querySelector('header').offsetHeight").await;
                assert!(height.as_u64() <= Some(most), "{height} px at {width}");
                let online = "document.querySelector(\"header a[href='#/online']\").offsetWidth > 0";
                assert_eq!(browser.value(online).await, json!(true), "at {width}");
            }
        }
        // The other pages are behind a button, which the keyboard can close again.
        browser.size(320, 568).await;
        let settings = "document.querySelector(\"header a[href='#/settings']\").offsetWidth > 0";
        assert_eq!(browser.value(settings).await, json!(false));
        browser.click("header .menu").await;
        browser.until(settings).await;
        browser.keys(&char::from(Key::Escape).to_string()).await;
        browser.until(&format!("!({settings})")).await;
        browser.click("header .menu").await;
        browser.click("header a[href='#/settings']").await;
        browser.says("main h1", "Einstellungen").await;
        browser.until(&format!("!({settings})")).await;
    });
}

/// Starts a quick game and returns it as it was set up.
async fn quick(browser: &Browser, game: &str) -> Play {
    browser.open("#/").await;
    browser.click(&format!("#card-{game} button.main")).await;
    let id = browser.game_id().await;
    let play = browser.saved_game(id).await;
    browser.script("history.back()", Vec::new()).await;
    browser.find(".home").await;
    play
}

#[test]
fn quick_play_remembers_level_side_and_time_of_each_game() {
    with_browser(async |browser| {
        browser.open("").await;
        browser.until("document.querySelector('#quick-j-lot').checked").await;
        browser.click("#quick-j-5").await;
        browser.click("#quick-j-second").await;
        browser.says("#card-j .level-name", players::level_name("j", 5)).await;
        browser.reload().await;
        browser.until("document.querySelector('#quick-j-5').checked").await;
        let level = Settings::default().level_in("sllim");
        browser.until(&format!("document.querySelector('#quick-sllim-{level}').checked")).await;
        let play = quick(browser, "j").await;
        assert_eq!((play.players(), play.think()), ([Player::Engine(5), Player::Person].as_slice(), None));
        // The game played last comes first.
        browser.find(".play-now #card-j").await;
        // Full strength has its time.
        browser.gone("#card-j [id^=quick-j-think]").await;
        let top = Level::top("j").number();
        browser.click(&format!("#quick-j-{top}")).await;
        browser.click("#quick-j-think-15").await;
        browser.click("#quick-j-first").await;
        let play = quick(browser, "j").await;
        assert_eq!((play.players(), play.think()), ([Player::Person, Player::Engine(top)].as_slice(), Some(15)));
    });
}

#[test]
fn the_adaptive_opponent_finds_the_level_of_the_person() {
    with_browser(async |browser| {
        browser.open("").await;
        browser.click("#quick-j-adaptive").await;
        browser.says("#card-j .level-name", "level 2").await;
        browser.reload().await;
        browser.until("document.querySelector('#quick-j-adaptive').checked").await;
        let play = quick(browser, "j").await;
        assert!(play.is_adaptive() && play.players().contains(&Player::Engine(2)));
        // After some won games it plays at a higher level.
        let won = PlayerRating::known(f64::from(Level::top("j").rating("j")), 9);
        browser.put(&PlayerRating::key("j"), &won.write()).await;
        browser.reload().await;
        let play = quick(browser, "j").await;
        assert!(play.players().contains(&Player::Engine(Level::top("j").number())));
    });
}

#[test]
fn quick_games_of_chance_start_from_boards_that_the_person_can_win() {
    with_browser(async |browser| {
        browser.open("").await;
        for (seat, word) in ["first", "second"].iter().enumerate() {
            browser.click(&format!("#quick-sight-reduction-{word}")).await;
            let play = quick(browser, "sight-reduction").await;
            let Start::Seed(seed) = play.start() else { panic!("a seed") };
            assert_eq!(play.players()[seat], Player::Person);
            assert!(balanced_seeds("sight-reduction", seat).iter().any(|one| u64::from(*one) == *seed), "{seed}");
        }
    });
}

#[test]
fn boards_stand_still_off_screen_and_without_motion() {
    with_browser(async |browser| {
        browser.size(390, 600).await;
        browser.open("").await;
        let board = |game: &str| format!("document.querySelector('#card-{game} .board').innerHTML");
        let seen = browser.value(&board("sight-reduction")).await;
        let unseen = browser.value(&board("sllim")).await;
        browser.script("document.querySelector('.play-now').scrollIntoView()", Vec::new()).await;
        browser.until(&format!("{} != {seen}", board("sight-reduction"))).await;
        assert_eq!(browser.value(&board("sllim")).await, unseen);
        browser.put("halfboard.settings", "motion off\n").await;
        browser.reload().await;
        let seen = browser.value(&board("sight-reduction")).await;
        tokio::time::sleep(std::time::Duration::from_millis(3500)).await;
        assert_eq!(browser.value(&board("sight-reduction")).await, seen);
    });
}

#[test]
fn games_without_a_move_are_not_listed() {
    with_browser(async |browser| {
        browser.open("").await;
        let mut mirror = Mirror::new("j", &[], 0);
        browser.store_game(1, &mirror.play.write(0.0)).await;
        let mv = mirror.play.session().moves()[0].clone();
        mirror.play.play(&mv, 0.0).expect("legal");
        browser.store_game(2, &mirror.play.write(0.0)).await;
        browser.open("#/games").await;
        browser.until_equal("document.querySelectorAll('.kept-game').length", &json!(1)).await;
        browser.open("#/").await;
        browser.says(".your-turn", "1 move").await;
        assert_eq!(browser.count(".going-card").await, 1);
        // A new game clears the old one away, and only that.
        browser.click("#card-sllim button.main").await;
        browser.game_id().await;
        assert_eq!(browser.stored("halfboard.game.1").await, None);
        assert_eq!(browser.saved_game(2).await.plies(), 1);
    });
}

#[test]
fn online_games_in_which_it_is_ones_turn_are_shown_everywhere() {
    with_browsers(2, async |browsers| {
        let [ann, ben] = browsers else { panic!("two browsers") };
        ann.open("#/online").await;
        ann.fill("#online-name", "Ann").await;
        ann.open("#/online/new/j").await;
        ann.click("#place-0").await;
        ann.click("#time-10-0").await;
        ann.click(".preview button[type=submit]").await;
        ann.find("#game-link").await;
        let route = ann.route().await;
        ben.open(&route).await;
        ben.fill("#online-name", "Ben").await;
        ben.press(".joins", "Join game").await;
        ben.find(".moves").await;
        ann.open("#/").await;
        ann.says(".your-turn", "against Ben").await;
        ann.says(".your-turn", "10:00 left").await;
        ann.says("header .turn-count", "1").await;
        ben.open("#/learn").await;
        assert_eq!(ben.count("header .turn-count").await, 0);
        ann.click(".your-turn a").await;
        let mut mirror = Mirror::new("j", &[], 0);
        let mv = mirror.play.session().moves()[0].clone();
        ann.click_move(&mut mirror, &mv).await;
        ann.until("document.querySelectorAll('.moves .turn').length == 1").await;
        ann.open("#/").await;
        ann.gone("header .turn-count").await;
        ben.open("#/").await;
        ben.says("header .turn-count", "1").await;
        ben.says(".your-turn", "against Ann").await;
    });
}

#[test]
fn two_tabs_with_one_game_follow_each_other() {
    with_browser(async |browser| {
        browser.open("").await;
        let mut mirror = Mirror::new("j", &[], 0);
        let first = mirror.play.session().moves()[0].clone();
        mirror.play.play(&first, 0.0).expect("legal");
        browser.store_game(1, &mirror.play.write(0.0)).await;
        browser.open("#/play/1").await;
        browser.offers(&mirror).await;
        let one = browser.tab().await;
        let two = browser.new_tab().await;
        browser.open("#/play/1").await;
        let mv = mirror.play.session().moves()[0].clone();
        browser.click_move(&mut mirror, &mv).await;
        browser.until("document.querySelectorAll('.moves .turn').length == 2").await;

        // The first tab shows the move of the second, and says so.
        browser.switch_to(&one).await;
        browser.until("document.querySelectorAll('.moves .turn').length == 2").await;
        browser.says(".elsewhere", "another tab").await;
        // A move there takes over.
        let mv = mirror.play.session().moves()[0].clone();
        browser.click_move(&mut mirror, &mv).await;
        browser.gone(".elsewhere").await;
        assert_eq!(browser.saved_game(1).await.session().history(), mirror.play.session().history());
        browser.switch_to(&two).await;
        browser.until("document.querySelectorAll('.moves .turn').length == 3").await;
        browser.says(".elsewhere", "another tab").await;
        // So does the button, and nothing is lost.
        browser.press(".elsewhere", "Continue here").await;
        browser.gone(".elsewhere").await;
        browser.close_tab(&one).await;
        browser.says(".elsewhere", "another tab").await;
        assert_eq!(browser.saved_game(1).await.session().history(), mirror.play.session().history());
    });
}
