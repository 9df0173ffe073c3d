//! Takes every lesson as a player would, by pointing at squares and choosing what is offered.

use halfboard_app::composer::{Compose, StepOutcome};
use halfboard_app::lessons::{LESSONS, LessonRun, LessonStage, lesson, save_steps_done, steps_done};
use halfboard_app::phrases::{Language, speak, steps};
use halfboard_app::saved::{MemoryStore, Store};
use halfboard_rules::present::Step;

/// Plays a move by pointing: at the square of each step, and at an offer where there is no square or it does not decide.
fn point(run: &mut LessonRun, path: &[Step]) -> bool {
    for &step in path {
        // Steps without an alternative choose themselves.
        if run.chosen().contains(&step) {
            continue;
        }
        let mut outcome = match step.square() {
            Some(square) => run.tap(square),
            None => run.choose(step),
        };
        if outcome == StepOutcome::Ambiguous {
            assert!(offers(run).contains(&step));
            outcome = run.choose(step);
        }
        if let StepOutcome::Warned(_) = outcome {
            outcome = match step.square() {
                Some(square) => run.tap(square),
                None => run.choose(step),
            };
        }
        assert_ne!(outcome, StepOutcome::Refused, "{step:?} of {path:?} in {:?}", run.session());
        if let StepOutcome::Complete(mv) = outcome {
            return run.play(&mv);
        }
    }
    false
}

fn offers(run: &LessonRun) -> Vec<Step> {
    run.parts().map_or(Vec::new(), |(_, composer)| composer.offers(&run.view()))
}

#[test]
fn every_lesson_can_be_taken_from_its_first_step_to_its_last() {
    for lesson in LESSONS {
        let mut run = LessonRun::new(lesson, 0);
        for number in 0..lesson.steps.len() {
            assert_eq!((run.number(), run.stage()), (number, LessonStage::Open));
            let start = run.session().position();
            let moves = run.session().moves();
            if let Some(missed) = moves.iter().find(|mv| !run.step().reached_by(mv)) {
                let path = run.session().steps(missed).expect("legal");
                assert!(point(&mut run, &path), "{missed}");
                assert!(run.stage() == LessonStage::Missed && run.is_pending());
                run.advance();
                assert_eq!(run.session().position(), start);
            }
            let mv = moves.iter().find(|mv| run.step().reached_by(mv)).expect("a move that does it");
            let path = run.session().steps(mv).expect("legal");
            assert!(point(&mut run, &path), "{mv}");
            assert_eq!(run.stage(), LessonStage::Done);
            assert_eq!(run.is_pending(), run.step().answer.is_some());
            run.advance();
            assert_eq!(run.session().ply(), 1 + usize::from(run.step().answer.is_some()));
            assert!(offers(&run).is_empty() && run.view().next.is_empty());
            assert_eq!(run.is_last(), number + 1 == lesson.steps.len());
            run.go_to(number + 1);
        }
        assert_eq!(run.number(), 0, "after the last step it begins anew");
    }
}

#[test]
fn steps_of_a_turn_can_be_taken_back_and_a_board_that_goes_back_is_not_waited_for() {
    let lesson = lesson("lines-of-action").expect("a lesson");
    let mut run = LessonRun::new(lesson, 0);
    assert!(!run.step_back());
    let missed = run.session().moves().into_iter().find(|mv| !run.step().reached_by(mv)).expect("a miss");
    let path = run.session().steps(&missed).expect("legal");
    run.tap(path[0].square().expect("a square"));
    assert!(run.step_back() && run.chosen().is_empty());
    point(&mut run, &path);
    assert!(run.is_pending());
    let ticket = run.ticket;
    assert_eq!(run.tap(path[0].square().expect("a square")), StepOutcome::Chosen);
    assert!(run.ticket > ticket && !run.is_pending());
    assert_eq!(run.session().ply(), 0);
}

#[test]
fn every_offer_has_words_in_both_languages() {
    for lesson in LESSONS {
        for number in 0..lesson.steps.len() {
            let run = LessonRun::new(lesson, number);
            for mv in run.session().moves() {
                for step in run.session().steps(&mv).expect("legal") {
                    let said = Language::ALL.map(|language| {
                        speak(language);
                        steps::button(step, run.session().info().board)
                    });
                    assert!(!said[0].is_empty() && said[0] != said[1], "{said:?}");
                }
            }
        }
    }
}

#[test]
fn progress_is_kept_and_never_shrinks() {
    let store = MemoryStore::default();
    let lesson = lesson("j").expect("a lesson");
    assert_eq!(steps_done(&store, lesson), 0);
    save_steps_done(&store, lesson, 3).expect("kept");
    save_steps_done(&store, lesson, 1).expect("kept");
    assert_eq!(steps_done(&store, lesson), 3);
    assert_eq!(store.get("halfboard.lesson.j").as_deref(), Some("3"));
    for broken in ["", "-1", "many", "999999999999999999999"] {
        store.set("halfboard.lesson.j", broken).expect("kept");
        assert_eq!(steps_done(&store, lesson), 0, "{broken}");
    }
    store.set("halfboard.lesson.j", "99").expect("kept");
    assert_eq!(steps_done(&store, lesson), lesson.steps.len());
}
