//! Several people at several screens: a challenge by link, whole games, lost connections, clocks, requests, chat, rematch,
//! spectators, and four players in one game.

use halfboard_app::play::{Play, Setup};
use halfboard_e2e::{Browser, Mirror, with_browser, with_browsers};
use halfboard_rules::game::Seat;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::record::Start;
use serde_json::json;

/// A game from a position.
fn from_position(rules: &str, position: &str) -> Play {
    let start = Start::Position(position.to_owned());
    let setup = Setup {
        rules: rules.to_owned(),
        start,
        players: vec![],
        names: vec![],
        control: None,
        seed: 0,
        think: None,
        adaptive: false,
    };
    Play::new(&setup, "2026.01.01").expect("a valid position")
}

/// The last turns of a game of chance: a position, and the moves to its end from there.
fn last_turns(rules: &str, turns: usize) -> (String, Vec<String>) {
    for seed in 0..10_000 {
        let mut session = Start::Seed(seed).session(rules).expect("valid rules");
        let mut random = SplitMix64::new(seed);
        while session.ply() < 400 && session.play_random(&mut random) {}
        let moves = session.history();
        if session.ending().is_none() || moves.len() < turns {
            continue;
        }
        let last = moves[moves.len() - turns..].to_vec();
        for _ in 0..turns {
            session.undo();
        }
        // A repetition would not be one where the game begins anew.
        let mut again = from_position(rules, &session.position());
        if last.iter().all(|mv| again.play(mv, 0.0).is_ok()) && again.is_over() {
            return (session.position(), last);
        }
    }
    panic!("no game of {rules} ends");
}

/// Opens a challenge with these choices of the form, and gives the address of its page.
async fn challenge(browser: &Browser, name: &str, game: &str, position: Option<&str>, choices: &[&str]) -> String {
    browser.device(&[("prefers-reduced-motion", "reduce")]).await;
    browser.open("#/online").await;
    browser.fill("#online-name", name).await;
    browser.open(&format!("#/online/new/{game}")).await;
    browser.click(".more-options > summary").await;
    for choice in choices {
        browser.click(choice).await;
    }
    if let Some(position) = position {
        browser.click("#start-position").await;
        browser.fill("#position", position).await;
    }
    browser.click(".preview button[type=submit]").await;
    browser.find("#game-link").await;
    browser.route().await
}

/// Follows a link and takes a seat.
async fn join(browser: &Browser, route: &str, name: &str, button: &str) {
    browser.device(&[("prefers-reduced-motion", "reduce")]).await;
    browser.open(route).await;
    browser.fill("#online-name", name).await;
    browser.press(".joins", button).await;
}

/// Plays a move in the browser whose seat it is, and waits until all have seen it.
async fn turn(browsers: &[Browser], mirror: &mut Mirror, mv: &str) {
    let seat = usize::from(mirror.play.session().turn().0);
    browsers[seat].click_move(mirror, mv).await;
    for browser in browsers {
        browser.until(&turns_shown(mirror.play.plies())).await;
    }
}

/// Returns how the result begins for the player at a seat.
fn verdict(mirror: &Mirror, seat: usize) -> String {
    match mirror.play.has_won(Seat(seat as u8)) {
        Some(true) => "You won: ".to_owned(),
        Some(false) => "You lost: ".to_owned(),
        None => mirror.play.result().expect("over"),
    }
}

fn turns_shown(number: usize) -> String {
    format!("document.querySelectorAll('.moves .turn').length == {number}")
}

/// The narrowest phone shows the page without scrolling sideways.
async fn fits_a_phone(browser: &Browser) {
    browser.size(320, 640).await;
    // A bar to scroll down with takes some of the width.
    assert_eq!(browser.value("document.documentElement.scrollWidth <= innerWidth").await, json!(true));
    browser.size(1280, 900).await;
}

async fn first_move(browsers: &[Browser], mirror: &mut Mirror) {
    let mv = mirror.play.session().moves()[0].clone();
    turn(browsers, mirror, &mv).await;
}

