//! A page's game against a server that this file plays.

use halfboard_protocol::PROTOCOL_VERSION;
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::{GameTerms, Player, Seed, Start};
use halfboard_protocol::game::GameOver;
use halfboard_protocol::message::RefusalCode;
use halfboard_rules::board::Square;

use super::*;
use crate::composer::StepOutcome;
use crate::online::ConnectionState;

fn id() -> GameId {
    "0123456789abcdefghijkl".parse().expect("a name")
}

fn log(events: Vec<Event>) -> Vec<LoggedEvent> {
    let number = |(index, event)| LoggedEvent { version: index as u32 + 1, at: 1000 + index as u64, event };
    events.into_iter().enumerate().map(number).collect()
}

fn begun() -> Vec<Event> {
    let control = TimeControl::Fischer { initial: 60_000, increment: 0 };
    let start = Start::Seed(Seed(0));
    let terms = GameTerms {
        rules: "j".into(),
        start,
        control,
        public: false,
        chat: true,
        delay: 0,
        first_move: None,
        after: None,
    };
    let who = |name: &str| Player::Person { name: name.to_owned() };
    vec![Event::Created(terms), Event::Seated { seat: 0, who: who("Ann") }, Event::Seated { seat: 1, who: who("Ben") }]
}

fn played(ply: u32, line: u32, mv: &str) -> Event {
    Event::Played { line, ply, mv: mv.to_owned(), lag: 0 }
}

fn welcome(seat: Option<u8>, events: &[LoggedEvent]) -> String {
    let present = Presence { seats: vec![true, false], watchers: 2, engine_wait: None };
    json::encode(&ServerMessage::Welcome {
        protocol: PROTOCOL_VERSION,
        seat,
        now: 5000,
        events: events.to_vec(),
        present,
    })
}

fn news(events: &[LoggedEvent]) -> String {
    json::encode(&ServerMessage::News { now: 5000, events: events.to_vec() })
}

/// Returns a game that Ann, at seat 0, has just opened, and its log.
fn opened() -> (Online, Vec<Event>) {
    let mut online = Online::new(id(), Some("abcdefghijklmnopqrstuv".parse().expect("a secret")));
    assert_eq!(online.connection_mut().tick(0), [SocketAction::Open]);
    assert_eq!(online.opened(0).len(), 1);
    let (_, told) = online.heard(&welcome(Some(0), &log(begun())), 2000);
    assert_eq!(told, [News::Arrived]);
    assert!(online.can_compose() && online.connection().is_live() && online.is_present(0) && !online.is_present(1));
    (online, begun())
}

#[test]
fn a_turn_is_shown_at_once_and_confirmed() {
    let (mut online, mut events) = opened();
    let acts = online.play("A5", 1, 2100);
    assert!(matches!(acts.as_slice(), [SocketAction::Send(text)] if text.contains("\"ply\":0")));
    assert_eq!((online.plies(), online.is_open(), online.is_unconfirmed()), (1, false, true));
    assert!(online.view().is_some_and(|view| view.next.is_empty()));
    events.push(played(0, 0, "A5"));
    assert_eq!(online.heard(&news(&log(events.clone())), 2200).1, []);
    online.heard(&json::encode(&ServerMessage::Done { key: 1, version: 4 }), 2210);
    assert_eq!((online.plies(), online.is_unconfirmed(), online.connection().unanswered().count()), (1, false, 0));
    events.push(played(1, 0, "D4"));
    // Those events that are known are passed over.
    let told = online.heard(&news(&log(events.clone())), 2300).1;
    assert_eq!(told, [News::Played { seat: 1, mv: "D4".to_owned() }]);
    assert!(online.can_compose());
}

#[test]
fn a_refused_turn_is_taken_back_with_its_reason() {
    let (mut online, _) = opened();
    online.play("A5", 1, 2100);
    let refusal = Refusal::new(RefusalCode::Over, "the game is over");
    let (_, told) =
        online.heard(&json::encode(&ServerMessage::Refused { key: Some(1), refusal: refusal.clone() }), 2200);
    assert!(matches!(told.as_slice(), [News::Refused(Command::Play { .. }, why)] if *why == refusal));
    assert_eq!((online.plies(), online.is_open()), (0, true));
    // A move that is not legal is not even shown.
    assert_eq!(online.play("Z9", 2, 2300), []);
    assert_eq!(online.plies(), 0);
}

#[test]
fn a_turn_survives_a_lost_connection() {
    let (mut online, mut events) = opened();
    online.play("A5", 9, 2100);
    online.connection_mut().closed(2200, 0.0);
    assert_eq!(online.plies(), 1);
    // The presence of the others is unknown.
    assert_eq!((online.is_present(0), online.watchers()), (false, 0));
    assert_eq!(online.connection_mut().wake(2300), [SocketAction::Open]);
    let [SocketAction::Send(hello)] = &online.opened(2310)[..] else { panic!("a greeting") };
    assert!(hello.contains("\"after\":3"), "{hello}");
    // The server had got it, and the answer too.
    events.push(played(0, 0, "A5"));
    events.push(played(1, 0, "D4"));
    let (acts, told) = online.heard(&welcome(Some(0), &log(events)[3..]), 2400);
    assert_eq!(acts.len(), 1);
    assert_eq!(told, [News::Played { seat: 1, mv: "D4".to_owned() }]);
    online.heard(&json::encode(&ServerMessage::Done { key: 9, version: 4 }), 2410);
    assert_eq!((online.plies(), online.can_compose(), online.connection().unanswered().count()), (2, true, 0));
}

