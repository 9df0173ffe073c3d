//! A lesson being taken: which step, what has been done on its board, and how far that is.

use halfboard_rules::board::Square;
use halfboard_rules::session::Session;
use halfboard_rules::view::View;

use super::{Lesson, LessonStep};
use crate::composer::{Compose, Composer, StepOutcome, compose};
use crate::saved::{StorageError, Store};

/// How far a step of a lesson is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonStage {
    /// Nothing has been played yet.
    Open,
    /// A legal move was played that is not what was asked for.
    Missed,
    /// The step is done.
    Done,
}

/// A lesson being taken.
#[derive(Clone, Debug)]
pub struct LessonRun {
    lesson: &'static Lesson,
    number: usize,
    session: Box<dyn Session>,
    composer: Composer,
    stage: LessonStage,
    /// Whether something follows by itself after a pause: the opponent's answer, or the board going back.
    pending: bool,
    /// Counts what has happened, so that what follows after a pause can see that it comes too late.
    pub ticket: u64,
}

impl LessonRun {
    /// The lesson from the step with this number, counted from 0; past the last it begins anew.
    pub fn new(lesson: &'static Lesson, number: usize) -> LessonRun {
        let number = if number < lesson.steps.len() { number } else { 0 };
        let session = lesson.steps[number].start();
        LessonRun {
            lesson,
            number,
            session,
            composer: Composer::new(),
            stage: LessonStage::Open,
            pending: false,
            ticket: 0,
        }
    }

    /// Returns the lesson.
    pub fn lesson(&self) -> &'static Lesson {
        self.lesson
    }

    /// Returns the step's number, counted from 0.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Returns the step.
    pub fn step(&self) -> &'static LessonStep {
        &self.lesson.steps[self.number]
    }

    /// Returns whether this is the last step.
    pub fn is_last(&self) -> bool {
        self.number + 1 == self.lesson.steps.len()
    }

    /// Returns how far the step is.
    pub fn stage(&self) -> LessonStage {
        self.stage
    }

    /// Returns whether something follows by itself after a pause.
    pub fn is_pending(&self) -> bool {
        self.pending
    }

    /// Returns the board.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Returns what to draw. When the step is done nothing can be chosen any more.
    pub fn view(&self) -> View {
        self.composer.view(&*self.session, self.can_compose())
    }

    /// Plays a legal move; returns false if it is not legal. [`LessonRun::stage`] then says whether the goal is reached.
    pub fn play(&mut self, mv: &str) -> bool {
        let reached = self.step().reached_by(mv);
        if self.session.play(mv).is_err() {
            return false;
        }
        self.ticket += 1;
        self.composer.clear();
        self.stage = if reached { LessonStage::Done } else { LessonStage::Missed };
        self.pending = !reached || self.step().answer.is_some();
        true
    }

    /// What follows by itself after a pause: the opponent answers, or the board goes back.
    pub fn advance(&mut self) {
        if !std::mem::take(&mut self.pending) {
            return;
        }
        self.ticket += 1;
        match (self.stage, self.step().answer) {
            (LessonStage::Missed, _) => {
                self.session.undo();
            }
            // That it is legal after every move that reaches the goal is tested.
            (LessonStage::Done, Some(answer)) => {
                let _ = self.session.play(answer);
            }
            _ => {}
        }
    }

    /// Begins the step again.
    pub fn again(&mut self) {
        self.go_to(self.number);
    }

    /// Goes to a step.
    pub fn go_to(&mut self, number: usize) {
        let ticket = self.ticket + 1;
        *self = LessonRun { ticket, ..LessonRun::new(self.lesson, number) };
    }
}

impl Compose for LessonRun {
    fn parts(&self) -> Option<(&dyn Session, &Composer)> {
        Some((&*self.session, &self.composer))
    }

    fn parts_mut(&mut self) -> Option<(&dyn Session, &mut Composer)> {
        Some((&*self.session, &mut self.composer))
    }

    fn is_open(&self) -> bool {
        self.stage != LessonStage::Done
    }

    fn can_compose(&self) -> bool {
        self.is_open() && !self.pending
    }

    fn tap(&mut self, square: Square) -> StepOutcome {
        // A player who goes on does not wait for the board to go back.
        if self.stage == LessonStage::Missed {
            self.advance();
        }
        compose(self, |session, composer| composer.tap(session, square))
    }
}

fn key(lesson: &Lesson) -> String {
    format!("halfboard.lesson.{}", lesson.game)
}

/// Returns how many steps of a lesson are done.
pub fn steps_done(store: &dyn Store, lesson: &Lesson) -> usize {
    let kept = store.get(&key(lesson)).and_then(|text| text.parse::<usize>().ok());
    kept.unwrap_or_default().min(lesson.steps.len())
}

/// Saves the number of completed steps of a lesson; it never shrinks.
pub fn save_steps_done(store: &dyn Store, lesson: &Lesson, done: usize) -> Result<(), StorageError> {
    if done > steps_done(store, lesson) { store.set(&key(lesson), &done.to_string()) } else { Ok(()) }
}