#[test]
fn a_challenge_by_link_is_played_to_its_end_through_reloads_and_lost_connections() {
    let (position, moves) = last_turns("sllim", 6);
    with_browsers(2, async |browsers| {
        let first = if position_turn("sllim", &position) == 0 { "#place-0" } else { "#place-1" };
        let route = challenge(&browsers[0], "Ann", "sllim", Some(&position), &[first]).await;
        browsers[0].says("h1", "Waiting").await;
        fits_a_phone(&browsers[0]).await;
        assert_eq!(browsers[0].accessibility_violations().await, Vec::<String>::new());
        browsers[1].open(&route).await;
        browsers[1].says("h1", "Ann invites you").await;
        fits_a_phone(&browsers[1]).await;
        assert_eq!(browsers[1].accessibility_violations().await, Vec::<String>::new());
        // A name is required.
        browsers[1].press(".joins", "Join game").await;
        browsers[1].says("#online-name-wrong", "name").await;
        join(&browsers[1], &route, "Ben", "Join game").await;
        let mut mirror = Mirror::of(from_position("sllim", &position));
        if first == "#place-1" {
            browsers.swap(0, 1);
        }
        let names = "[...document.querySelectorAll('.seat strong')].map((name) => name.innerText).sort().join()";
        let mut told = Vec::new();
        for browser in browsers.iter() {
            browser.find(".online-game").await;
            told.push(browser.value(names).await);
        }
        told.sort_by_key(ToString::to_string);
        assert_eq!(told, [json!("Ann (you),Ben"), json!("Ann,Ben (you)")]);
        let server = usize::from(first == "#place-1");
        for (number, mv) in moves.iter().enumerate() {
            if number == 3 {
                // The server goes away: both pages say so. A turn that is played meanwhile waits, and is not lost.
                browsers[server].offline();
                for browser in browsers.iter() {
                    browser.says(".connection", "Connection lost").await;
                }
                let seat = usize::from(mirror.play.session().turn().0);
                browsers[seat].click_move(&mut mirror, mv).await;
                browsers[seat].says("#task", "Sending move").await;
                browsers[server].online();
                for browser in browsers.iter() {
                    browser.gone(".connection").await;
                    browser.until(&turns_shown(mirror.play.plies())).await;
                }
                continue;
            }
            turn(browsers, &mut mirror, mv).await;
            if number == 0 {
                browsers[1].reload().await;
                browsers[0].reload().await;
                assert_eq!(browsers[1].accessibility_violations().await, Vec::<String>::new());
            }
        }
        for (seat, browser) in browsers.iter().enumerate() {
            browser.says("#task", &verdict(&mirror, seat)).await;
            browser.find(".say .analyse").await;
        }
        // The pages that were cut off complained in the console, and may; what remains is silent.
        for browser in browsers.iter() {
            browser.console_errors().await;
        }
        browsers[0].press(".say", "Review").await;
        browsers[0].until("/analysis\\/kept/.test(location.hash)").await;
        browsers[0].find(".analysis").await;
    });
}

fn position_turn(rules: &str, position: &str) -> u8 {
    from_position(rules, position).session().turn().0
}

#[test]
fn requests_chat_spectators_and_a_rematch() {
    with_browsers(3, async |browsers| {
        let route = challenge(&browsers[0], "Ann", "j", None, &["#place-0", "#online-public"]).await;
        // The challenge is in the lobby, and leads to the game.
        browsers[1].open("#/online").await;
        browsers[1].says(".open .entry", "Ann against open").await;
        fits_a_phone(&browsers[1]).await;
        assert_eq!(browsers[1].accessibility_violations().await, Vec::<String>::new());
        browsers[1].click(".open .entry .main").await;
        browsers[1].fill("#online-name", "Ben <b>").await;
        browsers[1].press(".joins", "Join game").await;
        browsers[2].open(&route).await;
        for browser in browsers.iter() {
            browser.find(".online-game").await;
        }
        browsers[0].says(".watch", "1 spectator").await;
        browsers[2].says(".watch", "You are watching.").await;
        assert_eq!(browsers[2].count(".chat form, .cell.can").await, 0);
        let mut mirror = Mirror::new("j", &[], 0);
        for _ in 0..2 {
            first_move(browsers, &mut mirror).await;
        }

        // Who goes away and comes back is seen to.
        browsers[1].open("#/learn").await;
        browsers[0].find(".seat .presence:not(.there)").await;
        browsers[1].open(&route).await;
        browsers[0].gone(".seat .presence:not(.there)").await;

        // What is said is text, whatever it looks like, and everybody sees it; on a phone a mark leads there.
        browsers[0].size(320, 640).await;
        browsers[0].script("scrollTo(0, 0)", Vec::new()).await;
        browsers[1].fill(".chat input", "Hello <b>Ann</b> & all").await;
        browsers[1].press(".chat", "Send").await;
        for browser in browsers.iter() {
            browser.says(".chat .lines", "Ben <b> Hello <b>Ann</b> & all").await;
            assert_eq!(browser.count(".chat .lines b").await, 0);
        }
        browsers[0].says(".tool .badge", "1").await;
        browsers[0].click(".tool.unread").await;
        browsers[0].gone(".tool .badge").await;
        browsers[0].click(".chat .shut").await;
        fits_a_phone(&browsers[0]).await;

        // A draw is offered and declined, and a turn taken back.
        browsers[1].press(".actions", "Draw").await;
        browsers[0].says(".request", "offers a draw").await;
        assert_eq!(browsers[0].accessibility_violations().await, Vec::<String>::new());
        browsers[0].press(".request", "Decline").await;
        browsers[1].says(".notices", "declined the draw").await;
        browsers[1].press(".actions", "Undo").await;
        browsers[0].press(".request", "Accept").await;
        for browser in browsers.iter() {
            browser.until(&turns_shown(1)).await;
        }
        mirror.play.take_back(0.0);
        first_move(browsers, &mut mirror).await;

        // An earlier position is looked at, and the game goes on.
        browsers[0].click(".moves .turn").await;
        browsers[0].says("#task", "earlier position").await;
        browsers[0].click(".browse button:last-child").await;
        browsers[0].offers(&mirror).await;

        // A draw is agreed on, and a rematch: everybody is led there, with sides changed.
        browsers[0].press(".actions", "Draw").await;
        browsers[1].press(".request", "Accept").await;
        for browser in browsers.iter() {
            browser.says("#task", "Draw: by agreement").await;
        }
        browsers[0].press(".say", "Rematch").await;
        browsers[1].press(".request", "Accept").await;
        for browser in &browsers[..2] {
            browser.until(&format!("location.hash.startsWith('#/online/') && location.hash != {}", json!(route))).await;
            browser.find(".online-game").await;
        }
        browsers[2].says(".say", "Go to rematch").await;
        browsers[1].until("document.querySelector('.cell.can')").await;
        assert_eq!(browsers[0].count(".cell.can").await, 0);

        // Before the second turn it can be called off.
        browsers[0].press(".actions", "Abort").await;
        browsers[0].press("dialog", "Yes").await;
        browsers[1].says("#task", "aborted").await;
    });
}