#[test]
fn a_gap_starts_over_and_a_log_that_stays_broken_asks_for_a_newer_page() {
    let (mut online, mut events) = opened();
    events.extend([played(0, 0, "A5"), played(1, 0, "D4")]);
    assert_eq!(online.heard(&news(&log(events.clone())[4..]), 2200).0, [SocketAction::Close]);
    assert!(online.game().is_none());
    online.connection_mut().closed(2300, 0.0);
    online.connection_mut().wake(2300);
    let [SocketAction::Send(hello)] = &online.opened(2310)[..] else { panic!("a greeting") };
    assert!(hello.contains("\"after\":0"), "{hello}");
    online.heard(&welcome(Some(0), &log(events.clone())), 2400);
    assert_eq!(online.plies(), 2);
    // Another gap later is repaired as well, but not a log that is broken as a whole.
    events.push(played(7, 7, "A5"));
    assert_eq!(online.heard(&news(&log(events.clone())), 2500).0, [SocketAction::Close]);
    online.connection_mut().closed(2600, 0.0);
    online.connection_mut().wake(2600);
    online.opened(2610);
    online.heard(&welcome(Some(0), &log(events)), 2700);
    assert_eq!(*online.connection().state(), ConnectionState::Failed(ConnectionFailure::Outdated));
}

#[test]
fn a_turn_that_cannot_be_kept_now_stays_and_is_said_again() {
    let (mut online, mut events) = opened();
    let said = online.play("A5", 1, 2100);
    let refusal = Refusal::new(RefusalCode::Unavailable, "the storage cannot be reached");
    let busy = json::encode(&ServerMessage::Refused { key: Some(1), refusal });
    assert_eq!(online.heard(&busy, 2200), (Vec::new(), vec![News::HeldUp]));
    assert_eq!((online.plies(), online.is_unconfirmed(), online.connection().is_held_up()), (1, true, true));
    assert_eq!(online.connection_mut().tick(3199), []);
    assert_eq!(online.connection_mut().tick(3200), said);
    // It is told once.
    assert_eq!(online.heard(&busy, 3300), (Vec::new(), Vec::new()));
    assert_eq!(online.connection_mut().tick(5300), said);
    events.push(played(0, 0, "A5"));
    assert_eq!(online.heard(&news(&log(events)), 5400).1, []);
    online.heard(&json::encode(&ServerMessage::Done { key: 1, version: 4 }), 5410);
    assert_eq!((online.plies(), online.is_unconfirmed(), online.connection().is_held_up()), (1, false, false));
}

#[test]
fn a_secret_that_opens_no_seat_is_told_and_one_watches() {
    let mut online = Online::new(id(), Some("abcdefghijklmnopqrstuv".parse().expect("a secret")));
    online.connection_mut().tick(0);
    online.opened(0);
    let refusal = Refusal::new(RefusalCode::NoSeat, "this secret opens no seat");
    let refused = json::encode(&ServerMessage::Refused { key: None, refusal });
    assert_eq!(online.heard(&refused, 100), (vec![SocketAction::Close], Vec::new()));
    online.connection_mut().closed(110, 0.0);
    online.connection_mut().wake(120);
    let [SocketAction::Send(hello)] = &online.opened(130)[..] else { panic!("a greeting") };
    assert!(!hello.contains("token"), "{hello}");
    let welcomed = welcome(None, &log(begun()));
    assert_eq!(online.heard(&welcomed, 140).1, [News::Arrived, News::NoSeat]);
    assert_eq!(online.heard(&welcomed, 150).1, []);
    assert_eq!(online.seat(), None);
}

#[test]
fn clocks_run_by_the_servers_time_and_stand_once_a_turn_is_played_here() {
    let (mut online, mut events) = opened();
    events.extend([played(0, 0, "A5"), played(1, 0, "D4")]);
    let mut all = log(events);
    for logged in &mut all[3..] {
        logged.at = 5000;
    }
    online.heard(&news(&all), 2000);
    assert_eq!(online.server_time(2000), 5000);
    assert_eq!(online.left(0, 12_000), Some(50_000));
    let mv = online.session().expect("a game").moves()[0].clone();
    online.play(&mv, 3, 12_000);
    assert_eq!(online.left(0, 20_000), Some(50_000));
    assert_eq!(online.left(1, 20_000), Some(60_000));
}

