//! The desk as the page sees it: texts in, texts out.

use std::cell::Cell;

use halfboard_engine::games::sight_reduction::solitaire::Grade;
use halfboard_engine::levels::LEVEL_COUNT;
use halfboard_engine::limits::{Now, system_now};
use halfboard_engine::value::{Proof, Value};
use halfboard_rules::registry;
use halfboard_rules::session::Session;
use halfboard_worker::desk::{Desk, answer};
use halfboard_worker::messages::{Answer, Ask, Clock, Kind};

thread_local! {
    static TICKS: Cell<f64> = const { Cell::new(0.0) };
}

/// A clock that goes by a fiftieth of a second whenever it is looked at, so that there is always something to tell.
fn hasty() -> f64 {
    TICKS.set(TICKS.get() + 0.02);
    TICKS.get()
}

fn ask(session: &dyn Session, kind: Kind) -> Ask {
    let (rules, start, moves) = (session.rules(), session.start(), session.history());
    Ask { id: 42, rules, start, moves, kind, clock: None, memory: 1 }
}

fn hear(desk: &mut Desk, text: &str, now: Now) -> Vec<Answer> {
    let mut heard = Vec::new();
    answer(desk, text, now, &mut |text| heard.push(Answer::decode(&text).expect("a message that can be read")));
    heard
}

/// The end of what was heard, which must be the only one.
fn last(mut heard: Vec<Answer>) -> Answer {
    let last = heard.pop().expect("an answer");
    let under_way =
        |answer: &Answer| matches!(answer, Answer::Progress { id: 42, .. } | Answer::Working { id: 42, .. });
    assert!(heard.iter().all(under_way), "{heard:?}");
    last
}

fn start(rules: &str) -> Box<dyn Session> {
    registry::rules(rules).expect("the rules exist").start(3)
}

#[test]
fn every_level_plays_every_game() {
    let mut desk = Desk::default();
    for game in registry::games() {
        let mut session = start(game.info().id);
        for level in (1..=LEVEL_COUNT as u8).chain(1..=LEVEL_COUNT as u8) {
            if session.ending().is_some() {
                break;
            }
            let question = ask(&*session, Kind::Play { level, seed: 5 }).encode();
            let Answer::Done { id: 42, mv, line, others, reasons, .. } = last(hear(&mut desk, &question, system_now))
            else {
                panic!("level {level} does not play {session:?}")
            };
            assert!(session.moves().contains(&mv) && line[0] == mv && others.is_empty() && reasons.is_empty());
            session.play(&mv).expect("a legal move");
        }
    }
}

#[test]
fn every_preset_gets_a_hint() {
    let mut desk = Desk::default();
    for preset in registry::games().iter().flat_map(|game| game.presets()) {
        let session = start(&preset.rules);
        let question = ask(&*session, Kind::Hint { nodes: 2000, lines: 1 }).encode();
        let Answer::Done { mv, line, nodes, seconds, .. } = last(hear(&mut desk, &question, system_now)) else {
            panic!("no hint for {session:?}")
        };
        assert!(session.moves().contains(&mv) && line[0] == mv && nodes > 0 && seconds >= 0.0);
    }
}

#[test]
fn a_hint_has_a_value_a_line_and_reasons() {
    let mut desk = Desk::default();
    let session = start("lines-of-action");
    let question = ask(&*session, Kind::Hint { nodes: 30_000, lines: 3 }).encode();
    let Answer::Done { value, line, others, reasons, depth, .. } = last(hear(&mut desk, &question, system_now)) else {
        panic!("no hint")
    };
    assert!(matches!(value, Value::Estimated(_)), "{value:?}");
    assert!(line.len() > 1 && depth > 2 && !reasons.is_empty(), "{line:?}, depth {depth}, {reasons:?}");
    assert_eq!(others.len(), 2);

    let position = "(bbb)7/8/(bb)bw(ww)(www)3/8 b w0b0";
    let won = registry::rules("stacks-in-action").expect("the rules exist").position(position).expect("a position");
    let question = ask(&*won, Kind::Full { nodes: 1000, lines: 1 }).encode();
    let Answer::Done { value, reasons, .. } = last(hear(&mut desk, &question, system_now)) else { panic!("no answer") };
    assert_eq!((value, reasons), (Value::Proven(Proof::Win(1)), Vec::new()));
}

#[test]
fn progress_never_goes_back() {
    let mut desk = Desk::default();
    let session = start("lines-of-action");
    let clock = Clock { remaining: 6000.0, increment: 0.0 };
    for clock in [None, Some(clock)] {
        let question = Ask { clock, ..ask(&*session, Kind::Full { nodes: 100_000, lines: 1 }) };
        let heard = hear(&mut desk, &question.encode(), hasty);
        let told = heard.iter().filter_map(|answer| match answer {
            Answer::Progress { share, nodes, depth, nodes_per_second, lines, .. } => {
                assert!(*nodes_per_second > 0 && session.moves().contains(&lines[0].moves[0]));
                Some((*share, *nodes, *depth))
            }
            _ => None,
        });
        let told: Vec<(f32, u64, u32)> = told.collect();
        assert!(told.len() > 3, "{heard:?}");
        assert!(told.iter().all(|(share, ..)| (0.0..=1.0).contains(share)), "{told:?}");
        assert!(told.windows(2).all(|two| two[0].0 <= two[1].0 && two[0].1 <= two[1].1 && two[0].2 <= two[1].2));
        assert!(matches!(heard.last(), Some(Answer::Done { .. })));
    }
}