#[test]
fn a_flag_falls_and_whoever_gave_up_has_lost() {
    with_browsers(2, async |browsers| {
        let route = challenge(&browsers[0], "Ann", "j", None, &["#place-0", "#time-own"]).await;
        assert!(route.starts_with("#/online/"));
        join(&browsers[1], &route, "Ben", "Join game").await;
        let mut mirror = Mirror::new("j", &[], 0);
        for _ in 0..2 {
            first_move(browsers, &mut mirror).await;
        }
        browsers[0].until("document.querySelector('.seat.on .clock').innerText.startsWith('19:5')").await;
        browsers[1].choose_in_menu("Give 15 seconds").await;
        browsers[0].until("document.querySelector('.seat.on .clock').innerText.startsWith('20:')").await;
        browsers[0].press(".actions", "Resign").await;
        browsers[0].press("dialog", "Yes").await;
        browsers[1].says(".verdict", "You won: Ann resigned.").await;

        // A clock of three seconds.
        browsers[0].open("#/online/new/j").await;
        browsers[0].click("#time-own").await;
        browsers[0].fill("#time-minutes", "0.05").await;
        browsers[0].click(".preview button[type=submit]").await;
        browsers[0].find("#game-link").await;
        let route = browsers[0].route().await;
        browsers[1].open(&route).await;
        browsers[1].press(".joins", "Join game").await;
        let mut mirror = Mirror::new("j", &[], 0);
        for _ in 0..2 {
            first_move(browsers, &mut mirror).await;
        }
        browsers[0].says(".verdict", "You lost: you ran out of time.").await;
        browsers[1].says(".verdict", "You won: Ann ran out of time.").await;
    });
}

#[test]
fn four_people_play_one_game_to_its_end() {
    let rules = "lines-of-action:players=four";
    let (position, moves) = last_turns(rules, 5);
    with_browsers(4, async |browsers| {
        let choices = ["#option-players-four", "#place-0"];
        let route = challenge(&browsers[0], "Wanda", "lines-of-action", Some(&position), &choices).await;
        for (seat, (name, place)) in
            [("Nora", "Play North"), ("Esther", "Play East"), ("Sue", "Play South")].iter().enumerate()
        {
            let last = seat == 2;
            join(&browsers[seat + 1], &route, name, if last { "Join game" } else { place }).await;
            if !last {
                browsers[seat + 1].find("#game-link").await;
            }
        }
        let mut mirror = Mirror::of(from_position(rules, &position));
        for browser in browsers.iter() {
            browser.find(".online-game").await;
            assert_eq!(browser.count(".seat").await, 4);
        }
        browsers[0].says(".stack", "Esther · East (your partner)").await;
        browsers[0].says(".chat", "partners must not confer").await;
        assert_eq!(browsers[0].count(".chat .write").await, 0);
        for mv in &moves {
            turn(browsers, &mut mirror, mv).await;
        }
        for (seat, browser) in browsers.iter().enumerate() {
            browser.says("#task", &verdict(&mirror, seat)).await;
            browser.find(".chat .write").await;
        }
    });
}

#[test]
fn a_page_without_a_server_says_so_and_recovers() {
    with_browser(async |browser| {
        browser.open("#/online").await;
        browser.says(".lists", "No open challenges").await;
        browser.offline_ready().await;
        browser.offline();
        browser.says(".lists", "Can't reach the game server").await;
        browser.online();
        browser.says(".lists", "No open challenges").await;
        browser.console_errors().await;
        browser.open("#/online/0123456789abcdefghijkl").await;
        browser.says("h1", "Game not found").await;
        assert_eq!(browser.accessibility_violations().await, Vec::<String>::new());
    });
}
