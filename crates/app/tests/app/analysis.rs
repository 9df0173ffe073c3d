//! The tree of moves of the analysis board, and the texts that it goes into and comes from.

use halfboard_app::analysis::import::{ImportError, import};
use halfboard_app::analysis::rows::{RowContent, rows};
use halfboard_app::analysis::text::{self, ParsedAnalysis, TextError};
use halfboard_app::analysis::verdicts::{SolvedPosition, is_good, judge};
use halfboard_app::analysis::{Tree, export, saved};
use halfboard_app::saved::{MemoryStore, Store};
use halfboard_app::shared::open;
use halfboard_engine::limits::CancelToken;
use halfboard_engine::solve::ProgressObserver;
use halfboard_engine::solve::{SolveRequest, Verdict};
use halfboard_rules::game::Ending;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::session::Session;
use halfboard_rules::{record, registry};

/// A tree of chance: walks about in it and plays, in every game. The session is always where the tree says.
#[test]
fn wherever_one_goes_the_session_is_there() {
    for game in registry::games() {
        let rules = registry::rules(game.info().id).expect("the plain game");
        let start = rules.start(3);
        let mut tree = Tree::new(start.clone_box());
        let mut random = SplitMix64::new(5);
        for round in 0..120 {
            let places = tree.in_order();
            tree.go(places[random.below(places.len() as u64) as usize]);
            for _ in 0..random.below(4) {
                let moves = tree.session().moves();
                if tree.session().ending().is_none() {
                    tree.play(&moves[random.below(moves.len() as u64) as usize]).expect("legal");
                }
            }
            if round % 10 == 9 {
                let places = tree.in_order();
                let place = places[random.below(places.len() as u64) as usize];
                if tree.depth(place) > 3 {
                    tree.delete(place);
                } else {
                    tree.promote(place);
                    assert!(!tree.is_branch(place));
                }
            }
            let mut session = start.clone_box();
            for mv in tree.path(tree.current()) {
                session.play(&mv).expect("legal");
            }
            assert_eq!(session.position(), tree.session().position(), "{}", game.info().id);
            assert_eq!(session.history(), tree.session().history());
            assert_eq!(tree.in_order().len(), tree.len());
        }
    }
}

#[test]
fn a_branch_is_made_gone_back_to_promoted_and_deleted() {
    let records = record::parse("[Game \"j\"]\n[White \"Ann\"]\n\n{so} 1. A5 D4 {well} 2. A1 *\n").expect("valid");
    let mut tree = Tree::of_record(&records[0]);
    assert_eq!(tree.path(tree.current()), ["A5", "D4", "A1"]);
    let line = tree.main_line();
    assert_eq!([tree.comment(line[0]), tree.comment(line[2])], ["so", "well"]);
    tree.go(line[1]);
    let other = tree.play("D6").expect("legal");
    assert_eq!(tree.children(line[1]), [line[2], other]);
    assert!(tree.play("A5").is_err());
    assert_eq!((tree.sibling(other, 1), tree.sibling(other, -1)), (Some(line[2]), Some(line[2])));
    assert_eq!(tree.sibling(line[1], 1), None);
    tree.go(line[1]);
    assert_eq!(tree.next(), Some(other), "where one came from");
    assert!(tree.is_branch(other));
    tree.promote(other);
    assert_eq!(tree.main_line(), [line[0], line[1], other]);
    tree.go(line[3]);
    tree.delete(line[2]);
    assert_eq!(tree.current(), line[1]);
    assert_eq!((tree.has(line[3]), tree.next()), (false, Some(other)));
    tree.go(line[3]);
    tree.delete(tree.root());
    assert_eq!((tree.current(), tree.len()), (line[1], 3));
}

fn bushy() -> Tree {
    let records = record::parse("[Game \"j\"]\n[White \"Ann\"]\n\n{so} 1. A5 D4 {well} 2. A1 *\n").expect("valid");
    let mut tree = Tree::of_record(&records[0]);
    let line = tree.main_line();
    tree.go(line[1]);
    tree.play("D6").expect("legal");
    tree.play("A8").expect("legal");
    tree.go(line[1]);
    let last = tree.play("D7").expect("legal");
    tree.set_comment(last, "two\nlines \\ and {marks}");
    tree
}

