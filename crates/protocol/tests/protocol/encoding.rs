//! The encoding of everything stored or sent. A change here breaks stored logs or existing clients: add, do not change.

use std::fmt::Debug;

use halfboard_protocol::api::{GameStatus, NewGame, SeatSpec};
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::{Event, GameTerms, LoggedEvent, Player, Proposal, Seed, Start, Termination};
use halfboard_protocol::json;
use halfboard_protocol::message::{
    ClientMessage, Command, KeyedCommand, Presence, Refusal, RefusalCode, ServerMessage,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

#[track_caller]
fn same<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, text: &str) {
    assert_eq!(json::encode(value), text);
    assert_eq!(&json::decode::<T>(text).expect(text), value);
}

fn terms() -> GameTerms {
    GameTerms {
        rules: "lines-of-action:start=scrambled".to_owned(),
        start: Start::Seed(Seed(u64::MAX)),
        control: TimeControl::Fischer { initial: 300_000, increment: 5_000 },
        public: true,
        chat: false,
        delay: 3,
        first_move: None,
        after: None,
    }
}

#[test]
fn events_are_written_as_ever() {
    let event = |event: Event, text: &str| same(&event, text);
    event(
        Event::Created(terms()),
        r#"{"type":"created","rules":"lines-of-action:start=scrambled","start":{"seed":"18446744073709551615"},"control":{"type":"fischer","initial":300000,"increment":5000},"public":true,"chat":false,"delay":3}"#,
    );
    let who = Player::Person { name: "<b>Ann</b>".to_owned() };
    event(Event::Seated { seat: 1, who }, r#"{"type":"seated","seat":1,"who":{"person":{"name":"<b>Ann</b>"}}}"#);
    let who = Player::Engine { level: 3, of: Some(11) };
    event(Event::Seated { seat: 0, who }, r#"{"type":"seated","seat":0,"who":{"engine":{"level":3,"of":11}}}"#);
    // As events were stored before games had ladders of different lengths.
    let who = Player::Engine { level: 3, of: None };
    event(Event::Seated { seat: 0, who }, r#"{"type":"seated","seat":0,"who":{"engine":{"level":3}}}"#);
    let played = |lag| Event::Played { line: 1, ply: 4, mv: "b1b3".to_owned(), lag };
    event(played(0), r#"{"type":"played","line":1,"ply":4,"move":"b1b3"}"#);
    event(played(40), r#"{"type":"played","line":1,"ply":4,"move":"b1b3","lag":40}"#);
    event(
        Event::Asked { seat: 0, what: Proposal::TakeBack, key: 0 },
        r#"{"type":"asked","seat":0,"what":"take-back"}"#,
    );
    event(Event::Agreed { seat: 1, what: Proposal::Draw, key: 0 }, r#"{"type":"agreed","seat":1,"what":"draw"}"#);
    event(
        Event::Declined { seat: 1, what: Proposal::Rematch, key: 0 },
        r#"{"type":"declined","seat":1,"what":"rematch"}"#,
    );
    event(
        Event::GaveTime { from: 0, to: 1, ms: 15_000, key: 7 },
        r#"{"type":"gave-time","from":0,"to":1,"ms":15000,"key":7}"#,
    );
    event(
        Event::Said { seat: 0, text: "hello".to_owned(), key: 9 },
        r#"{"type":"said","seat":0,"text":"hello","key":9}"#,
    );
    event(Event::Ended(Termination::Resigned { seat: 1 }), r#"{"type":"ended","how":"resigned","seat":1}"#);
    event(Event::Ended(Termination::OutOfTime { seat: 1 }), r#"{"type":"ended","how":"out-of-time","seat":1}"#);
    event(Event::Ended(Termination::Aborted { seat: 0 }), r#"{"type":"ended","how":"aborted","seat":0}"#);
    let game = "0123456789ABCDEFabcdef".parse().expect("a name");
    event(Event::Rematched { game }, r#"{"type":"rematched","game":"0123456789ABCDEFabcdef"}"#);
    same(
        &LoggedEvent { version: 5, at: 1_794_787_200_000, event: Event::Ended(Termination::Resigned { seat: 1 }) },
        r#"{"version":5,"at":1794787200000,"event":{"type":"ended","how":"resigned","seat":1}}"#,
    );
    for (control, text) in [
        (TimeControl::None, r#"{"type":"none"}"#),
        (TimeControl::Delay { initial: 1000, delay: 2000 }, r#"{"type":"delay","initial":1000,"delay":2000}"#),
        (TimeControl::Days { days: 3 }, r#"{"type":"days","days":3}"#),
    ] {
        same(&control, text);
    }
    for status in [GameStatus::Open, GameStatus::Playing, GameStatus::Finished, GameStatus::Aborted] {
        same(&status, &format!("\"{}\"", status.as_str()));
    }
}

#[test]
fn messages_are_written_as_ever() {
    let token = "0123456789ABCDEFabcdef".parse().expect("a secret");
    same(
        &ClientMessage::Hello { protocol: 1, token: Some(token), after: 12 },
        r#"{"type":"hello","protocol":1,"token":"0123456789ABCDEFabcdef","after":12}"#,
    );
    let play = Command::Play { line: 0, ply: 3, mv: "b1b3".to_owned() };
    same(
        &ClientMessage::Do(KeyedCommand { key: 77, command: play }),
        r#"{"type":"do","key":77,"command":{"type":"play","line":0,"ply":3,"move":"b1b3"}}"#,
    );
    for (command, text) in [
        (Command::Ask { ply: 3, what: Proposal::Draw }, r#"{"type":"ask","ply":3,"what":"draw"}"#),
        (
            Command::Answer { ply: 3, what: Proposal::TakeBack, yes: true },
            r#"{"type":"answer","ply":3,"what":"take-back","yes":true}"#,
        ),
        (Command::Resign, r#"{"type":"resign"}"#),
        (Command::Abort, r#"{"type":"abort"}"#),
        (Command::GiveTime, r#"{"type":"give-time"}"#),
        (Command::Say { text: "hi".to_owned() }, r#"{"type":"say","text":"hi"}"#),
    ] {
        same(&command, text);
    }
    same(&ServerMessage::Done { key: 77, version: 9 }, r#"{"type":"done","key":77,"version":9}"#);
    same(
        &ServerMessage::Refused { key: None, refusal: Refusal::new(RefusalCode::NotYourTurn, "wait") },
        r#"{"type":"refused","refusal":{"code":"not-your-turn","message":"wait"}}"#,
    );
    same(
        &ServerMessage::Present(Presence { seats: vec![true, false], watchers: 2, engine_wait: None }),
        r#"{"type":"present","seats":[true,false],"watchers":2}"#,
    );
    same(&ServerMessage::News { now: 5, events: Vec::new() }, r#"{"type":"news","now":5,"events":[]}"#);
}

#[test]
fn what_is_left_out_has_a_sensible_value_and_what_is_unknown_is_refused() {
    let new: NewGame = json::decode(r#"{"rules":"j","name":"Ann"}"#).expect("enough");
    assert_eq!((new.control, new.chat, new.public, new.seats.len()), (TimeControl::None, true, false, 0));
    let chairs: Vec<SeatSpec> = json::decode(r#"["me","open",{"engine":{"level":3}}]"#).expect("chairs");
    assert_eq!(chairs, [SeatSpec::Me, SeatSpec::Open, SeatSpec::Engine { level: 3, of: None }]);
    for bad in [
        r#"{"rules":"j","name":"Ann","colour":"white"}"#,
        r#"{"rules":"j","name":"Ann","token":"short"}"#,
        r#"{"rules":"j","name":"Ann","start":{"seed":-1}}"#,
        r#"{"rules":"j"}"#,
    ] {
        assert!(json::decode::<NewGame>(bad).is_err(), "{bad}");
    }
    for bad in [
        r#"{"type":"hello"}"#,
        r#"{"type":"do","key":1}"#,
        "[]",
        "",
        r#"{"type":"do","key":-1,"command":{"type":"resign"}}"#,
    ] {
        assert!(json::decode::<ClientMessage>(bad).is_err(), "{bad}");
    }
}

#[test]
fn later_kinds_are_written_as_an_older_one() {
    let refunded = Event::Refunded { seat: 1, since: 1_794_787_200_000, until: 1_794_787_213_000, ms: 13_000 };
    let text = r#"{"type":"gave-time","from":1,"to":1,"ms":13000,"key":3785850568,"kind":"refunded","seat":1,"since":1794787200000,"until":1794787213000}"#;
    same(&refunded, text);
    // Every later kind has a fallback whose fields it does not contradict.
    let later_kinds = [refunded].to_vec();
    for event in later_kinds {
        let fallback = event.fallback().expect("a fallback");
        assert_eq!(fallback.fallback(), None);
        let decoded: Event = json::decode(&json::encode(&event)).expect("an event");
        assert_eq!(decoded, event);
        let renamed = json::encode(&event).replace("\"kind\":\"", "\"kind\":\"future-");
        let Event::Carried(carried) = json::decode(&renamed).expect("an unknown kind") else { panic!("{renamed}") };
        assert_eq!(carried.reads_as.as_deref(), Some(&fallback), "{renamed}");
    }
}

#[test]
fn unknown_events_are_kept_byte_by_byte() {
    for text in [
        r#"{"type":"teleported","z":1,"a":[null,true,-5,"ü\"\n",{"k":18446744073709551615}],"seat":0}"#,
        r#"{"type":"said","seat":0,"text":"hi","key":1,"kind":"whispered","to":2}"#,
        r#"{"kind":"a","type":"b"}"#,
    ] {
        let event: Event = json::decode(text).expect(text);
        assert!(matches!(&event, Event::Carried(_)), "{text}");
        assert_eq!(json::encode(&event), text);
        // Also inside of messages.
        let logged = format!(r#"{{"version":4,"at":7,"event":{text}}}"#);
        let news = format!(r#"{{"type":"news","now":5,"events":[{logged}]}}"#);
        let message: ServerMessage = json::decode(&news).expect(text);
        assert_eq!(json::encode(&message), news);
    }
    // A known kind that lacks something is not an unknown one.
    for text in [
        r#"{"type":"played","line":1}"#,
        r#"{"type":"ended","how":"by-magic","seat":0}"#,
        r#"{"type":"played","line":1,"kind":"new"}"#,
        r#"{"type":"gave-time","from":1,"to":1,"ms":1,"key":0,"kind":"refunded"}"#,
        r#"{"seat":1}"#,
        r#"{"type":7}"#,
        "[]",
    ] {
        assert!(json::decode::<Event>(text).is_err(), "{text}");
    }
}

#[test]
fn unknown_fields_of_known_events_are_kept_byte_by_byte() {
    let refunded = Event::Refunded { seat: 0, since: 1, until: 2, ms: 1 };
    for (text, known) in [
        (
            r#"{"type":"played","line":0,"ply":3,"move":"a2c2","think":{"ms":-4,"why":[null]}}"#.to_owned(),
            Event::Played { line: 0, ply: 3, mv: "a2c2".to_owned(), lag: 0 },
        ),
        (
            r#"{"rating":1800,"type":"seated","seat":1,"who":{"person":{"flag":"ü","name":"Ann"}}}"#.to_owned(),
            Event::Seated { seat: 1, who: Player::Person { name: "Ann".to_owned() } },
        ),
        (
            r#"{"type":"ended","how":"resigned","seat":1,"politely":true}"#.to_owned(),
            Event::Ended(Termination::Resigned { seat: 1 }),
        ),
        // Its fallback has another value.
        (json::encode(&refunded).replace("\"key\":2", "\"key\":7"), refunded.clone()),
        (json::encode(&refunded).replace('}', ",\"node\":\"b\"}"), refunded),
    ] {
        let event: Event = json::decode(&text).expect("a known kind");
        assert_ne!(event, known, "{text}");
        assert_eq!((event.as_known(), event.turn()), (&known, known.turn()), "{text}");
        assert_eq!(json::encode(&event), text);
        let news = format!(r#"{{"type":"news","now":5,"events":[{{"version":4,"at":7,"event":{text}}}]}}"#);
        let message: ServerMessage = json::decode(&news).expect("a message");
        assert_eq!(json::encode(&message), news);
    }
    // Another order, or a field that is left out, is nothing unknown.
    for text in [
        r#"{"seat":1,"type":"said","text":"hi","key":3}"#,
        r#"{"type":"created","rules":"j","start":{"seed":"7"},"control":{"type":"none"},"public":true,"chat":true}"#,
    ] {
        assert!(!matches!(json::decode(text).expect("an event"), Event::Carried(_)), "{text}");
    }
}

#[test]
fn edits_leave_unknown_fields_alone() {
    let rename = |event: &mut Event| match event {
        Event::Seated { who: Player::Person { name }, .. } => "Bob".clone_into(name),
        Event::Said { text, .. } => text.clear(),
        _ => {}
    };
    for (text, edited) in [
        (
            r#"{"type":"seated","z":1,"seat":1,"who":{"person":{"name":"Ann","flag":"Ann"}}}"#,
            r#"{"type":"seated","z":1,"seat":1,"who":{"person":{"name":"Bob","flag":"Ann"}}}"#,
        ),
        (
            r#"{"type":"said","seat":0,"text":"hi","key":1,"kind":"whispered","to":2}"#,
            r#"{"type":"said","seat":0,"text":"","key":1,"kind":"whispered","to":2}"#,
        ),
        (r#"{"type":"said","seat":0,"text":"hi","key":1}"#, r#"{"type":"said","seat":0,"text":"","key":1}"#),
        (r#"{"type":"teleported","text":"hi"}"#, r#"{"type":"teleported","text":"hi"}"#),
    ] {
        let mut event: Event = json::decode(text).expect("an event");
        event.edit(rename);
        assert_eq!(json::encode(&event), edited);
        assert_eq!(json::decode::<Event>(edited).expect("an event"), event);
    }
}

#[test]
fn fields_and_codes_of_newer_servers_are_ignored() {
    let refused = r#"{"type":"refused","key":3,"refusal":{"code":"moon-phase","message":"wait","more":1},"more":[]}"#;
    let message: ServerMessage = json::decode(refused).expect("a refusal");
    assert_eq!(message, ServerMessage::Refused { key: Some(3), refusal: Refusal::new(RefusalCode::Other, "wait") });
}
