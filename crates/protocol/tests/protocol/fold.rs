//! Folding logs: proposals, takebacks, clocks, spectators, invalid events.

use halfboard_protocol::api::GameStatus;
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::{Event, GameTerms, LoggedEvent, Player, Proposal, Seed, Start, Termination};
use halfboard_protocol::game::{Game, GameOver, Phase};
use halfboard_protocol::json;
use halfboard_protocol::limits::ABANDONED_MS;
use halfboard_rules::record;

/// A log that grows by events a second apart.
struct Log(Vec<LoggedEvent>);

impl Log {
    fn new(rules: &str, control: TimeControl, delay: u8) -> Log {
        let start = Start::Seed(Seed(1));
        let terms = GameTerms {
            rules: rules.to_owned(),
            start,
            control,
            public: true,
            chat: true,
            delay,
            first_move: None,
            after: None,
        };
        let mut log = Log(Vec::new());
        log.add(Event::Created(terms));
        log
    }

    fn add(&mut self, event: Event) -> &LoggedEvent {
        let version = self.0.len() as u32 + 1;
        self.0.push(LoggedEvent { version, at: u64::from(version) * 1000, event });
        self.0.last().expect("just added")
    }

    fn seat(&mut self, seat: u8, name: &str) {
        self.add(Event::Seated { seat, who: Player::Person { name: name.to_owned() } });
    }

    fn game(&self) -> Game {
        Game::from_log("0123456789ABCDEFabcdef".parse().expect("a name"), &self.0).expect("a log that can be read")
    }

    /// Plays the first legal moves.
    fn play(&mut self, turns: usize) {
        for _ in 0..turns {
            let game = self.game();
            let mv = game.session().moves()[0].clone();
            self.add(Event::Played { line: game.line(), ply: game.plies(), mv, lag: 0 });
        }
    }

    /// Whether an event cannot happen next, and leaves the game as it was.
    fn refuses(&self, event: Event) -> bool {
        let mut game = self.game();
        let before = format!("{game:?}");
        let next = LoggedEvent { version: game.version() + 1, at: game.changed(), event };
        game.apply(&next).is_err() && format!("{game:?}") == before
    }
}

fn two(control: TimeControl, delay: u8) -> Log {
    let mut log = Log::new("lines-of-action", control, delay);
    log.seat(0, "Ann");
    log.seat(1, "Bob");
    log
}

#[test]
fn a_game_begins_when_the_last_seat_is_taken() {
    let mut log = Log::new("lines-of-action", TimeControl::None, 0);
    assert_eq!(log.game().phase(), Phase::Open);
    log.seat(1, "Bob");
    assert!(log.game().turn().is_none());
    assert!(log.refuses(Event::Seated { seat: 1, who: Player::Engine { level: 1, of: None } }));
    assert!(log.refuses(Event::Seated { seat: 2, who: Player::Engine { level: 1, of: None } }));
    log.seat(0, "Ann");
    assert_eq!((log.game().phase(), log.game().turn()), (Phase::Playing, Some(0)));
}

#[test]
fn a_take_back_goes_to_before_the_askers_last_turn_and_begins_another_line() {
    let mut log = two(TimeControl::None, 0);
    log.play(3);
    let after_two = {
        let mut shorter = two(TimeControl::None, 0);
        shorter.play(1);
        shorter.game().session().position()
    };
    // Bob asks: his turn and Ann's answer go.
    log.add(Event::Asked { seat: 1, what: Proposal::TakeBack, key: 0 });
    assert_eq!(log.game().awaits_answer_from(0), Some(Proposal::TakeBack));
    assert_eq!(log.game().plies(), 3);
    log.add(Event::Agreed { seat: 0, what: Proposal::TakeBack, key: 0 });
    let game = log.game();
    assert_eq!((game.plies(), game.line(), game.turn()), (1, 1, Some(1)));
    assert_eq!(game.session().position(), after_two);
    assert!(game.pending().is_none());
    // A turn of the old line is no longer possible.
    let mv = game.session().moves()[0].clone();
    assert!(log.refuses(Event::Played { line: 0, ply: 1, mv: mv.clone(), lag: 0 }));
    log.add(Event::Played { line: 1, ply: 1, mv, lag: 0 });
    assert_eq!(log.game().plies(), 2);
}

