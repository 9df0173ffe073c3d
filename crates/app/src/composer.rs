//! Composing a turn: pointing at squares, choosing steps, typing moves, and browsing earlier positions.
//!
//! A [`Composer`] belongs to one game and must be cleared whenever that game changes. [`Compose`] is implemented by
//! everything with a board on which a person plays, so that the pages differ only in what they do with a completed turn.

use halfboard_rules::board::Square;
use halfboard_rules::move_entry::MoveEntry;
use halfboard_rules::present::{Step, Warning};
use halfboard_rules::session::Session;
use halfboard_rules::view::View;

/// The effect of pointing at a square or of choosing a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// A step was chosen, and more are needed.
    Chosen,
    /// The turn is complete, and this is its move. It has not been played.
    Complete(String),
    /// Several steps point at the square: see [`Composer::ambiguous_steps`].
    Ambiguous,
    /// The steps chosen so far were put back.
    Deselected,
    /// The step would complete a move that deserves a second thought: choosing it again completes the turn.
    Warned(Warning),
    /// The square or step cannot be chosen now.
    Refused,
}

/// A turn being composed, and the earlier position that is shown instead of the current one.
#[derive(Clone, Debug, Default)]
pub struct Composer {
    /// The steps chosen so far.
    pub entry: MoveEntry,
    ambiguous: Vec<Step>,
    /// The move that the player was warned of by the last step.
    warned: Option<String>,
    browsed: Option<Box<dyn Session>>,
}

impl Composer {
    /// Creates a composer with nothing chosen that shows the current position.
    pub fn new() -> Composer {
        Composer::default()
    }

    /// Returns the steps chosen so far.
    pub fn chosen(&self) -> &[Step] {
        self.entry.chosen()
    }

    /// Returns the steps that point at the square pointed at last, if a choice between them is needed.
    pub fn ambiguous_steps(&self) -> &[Step] {
        &self.ambiguous
    }

    /// Forgets the steps chosen so far and shows the current position.
    pub fn clear(&mut self) {
        *self = Composer::new();
    }

    /// Points at a square.
    ///
    /// While nothing but a checker to move has been chosen, pointing at it again puts it back, and pointing at another
    /// one chooses that instead. Where two checkers may go together, pointing at the first one again takes it alone.
    pub fn tap(&mut self, session: &dyn Session, square: Square) -> StepOutcome {
        self.ambiguous.clear();
        let pointing = |steps: Vec<Step>| -> Vec<Step> {
            steps.into_iter().filter(|step| step.squares().contains(&square)).collect()
        };
        let next = self.entry.choices(session);
        let can_stop = next.contains(&Step::Stop);
        let here = pointing(next);
        match here.as_slice() {
            [] => {}
            [step] => return self.choose(session, *step),
            _ => {
                self.ambiguous = here;
                return StepOutcome::Ambiguous;
            }
        }
        self.warned = None;
        let chosen = self.entry.chosen();
        let Some(&first) = chosen.first() else { return StepOutcome::Refused };
        if can_stop && chosen.len() == 1 && first.square() == Some(square) {
            return self.choose(session, Step::Stop);
        }
        if !chosen.iter().all(|step| matches!(step, Step::From(_) | Step::Count(_) | Step::Place(_))) {
            return StepOutcome::Refused;
        }
        if first.square() == Some(square) {
            self.entry.clear();
            return StepOutcome::Deselected;
        }
        let mut fresh = Composer::new();
        match pointing(fresh.entry.choices(session)).as_slice() {
            [step] => {
                let outcome = fresh.choose(session, *step);
                *self = fresh;
                outcome
            }
            _ => StepOutcome::Refused,
        }
    }

    /// Chooses a step, and the steps after it that are no choice: numbers, sets, the next player and the end of the turn,
    /// if there is only one. Targets are chosen by the player even then, since picking up a checker must not move it.
    ///
    /// If this completes a move with a [`Warning`], the entry stays as it was and the same step must be chosen again. A
    /// second tap is quicker than a dialogue, and the board can go on showing what the move would do.
    pub fn choose(&mut self, session: &dyn Session, step: Step) -> StepOutcome {
        self.ambiguous.clear();
        let warned = self.warned.take();
        let before = self.entry.clone();
        let mut next = step;
        loop {
            match self.entry.choose(session, next) {
                Ok(Some(mv)) => {
                    return match session.warning(&mv) {
                        Some(warning) if warned.as_ref() != Some(&mv) => {
                            self.entry = before;
                            self.warned = Some(mv);
                            StepOutcome::Warned(warning)
                        }
                        _ => StepOutcome::Complete(mv),
                    };
                }
                Err(_) => return StepOutcome::Refused,
                Ok(None) => {}
            }
            match formality(&self.entry.choices(session)) {
                Some(only) => next = only,
                None => return StepOutcome::Chosen,
            }
        }
    }

    /// Withdraws the question which of several steps was meant, or else the last step that was a choice; steps that had
    /// no alternative go with it. Returns false if there is neither.
    pub fn step_back(&mut self, session: &dyn Session) -> bool {
        self.warned = None;
        if !self.ambiguous.is_empty() {
            self.ambiguous.clear();
            return true;
        }
        if !self.entry.back() {
            return false;
        }
        while !self.entry.chosen().is_empty() && formality(&self.entry.choices(session)).is_some() {
            self.entry.back();
        }
        true
    }

