//! Lessons: for each game five to ten steps on a live board. Each asks for a real move and then says what happened.
//!
//! A lesson is data. A test plays every lesson through with the rules core, so that no step can ask for the impossible.

use crate::words::Text;

/// The lesson of a game.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// The game's id.
    pub game: &'static str,
    /// The steps, in order.
    pub steps: &'static [LessonStep],
}

/// One step of a lesson: a position, something to do, and what to say about it.
#[derive(Clone, Copy, Debug)]
pub struct LessonStep {
    /// What it is about, in a few words.
    pub title: Text,
    /// The rules string.
    pub rules: &'static str,
    /// The position string to begin with.
    pub position: &'static str,
    /// What to know and what to do.
    pub task: Text,
    /// Which moves do it.
    pub goal: Goal,
    /// What is said when it is done: what happened and why.
    pub done: Text,
    /// What is said after a legal move that does not do it; the board then goes back.
    pub not_yet: Text,
    /// The opponent's answer, if one is shown after the move.
    pub answer: Option<&'static str>,
}

/// Which moves reach the goal of a step.
#[derive(Clone, Copy, Debug)]
pub enum Goal {
    /// Any legal move.
    Any,
    /// One of these.
    OneOf(&'static [&'static str]),
    /// A move that ends the game in the mover's favour, or solves the solitaire.
    Win,
}

/// The lesson of a game, by its id.
pub fn lesson(game: &str) -> Option<&'static Lesson> {
    LESSONS.iter().find(|lesson| lesson.game == game)
}

/// The lessons, one a game, in the order of the registry.
pub const LESSONS: [Lesson; 0] = [];