#[test]
fn engines_agree_and_requests_lapse_with_the_next_turn() {
    let mut log = Log::new("lines-of-action", TimeControl::None, 0);
    log.seat(0, "Ann");
    log.add(Event::Seated { seat: 1, who: Player::Engine { level: 2, of: None } });
    log.play(2);
    assert!(!log.game().can_propose(0, Proposal::Draw), "an engine cannot be asked for a draw");
    log.add(Event::Asked { seat: 0, what: Proposal::TakeBack, key: 0 });
    assert_eq!((log.game().plies(), log.game().line()), (0, 1));

    let mut log = two(TimeControl::None, 0);
    log.add(Event::Asked { seat: 0, what: Proposal::Draw, key: 0 });
    log.play(1);
    assert!(log.game().pending().is_none());
    assert!(log.refuses(Event::Agreed { seat: 1, what: Proposal::Draw, key: 0 }));
}

#[test]
fn in_a_game_of_four_all_must_agree() {
    let mut log = Log::new("lines-of-action:players=four", TimeControl::None, 0);
    for seat in 0..4 {
        log.seat(seat, "Somebody");
    }
    log.add(Event::Asked { seat: 2, what: Proposal::Draw, key: 0 });
    log.add(Event::Agreed { seat: 0, what: Proposal::Draw, key: 0 });
    log.add(Event::Agreed { seat: 1, what: Proposal::Draw, key: 0 });
    assert_eq!(log.game().phase(), Phase::Playing);
    log.add(Event::Agreed { seat: 3, what: Proposal::Draw, key: 0 });
    assert_eq!(log.game().phase(), Phase::Over(GameOver::Drawn));
    assert!(log.refuses(Event::Ended(Termination::Resigned { seat: 0 })));
}

#[test]
fn partners_must_not_confer_during_play() {
    let mut log = two(TimeControl::None, 0);
    assert!(!log.game().partners_must_not_confer(), "without partners");
    log = Log::new("lines-of-action:players=four", TimeControl::None, 0);
    (0..3).for_each(|seat| log.seat(seat, "Ann"));
    assert!(!log.game().partners_must_not_confer(), "before the game");
    log.seat(3, "Bob");
    assert!(log.game().partners_must_not_confer());
    // Logs of older versions have messages there.
    log.add(Event::Said { seat: 0, text: "move b1".to_owned(), key: 0 });
    assert_eq!(log.game().chat().len(), 1);
    assert!(log.game().partners_must_not_confer());
    log.add(Event::Ended(Termination::Resigned { seat: 0 }));
    assert!(!log.game().partners_must_not_confer(), "after the game");
}

#[test]
fn clocks_run_from_the_second_turn_on_and_are_reckoned_from_the_log() {
    let mut log = two(TimeControl::Fischer { initial: 60_000, increment: 0 }, 0);
    log.play(1);
    assert_eq!(log.game().clocks().running(), None);
    log.play(1);
    let second = log.game().changed();
    assert_eq!(log.game().clocks().running(), Some(0));
    assert_eq!(log.game().clocks().deadline(), Some(second + 60_000));
    log.add(Event::GaveTime { from: 1, to: 0, ms: 15_000, key: 4 });
    assert_eq!(log.game().clocks().deadline(), Some(second + 75_000));
    assert!(log.game().has_key(1, 4) && !log.game().has_key(0, 4));
    log.add(Event::Ended(Termination::OutOfTime { seat: 0 }));
    let game = log.game();
    assert_eq!((game.has_won(0), game.has_won(1)), (Some(false), Some(true)));
    assert_eq!(game.clocks().running(), None);
    let record = game.record();
    assert_eq!(record.finish().result_and_reason().1, "time");
    assert_eq!(record.tag("TimeControl"), Some("60+0"));
    // Records are read as they were written.
    let text = record::format(std::slice::from_ref(&record));
    assert_eq!(record::parse(&text).expect("a record")[0], record);
}

