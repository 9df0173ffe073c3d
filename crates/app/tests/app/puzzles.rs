//! The puzzles that come with the app: there are enough of every game, and each is solved by its line and failed by
//! another move. That they are right is proven in `crates/engine/tests/shipped_puzzles.rs`.

use std::collections::BTreeSet;
use std::path::Path;

use halfboard_app::phrases::{Language, puzzles as phrases, speak};
use halfboard_app::puzzles::{PuzzleSet, PuzzleStage, Solving, WrongMoveReason, file_name};
use halfboard_engine::limits::{CancelToken, system_now};
use halfboard_engine::solve::ProgressObserver;
use halfboard_engine::solve::{self, SolveRequest};
use halfboard_engine::value::{Proof, Value};
use halfboard_rules::registry;
use halfboard_worker::messages::{RequestKind, ResponseKind};

fn shelf(game: &str) -> PuzzleSet {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web").join(file_name(game));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    PuzzleSet::read(game, &text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Answers as the worker does.
fn ask_solver(solving: &Solving) -> ResponseKind {
    let Some(RequestKind::Solve { nodes, distance }) = solving.question() else { panic!("{:?}", solving.question()) };
    let ask = SolveRequest { exact_distance: distance, default_nodes: Some(nodes), ..SolveRequest::default() };
    let mut watch = ProgressObserver { cancel: &CancelToken::default(), on_progress: &mut |_, _| {} };
    let solved = solve::solve(solving.session(), &ask, None, system_now, &mut watch).expect("an answer");
    let solve::SolveReport { verdict, distance, line, optimal_moves: keep, all_optimal: keep_is_all, nodes, .. } =
        solved;
    ResponseKind::SolveResult { verdict, distance, line, keep, keep_is_all, nodes }
}

#[test]
fn every_game_has_enough_and_each_is_solved_by_its_line() {
    for game in registry::games() {
        let id = game.info().id;
        let shelf = shelf(id);
        assert!(shelf.puzzles.len() >= 50, "{id} has {}", shelf.puzzles.len());
        assert!(!shelf.commands.is_empty(), "{id}");
        let positions: BTreeSet<&String> = shelf.puzzles.iter().map(|puzzle| &puzzle.position).collect();
        assert_eq!(positions.len(), shelf.puzzles.len(), "{id} has the same one twice");
        for puzzle in &shelf.puzzles {
            assert_eq!(puzzle.rules.split(':').next(), Some(id), "{puzzle}");
            let mut solving = Solving::new(puzzle).unwrap_or_else(|error| panic!("{puzzle}: {error}"));
            // The page says that there is one way to begin.
            assert_eq!(puzzle.keys.len(), 1, "{puzzle}");
            assert_eq!(phrases::feedback(&solving, true), None);
            assert_eq!(solving.turns_left(), puzzle.moves, "{puzzle}");
            for mv in puzzle.line.iter().step_by(2) {
                assert!(solving.can_hint());
                assert!(solving.play(mv), "{puzzle}");
                if *solving.stage() == PuzzleStage::Answering {
                    solving.advance();
                }
            }
            assert_eq!(*solving.stage(), PuzzleStage::Solved, "{puzzle}");
            solving.show();
            while solving.is_pending() {
                solving.advance();
            }
            assert_eq!(*solving.stage(), PuzzleStage::Shown, "{puzzle}");
            assert_eq!(solving.session().history(), puzzle.line);
            solving.again();
            let wrong = solving.session().moves().into_iter().find(|mv| !puzzle.keys.contains(mv));
            if let Some(wrong) = wrong {
                solving.play(&wrong);
                assert!(
                    matches!(solving.stage(), PuzzleStage::Wrong(WrongMoveReason::NotInTime | WrongMoveReason::Ends)),
                    "{puzzle}: {wrong}"
                );
                assert!(solving.back());
                assert!(solving.session().history().is_empty() && *solving.stage() == PuzzleStage::Open);
            }
        }
    }
}

#[test]
fn numbers_stay_with_their_puzzles() {
    for (game, number, start) in PINNED {
        let found = shelf(game).puzzle(number).map(ToString::to_string).unwrap_or_default();
        assert!(found.contains(start), "puzzle {number} of {game} is {found}");
    }
}

const PINNED: [(&str, usize, &str); 5] = [
    ("sight-reduction", 40, "3bwb1w/3w2wb/b1wbwb1w/2bwbwb1 w play wb"),
    ("lines-of-action", 40, "1b1bw2b/8/4b3/2wbww2/2wb1w2/1b1ww1wb/4b3/6b1 w - -"),
    ("stacks-in-action", 40, "2b1w1ww/2w2(bw)(wbw)w/6w1/(bbb)(bb)(wwb)5 w w0b1"),
    ("j", 40, "wwbbwbbw/3bb3/wwwwbw1b/2bwbw2 b w1b2"),
    ("sllim", 40, "3w1b2/1wbbbw2/8/7w b w0b0 w2b2 -"),
];

#[test]
fn later_moves_may_leave_the_line_as_long_as_the_win_comes_in_time() {
    let shelf = shelf("lines-of-action");
    let (mut in_time, mut late) = (0, 0);
    for puzzle in shelf.puzzles.iter().filter(|puzzle| puzzle.moves == 3).take(4) {
        let mut solving = Solving::new(puzzle).expect("valid");
        solving.play(&puzzle.line[0]);
        solving.advance();
        let others: Vec<String> = solving.session().moves().into_iter().filter(|mv| *mv != puzzle.line[2]).collect();
        for mv in &others {
            let mut tried = solving.clone();
            tried.play(mv);
            if *tried.stage() != PuzzleStage::Checking {
                // Where the win must come with the next turn nobody needs to be asked.
                late += usize::from(*tried.stage() == PuzzleStage::Wrong(WrongMoveReason::NotInTime));
                continue;
            }
            // What nobody could decide is not called a mistake.
            let mut unknown = tried.clone();
            let (line, keep) = (Vec::new(), Vec::new());
            let nothing =
                ResponseKind::SolveResult { verdict: None, distance: None, line, keep, keep_is_all: false, nodes: 1 };
            assert!(unknown.hear(&nothing));
            assert_eq!(*unknown.stage(), PuzzleStage::Wrong(WrongMoveReason::Undecided));
            assert!(!WrongMoveReason::Undecided.is_mistake());
            let heard = tried.hear(&ask_solver(&tried));
            assert!(heard);
            if *tried.stage() == PuzzleStage::Answering {
                in_time += 1;
                // What the solver says goes on to the end: the answer, and a move that wins.
                tried.advance();
                let (hint, told) = (tried.can_hint(), tried.hint());
                assert!(hint && told.is_none());
                let win = tried.session().moves().into_iter().any(|mv| {
                    let mut last = tried.clone();
                    last.play(&mv);
                    *last.stage() == PuzzleStage::Solved
                });
                assert!(win, "{puzzle} after {mv}");
            } else {
                panic!("{puzzle} after {mv}: {:?}", tried.stage());
            }
        }
    }
    assert!(late > 0 && in_time > 0, "{in_time} in time, {late} late");
}

#[test]
fn a_last_move_that_does_not_win_is_wrong_at_once() {
    for game in registry::games() {
        let shelf = shelf(game.info().id);
        let puzzle = shelf.puzzles.iter().find(|puzzle| puzzle.moves == 2).expect("a win in two");
        let mut solving = Solving::new(puzzle).expect("valid");
        solving.play(&puzzle.line[0]);
        solving.advance();
        for mv in solving.session().moves() {
            let mut tried = solving.clone();
            tried.play(&mv);
            assert!(
                matches!(
                    tried.stage(),
                    PuzzleStage::Solved | PuzzleStage::Wrong(WrongMoveReason::NotInTime | WrongMoveReason::Ends)
                ),
                "{puzzle}: {mv}"
            );
        }
    }
}

#[test]
fn a_wrong_move_is_told_with_its_answer() {
    speak(Language::English);
    let shelf = shelf("lines-of-action");
    let puzzle = &shelf.puzzles[0];
    let mut solving = Solving::new(puzzle).expect("valid");
    assert_eq!(phrases::task(&solving), "Black to move and win in 2.");
    let wrong = solving.session().moves().into_iter().find(|mv| !puzzle.keys.contains(mv)).expect("other moves");
    solving.play(&wrong);
    assert_eq!(
        phrases::feedback(&solving, false),
        Some(("Not this move.", "This doesn't force a win in 2.".to_owned()))
    );
    assert!(matches!(solving.question(), Some(RequestKind::Analyze { .. })));
    let mv = solving.session().moves()[0].clone();
    let done = ResponseKind::SearchResult {
        mv,
        value: Value::Proven(Proof::Win(3)),
        line: Vec::new(),
        others: Vec::new(),
        reasons: Vec::new(),
        nodes: 1,
        seconds: 0.0,
        depth: 1,
    };
    assert!(solving.hear(&done));
    let said = phrases::feedback(&solving, false).expect("it is wrong").1;
    assert!(said.contains("White replies: from") && said.ends_with("Then White wins by force."), "{said}");
    assert_eq!(solving.question(), None, "it is asked once");
    // A worker that fails while a move is checked leaves the puzzle usable.
    let failed = ResponseKind::Failed { problem: "gone".to_owned() };
    assert!(!solving.hear(&failed));
}
