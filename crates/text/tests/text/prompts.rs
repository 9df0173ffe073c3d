//! Prompts with a warning, in every language, as both the page and the terminal show them.

use halfboard_rules::prompt::Task;
use halfboard_rules::registry;
use halfboard_rules::session::Session;
use halfboard_text::prompt::{prompt, task};
use halfboard_text::{Language, speak};

fn session(rules: &str, position: &str) -> Box<dyn Session> {
    registry::rules(rules).expect("rules").position(position).expect("a position")
}

/// The task at the start of a turn, and after the first step of a move.
fn tasks(session: &dyn Session, mv: &str) -> [Task; 2] {
    let steps = session.steps(mv).expect("a legal move");
    [&steps[..0], &steps[..1]].map(|chosen| session.view(chosen).turn.expect("a turn").prompt.task)
}

#[test]
fn the_last_checker_of_j_comes_with_a_warning() {
    let enough = session("j", "8/1wwwwww1/1wwww3/8 w w2b12");
    assert_eq!(tasks(&*enough, "A1-C3"), [Task::Enter, Task::TakeBack]);
    let mut last = session("j", "8/1wwwwww1/1wwwww2/8 w w1b12");
    assert_eq!(tasks(&*last, "A1-C3"), [Task::EnterLast, Task::MustTakeBack]);
    let turn = last.view(&[]).turn.expect("a turn");
    for (language, addressed, described) in [
        (Language::English, "or you lose next turn.", "or lose next turn."),
        (Language::German, "sonst verlierst du im nächsten Zug.", "oder verliert im nächsten Zug."),
    ] {
        speak(language);
        assert!(prompt(&turn.prompt).ends_with(described), "{}", prompt(&turn.prompt));
        for warned in [Task::EnterLast, Task::MustTakeBack] {
            assert!(task(warned).ends_with(addressed), "{}", task(warned));
        }
    }
    // What the warning says comes true.
    last.play("A1").expect("entering without taking back");
    last.play("D1").expect("the opponent's turn");
    assert_eq!(last.ending().map(|ending| ending.to_string()).as_deref(), Some("0-1 no-move"));
}
