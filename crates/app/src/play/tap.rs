//! Pointing at squares: what a tap, the end of a drag, or Enter on a square does to the turn that is being composed. And
//! moves that are typed instead.

use halfboard_rules::board::Square;
use halfboard_rules::move_entry::MoveEntry;
use halfboard_rules::present::Step;
use halfboard_rules::session::Session;

use super::Play;

/// What became of pointing at a square, or of choosing a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tap {
    /// A step was chosen, and more are needed.
    Chosen,
    /// The turn is complete, and this is its move. It has not been played.
    Complete(String),
    /// Several steps point there: which one?
    Which(Vec<Step>),
    /// What had been chosen was put back.
    Back,
    /// Nothing can be done with the square now.
    Refused,
}

impl Play {
    /// Points at a square.
    pub fn tap(&mut self, square: Square) -> Tap {
        if self.looks_back() || self.is_over() {
            return Tap::Refused;
        }
        let Play { table, .. } = self;
        tap(&*table.session, &mut table.entry, square)
    }

    /// Chooses a step by itself, such as how many to lift.
    pub fn choose(&mut self, step: Step) -> Tap {
        if self.looks_back() || self.is_over() {
            return Tap::Refused;
        }
        let Play { table, .. } = self;
        choose(&*table.session, &mut table.entry, step)
    }

    /// Takes back one step of the turn; false when there is none.
    pub fn step_back(&mut self) -> bool {
        step_back(&*self.table.session, &mut self.table.entry)
    }
}

/// Points at a square of a session.
pub fn tap(session: &dyn Session, entry: &mut MoveEntry, square: Square) -> Tap {
    let pointing = |steps: &[Step]| -> Vec<Step> {
        steps.iter().copied().filter(|step| step.squares().contains(&square)).collect()
    };
    let here = pointing(&entry.choices(session));
    match here.as_slice() {
        [step] => return choose(session, entry, *step),
        [] => {}
        _ => return Tap::Which(here),
    }
    // While nothing but what to pick up has been chosen, pointing at it again puts it back, and pointing at something
    // else that can be picked up takes that instead.
    let chosen = entry.chosen().to_vec();
    let Some(&first) = chosen.first() else { return Tap::Refused };
    let only_picked = chosen.iter().all(|step| matches!(step, Step::From(_) | Step::Count(_) | Step::Place(_)));
    if !only_picked {
        return Tap::Refused;
    }
    let mut fresh = MoveEntry::new();
    if first.square() == Some(square) {
        *entry = fresh;
        return Tap::Back;
    }
    match pointing(&fresh.choices(session)).as_slice() {
        [step] => {
            let tapped = choose(session, &mut fresh, *step);
            *entry = fresh;
            tapped
        }
        _ => Tap::Refused,
    }
}

/// Chooses a step, and goes on by itself where only one number is possible.
pub fn choose(session: &dyn Session, entry: &mut MoveEntry, step: Step) -> Tap {
    let mut next = step;
    loop {
        match entry.choose(session, next) {
            Ok(Some(mv)) => return Tap::Complete(mv),
            Err(_) => return Tap::Refused,
            Ok(None) => {}
        }
        match entry.choices(session).as_slice() {
            [only @ (Step::Count(_) | Step::Keep(_))] => next = *only,
            _ => return Tap::Chosen,
        }
    }
}

/// The legal move that somebody has typed, in capitals or not, or else the legal ones nearest to it.
///
/// ```
/// let session = halfboard_rules::registry::rules("j")?.start(0);
/// assert_eq!(halfboard_app::play::typed(&*session, " a5 "), Ok("A5".to_owned()));
/// assert!(halfboard_app::play::typed(&*session, "A55").is_err_and(|near| near.contains(&"A5".to_owned())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn typed(session: &dyn Session, text: &str) -> Result<String, Vec<String>> {
    let word = text.trim();
    let legal = session.moves();
    let spelt = [word.to_owned(), session.respell(word), word.to_uppercase(), word.to_lowercase()];
    spelt.into_iter().find(|mv| legal.contains(mv)).ok_or_else(|| {
        let nearest = halfboard_rules::text::nearest(word, legal.iter().map(String::as_str), 4);
        nearest.into_iter().map(str::to_owned).collect()
    })
}

/// Takes back the last step that was a choice; numbers that had no alternative go with it.
pub fn step_back(session: &dyn Session, entry: &mut MoveEntry) -> bool {
    if !entry.back() {
        return false;
    }
    while !entry.chosen().is_empty() && matches!(entry.choices(session).as_slice(), [Step::Count(_) | Step::Keep(_)]) {
        entry.back();
    }
    true
}
