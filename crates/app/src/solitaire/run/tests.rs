//! Runs as people play them.

use super::*;
use crate::composer::StepOutcome;

fn made() -> SolitaireRun {
    let day = Date::read("2026-11-16").expect("a day");
    let which = PuzzleId::Daily(day);
    let numbered = which.numbered().expect("made");
    let alone = halfboard_engine::games::sight_reduction::solitaire::puzzle::generate(
        &numbered.rules,
        false,
        numbered.grade,
        numbered.number,
    );
    SolitaireRun::of(&which, &alone.expect("there is one")).expect("valid")
}

#[test]
fn a_puzzle_is_solved_once_and_its_time_stands() {
    let mut run = made();
    let today = Date::read("2026-11-16").expect("a day");
    run.resume(10.0);
    let line = run.line().to_vec();
    for (index, mv) in line.iter().enumerate() {
        assert_eq!(run.outcome(), None);
        assert!(run.play(mv, 11.0 + index as f64));
    }
    assert_eq!((run.is_goal_reached(), run.left()), (true, 2));
    assert!(run.record_win(60.0, today));
    let seconds = line.len() as f64;
    assert_eq!(run.won().map(|won| (won.seconds, won.help.is_none())), Some((seconds, true)));
    run.go_to(3, 100.0);
    run.play(&line[3], 200.0);
    assert_eq!(run.seconds(300.0), seconds);
    assert!(!run.record_win(300.0, today));
    assert!(run.trace()[9].0 && !run.trace()[0].0);
}

#[test]
fn one_goes_back_to_any_point_and_on_again() {
    let mut run = made();
    let line = run.line().to_vec();
    for mv in &line[..6] {
        assert!(run.play(mv, 0.0));
    }
    run.go_to(2, 0.0);
    assert_eq!((run.ply(), run.moves().len(), run.session().ply()), (2, 6, 2));
    run.go_to(99, 0.0);
    assert_eq!(run.session().history(), line[..6]);
    run.go_to(2, 0.0);
    let other = run.session().moves().into_iter().find(|mv| *mv != line[2]).expect("a choice");
    assert!(run.play(&other, 0.0));
    assert_eq!((run.ply(), run.moves().len()), (3, 3));
    assert!(!run.play("Z9", 0.0));
}

#[test]
fn the_last_good_point_is_found_by_halving() {
    let mut run = made();
    let mut random = halfboard_rules::random::SplitMix64::new(1);
    while run.outcome().is_none() {
        let moves = run.session().moves();
        run.play(&moves[random.below(moves.len() as u64) as usize], 0.0);
    }
    let last = run.ply();
    assert_eq!(run.is_dead_end(), None);
    run.learn(last, Outcome::Stuck(9));
    assert_eq!(run.is_dead_end(), Some(true));
    let mut asked = 0;
    let found = loop {
        match run.last_good().expect("a dead end") {
            Ok(ply) => break ply,
            // Let the dead end begin with the fifth removal.
            Err(ply) => run.learn(ply, if ply < 5 { Outcome::Solved } else { Outcome::Stuck(4) }),
        }
        asked += 1;
    };
    assert!(found == 4 && asked <= 5, "{found} after {asked}");
    run.go_to(4, 0.0);
    assert_eq!(run.is_dead_end(), Some(false));
    let mv = run.session().moves()[0].clone();
    run.play(&mv, 0.0);
    assert_eq!(run.is_dead_end(), None);
}

#[test]
fn the_same_dead_end_is_warned_of_once() {
    let mut run = made();
    let line = run.line().to_vec();
    for mv in &line[..6] {
        run.play(mv, 0.0);
    }
    run.learn(6, Outcome::Stuck(4));
    run.warn();
    run.warn();
    assert_eq!(run.help().warned, 1);
    // It began with the fourth removal: other removals after that lead on in it.
    run.learn(4, Outcome::Stuck(4));
    run.go_to(4, 0.0);
    run.play(&line[4], 0.0);
    run.warn();
    assert_eq!(run.help().warned, 1);
    // Who goes back before it and comes into one again is warned again.
    run.go_to(3, 0.0);
    run.play(&line[3], 0.0);
    run.learn(4, Outcome::Stuck(4));
    run.warn();
    assert_eq!(run.help().warned, 2);
    // Who has heard of it by asking for a hint is not warned of it.
    run.go_to(3, 0.0);
    run.play(&line[3], 0.0);
    run.learn(4, Outcome::Stuck(4));
    run.know_dead_end();
    run.warn();
    assert_eq!(run.help().warned, 2);
}

#[test]
fn the_time_stands_while_nobody_looks_and_when_it_is_over() {
    let mut run = made();
    run.resume(5.0);
    run.resume(7.0);
    run.pause(10.0);
    assert_eq!(run.seconds(100.0), 5.0);
    run.resume(100.0);
    assert_eq!(run.seconds(101.0), 6.0);
}

#[test]
fn what_was_shown_is_not_won() {
    let mut run = made();
    run.take_help(|help| help.solution = true);
    for mv in run.line().to_vec() {
        run.play(&mv, 0.0);
    }
    assert!(run.is_goal_reached());
    assert!(!run.record_win(1.0, Date::read("2026-11-16").expect("a day")));
}

#[test]
fn of_a_pair_the_first_goes_alone_when_it_is_pointed_at_twice() {
    let rules = "sight-reduction:remove=one-or-two,solitaire=on";
    let start = Start::Position("8/bb6/8/8 b play wb".to_owned());
    let which = PuzzleId::Board { rules: rules.to_owned(), start: start.clone() };
    let mut run = SolitaireRun::new(&which, rules, start).expect("valid");
    let square = |name| halfboard_rules::board::Board::Half.square(name).expect("a square");
    assert_eq!(run.tap(square("B1")), StepOutcome::Chosen);
    assert_eq!(run.tap(square("B1")), StepOutcome::Complete("B1".to_owned()));
    assert_eq!(run.tap(square("B1")), StepOutcome::Chosen);
    assert_eq!(run.tap(square("B2")), StepOutcome::Complete("B1,B2".to_owned()));
    run.play("B1,B2", 0.0);
    assert_eq!((run.is_goal_reached(), run.left()), (true, 0));
}