#[test]
fn requests_chat_and_the_end_are_told_once() {
    let (mut online, mut events) = opened();
    events.extend([
        played(0, 0, "A5"),
        played(1, 0, "D4"),
        Event::Asked { seat: 1, what: Proposal::TakeBack, key: 0 },
        Event::Agreed { seat: 0, what: Proposal::TakeBack, key: 0 },
        Event::Said { seat: 1, text: "<b>".into(), key: 1 },
        Event::Asked { seat: 0, what: Proposal::Draw, key: 0 },
        Event::Agreed { seat: 1, what: Proposal::Draw, key: 0 },
        Event::Asked { seat: 0, what: Proposal::Rematch, key: 0 },
        Event::Rematched { game: id() },
    ]);
    let told = online.heard(&news(&log(events)), 2000).1;
    assert_eq!(
        told[2..],
        [
            News::Asked(1, Proposal::TakeBack),
            News::TakenBack,
            News::Said(1, "<b>".into()),
            News::Asked(0, Proposal::Draw),
            News::Ended,
            News::Asked(0, Proposal::Rematch),
            News::Rematched(id()),
        ]
    );
    assert_eq!(online.plies(), 1);
    assert_eq!(online.game().map(Game::phase), Some(Phase::Over(GameOver::Drawn)));
    let present = Presence { seats: vec![true, true], watchers: 0, engine_wait: None };
    let (_, told) = online.heard(&json::encode(&ServerMessage::Present(present)), 2100);
    assert_eq!(told, [News::Presence(1, true)]);
    for nonsense in ["", "{}", "[]", "{\"type\":\"dance\"}"] {
        assert_eq!(online.heard(nonsense, 2200), (Vec::new(), Vec::new()));
    }
}

#[test]
fn earlier_positions_are_looked_at_until_something_is_played() {
    let (mut online, mut events) = opened();
    events.extend([played(0, 0, "A5"), played(1, 0, "D4")]);
    online.heard(&news(&log(events.clone())), 2000);
    online.browse(1);
    assert_eq!((online.shown_ply(), online.plies(), online.can_compose()), (1, 2, false));
    assert_eq!(online.tap(Square::new(0)), StepOutcome::Refused);
    events.push(Event::Said { seat: 1, text: "Hello".into(), key: 4 });
    online.heard(&news(&log(events.clone())), 2100);
    assert!(online.is_browsing());
    let mv = online.session().expect("a game").moves()[0].clone();
    events.push(played(2, 0, &mv));
    online.heard(&news(&log(events)), 2200);
    assert!(!online.is_browsing());
}

#[test]
fn events_with_fields_of_a_newer_server_are_told() {
    let (mut online, mut events) = opened();
    events.push(json::decode(r#"{"type":"said","seat":1,"text":"Hello","key":4,"language":"en"}"#).expect("an event"));
    assert!(matches!(events[3], Event::Carried(_)));
    let (_, told) = online.heard(&news(&log(events)), 2100);
    assert_eq!(told, [News::Said(1, "Hello".into())]);
}

#[test]
fn a_finished_game_is_kept_once_to_be_analysed() {
    use crate::online::saved::save_record;
    use crate::saved::MemoryStore;
    use halfboard_protocol::event::Termination;

    let (_, mut events) = opened();
    events.extend([played(0, 0, "A5"), Event::Ended(Termination::Resigned { seat: 1 })]);
    let game = Game::from_log(id(), &log(events)).expect("a log");
    let store = MemoryStore::new();
    assert_eq!(save_record(&store, &game, 7), Some(7));
    assert_eq!(save_record(&store, &game, 9), Some(7));
    let play = crate::saved::load(&store, 7).and_then(|kept| kept.play.ok()).expect("kept");
    assert_eq!((play.plies(), play.is_over(), play.name(halfboard_rules::game::Seat(0))), (1, true, Some("Ann")));
}

#[test]
fn events_and_messages_of_a_newer_server_do_not_disturb() {
    let (mut online, mut events) = opened();
    for text in [
        r#"{"type":"teleported","to":["x"]}"#,
        r#"{"type":"said","seat":1,"text":"psst","key":3,"kind":"whispered"}"#,
        r#"{"type":"gave-time","from":0,"to":0,"ms":13000,"key":5,"kind":"refunded","seat":0,"since":1,"until":13001}"#,
    ] {
        events.push(json::decode(text).expect("an event"));
    }
    let (acts, told) = online.heard(&news(&log(events.clone())), 2100);
    assert_eq!((acts, told), (Vec::new(), vec![News::Refunded(13_000)]));
    assert_eq!(online.heard(r#"{"type":"fireworks","colour":"red"}"#, 2150), (Vec::new(), Vec::new()));
    online.play("A5", 1, 2200);
    events.push(played(0, 0, "A5"));
    online.heard(&news(&log(events.clone())), 2300);
    online.heard(&json::encode(&ServerMessage::Done { key: 1, version: 7 }), 2310);
    assert_eq!((online.plies(), online.is_unconfirmed(), online.connection().is_live()), (1, false, true));
    // A code that the page does not know is still an answer.
    online.ask(Command::Resign, 2, 2400);
    let refused = r#"{"type":"refused","key":2,"refusal":{"code":"full-moon","message":"wait"}}"#;
    assert!(matches!(&online.heard(refused, 2500).1[..], [News::Refused(Command::Resign, _)]));
    assert_eq!(online.connection().unanswered().count(), 0);
}
