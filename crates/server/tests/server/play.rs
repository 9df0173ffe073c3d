//! Games through the hub: permissions, repeated commands, spectators, and clocks and logs after a restart.

use std::sync::Arc;
use std::time::Duration;

use halfboard_protocol::api::{GameStatus, NewGame, SeatGrant, SeatSpec, TakeSeat};
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::{Event, Proposal, Start, Termination};
use halfboard_protocol::game::{Game, GameOver, Phase};
use halfboard_protocol::id::{GameId, Token};
use halfboard_protocol::json;
use halfboard_protocol::message::{Command, KeyedCommand, Refusal, RefusalCode, ServerMessage};
use halfboard_server::hub::{Hub, Subscription};
use halfboard_server::metrics::Metrics;
use halfboard_server::store::Store;
use halfboard_server::{App, Limits, Origins};

/// A hub of its own over a storage.
async fn hub_at(url: &str) -> Hub {
    let store = Store::open(url).await.expect("a storage");
    App::new(store, Limits::default(), Origins::default(), Arc::new(Metrics::new())).hub
}

async fn hub() -> Hub {
    hub_at("sqlite::memory:").await
}

fn new(rules: &str) -> NewGame {
    json::decode(&format!(r#"{{"rules":"{rules}","name":"Ann"}}"#)).expect("enough for a game")
}

fn bob() -> TakeSeat {
    TakeSeat { name: "Bob".to_owned(), seat: None, token: None }
}

async fn two(hub: &Hub, new: NewGame) -> (SeatGrant, SeatGrant) {
    let ann = hub.create(new).await.expect("a game");
    let bob = hub.take_seat(&ann.game, bob()).await.expect("a seat");
    (ann, bob)
}

async fn game(hub: &Hub, seat: &SeatGrant) -> Game {
    let state = hub.state(&seat.game, Some(&seat.token), 0).await.expect("a state");
    assert_eq!(state.seat, Some(seat.seat));
    Game::from_log(seat.game.clone(), &state.events).expect("a log")
}

async fn say(hub: &Hub, seat: &SeatGrant, command: Command) -> Result<u32, Refusal> {
    let key = 1 + json::encode(&command).bytes().map(u32::from).sum::<u32>();
    keyed(hub, &seat.game, &seat.token, KeyedCommand { key, command }).await
}

async fn keyed(hub: &Hub, game: &GameId, token: &Token, keyed: KeyedCommand) -> Result<u32, Refusal> {
    hub.command(game, token, keyed, now(), None).await
}

fn now() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970").as_millis() as u64
}

/// The turn that the first legal move makes.
async fn turn(hub: &Hub, seat: &SeatGrant) -> Command {
    let game = game(hub, seat).await;
    Command::Play { line: game.line(), ply: game.plies(), mv: game.session().moves()[0].clone() }
}

async fn play(hub: &Hub, seat: &SeatGrant) -> u32 {
    let turn = turn(hub, seat).await;
    say(hub, seat, turn).await.expect("a legal turn")
}

fn code(refused: Result<u32, Refusal>) -> RefusalCode {
    refused.expect_err("refused").code
}

#[tokio::test]
async fn moves_out_of_turn_are_refused_and_repeated_moves_ignored() {
    let hub = hub().await;
    let ann = hub.create(new("lines-of-action")).await.expect("a game");
    assert_eq!(code(say(&hub, &ann, turn(&hub, &ann).await).await), RefusalCode::NotBegun);
    let bob = hub.take_seat(&ann.game, bob()).await.expect("a seat");
    let first = turn(&hub, &ann).await;
    assert_eq!(code(say(&hub, &bob, first.clone()).await), RefusalCode::NotYourTurn);
    let version = say(&hub, &ann, first.clone()).await.expect("a turn");
    assert_eq!(say(&hub, &ann, first.clone()).await, Ok(version), "said again");
    assert_eq!(code(say(&hub, &bob, first).await), RefusalCode::Stale);
    assert_eq!(game(&hub, &ann).await.plies(), 1);
    let illegal = Command::Play { line: 0, ply: 1, mv: "a1h8".to_owned() };
    let refusal = say(&hub, &bob, illegal).await.expect_err("not legal");
    assert!(refusal.code == RefusalCode::NotLegal && refusal.message.contains("nearest"), "{refusal:?}");
    let stranger = SeatGrant { token: "0".repeat(22).parse().expect("a secret"), ..ann.clone() };
    assert_eq!(code(say(&hub, &stranger, Command::Resign).await), RefusalCode::NoSeat);
    // A taken seat stays taken; its holder gets it again.
    let again = TakeSeat { name: "Bob".to_owned(), seat: None, token: Some(bob.token.clone()) };
    assert_eq!(hub.take_seat(&ann.game, again).await, Ok(bob));
    let third = TakeSeat { name: "Eve".to_owned(), seat: None, token: None };
    assert_eq!(hub.take_seat(&ann.game, third).await.expect_err("taken").code, RefusalCode::Taken);
}

#[tokio::test]
async fn proposals_take_effect_when_all_agree() {
    let hub = hub().await;
    let (ann, bob) = two(&hub, new("lines-of-action")).await;
    play(&hub, &ann).await;
    play(&hub, &bob).await;
    let ask = |what, ply| Command::Ask { ply, what };
    assert_eq!(code(say(&hub, &ann, ask(Proposal::Draw, 1)).await), RefusalCode::Stale);
    say(&hub, &ann, ask(Proposal::Draw, 2)).await.expect("asked");
    say(&hub, &bob, Command::Answer { ply: 2, what: Proposal::Draw, yes: false }).await.expect("declined");
    assert_eq!(
        code(say(&hub, &bob, Command::Answer { ply: 2, what: Proposal::Draw, yes: true }).await),
        RefusalCode::NotNow
    );
    // A repeated command, as from a client without a reply, has no further effect.
    say(&hub, &ann, ask(Proposal::Draw, 2)).await.expect("said again");
    assert_eq!(game(&hub, &ann).await.pending(), None);
    say(&hub, &bob, ask(Proposal::TakeBack, 2)).await.expect("asked");
    say(&hub, &ann, Command::Answer { ply: 2, what: Proposal::TakeBack, yes: true }).await.expect("agreed");
    let back = game(&hub, &ann).await;
    assert_eq!((back.plies(), back.line()), (1, 1));
    assert_eq!(code(say(&hub, &ann, Command::Abort).await), RefusalCode::NotNow, "it was under way");
}

#[tokio::test]
async fn a_rematch_changes_sides_and_keeps_the_secrets() {
    let hub = hub().await;
    let (ann, bob) = two(&hub, NewGame { public: true, ..new("j") }).await;
    say(&hub, &ann, Command::Resign).await.expect("resigned");
    say(&hub, &ann, Command::Resign).await.expect("said again");
    assert_eq!(code(say(&hub, &bob, Command::Resign).await), RefusalCode::Over);
    let rematch = Command::Ask { ply: 0, what: Proposal::Rematch };
    say(&hub, &ann, rematch.clone()).await.expect("asked");
    // Asking for the same is agreeing.
    say(&hub, &bob, rematch.clone()).await.expect("agreed");
    say(&hub, &bob, rematch).await.expect("said again");
    let next = game(&hub, &ann).await.rematch().expect("a rematch").clone();
    let ann = SeatGrant { game: next.clone(), seat: 1, token: ann.token };
    let bob = SeatGrant { game: next, seat: 0, token: bob.token };
    assert!(game(&hub, &ann).await.terms().after.is_some());
    play(&hub, &bob).await;
    play(&hub, &ann).await;
    assert!(
        hub.lobby(&halfboard_server::hub::LobbyFilter::default())
            .await
            .expect("lists")
            .finished
            .iter()
            .all(|game| game.status == GameStatus::Finished)
    );
}

#[tokio::test]
async fn chat_is_limited_and_can_be_disabled() {
    let hub = hub().await;
    let (ann, _) = two(&hub, new("sllim")).await;
    let line = |text: &str, key| KeyedCommand { key, command: Command::Say { text: text.to_owned() } };
    let say = async |text: &str, key| keyed(&hub, &ann.game, &ann.token, line(text, key)).await;
    let first = say("<b>hello</b>", 1).await.expect("said");
    assert_eq!(say("<b>hello</b>", 1).await, Ok(first), "said again");
    assert_eq!(code(say(&"x".repeat(201), 2).await), RefusalCode::Invalid);
    assert_eq!(code(say(" \u{202e} ", 2).await), RefusalCode::Invalid);
    for key in 3..7 {
        say("more", key).await.expect("said");
    }
    assert_eq!(code(say("too much", 9).await), RefusalCode::TooFast);
    let said = game(&hub, &ann).await;
    assert_eq!(said.chat().len(), 5);
    assert_eq!(said.chat()[0].text, "<b>hello</b>");
    let (quiet, _) = two(&hub, NewGame { chat: false, ..new("sllim") }).await;
    let refused = keyed(&hub, &quiet.game, &quiet.token, line("hello", 1)).await;
    assert_eq!(code(refused), RefusalCode::NoChat);
}

#[tokio::test]
async fn partners_cannot_chat_during_play() {
    let hub = hub().await;
    let ann = hub.create(new("lines-of-action:players=four")).await.expect("a game");
    let message = |text: &str| Command::Say { text: text.to_owned() };
    say(&hub, &ann, message("before the game")).await.expect("said");
    for _ in 0..3 {
        hub.take_seat(&ann.game, bob()).await.expect("a seat");
    }
    let refusal = say(&hub, &ann, message("during the game")).await.expect_err("refused");
    assert_eq!(refusal.code, RefusalCode::NoChat);
    assert!(refusal.message.contains("partners must not confer"), "{}", refusal.message);
    say(&hub, &ann, message("before the game")).await.expect("said again");
    say(&hub, &ann, Command::Resign).await.expect("resigned");
    say(&hub, &ann, message("after the game")).await.expect("said");
    let texts: Vec<String> = game(&hub, &ann).await.chat().iter().map(|message| message.text.clone()).collect();
    assert_eq!(texts, ["before the game", "after the game"]);
}

#[tokio::test]
async fn a_flag_falls_by_itself_and_also_after_a_restart() {
    let folder = std::env::temp_dir().join(format!("halfboard-flag-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let url = format!("sqlite:{}", folder.join("games.sqlite").display());
    let control = TimeControl::Fischer { initial: 1000, increment: 0 };
    let first = hub_at(&url).await;
    let (ann, bob) = two(&first, NewGame { control, ..new("lines-of-action") }).await;
    play(&first, &ann).await;
    play(&first, &bob).await;
    let deadline = game(&first, &ann).await.clocks().deadline().expect("a clock");
    let (carl, dora) = two(&first, NewGame { control, ..new("lines-of-action") }).await;
    play(&first, &carl).await;
    play(&first, &dora).await;
    // One game ends while the server looks on …
    while game(&first, &ann).await.phase() == Phase::Playing {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let over = game(&first, &ann).await;
    assert_eq!(over.phase(), Phase::Over(GameOver::Ended(Termination::OutOfTime { seat: 0 })));
    assert!(over.changed() >= deadline);
    first.close().await;
    drop(first);
    // … and the other after a restart, where its time may still run for a moment.
    let second = hub_at(&url).await;
    while game(&second, &carl).await.phase() == Phase::Playing {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let late = say(&second, &carl, turn(&second, &carl).await).await;
    assert_eq!(code(late), RefusalCode::Over);
    let over = game(&second, &carl).await;
    assert_eq!(over.phase(), Phase::Over(GameOver::Ended(Termination::OutOfTime { seat: 0 })));
    let text = second.record(&carl.game, None).await.expect("a record");
    assert!(text.contains("[Reason \"time\"]"), "{text}");
    second.close().await;
    let _ = std::fs::remove_dir_all(folder);
}

async fn next(joined: &mut Subscription) -> ServerMessage {
    let heard = tokio::time::timeout(Duration::from_secs(10), joined.messages.recv()).await.expect("in time");
    let Some(text) = heard else { panic!("the listener was let go") };
    json::decode(&text.text).expect("a message")
}

/// Returns the next events, ignoring presence messages.
async fn news(joined: &mut Subscription) -> Vec<Event> {
    loop {
        if let ServerMessage::News { events, .. } = next(joined).await {
            return events.into_iter().map(|logged| logged.event).collect();
        }
    }
}

#[tokio::test]
async fn subscribers_get_events_in_order_and_spectators_with_delay() {
    let hub = hub().await;
    let (ann, bob) = two(&hub, NewGame { delay: 1, public: true, ..new("lines-of-action") }).await;
    let (welcome, mut player) = hub.join(&ann.game, Some(&ann.token), 0).await.expect("joined");
    let (_, mut watcher) = hub.join(&ann.game, None, 0).await.expect("joined");
    let ServerMessage::Welcome { seat: Some(0), events, .. } = welcome else { panic!("{welcome:?}") };
    assert_eq!(events.len(), 3);
    play(&hub, &ann).await;
    assert!(matches!(news(&mut player).await.as_slice(), [Event::Played { ply: 0, .. }]));
    play(&hub, &bob).await;
    assert!(matches!(news(&mut player).await.as_slice(), [Event::Played { ply: 1, .. }]));
    assert!(matches!(news(&mut watcher).await.as_slice(), [Event::Played { ply: 0, .. }]));
    let seen = hub.state(&ann.game, None, 3).await.expect("a state").events;
    assert_eq!(seen.len(), 1, "those who watch see the first turn only");
    assert!(!hub.record(&ann.game, None).await.expect("a record").contains(" 2."));
    let listed = hub.store().list(GameStatus::Playing, 9).await.expect("a list").remove(0);
    assert_eq!((listed.plies, listed.changed), (1, listed.created), "nor do lists tell about the others");
    say(&hub, &ann, Command::Resign).await.expect("resigned");
    assert_eq!(news(&mut watcher).await.len(), 2, "at the end they see everything");
    // A resuming client gets the missed events, none twice.
    let (welcome, _resumed) = hub.join(&ann.game, Some(&bob.token), 4).await.expect("joined");
    let ServerMessage::Welcome { events, .. } = welcome else { panic!("{welcome:?}") };
    assert_eq!(events.iter().map(|logged| logged.version).collect::<Vec<_>>(), [5, 6]);
}

#[tokio::test]
async fn the_engine_plays_at_its_seats() {
    let hub = hub().await;
    let seats = vec![
        SeatSpec::Engine { level: 1, of: None },
        SeatSpec::Me,
        SeatSpec::Engine { level: 2, of: Some(9) },
        SeatSpec::Engine { level: 1, of: None },
    ];
    let ann = hub.create(NewGame { seats, ..new("lines-of-action:players=four") }).await.expect("a game");
    let (_, mut joined) = hub.join(&ann.game, Some(&ann.token), 0).await.expect("joined");
    for plies in [1, 5] {
        while game(&hub, &ann).await.plies() < plies {
            news(&mut joined).await;
        }
        assert_eq!(game(&hub, &ann).await.turn(), Some(1));
        play(&hub, &ann).await;
    }
}

#[tokio::test]
async fn invalid_new_games_are_refused() {
    let hub = hub().await;
    let chairs = |seats: Vec<SeatSpec>| NewGame { seats, ..new("j") };
    for (new, about) in [
        (new("chess"), "chess"),
        (new("lines-of-action:wrap=maybe"), "wrap"),
        (new("sight-reduction:solitaire=on"), "alone"),
        (NewGame { start: Some(Start::Position("nonsense".to_owned())), ..new("j") }, "position"),
        (NewGame { control: TimeControl::Days { days: 0 }, ..new("j") }, "time control"),
        (NewGame { name: " ".to_owned(), ..new("j") }, "name"),
        (NewGame { name: "x".repeat(25), ..new("j") }, "name"),
        (NewGame { name: "Ann\u{200b}".to_owned(), ..new("j") }, "invalid character U+200B"),
        (NewGame { name: "\u{410}nn".to_owned(), ..new("j") }, "one script"),
        (NewGame { delay: 21, ..new("j") }, "hidden"),
        (chairs(vec![SeatSpec::Open, SeatSpec::Open]), "yours"),
        (chairs(vec![SeatSpec::Me]), "seats"),
        (chairs(vec![SeatSpec::Me, SeatSpec::Engine { level: 9, of: None }]), "level"),
        (chairs(vec![SeatSpec::Me, SeatSpec::Engine { level: 0, of: Some(11) }]), "level"),
        (chairs(vec![SeatSpec::Me, SeatSpec::Engine { level: 12, of: Some(11) }]), "level"),
    ] {
        let refusal = hub.create(new).await.expect_err(about);
        assert!(refusal.code == RefusalCode::Invalid && refusal.message.contains(about), "{about}: {refusal:?}");
    }
    let nowhere: GameId = "0".repeat(22).parse().expect("a name");
    assert_eq!(hub.state(&nowhere, None, 0).await.expect_err("none").code, RefusalCode::NotFound);
}
