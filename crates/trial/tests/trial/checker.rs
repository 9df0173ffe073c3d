//! The checker must detect each kind of violation, made by hand in a correct log or history.

use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::{Event, GameTerms, LoggedEvent, Player, Seed, Start, Termination};
use halfboard_protocol::id::GameId;
use halfboard_protocol::message::{Command, KeyedCommand};
use halfboard_trial::check::{check, overdue};
use halfboard_trial::history::{Acknowledged, History, TrackedGame};

const BEGUN: u64 = 1_000_000;

fn id() -> GameId {
    "0123456789abcdefghijkl".parse().expect("a name")
}

/// Returns the log of a game with ten seconds each, four turns of a second and a chat message.
fn log() -> Vec<LoggedEvent> {
    let terms = GameTerms {
        rules: "j".to_owned(),
        start: Start::Seed(Seed(1)),
        control: TimeControl::Fischer { initial: 10_000, increment: 0 },
        public: true,
        chat: true,
        delay: 0,
        first_move: None,
        after: None,
    };
    let person = |seat| Event::Seated { seat, who: Player::Person { name: "Ann".to_owned() } };
    let mut session = halfboard_rules::registry::rules("j").expect("rules").start(1);
    let mut events = vec![Event::Created(terms), person(0), person(1)];
    for ply in 0..4 {
        let mv = session.moves()[0].clone();
        session.play(&mv).expect("a legal move");
        events.push(Event::Played { line: 0, ply, mv, lag: 0 });
    }
    events.push(Event::Said { seat: 1, text: "hello".to_owned(), key: 5 });
    let number = |(event, version): (Event, u32)| LoggedEvent { version, at: BEGUN + u64::from(version) * 1000, event };
    events.into_iter().zip(1..).map(number).collect()
}

/// Returns the history of clients without violations.
fn history(log: &[LoggedEvent]) -> History {
    let acknowledge = |logged: &LoggedEvent| {
        let (seat, key, command) = match &logged.event {
            Event::Played { line, ply, mv, .. } => {
                ((ply % 2) as u8, 1, Command::Play { line: *line, ply: *ply, mv: mv.clone() })
            }
            Event::Said { seat, text, key } => (*seat, *key, Command::Say { text: text.clone() }),
            _ => return None,
        };
        let command = KeyedCommand { key, command };
        Some(Acknowledged { seat, command, version: logged.version, sent: logged.at - 10, received: logged.at + 10 })
    };
    let acknowledged = log.iter().filter_map(acknowledge).collect();
    History { received: log.to_vec(), acknowledged, ..History::default() }
}

fn findings(log: &[LoggedEvent], history: &History) -> Vec<String> {
    check(&id(), log, history, 0).1.into_iter().map(|finding| finding.what).collect()
}

#[track_caller]
fn found(log: &[LoggedEvent], history: &History, words: &str) {
    let findings = findings(log, history);
    assert!(findings.iter().any(|finding| finding.contains(words)), "'{words}' is not among {findings:?}");
}

#[test]
fn matching_logs_pass_the_check() {
    let log = log();
    let history = history(&log);
    let (counts, findings) = check(&id(), &log, &history, 0);
    assert_eq!(findings, []);
    assert_eq!((counts.events, counts.received, counts.acknowledged, counts.timed), (8, 8, 5, 2));
    // The log may have more than any client received, and clients may have received only a part.
    let less = History { received: log[..3].to_vec(), ..History::default() };
    assert_eq!(self::findings(&log, &less), Vec::<String>::new());
}

#[test]
fn lost_and_changed_events_are_found() {
    let log = log();
    let right = history(&log);
    found(&log[..7], &right, "is lost: the log ends at 7");
    found(&log[..7], &right, "the log ends at 7");
    found(&[], &right, "the log is empty");
    let mut other = log.clone();
    other[7].event = Event::Said { seat: 1, text: "hullo".to_owned(), key: 5 };
    found(&other, &right, "is not there");
    found(&other, &right, "the log has");
    let mut elsewhere = history(&log);
    elsewhere.acknowledged[0].version += 1;
    found(&log, &elsewhere, "is event 4");
    // Said twice, but done twice, too.
    let mut twice = log.clone();
    twice.push(LoggedEvent { version: 9, at: log[7].at, event: log[7].event.clone() });
    found(&twice, &right, "was done twice");
    // Two players receive different events, and one receives events out of order.
    let game = TrackedGame::new(id(), Vec::new());
    let (mut one, mut two) = (0, 0);
    let _ = game.receive(0, &mut one, log.clone());
    let _ = game.receive(1, &mut two, other);
    assert!(game.history().violations.iter().any(|violation| violation.contains("two different events")));
    let game = TrackedGame::new(id(), Vec::new());
    let _ = game.receive(0, &mut 3, log[5..].to_vec());
    assert!(game.history().violations.iter().any(|violation| violation.contains("received event 6 after event 3")));
}

#[test]
fn illegal_games_and_wrong_clocks_are_found() {
    let log = log();
    let none = History::default();
    let mut illegal = log.clone();
    illegal[4].event = illegal[3].event.clone();
    found(&illegal, &none, "it is another turn");
    let mut back = log.clone();
    back[5].at = BEGUN;
    found(&back, &none, "is of 1000000, the one before it of");
    // The third turn is the first whose time counts: ten seconds from the second on.
    let deadline = log[4].at + 10_000;
    let mut late = log[..6].to_vec();
    // Right after an outage a turn is accepted even so.
    late[5].at = deadline + 3_001;
    found(&late, &none, "after the time was up");
    late[5].at = deadline;
    assert_eq!(findings(&late, &none), Vec::<String>::new());
    let flag = |at, seat| {
        let mut log = log[..5].to_vec();
        log.push(LoggedEvent { version: 6, at, event: Event::Ended(Termination::OutOfTime { seat }) });
        log
    };
    found(&flag(deadline - 1, 0), &none, "too early");
    found(&flag(deadline + 1, 1), &none, "but the clock of 0 ran");
    assert_eq!(findings(&flag(deadline + 600, 0), &none), Vec::<String>::new());
    // An overdue flag.
    assert!(overdue(&id(), &log[..5], deadline + 5000, 8000).is_none());
    assert!(overdue(&id(), &log[..5], deadline + 20_000, 8000).is_some());
    // A time in the log that cannot be that of the command.
    let mut shifted = history(&log);
    shifted.acknowledged[0].sent += 5000;
    shifted.acknowledged[0].received += 5000;
    found(&log, &shifted, "but was sent at");
}