#[test]
fn watchers_see_late_and_at_the_end_everything() {
    let mut log = two(TimeControl::None, 2);
    let begun = log.game().version();
    assert_eq!(log.game().spectator_version(), begun);
    log.play(2);
    assert_eq!(log.game().spectator_version(), begun);
    log.play(1);
    assert_eq!(log.game().spectator_version(), begun + 1);
    // What was shown stays shown, also after a take-back.
    log.add(Event::Asked { seat: 0, what: Proposal::TakeBack, key: 0 });
    log.add(Event::Agreed { seat: 1, what: Proposal::TakeBack, key: 0 });
    assert_eq!(log.game().spectator_version(), begun + 1);
    log.add(Event::Ended(Termination::Resigned { seat: 0 }));
    assert_eq!(log.game().spectator_version(), log.game().version());
}

#[test]
fn a_game_that_is_called_off_has_no_result() {
    let mut log = two(TimeControl::None, 0);
    log.play(1);
    assert!(log.game().can_abort());
    log.add(Event::Ended(Termination::Aborted { seat: 1 }));
    let summary = log.game().summary();
    assert_eq!((summary.status, summary.result), (GameStatus::Aborted, None));
    assert_eq!(log.game().has_won(0), None);
}

#[test]
fn a_log_with_a_gap_is_broken() {
    let mut log = two(TimeControl::None, 0);
    log.play(2);
    let mut gap = log.0.clone();
    gap.remove(3);
    let broken = Game::from_log(log.game().id().clone(), &gap).expect_err("a gap");
    assert_eq!(broken.version, 5);
    let mut illegal = log.0.clone();
    illegal[3].event = Event::Played { line: 0, ply: 0, mv: "a1h8".to_owned(), lag: 0 };
    assert_eq!(Game::from_log(log.game().id().clone(), &illegal).expect_err("illegal").version, 4);
}