#[test]
fn a_slow_reader_hears_no_more_than_ten_words_a_second() {
    let mut desk = Desk::default();
    let session = start("sllim");
    let question = ask(&*session, Kind::Full { nodes: 60_000, lines: 1 }).encode();
    let before = TICKS.get();
    let words = hear(&mut desk, &question, hasty).len() - 1;
    assert!(words as f64 <= (TICKS.get() - before) * 10.0 + 1.0, "{words}");
}

#[test]
fn broken_questions_fail_and_the_next_is_answered() {
    let mut desk = Desk::default();
    let session = start("j");
    let good = ask(&*session, Kind::Full { nodes: 500, lines: 1 });
    let with = |change: fn(&mut Ask)| {
        let mut bad = good.clone();
        change(&mut bad);
        bad.encode()
    };
    // Nobody sees a friend: the game is over before it begins.
    let over = "wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw w play wb".to_owned();
    let bad = [
        with(|ask| ask.rules = "chess".to_owned()),
        with(|ask| ask.rules = "j:first=green".to_owned()),
        with(|ask| ask.start = "9/8/8/8 w".to_owned()),
        with(|ask| ask.moves = vec!["Z9".to_owned()]),
        with(|ask| ask.memory = u32::MAX),
        with(|ask| ask.kind = Kind::Play { level: 0, seed: 0 }),
        Ask { rules: "sight-reduction".to_owned(), start: over, ..good.clone() }.encode(),
        good.encode().replace("full", "fool"),
        "ask\t42".to_owned(),
    ];
    for text in bad {
        let Answer::Failed { id: 42, problem } = last(hear(&mut desk, &text, system_now)) else {
            panic!("answered {text:?}")
        };
        assert!(problem.len() > 10, "{problem}");
        assert!(matches!(last(hear(&mut desk, &good.encode(), system_now)), Answer::Done { .. }));
    }
    for text in ["", "\t", "\u{0}\u{1}", "ask\tx"] {
        let heard = hear(&mut desk, text, system_now);
        assert!(matches!(heard[..], [Answer::Failed { id: 0, .. }]), "{heard:?}");
    }
}

#[test]
fn a_new_game_is_played_as_if_the_desk_were_new() {
    let other = start("sight-reduction:setup=random");
    let session = registry::rules("sight-reduction").expect("the rules exist").start(9);
    let question = ask(&*session, Kind::Full { nodes: 3000, lines: 1 }).encode();
    let fresh = last(hear(&mut Desk::default(), &question, || 0.0));
    let mut desk = Desk::default();
    hear(&mut desk, &ask(&*other, Kind::Full { nodes: 3000, lines: 1 }).encode(), || 0.0);
    assert_eq!(last(hear(&mut desk, &question, || 0.0)), fresh);
}

#[test]
fn a_clock_that_runs_out_is_minded() {
    let mut desk = Desk::default();
    let session = start("lines-of-action");
    let clock = Some(Clock { remaining: 0.3, increment: 0.0 });
    let question = Ask { clock, ..ask(&*session, Kind::Play { level: 8, seed: 0 }) };
    let Answer::Done { seconds, .. } = last(hear(&mut desk, &question.encode(), system_now)) else { panic!("no move") };
    assert!(seconds < 0.2, "{seconds}");
}

#[test]
fn a_solver_says_how_a_board_comes_out_and_what_keeps_it_so() {
    let mut desk = Desk::default();
    let session = start("sight-reduction:setup=random");
    let question = ask(&*session, Kind::Solve { nodes: 1000, distance: false }).encode();
    let solved = last(hear(&mut desk, &question, system_now));
    let Answer::Solved { id: 42, verdict: Some(_), line, keep, keep_is_all: true, .. } = solved else {
        panic!("{solved:?}")
    };
    let moves = session.moves();
    assert!(!keep.is_empty() && keep.iter().all(|mv| moves.contains(mv)) && keep.contains(&line[0]));
}

#[test]
fn a_puzzle_of_a_number_is_the_same_every_time() {
    let mut desk = Desk::default();
    let mut question =
        ask(&*start("sight-reduction:solitaire=on"), Kind::Make { grade: Grade::Hard, aimed: true, number: 3 });
    question.start.clear();
    let made = last(hear(&mut desk, &question.encode(), system_now));
    let Answer::Made { puzzle, .. } = &made else { panic!("{made:?}") };
    assert!(puzzle.rules.contains("target=") && puzzle.result == "solved" && puzzle.number == 3);
    assert_eq!(last(hear(&mut Desk::default(), &question.encode(), system_now)), made);
    question.rules = "j".to_owned();
    assert!(matches!(last(hear(&mut desk, &question.encode(), system_now)), Answer::Failed { .. }));
}
