//! A lesson being taken: which step, what has been done on its board, and how far that is.

use halfboard_rules::board::Square;
use halfboard_rules::move_entry::MoveEntry;
use halfboard_rules::present::Step;
use halfboard_rules::session::Session;
use halfboard_rules::view::View;

use super::{Lesson, LessonStep};
use crate::kept::{NotKept, Store};
use crate::play::{Tap, choose, step_back, tap};

/// How far a step of a lesson is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Nothing has been played yet.
    Open,
    /// A legal move was played that is not what was asked for.
    Missed,
    /// The step is done.
    Done,
}

/// What became of pointing at something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A step of the turn was chosen or taken back, or is to be chosen from [`Run::offers`].
    More,
    /// A turn was played: see [`Run::stage`].
    Played,
    /// Nothing can be done with it.
    Refused,
}

/// A lesson being taken.
#[derive(Clone, Debug)]
pub struct Run {
    lesson: &'static Lesson,
    number: usize,
    session: Box<dyn Session>,
    entry: MoveEntry,
    stage: Stage,
    /// Whether something follows by itself after a pause: the opponent's answer, or the board going back.
    pending: bool,
    /// The steps among which pointing at a square did not decide.
    which: Vec<Step>,
    /// Counts what has happened, so that what follows after a pause can see that it comes too late.
    pub ticket: u64,
}

impl Run {
    /// The lesson from the step with this number, counted from 0; past the last it begins anew.
    pub fn new(lesson: &'static Lesson, number: usize) -> Run {
        let number = if number < lesson.steps.len() { number } else { 0 };
        let session = lesson.steps[number].start();
        Run {
            lesson,
            number,
            session,
            entry: MoveEntry::new(),
            stage: Stage::Open,
            pending: false,
            which: Vec::new(),
            ticket: 0,
        }
    }

    /// The lesson.
    pub fn lesson(&self) -> &'static Lesson {
        self.lesson
    }

    /// The step's number, counted from 0.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The step.
    pub fn step(&self) -> &'static LessonStep {
        &self.lesson.steps[self.number]
    }

    /// Whether this is the last step.
    pub fn is_last(&self) -> bool {
        self.number + 1 == self.lesson.steps.len()
    }

    /// How far the step is.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Whether something follows by itself after a pause.
    pub fn is_pending(&self) -> bool {
        self.pending
    }

    /// The board.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// The steps chosen so far in this turn.
    pub fn chosen(&self) -> &[Step] {
        self.entry.chosen()
    }

    /// What to draw. When the step is done nothing can be chosen any more.
    pub fn view(&self) -> View {
        let mut view = self.session.view(self.entry.chosen());
        if !self.is_open() {
            view.next.clear();
        }
        view
    }

    /// Whether the player can do something on the board now.
    pub fn is_open(&self) -> bool {
        self.stage != Stage::Done && !self.pending
    }

    /// The steps to offer beside the board: those among which a square did not decide, or those without a square.
    pub fn offers(&self) -> Vec<Step> {
        if !self.is_open() {
            return Vec::new();
        }
        if !self.which.is_empty() {
            return self.which.clone();
        }
        self.entry.choices(&*self.session).into_iter().filter(|step| step.square().is_none()).collect()
    }

    /// Points at a square.
    pub fn tap(&mut self, square: Square) -> Heard {
        // Whoever goes on does not wait for the board to go back.
        if self.stage == Stage::Missed {
            self.settle();
        }
        if !self.is_open() {
            return Heard::Refused;
        }
        let tapped = tap(&*self.session, &mut self.entry, square);
        self.hear(tapped)
    }

    /// Chooses a step by itself.
    pub fn choose(&mut self, step: Step) -> Heard {
        if !self.is_open() {
            return Heard::Refused;
        }
        let tapped = choose(&*self.session, &mut self.entry, step);
        self.hear(tapped)
    }

    fn hear(&mut self, tapped: Tap) -> Heard {
        self.ticket += 1;
        self.which = Vec::new();
        match tapped {
            Tap::Chosen | Tap::Back => Heard::More,
            Tap::Which(steps) => {
                self.which = steps;
                Heard::More
            }
            Tap::Complete(mv) => self.play(&mv),
            Tap::Refused => Heard::Refused,
        }
    }

    fn play(&mut self, mv: &str) -> Heard {
        let reached = self.step().reached_by(mv);
        if self.session.play(mv).is_err() {
            return Heard::Refused;
        }
        self.stage = if reached { Stage::Done } else { Stage::Missed };
        self.pending = !reached || self.step().answer.is_some();
        Heard::Played
    }

    /// Takes back one step of the turn; false when there is none.
    pub fn back(&mut self) -> bool {
        if !self.which.is_empty() {
            self.which = Vec::new();
            return true;
        }
        step_back(&*self.session, &mut self.entry)
    }

    /// What follows by itself after a pause: the opponent answers, or the board goes back.
    pub fn settle(&mut self) {
        if !std::mem::take(&mut self.pending) {
            return;
        }
        self.ticket += 1;
        match (self.stage, self.step().answer) {
            (Stage::Missed, _) => {
                self.session.undo();
            }
            // That it is legal after every move that reaches the goal is tested.
            (Stage::Done, Some(answer)) => {
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
        *self = Run { ticket, ..Run::new(self.lesson, number) };
    }
}

fn key(lesson: &Lesson) -> String {
    format!("halfboard.lesson.{}", lesson.game)
}

/// How many steps of a lesson are done.
pub fn steps_done(store: &dyn Store, lesson: &Lesson) -> usize {
    let kept = store.get(&key(lesson)).and_then(|text| text.parse::<usize>().ok());
    kept.unwrap_or_default().min(lesson.steps.len())
}

/// Keeps that so many steps of a lesson are done; never fewer than before.
pub fn keep_steps_done(store: &dyn Store, lesson: &Lesson, done: usize) -> Result<(), NotKept> {
    if done > steps_done(store, lesson) { store.set(&key(lesson), &done.to_string()) } else { Ok(()) }
}
