//! Every lesson to its end by pointing at the board, as the rules core says which moves reach the goal.

use halfboard_app::lessons::{LESSONS, Lesson, LessonStep};
use halfboard_app::phrases::steps;
use halfboard_e2e::{Browser, with_browser};
use halfboard_rules::present::Step;
use halfboard_rules::session::Progress;
use serde_json::json;

/// A legal move of a step, with its way, that reaches the goal or does not.
fn a_move(step: &LessonStep, reaches: bool) -> Option<Vec<Step>> {
    let session = step.start();
    let mv = session.moves().into_iter().find(|mv| step.reached_by(mv) == reaches)?;
    session.steps(&mv)
}

/// Points at the steps of a move. Where a square alone does not say which step is meant, its button does; where only one
/// step is possible, the page goes on by itself; and what the page warns of is chosen again.
async fn play(browser: &Browser, step: &LessonStep, way: &[Step]) {
    let session = step.start();
    let board = session.info().board;
    let warns = match session.progress(way) {
        Some(Progress::Complete(mv)) => session.warning(&mv).is_some(),
        _ => false,
    };
    let mut last = String::new();
    for (index, chosen) in way.iter().enumerate() {
        let choices = session.view(&way[..index]).next;
        if index > 0 && matches!(choices.as_slice(), [Step::Count(_) | Step::Keep(_) | Step::Set(..) | Step::Stop]) {
            continue;
        }
        let meant =
            chosen.square().map(|square| choices.iter().filter(|other| other.squares().contains(&square)).count());
        if let Some(square) = chosen.square() {
            last = format!(".lesson [data-square=\"{}\"]", square.index());
            browser.hit(&last).await;
        }
        if meant != Some(1) {
            let words = steps::button(*chosen, board);
            let button = "[...document.querySelectorAll('.choices .choice, .chips .chip')].findIndex((button) => \
                          (button.ariaLabel ?? button.innerText) == ";
            browser.until(&format!("{button}{}) >= 0", json!(words))).await;
            let number = browser.value(&format!("{button}{})", json!(words))).await;
            let group =
                if matches!(chosen, Step::Count(_) | Step::Keep(_)) { ".chips .chip" } else { ".choices .choice" };
            last = format!("{group}:nth-of-type({})", number.as_u64().expect("it is there") + 1);
            browser.hit(&last).await;
        }
    }
    if warns {
        browser.says(".remark", "Choose it again").await;
        browser.hit(&last).await;
    }
}

async fn take(browser: &Browser, lesson: &Lesson) {
    browser.open(&format!("#/learn/{}", lesson.game)).await;
    let mut missed = false;
    for (number, step) in lesson.steps.iter().enumerate() {
        browser.says("#step", step.title.en).await;
        browser.says(".lesson .ask", step.task.en).await;
        // One move that is not asked for: it is said why not, and the board goes back.
        if let Some(way) = a_move(step, false).filter(|_| !missed) {
            missed = true;
            play(browser, step, &way).await;
            browser.says(".outcome", step.not_yet.en).await;
        }
        let way = a_move(step, true).expect("a step can be done");
        // Going on does not wait for the board to go back, but the page may offer nothing until then.
        browser.until("document.querySelector('.lesson .cell.can, .choices .choice')").await;
        play(browser, step, &way).await;
        browser.says(".outcome.done", step.done.en).await;
        assert_eq!(browser.count(".step-dot.full").await, number + 1);
        if number + 1 < lesson.steps.len() {
            browser.click(".ways .main").await;
        }
    }
    browser.find(".lesson .end").await;
    browser.screenshot(&format!("lesson-done-{}", lesson.game)).await;
    assert_eq!(browser.console_errors().await, Vec::<String>::new(), "{}", lesson.game);
}

#[test]
fn every_lesson_is_taken_to_its_end() {
    with_browser(async |browser| {
        browser.open("#/learn").await;
        for lesson in &LESSONS[..2] {
            take(browser, lesson).await;
        }
    });
}

#[test]
fn the_other_lessons_are_taken_to_their_end_and_progress_is_kept() {
    with_browser(async |browser| {
        browser.open("#/learn").await;
        for lesson in &LESSONS[2..] {
            take(browser, lesson).await;
        }
        browser.open("#/learn").await;
        browser.reload().await;
        let full = "document.querySelectorAll('.lessons .bar i.full').length";
        let steps: usize = LESSONS[2..].iter().map(|lesson| lesson.steps.len()).sum();
        browser.until_equal(full, &json!(steps)).await;
    });
}
