//! Reviews of made-up values: what is claimed, and what is not.

use halfboard_rules::registry;

use super::*;

const WIN: Value = Value::Proven(Proof::Win(3));
const LOSS: Value = Value::Proven(Proof::Loss(3));
const DRAW: Value = Value::Proven(Proof::Draw);

fn played(rules: &str, moves: &[&str]) -> Box<dyn Session> {
    let mut session = registry::rules(rules).expect("valid").start(0);
    moves.iter().for_each(|mv| session.play(mv).expect("legal"));
    session
}

/// Returns a review of a game of J with these values, each for who is to move, and another move found best each time.
fn review(values: &[Value]) -> Review {
    let moves = ["A5", "D4", "A6", "D3", "A7", "D2"];
    let mut review = Review::new(&*played("j", &moves[..values.len() - 1]));
    for (ply, value) in values.iter().enumerate() {
        review.tell(ply, PositionValue { value: *value, line: vec!["B1".to_owned()] });
    }
    review
}

fn kinds(values: &[Value]) -> Vec<(usize, MistakeKind, bool)> {
    review(values).mistakes().into_iter().map(|mistake| (mistake.ply, mistake.kind, mistake.proven)).collect()
}

fn estimates(values: &[i32]) -> Vec<Value> {
    values.iter().map(|value| Value::Estimated(*value)).collect()
}

#[test]
fn mistakes_are_named_by_what_they_cost() {
    // What is good for one side is bad for the other: nothing happens here.
    assert_eq!(kinds(&estimates(&[50, -50, 50, -50])), []);
    // From 50 to 38 of a hundred, and from 62 to 27.
    assert_eq!(kinds(&estimates(&[0, 50])), [(0, MistakeKind::Mistake, false)]);
    assert_eq!(kinds(&estimates(&[50, 100])), [(0, MistakeKind::Blunder, false)]);
    assert_eq!(kinds(&estimates(&[0, 0, 150])), [(1, MistakeKind::Blunder, false)]);
}

#[test]
fn what_is_proven_is_named_so_and_nothing_else_is() {
    assert_eq!(kinds(&[WIN, WIN]), [(0, MistakeKind::ThrewWin, true)]);
    assert_eq!(kinds(&[WIN, DRAW]), [(0, MistakeKind::ThrewWin, true)]);
    assert_eq!(kinds(&[DRAW, WIN]), [(0, MistakeKind::ThrewDraw, true)]);
    assert_eq!(kinds(&[WIN, LOSS]), []);
    // The loss is proven; that there was something better is not.
    assert_eq!(kinds(&[Value::Estimated(0), WIN]), [(0, MistakeKind::IntoLoss, false)]);
    assert_eq!(kinds(&[Value::Estimated(-400), WIN]), []);
    // A win that was there, but what came after it is only an estimate.
    assert_eq!(kinds(&[WIN, Value::Estimated(0)]), [(0, MistakeKind::Blunder, false)]);
    assert_eq!(kinds(&[WIN, Value::Estimated(-500)]), []);
}

#[test]
fn what_the_engine_would_have_played_is_no_mistake_of_its_own_estimate() {
    let mut review = review(&estimates(&[100, 100]));
    assert_eq!(review.mistakes().len(), 1);
    review.tell(0, PositionValue { value: Value::Estimated(100), line: vec!["A5".to_owned()] });
    assert_eq!(review.mistakes(), []);
    review.tell(1, PositionValue { value: WIN, line: Vec::new() });
    assert_eq!(review.mistakes(), []);
}

#[test]
fn what_follows_from_proofs_is_used() {
    // The second player is lost: so the first had won by the move played, regardless of the estimate.
    let backward = review(&[Value::Estimated(-100), LOSS]);
    assert_eq!(backward.found(0).map(|found| found.value), Some(Value::Proven(Proof::Win(4))));
    assert_eq!(backward.found(0).map(|found| found.line[0].as_str()), Some("A5"));
    // Every move of a lost position loses.
    let forward = review(&[LOSS, Value::Estimated(0)]);
    assert_eq!(forward.found(1).map(|found| found.value), Some(Value::Proven(Proof::Win(2))));
    assert_eq!(forward.mistakes(), []);
}

#[test]
fn the_graph_is_the_first_teams_and_says_what_is_proven() {
    let points = review(&[Value::Estimated(0), LOSS, DRAW]).points();
    let drawn: Vec<(f64, bool)> = points.iter().map(|point| (point.height, point.proven)).collect();
    // The second player was lost, and so was proven to be before; a draw after it contradicts no height.
    assert_eq!(drawn, [(100.0, true), (100.0, true), (50.0, true)]);
}

