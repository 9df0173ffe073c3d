//! The handler as the page sees it: encoded requests in, encoded responses out.

use std::cell::Cell;

use halfboard_engine::games::sight_reduction::solitaire::Grade;
use halfboard_engine::levels::Level;
use halfboard_engine::limits::{Now, system_now};
use halfboard_engine::value::{Proof, Value};
use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry;
use halfboard_rules::session::Session;
use halfboard_worker::handler::{WorkerHandler, handle};
use halfboard_worker::messages::{
    Clock, GameUpdate, RequestKind, ResponseKind, SentGame, WorkerRequest, WorkerResponse,
};

thread_local! {
    static TICKS: Cell<f64> = const { Cell::new(0.0) };
}

/// A clock that advances by a fiftieth of a second whenever it is read, so that there is always progress to post.
fn hasty() -> f64 {
    TICKS.set(TICKS.get() + 0.02);
    TICKS.get()
}

fn request(session: &dyn Session, kind: RequestKind) -> WorkerRequest {
    WorkerRequest { id: 42, game: SentGame::default().update(session), kind, clock: None, memory: 1 }
}

fn responses(handler: &mut WorkerHandler, request: &[u8], now: Now) -> Vec<WorkerResponse> {
    let mut responses = Vec::new();
    handle(handler, request, now, &mut |bytes| {
        responses.push(WorkerResponse::decode(&bytes).expect("a valid response"));
    });
    responses
}

/// Returns the last response, which must be the only final one.
fn last(handler: &mut WorkerHandler, request: &WorkerRequest, now: Now) -> ResponseKind {
    let mut responses = responses(handler, &request.encode(), now);
    let last = responses.pop().expect("a response");
    assert!(responses.iter().all(|response| response.id == 42 && !response.kind.is_final()), "{responses:?}");
    assert!(last.id == 42 && last.kind.is_final(), "{last:?}");
    last.kind
}

/// Returns the highest level of a game.
fn top(game: &str) -> u8 {
    Level::top(game).number()
}

fn start(rules: &str) -> Box<dyn Session> {
    registry::rules(rules).expect("the rules exist").start(3)
}

