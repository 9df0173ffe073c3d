//! Lessons: for each game five to ten steps on a live board. Each asks for a real move and then says what happened.
//!
//! A lesson is data. A test plays every lesson through with the rules core, so that no step can ask for the impossible.

use halfboard_rules::game::{Game, Outcome};
use halfboard_rules::registry;
use halfboard_rules::session::Session;

use crate::Text;
use crate::games::GameText;

/// The lesson of a game.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// The game's id.
    pub game: &'static str,
    /// The steps, in order.
    pub steps: &'static [LessonStep],
}

/// A step of a lesson: a position, a task, and the responses to moves.
#[derive(Clone, Copy, Debug)]
pub struct LessonStep {
    /// The title.
    pub title: Text,
    /// The rules string.
    pub rules: &'static str,
    /// The position string to begin with. The player makes the turn of the side to move, which is White.
    pub position: &'static str,
    /// The explanation and the task.
    pub task: Text,
    /// The moves that reach the goal.
    pub goal: Goal,
    /// The response once the task is done and any answer played.
    pub done: Text,
    /// The response to a legal move that misses the goal; the board is then reset.
    pub not_yet: Text,
    /// Black's reply, if the step needs one; legal after every move that reaches the goal.
    pub answer: Option<&'static str>,
}

impl LessonStep {
    /// Returns a session at the position of the step.
    pub fn start(&self) -> Box<dyn Session> {
        let rules = registry::rules(self.rules).expect("rules of lessons are valid, which a test checks");
        rules.position(self.position).expect("positions of lessons are valid, which a test checks")
    }

    /// Returns whether a legal move of the position reaches the goal.
    pub fn reached_by(&self, mv: &str) -> bool {
        match self.goal {
            Goal::Any => true,
            Goal::OneOf(patterns) => patterns.iter().any(|pattern| fits(pattern, mv)),
            Goal::Win => wins(self.start(), mv),
        }
    }
}

/// Which moves reach the goal of a step.
#[derive(Clone, Copy, Debug)]
pub enum Goal {
    /// Any legal move.
    Any,
    /// One of these. A `*` stands for anything: `1@*` enters one checker, wherever.
    OneOf(&'static [&'static str]),
    /// A move that ends the game in the mover's favour, or solves the solitaire.
    Win,
}

/// Returns whether a move matches a pattern.
fn fits(pattern: &str, mv: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == mv,
        Some((before, after)) => mv.strip_prefix(before).is_some_and(|rest| {
            let starts = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
            starts.into_iter().any(|at| fits(after, &rest[at..]))
        }),
    }
}

/// Returns whether a move ends the game in the mover's favour, or solves the solitaire.
fn wins(mut session: Box<dyn Session>, mv: &str) -> bool {
    let mover = session.color_of(session.turn());
    let outcome = session.play(mv).ok().and_then(|()| session.ending()).map(|ending| ending.outcome);
    match outcome {
        Some(Outcome::Win(color)) => Some(color) == mover,
        Some(Outcome::Solved) => true,
        _ => false,
    }
}

/// Returns the lesson of a game, by its id.
pub fn lesson(game: &str) -> Option<&'static Lesson> {
    LESSONS.iter().find(|lesson| lesson.game == game)
}

macro_rules! lessons {
    ($($module:ident::$Game:ident),+ $(,)?) => {
        &[$(Lesson {
            game: <halfboard_rules::games::$module::$Game as Game>::INFO.id,
            steps: <halfboard_rules::games::$module::$Game as GameText>::LESSON,
        }),+]
    };
}

/// The lessons, one per game, in the order of the registry.
pub static LESSONS: &[Lesson] = halfboard_rules::games!(lessons);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_anything() {
        for (pattern, mv) in [("A5", "A5"), ("1@*", "1@D8"), ("*-*", "A5v-C2"), ("*B5", "A3B5"), ("*", "")] {
            assert!(fits(pattern, mv), "{pattern} {mv}");
        }
        for (pattern, mv) in [("A5", "A5v"), ("1@*", "2@D8"), ("*-*", "A5v"), ("*B5", "B5A3"), ("1C4*", "1D1C4")] {
            assert!(!fits(pattern, mv), "{pattern} {mv}");
        }
    }
}