#[test]
fn the_list_indents_branches_after_the_move_that_they_are_another_choice_to() {
    let tree = bushy();
    let said: Vec<String> = rows(&tree)
        .iter()
        .map(|row| match &row.what {
            RowContent::Moves(items) => {
                let words = items.iter().map(|item| format!("{}{}", item.number.as_deref().unwrap_or(""), item.mv));
                format!("{} {}", row.level, words.collect::<Vec<_>>().join(" "))
            }
            RowContent::Comment(_, text) => format!("{} {{{text}}}", row.level),
        })
        .collect();
    let expected =
        ["0 {so}", "0 1.A5 D4", "0 {well}", "1 1…D6 2.A8", "1 1…D7", "1 {two\nlines \\ and {marks}}", "0 2.A1"];
    assert_eq!(said, expected);
}

#[test]
fn an_analysis_is_read_as_it_was_written() {
    let tree = bushy();
    let written = ParsedAnalysis { tree, source: "kept 5".to_owned(), changed: 17, left_out: 0 };
    let text = text::write(&written);
    let again = text::read(&text).expect("valid");
    assert_eq!(text::write(&again), text);
    assert_eq!((again.left_out, again.changed, again.source.as_str()), (0, 17, "kept 5"));
    assert_eq!(again.tree.session().position(), written.tree.session().position());
    assert_eq!(again.tree.tags(), [("White".to_owned(), "Ann".to_owned())]);
}