    /// Shows the position after `ply` turns; past the last turn, the current one.
    pub fn browse(&mut self, session: &dyn Session, ply: usize) {
        self.clear();
        let last = session.ply();
        if ply < last {
            let mut earlier = session.clone_box();
            for _ in ply..last {
                earlier.undo();
            }
            self.browsed = Some(earlier);
        }
    }

    /// Returns whether an earlier position is shown.
    pub fn is_browsing(&self) -> bool {
        self.browsed.is_some()
    }

    /// Returns the game as it is shown.
    pub fn shown<'a>(&'a self, session: &'a dyn Session) -> &'a dyn Session {
        self.browsed.as_deref().unwrap_or(session)
    }

    /// Returns what to draw. Without `open` nothing can be chosen.
    pub fn view(&self, session: &dyn Session, open: bool) -> View {
        let open = open && !self.is_browsing();
        let mut view = self.shown(session).view(if open { self.chosen() } else { &[] });
        if !open {
            view.next.clear();
        }
        view
    }

    /// Returns the steps of a view to offer as buttons: those among which a square did not decide, or else those without
    /// a square, and those of which a square says too little. Numbers are chosen at their stack: see
    /// [`Chips`](crate::chips::Chips).
    pub fn offers(&self, view: &View) -> Vec<Step> {
        if !self.ambiguous.is_empty() {
            return self.ambiguous.clone();
        }
        let needs_button = |step: &Step| match step {
            Step::Count(_) | Step::Keep(_) => false,
            Step::Set(..) => true,
            _ => step.square().is_none(),
        };
        view.next.iter().copied().filter(needs_button).collect()
    }
}

/// Returns the only step that can follow, if it is one that a player need not be asked for.
fn formality(next: &[Step]) -> Option<Step> {
    match *next {
        [only @ (Step::Count(_) | Step::Keep(_) | Step::Set(..) | Step::Name(..) | Step::Stop)] => Some(only),
        _ => None,
    }
}

/// A game on whose board a person composes turns.
pub trait Compose {
    /// Returns the current game and its composer, or `None` until the game is known.
    fn parts(&self) -> Option<(&dyn Session, &Composer)>;

    /// Returns the current game and its composer for changes.
    fn parts_mut(&mut self) -> Option<(&dyn Session, &mut Composer)>;

    /// Returns whether the person here is to move in the current position.
    fn is_open(&self) -> bool;

    /// Returns whether a turn can be composed now: the person is to move, and the current position is shown.
    fn can_compose(&self) -> bool {
        self.is_open() && self.parts().is_some_and(|(_, composer)| !composer.is_browsing())
    }

    /// Returns the steps chosen so far.
    fn chosen(&self) -> &[Step] {
        self.parts().map_or(&[], |(_, composer)| composer.chosen())
    }

    /// Returns whether an earlier position is shown.
    fn is_browsing(&self) -> bool {
        self.parts().is_some_and(|(_, composer)| composer.is_browsing())
    }

    /// Returns the number of turns played in the position that is shown.
    fn shown_ply(&self) -> usize {
        self.parts().map_or(0, |(session, composer)| composer.shown(session).ply())
    }

    /// Points at a square: see [`Composer::tap`].
    fn tap(&mut self, square: Square) -> StepOutcome {
        compose(self, |session, composer| composer.tap(session, square))
    }

    /// Chooses a step: see [`Composer::choose`].
    fn choose(&mut self, step: Step) -> StepOutcome {
        compose(self, |session, composer| composer.choose(session, step))
    }

    /// Takes back one step of the turn: see [`Composer::step_back`].
    fn step_back(&mut self) -> bool {
        self.parts_mut().is_some_and(|(session, composer)| composer.step_back(session))
    }

    /// Shows an earlier position: see [`Composer::browse`].
    fn browse(&mut self, ply: usize) {
        if let Some((session, composer)) = self.parts_mut() {
            composer.browse(session, ply);
        }
    }
}

/// Lets a composer do something, if a turn can be composed now.
pub(crate) fn compose<C: Compose + ?Sized>(
    game: &mut C,
    by: impl FnOnce(&dyn Session, &mut Composer) -> StepOutcome,
) -> StepOutcome {
    match game.can_compose() {
        true => game.parts_mut().map_or(StepOutcome::Refused, |(session, composer)| by(session, composer)),
        false => StepOutcome::Refused,
    }
}

/// Returns the legal move that was typed, in either case, or else up to four legal moves nearest to it.
///
/// ```
/// use halfboard_app::composer::parse_move;
/// let session = halfboard_rules::registry::rules("j")?.start(0);
/// assert_eq!(parse_move(&*session, " a5 "), Ok("A5".to_owned()));
/// assert!(parse_move(&*session, "A55").is_err_and(|near| near.contains(&"A5".to_owned())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_move(session: &dyn Session, text: &str) -> Result<String, Vec<String>> {
    let typed = text.trim();
    let legal = session.moves();
    let spellings = [typed.to_owned(), session.respell(typed), typed.to_uppercase(), typed.to_lowercase()];
    spellings.into_iter().find(|mv| legal.contains(mv)).ok_or_else(|| {
        let nearest = halfboard_rules::text::nearest(typed, legal.iter().map(String::as_str), 4);
        nearest.into_iter().map(str::to_owned).collect()
    })
}