#[test]
fn the_game_turns_where_it_changes_for_good() {
    // A swing that comes back, then one that stays.
    let values = estimates(&[0, -150, -150, 0, 150, -200]);
    let review = review(&values);
    let heights: Vec<i32> = review.points().iter().map(|point| point.height.round() as i32).collect();
    assert_eq!(heights, [50, 82, 18, 50, 82, 88]);
    assert_eq!(review.turning_point(), Some(2));
    assert_eq!(self::review(&estimates(&[0, 10, 0, 10])).turning_point(), None);
    // What came last has not lasted yet, unless it is settled.
    assert_eq!(self::review(&estimates(&[0, 0, 200])).turning_point(), None);
    assert_eq!(self::review(&[Value::Estimated(0), Value::Estimated(0), WIN]).turning_point(), Some(1));
}

#[test]
fn positions_are_asked_about_from_the_end_and_sessions_stand_there() {
    let mut review = Review::new(&*played("j", &["A5", "D4", "A6"]));
    assert_eq!(review.next(), Some(3));
    review.tell(3, PositionValue { value: DRAW, line: Vec::new() });
    assert_eq!(review.next(), Some(2));
    assert_eq!(review.session_at(2).history(), ["A5", "D4"]);
    assert_eq!(review.session_at(0).history(), Vec::<String>::new());
    assert!((review.progress() - 0.25).abs() < 1e-9);
    assert_eq!((review.team(0), review.team(1), review.team(3)), (Team::One, Team::Two, Team::Two));
}

#[test]
fn an_end_by_the_rules_is_known_at_once() {
    // White takes one away, and Black cannot move any more.
    let rules = registry::rules("sight-reduction").expect("valid");
    let mut session = rules.position("1w6/1w6/7b/b7 w play wb").expect("valid");
    session.play("A2").expect("legal");
    let review = Review::new(&*session);
    assert_eq!(review.next(), Some(0));
    assert_eq!(review.points(), [GraphPoint { ply: 1, height: 100.0, proven: true }]);
}

#[test]
fn solitaires_count_what_is_left() {
    let mut session = registry::rules("sight-reduction:solitaire=on").expect("valid").start(1);
    let mv = session.moves()[0].clone();
    session.play(&mv).expect("legal");
    let found = |value| PositionValue { value, line: vec!["other".to_owned()] };
    let judged = |before, after| {
        let mut review = Review::new(&*session);
        review.tell(0, found(before));
        review.tell(1, found(after));
        review.mistakes().first().map(|mistake| (mistake.kind, mistake.proven))
    };
    let left = |count| Value::Proven(Proof::Left(count));
    assert_eq!(judged(WIN, WIN), None);
    assert_eq!(judged(WIN, left(4)), Some((MistakeKind::LostSolution, true)));
    assert_eq!(judged(left(4), left(4)), None);
    assert_eq!(judged(left(3), left(4)), Some((MistakeKind::LeavesMore, true)));
    assert_eq!(judged(Value::EstimatedLeft(3), left(4)), Some((MistakeKind::LeavesMore, false)));
    assert_eq!(judged(WIN, Value::EstimatedLeft(4)), Some((MistakeKind::LeavesMore, false)));
}

#[test]
fn a_move_that_is_tried_must_come_near_the_best() {
    let review = review(&[WIN, DRAW]);
    assert!(review.is_as_good(0, LOSS, false) && review.is_as_good(0, WIN, true));
    assert!(!review.is_as_good(0, DRAW, false) && !review.is_as_good(0, WIN, false));
    assert!(review.is_as_good(0, Value::Estimated(-400), false) && !review.is_as_good(0, Value::Estimated(0), false));
    let even = self::review(&estimates(&[0, 100]));
    assert!(even.is_as_good(0, Value::Estimated(10), false) && !even.is_as_good(0, Value::Estimated(60), false));
    assert!(!even.is_as_good(0, WIN, false));
}

#[test]
fn sides_are_summed_up() {
    let review = review(&[Value::Estimated(0), Value::Estimated(50), Value::Estimated(50), WIN]);
    let (one, two) = (review.summary(Team::One), review.summary(Team::Two));
    assert_eq!((one.turns, one.mistakes, one.blunders, one.proven), (2, 1, 1, 0));
    assert_eq!((two.turns, two.mistakes, two.blunders, two.proven), (1, 1, 0, 0));
}