#[test]
fn damaged_analyses_are_read_as_far_as_they_make_sense() {
    let text = text::write(&ParsedAnalysis { tree: bushy(), source: String::new(), changed: 0, left_out: 0 });
    let damaged = text.replace("2 D4", "2 Z9").replace("at ", "at x");
    let read = text::read(&damaged).expect("the rest is valid");
    // The move that is none goes with the one that followed it.
    assert_eq!((read.left_out, read.tree.len()), (2, 5));
    assert_eq!(read.tree.current(), read.tree.root());
    assert!(matches!(text::read("<script>"), Err(TextError::NoAnalysis)));
    assert!(matches!(text::read("halfboard analysis\nrules chess\n"), Err(TextError::Start(_))));
    assert!(matches!(text::read("halfboard analysis\nrules j\nposition 8/8\n"), Err(TextError::Start(_))));
    assert!(matches!(text::read(&"x".repeat(3_000_000)), Err(TextError::TooLong)));
    let mut random = SplitMix64::new(9);
    for _ in 0..500 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..4 {
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] = b"0123 A\n\\-z"[random.below(10) as usize];
        }
        // Whatever it says, it is read or refused.
        let _ = text::read(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn what_has_something_of_its_own_in_it_stays() {
    let store = MemoryStore::new();
    saved::save(&store, 1, &bushy(), "", 1).expect("kept");
    let plain = Tree::of_record(&record::parse("[Game \"j\"]\n\n1. A5 D4 *\n").expect("valid")[0]);
    let source = |id: u64| format!("link rules=j&seed={id}&moves=A5+D4");
    for id in 4..40 {
        saved::save(&store, id, &plain, &source(id), id).expect("kept");
    }
    // Moves that its link does not have were made by somebody, and of a game that is gone this is all there is.
    saved::save(&store, 2, &plain, "link rules=j", 2).expect("kept");
    saved::save(&store, 3, &plain, "kept 3", 3).expect("kept");
    let kept = saved::all(&store);
    assert_eq!(kept.len(), saved::MAX_SAVED + 3);
    let ids: Vec<u64> = kept.iter().map(|kept| kept.id).collect();
    assert_eq!((ids[0], &ids[saved::MAX_SAVED..]), (39, &[3, 2, 1][..]));
    assert_eq!(saved::last(&store), Some(39));
    assert_eq!(saved::find_by_source(&store, &source(38)).map(|kept| kept.id), Some(38));
    store.set("halfboard.analysis.77", "<img onerror=alert(1)>").expect("kept");
    assert!(saved::all(&store).iter().any(|kept| kept.id == 77 && kept.written.is_err()));
    saved::delete(&store, 39);
    assert_eq!((saved::last(&store), saved::new_id(&store, 38)), (Some(38), 39));
    saved::restore(&store, 39, &kept[0].text).expect("kept");
    assert_eq!(saved::last(&store), Some(39));
}

#[test]
fn records_sgf_positions_and_links_come_back_as_they_went() {
    let mut tree = bushy();
    let record = export::record(&tree);
    assert_eq!(record.turns().last().map(|turn| turn.comments.len()), Some(1));
    let again = import(&record::format(std::slice::from_ref(&record)), "").expect("valid");
    assert_eq!(export::record(&again.trees[0]), record);
    let position = tree.session().position();
    assert_eq!(import(&position, "j").expect("valid").trees[0].session().position(), position);
    let play = open(&export::link(&tree), &[], 0, "2026.01.01").expect("valid");
    assert_eq!(play.session().position(), position);
    tree.go(tree.root());
    assert_eq!(export::record(&tree).turns().len(), 2, "the line that was looked at last");
    assert_eq!(export::sgf(&tree), None);

    let start = registry::rules("lines-of-action:wrap=both").expect("valid").start(0);
    let mut tree = Tree::new(start);
    let mut random = SplitMix64::new(3);
    for _ in 0..40 {
        let places = tree.in_order();
        tree.go(places[random.below(places.len() as u64) as usize]);
        for _ in 0..3 {
            let moves = tree.session().moves();
            let node = tree.play(&moves[random.below(moves.len() as u64) as usize]).expect("legal");
            tree.set_comment(node, if node.eq(&tree.current()) { "so [what]\\ (that)" } else { "" });
        }
    }
    let sgf = export::sgf(&tree).expect("two players");
    let again = import(&sgf, "").expect("valid");
    let moves = |tree: &Tree| {
        let nodes = tree.in_order();
        nodes.iter().map(|&node| (tree.path(node), tree.comment(node).to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(moves(&again.trees[0]), moves(&tree));
}

#[test]
fn hostile_texts_are_refused_with_a_reason() {
    use ImportError as Wrong;
    let wrong = |text: &str, rules: &str| import(text, rules).expect_err(text);
    assert_eq!(wrong(" \n ", "j"), Wrong::Nothing);
    assert_eq!(wrong(&"x".repeat(3_000_000), "j"), Wrong::TooLong);
    assert!(matches!(wrong("<img src=x>", "j"), Wrong::Position(_)));
    assert!(matches!(wrong("8/8", "<script>"), Wrong::Rules(_)));
    assert!(matches!(wrong("[Game \"j\"]\n\n1. Z9 *\n", ""), Wrong::Record(_)));
    assert!(matches!(wrong("(;GM[1])", ""), Wrong::Record(_)));
    assert!(matches!(wrong(&"(".repeat(100_000), ""), Wrong::Record(_)));
    assert!(matches!(wrong("halfboard analysis\nrules x\n", ""), Wrong::Text(_)));
    assert_eq!(wrong(&"[Game \"j\"]\n\n*\n\n".repeat(21), ""), Wrong::TooMany);
    // A branch that makes no sense is left out, with what hangs on it.
    let game = import("(;GM[9]PL[B];B[b1-b3](;W[a2-c2])(;W[z9-a1];B[c1-c3])(;B[c1-c3]))", "").expect("valid");
    assert_eq!(game.trees[0].len(), 3);
}

/// The solver's word for every removal, held against solving every position that follows.
#[test]
fn every_step_is_judged_as_the_solver_judges_the_position_after_it() {
    let solve = |session: &dyn Session| {
        let stop = CancelToken::default();
        let mut watch = ProgressObserver { cancel: &stop, on_progress: &mut |_, _| {} };
        let answer = halfboard_engine::solve::solve(session, &SolveRequest::default(), None, || 0.0, &mut watch);
        let answer = answer.expect("it can be solved");
        let (verdict, distance) = (answer.verdict, answer.distance);
        SolvedPosition { verdict, distance, keep: answer.optimal_moves, keep_is_all: answer.all_optimal }
    };
    let rules = ["sight-reduction", "sight-reduction:remove=one-or-two", "sight-reduction:solitaire=on"];
    for rules in rules {
        let mut session = registry::rules(rules).expect("valid").start(4);
        let mut random = SplitMix64::new(11);
        while session.ending().is_none() {
            let session_now = session.clone_box();
            session.play_random(&mut random);
            // Full boards take too long without optimisation.
            if session_now.ply() < 14 {
                continue;
            }
            let solved = solve(&*session_now);
            let best = is_good(&solved, &*session_now);
            for (step, good) in judge(&*session_now, &[], &solved) {
                let keeps = session_now.moves().iter().any(|mv| {
                    let name = step.to_token(session_now.info().board);
                    let through = mv.split(',').any(|square| square == name);
                    let mut after = session_now.clone_box();
                    after.play(mv).expect("legal");
                    through && after.ending().map_or_else(|| solve(&*after).verdict, over) == solved.verdict
                });
                assert_eq!(good, best && keeps, "{rules} {} {step:?}", session_now.position());
            }
        }
    }
}

fn over(ending: Ending) -> Option<Verdict> {
    Some(Verdict::Outcome(ending.outcome))
}