#[test]
fn every_level_plays_every_game() {
    let (mut handler, mut sent) = (WorkerHandler::default(), SentGame::default());
    for game in registry::games() {
        let mut session = start(game.info().id);
        let levels = Level::all(game.info().id).map(Level::number);
        for level in levels.clone().chain(levels) {
            if session.ending().is_some() {
                break;
            }
            let game = sent.update(&*session);
            let question =
                WorkerRequest { game, ..request(&*session, RequestKind::Play { level, seed: 5, seconds: None }) };
            let ResponseKind::SearchResult { mv, line, others, reasons, .. } =
                last(&mut handler, &question, system_now)
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
    let mut handler = WorkerHandler::default();
    for preset in registry::games().iter().flat_map(|game| game.presets()) {
        let session = start(&preset.rules);
        let question = request(&*session, RequestKind::Hint { nodes: 2000, lines: 1 });
        let ResponseKind::SearchResult { mv, line, nodes, seconds, .. } = last(&mut handler, &question, system_now)
        else {
            panic!("no hint for {session:?}")
        };
        assert!(session.moves().contains(&mv) && line[0] == mv && nodes > 0 && seconds >= 0.0);
    }
}

#[test]
fn a_hint_has_a_value_a_line_and_reasons() {
    let mut handler = WorkerHandler::default();
    let session = start("lines-of-action");
    let question = request(&*session, RequestKind::Hint { nodes: 30_000, lines: 3 });
    let ResponseKind::SearchResult { value, line, others, reasons, depth, .. } =
        last(&mut handler, &question, system_now)
    else {
        panic!("no hint")
    };
    assert!(matches!(value, Value::Estimated(_)), "{value:?}");
    assert!(line.len() > 1 && depth > 2 && !reasons.is_empty(), "{line:?}, depth {depth}, {reasons:?}");
    assert_eq!(others.len(), 2);

    let position = "(bbb)7/8/(bb)bw(ww)(www)3/8 b w0b0";
    let won = registry::rules("stacks-in-action").expect("the rules exist").position(position).expect("a position");
    let question = request(&*won, RequestKind::Analyze { nodes: 1000, lines: 1 });
    let ResponseKind::SearchResult { value, reasons, .. } = last(&mut handler, &question, system_now) else {
        panic!("no answer")
    };
    assert_eq!((value, reasons), (Value::Proven(Proof::Win(1)), Vec::new()));
}

#[test]
fn progress_never_goes_back() {
    let mut handler = WorkerHandler::default();
    let session = start("lines-of-action");
    let clock = Clock { remaining: 6000.0, increment: 0.0 };
    for clock in [None, Some(clock)] {
        let question = WorkerRequest { clock, ..request(&*session, RequestKind::Analyze { nodes: 100_000, lines: 1 }) };
        let heard = responses(&mut handler, &question.encode(), hasty);
        let told = heard.iter().filter_map(|response| match &response.kind {
            ResponseKind::SearchProgress { share, nodes, depth, nodes_per_second, lines, .. } => {
                assert!(*nodes_per_second > 0 && session.moves().contains(&lines[0].moves[0]));
                Some((*share, *nodes, *depth))
            }
            _ => None,
        });
        let told: Vec<(f32, u64, u32)> = told.collect();
        assert!(told.len() > 3, "{heard:?}");
        assert!(told.iter().all(|(share, ..)| (0.0..=1.0).contains(share)), "{told:?}");
        assert!(told.windows(2).all(|two| two[0].0 <= two[1].0 && two[0].1 <= two[1].1 && two[0].2 <= two[1].2));
        assert!(matches!(heard.last().map(|last| &last.kind), Some(ResponseKind::SearchResult { .. })));
    }
}

#[test]
fn at_most_ten_progress_responses_are_posted_per_second() {
    let mut handler = WorkerHandler::default();
    let session = start("sllim");
    let question = request(&*session, RequestKind::Analyze { nodes: 60_000, lines: 1 });
    let before = TICKS.get();
    let posted = responses(&mut handler, &question.encode(), hasty).len() - 1;
    assert!(posted as f64 <= (TICKS.get() - before) * 10.0 + 1.0, "{posted}");
}

#[test]
fn invalid_requests_fail_and_the_next_one_is_handled() {
    let mut handler = WorkerHandler::default();
    let session = start("j");
    let good = request(&*session, RequestKind::Analyze { nodes: 500, lines: 1 });
    let game = |rules: &str, start: &str, moves: &[&str]| {
        let moves = moves.iter().map(|&mv| mv.to_owned()).collect();
        let game = GameUpdate::Replace { rules: rules.to_owned(), start: start.to_owned(), moves };
        WorkerRequest { game, ..good.clone() }
    };
    let start = session.start();
    let bad = [
        game("chess", &start, &[]),
        game("j:first=green", &start, &[]),
        game("j", "9/8/8/8 w", &[]),
        game("j", &start, &["Z9"]),
        // No checker sees a friend: the game is over at its start.
        game("sight-reduction", "wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw w play wb", &[]),
        WorkerRequest { game: GameUpdate::Continue { undo: 1, moves: Vec::new() }, ..good.clone() },
        WorkerRequest { game: GameUpdate::Continue { undo: 0, moves: vec!["Z9".to_owned()] }, ..good.clone() },
        WorkerRequest { memory: 0, ..good.clone() },
        WorkerRequest { memory: u32::MAX, ..good.clone() },
        WorkerRequest { kind: RequestKind::Play { level: 0, seed: 0, seconds: None }, ..good.clone() },
        WorkerRequest { kind: RequestKind::Play { level: top("j") + 1, seed: 0, seconds: None }, ..good.clone() },
        WorkerRequest { clock: Some(Clock { remaining: f64::NAN, increment: 0.0 }), ..good.clone() },
        WorkerRequest { clock: Some(Clock { remaining: 1.0, increment: -1.0 }), ..good.clone() },
    ];
    for bad in bad {
        let failed = last(&mut handler, &bad, system_now);
        let ResponseKind::Failed { problem } = failed else { panic!("{bad:?}: {failed:?}") };
        assert!(problem.len() > 10, "{problem}");
        assert!(matches!(last(&mut handler, &good, system_now), ResponseKind::SearchResult { .. }));
    }
    for bytes in [&[][..], &[0], &[255; 40], &good.encode()[..20], &[good.encode(), vec![0]].concat()] {
        let failed = responses(&mut handler, bytes, system_now);
        assert!(matches!(failed[..], [WorkerResponse { id: 0, kind: ResponseKind::Failed { .. } }]), "{failed:?}");
    }
}

#[test]
fn updates_lead_to_the_game_of_the_page() {
    let (mut handler, mut sent) = (WorkerHandler::default(), SentGame::default());
    let mut session = start("lines-of-action");
    let mut check = |session: &dyn Session, expected: GameUpdate| {
        let update = sent.update(session);
        assert_eq!(update, expected);
        let kind = RequestKind::Analyze { nodes: 1, lines: 1 };
        let question = WorkerRequest { game: update, ..request(session, kind) };
        let result = last(&mut handler, &question, || 0.0);
        let ResponseKind::SearchResult { mv, .. } = result else { panic!("{result:?}") };
        assert!(session.moves().contains(&mv), "{mv} in {session:?}");
    };
    let continued = |undo: u32, moves: &[String]| GameUpdate::Continue { undo, moves: moves.to_vec() };
    let (rules, start) = (session.rules(), session.start());
    check(&*session, GameUpdate::Replace { rules, start, moves: Vec::new() });
    for _ in 0..2 {
        let mv = session.moves().remove(0);
        session.play(&mv).expect("a legal move");
    }
    check(&*session, continued(0, &session.history()));
    check(&*session, GameUpdate::none());
    session.undo();
    let other = session.moves().remove(1);
    session.play(&other).expect("a legal move");
    check(&*session, continued(1, &[other]));
    session.undo();
    session.undo();
    check(&*session, continued(2, &[]));
    let other = self::start("j");
    let (rules, start) = (other.rules(), other.start());
    check(&*other, GameUpdate::Replace { rules, start, moves: Vec::new() });
}

#[test]
fn a_worker_without_a_game_cannot_continue_one() {
    let session = start("j");
    let question =
        WorkerRequest { game: GameUpdate::none(), ..request(&*session, RequestKind::Hint { nodes: 9, lines: 1 }) };
    let failed = last(&mut WorkerHandler::default(), &question, system_now);
    assert!(matches!(failed, ResponseKind::Failed { .. }), "{failed:?}");
}

#[test]
fn a_new_game_is_played_as_if_the_worker_were_new() {
    let other = start("sight-reduction:setup=random");
    let session = registry::rules("sight-reduction").expect("the rules exist").start(9);
    let question = request(&*session, RequestKind::Analyze { nodes: 3000, lines: 1 });
    let fresh = last(&mut WorkerHandler::default(), &question, || 0.0);
    let mut handler = WorkerHandler::default();
    last(&mut handler, &request(&*other, RequestKind::Analyze { nodes: 3000, lines: 1 }), || 0.0);
    assert_eq!(last(&mut handler, &question, || 0.0), fresh);
}

#[test]
fn a_clock_that_runs_out_is_minded() {
    let mut handler = WorkerHandler::default();
    let session = start("lines-of-action");
    let clock = Some(Clock { remaining: 0.3, increment: 0.0 });
    let question = WorkerRequest {
        clock,
        ..request(&*session, RequestKind::Play { level: top("lines-of-action"), seed: 0, seconds: None })
    };
    let ResponseKind::SearchResult { seconds, .. } = last(&mut handler, &question, system_now) else {
        panic!("no move")
    };
    assert!(seconds < 0.2, "{seconds}");
}

#[test]
fn full_strength_thinks_as_long_as_it_may() {
    let session = start("lines-of-action");
    let nodes = |level, seconds| {
        let question = request(&*session, RequestKind::Play { level, seed: 0, seconds });
        match last(&mut WorkerHandler::default(), &question, system_now) {
            ResponseKind::SearchResult { nodes, seconds, .. } => (nodes, seconds),
            other => panic!("{other:?}"),
        }
    };
    // Without a time the level has its node limit; a lower level has it in any case.
    let top = top("lines-of-action");
    let (by_nodes, _) = nodes(top, None);
    assert!(by_nodes <= 210_000, "{by_nodes}");
    assert_eq!(nodes(3, Some(1)).0, nodes(3, None).0);
    let (_, seconds) = nodes(top, Some(1));
    assert!((0.5..1.5).contains(&seconds), "{seconds}");
}

#[test]
fn a_forced_move_takes_no_thinking_time() {
    let search = |session: &dyn Session, kind: RequestKind| match last(
        &mut WorkerHandler::default(),
        &request(session, kind),
        system_now,
    ) {
        ResponseKind::SearchResult { mv, nodes, .. } => (mv, nodes),
        other => panic!("{other:?}"),
    };
    // A search that proves the result would end by itself.
    let is_open = |session: &dyn Session| search(session, RequestKind::Hint { nodes: 10_000, lines: 1 }).1 >= 10_000;
    let rules = "lines-of-action:players=four";
    let (mut random, mut session) = (SplitMix64::new(1), start(rules));
    while session.moves().len() != 1 || !is_open(&*session) {
        let moves = session.moves();
        match moves.is_empty() {
            true => session = start(rules),
            false => session.play(&moves[random.below(moves.len() as u64) as usize]).expect("a legal move"),
        }
    }
    let (mv, nodes) = search(&*session, RequestKind::Play { level: top(rules), seed: 0, seconds: Some(3) });
    assert_eq!(mv, session.moves()[0]);
    assert!(nodes < 1000, "{} {nodes}", session.position());
}

#[test]
fn a_solver_says_how_a_board_comes_out_and_what_keeps_it_so() {
    let mut handler = WorkerHandler::default();
    let session = start("sight-reduction:setup=random");
    let question = request(&*session, RequestKind::Solve { nodes: 1000, distance: false });
    let solved = last(&mut handler, &question, system_now);
    let ResponseKind::SolveResult { verdict: Some(_), line, keep, keep_is_all: true, .. } = solved else {
        panic!("{solved:?}")
    };
    let moves = session.moves();
    assert!(!keep.is_empty() && keep.iter().all(|mv| moves.contains(mv)) && keep.contains(&line[0]));
}

#[test]
fn a_puzzle_of_a_number_is_the_same_every_time() {
    let mut handler = WorkerHandler::default();
    let puzzle = |rules: &str| {
        let rules = rules.to_owned();
        let kind = RequestKind::GeneratePuzzle { rules, grade: Grade::Hard, aimed: true, number: 3 };
        WorkerRequest { id: 42, game: GameUpdate::none(), kind, clock: None, memory: 1 }
    };
    let question = puzzle("sight-reduction:solitaire=on");
    let made = last(&mut handler, &question, system_now);
    let ResponseKind::Puzzle(puzzle_made) = &made else { panic!("{made:?}") };
    assert!(puzzle_made.rules.contains("target=") && puzzle_made.result == "solved" && puzzle_made.number == 3);
    assert_eq!(last(&mut WorkerHandler::default(), &question, system_now), made);
    assert!(matches!(last(&mut handler, &puzzle("j"), system_now), ResponseKind::Failed { .. }));
}