#[test]
fn lost_time_is_given_back_and_unknown_events_count() {
    let mut log = two(TimeControl::Fischer { initial: 60_000, increment: 0 }, 0);
    log.play(2);
    let before = log.game();
    let deadline = before.clocks().deadline().expect("a clock runs");
    log.add(Event::Refunded { seat: 0, since: 5_000, until: 9_000, ms: 4_000 });
    assert_eq!(log.game().clocks().deadline(), Some(deadline + 4_000));
    // A version that does not know the event reckons the same.
    let renamed = json::encode(&log.0.last().expect("an event").event).replace("refunded", "unheard-of");
    let mut older = log.0.clone();
    older.last_mut().expect("an event").event = json::decode(&renamed).expect("a carried event");
    let older = Game::from_log(log.game().id().clone(), &older).expect("a log that can be read");
    assert_eq!(older.clocks().deadline(), Some(deadline + 4_000));
    // Neither kind is known, or it does not apply: only the version counts.
    for text in
        [r#"{"type":"teleported"}"#, r#"{"type":"seated","seat":0,"who":{"person":{"name":"X"}},"kind":"moved"}"#]
    {
        log.add(json::decode(text).expect("a carried event"));
    }
    let game = log.game();
    assert_eq!((game.version(), game.spectator_version(), game.plies()), (8, 8, before.plies()));
    assert_eq!(game.session().position(), before.session().position());
    log.play(1);
    assert!(log.refuses(json::decode(r#"{"type":"played","line":0,"ply":0,"move":"a2c2"}"#).expect("an event")));
    log.add(Event::Ended(Termination::Resigned { seat: 0 }));
    assert!(log.refuses(Event::Refunded { seat: 0, since: 5_000, until: 9_000, ms: 4_000 }));
}

#[test]
fn unknown_fields_change_nothing() {
    let mut log = two(TimeControl::Fischer { initial: 60_000, increment: 0 }, 0);
    log.play(3);
    log.add(Event::Said { seat: 0, text: "hi".to_owned(), key: 4 });
    log.add(Event::Refunded { seat: 1, since: 5000, until: 6000, ms: 1000 });
    log.add(Event::Ended(Termination::Resigned { seat: 1 }));
    let extend = |event: &Event| -> Event {
        let text = json::encode(event);
        json::decode(&text.replacen('{', r#"{"more":{"a":[1]},"#, 1)).expect("an event")
    };
    let extended =
        Log(log.0.iter().map(|logged| LoggedEvent { event: extend(&logged.event), ..logged.clone() }).collect());
    assert!(extended.0.iter().all(|logged| matches!(logged.event, Event::Carried(_))));
    assert_eq!(format!("{:?}", extended.game()), format!("{:?}", log.game()));
    assert!(extended.refuses(extend(&Event::Ended(Termination::Resigned { seat: 0 }))), "it does not apply");
}

#[test]
fn games_without_a_running_clock_end_when_nothing_happens() {
    let fischer = TimeControl::Fischer { initial: 60_000, increment: 0 };
    let live = |turns| {
        let mut log = two(fischer, 0);
        if let Event::Created(terms) = &mut log.0[0].event {
            terms.first_move = Some(60);
        }
        log.play(turns);
        log.game()
    };
    assert_eq!(live(0).idle_end(), Some((63_000, Termination::Aborted { seat: 0 })));
    assert_eq!((live(1).first_move_until(), live(1).ends_at()), (Some((1, 64_000)), Some(64_000)));
    assert_eq!((live(2).idle_end(), live(2).ends_at()), (None, live(2).clocks().flag_falls_at()));
    let days = two(TimeControl::Days { days: 2 }, 0).game();
    assert_eq!(days.idle_end(), Some((3_000 + 2 * 86_400_000, Termination::Aborted { seat: 0 })));
    let untimed = |turns| {
        let mut log = two(TimeControl::None, 0);
        log.play(turns);
        log.game().idle_end()
    };
    assert_eq!(untimed(3), Some((6_000 + ABANDONED_MS, Termination::Aborted { seat: 1 })));
    assert_eq!(untimed(5), Some((8_000 + ABANDONED_MS, Termination::OutOfTime { seat: 1 })));
    let mut open = Log::new("lines-of-action", fischer, 0);
    open.seat(0, "Ann");
    assert_eq!(open.game().idle_end(), None);
}

#[test]
fn spectators_do_not_count_recent_turns_of_a_delayed_game() {
    let mut log = two(TimeControl::None, 3);
    log.play(5);
    assert_eq!(log.game().spectator_plies(), 2);
    log.add(Event::Ended(Termination::Resigned { seat: 0 }));
    assert_eq!(log.game().spectator_plies(), 5);
}

#[test]
fn a_freed_seat_is_told_from_a_rematch_that_players_want() {
    let id = || "0123456789ABCDEFabcdeg".parse::<halfboard_protocol::id::GameId>().expect("an ID");
    let mut freed = two(TimeControl::None, 0);
    freed.add(Event::Ended(Termination::Aborted { seat: 1 }));
    assert_eq!(freed.game().freed_seat(), None);
    let mut wanted = Log(freed.0.clone());
    freed.add(Event::Rematched { game: id() });
    assert_eq!((freed.game().freed_seat(), freed.game().rematch()), (Some(1), Some(&id())));
    wanted.add(Event::Asked { seat: 1, what: Proposal::Rematch, key: 1 });
    wanted.add(Event::Agreed { seat: 0, what: Proposal::Rematch, key: 1 });
    wanted.add(Event::Rematched { game: id() });
    assert_eq!((wanted.game().freed_seat(), wanted.game().rematch()), (None, Some(&id())));
}
