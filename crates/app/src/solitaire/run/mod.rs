//! A puzzle being played: removals with undo and redo, the time, the help that was taken, and what is known of dead ends.
//! Time comes in as seconds from the caller's clock.

use halfboard_engine::games::sight_reduction::solitaire::puzzle::SolitairePuzzle;
use halfboard_rules::game::Outcome;
use halfboard_rules::record::{Start, StartError};
use halfboard_rules::session::Session;
use halfboard_rules::view::View;

use super::{Date, PuzzleId, SolitaireGoal};
use crate::composer::{Compose, Composer};
use crate::route::Shared;

/// Help that was taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HelpUsed {
    /// Hints asked for.
    pub hints: u32,
    /// How often the safe removals were shown.
    pub safe: u32,
    /// The number of dead-end warnings.
    pub warned: u32,
    /// Whether the solution was shown.
    pub solution: bool,
}

impl HelpUsed {
    /// Returns whether there was none.
    pub fn is_none(self) -> bool {
        self == HelpUsed::default()
    }
}

/// How the goal was first reached without being shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolvedRun {
    /// The time it took, in seconds.
    pub seconds: f64,
    /// On this day.
    pub on: Date,
    /// With this help.
    pub help: HelpUsed,
}

/// A puzzle being played.
#[derive(Clone, Debug)]
pub struct SolitaireRun {
    which: PuzzleId,
    start: Start,
    session: Box<dyn Session>,
    /// All removals, those taken back included.
    moves: Vec<String>,
    ply: usize,
    composer: Composer,
    /// The best that the board can come to, where it is proven.
    pub(super) best: Option<Outcome>,
    /// Removals from the start that come to it, where they are known.
    pub(super) line: Vec<String>,
    pub(super) seconds: f64,
    since: Option<f64>,
    pub(super) help: HelpUsed,
    /// The tenths of the way in which the player went back, and in which help was used, as bits.
    pub(super) back: u16,
    pub(super) helped: u16,
    pub(super) begun: bool,
    pub(super) won: Option<SolvedRun>,
    /// Up to which ply the best is known to be still possible, and from which on it is known not to be.
    good: usize,
    bad: Option<usize>,
    /// The ply from which on the player was warned of a dead end.
    pub(super) warned_from: Option<usize>,
}

impl SolitaireRun {
    /// Creates a board that nothing is known of yet.
    pub fn new(which: &PuzzleId, rules: &str, start: Start) -> Result<SolitaireRun, StartError> {
        let session = start.session(rules)?;
        Ok(SolitaireRun {
            which: which.clone(),
            start,
            session,
            moves: Vec::new(),
            ply: 0,
            composer: Composer::new(),
            best: None,
            line: Vec::new(),
            seconds: 0.0,
            since: None,
            help: HelpUsed::default(),
            back: 0,
            helped: 0,
            begun: false,
            won: None,
            good: 0,
            bad: None,
            warned_from: None,
        })
    }

    /// Returns a puzzle that was made.
    pub fn of(which: &PuzzleId, made: &SolitairePuzzle) -> Result<SolitaireRun, StartError> {
        let mut run = SolitaireRun::new(which, &made.rules, Start::Seed(made.seed))?;
        run.best = made.result.parse().ok();
        run.line.clone_from(&made.line);
        Ok(run)
    }

    /// Returns which puzzle it is.
    pub fn which(&self) -> &PuzzleId {
        &self.which
    }

    /// Returns the board as it is.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Returns the board after `ply` of the removals played.
    pub fn at(&self, ply: usize) -> Box<dyn Session> {
        let mut session = self.session.clone_box();
        for _ in ply..self.ply {
            session.undo();
        }
        for _ in self.ply..ply.min(self.moves.len()) {
            session.redo();
        }
        session
    }

    /// Returns where it starts.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// Returns all removals, those taken back included.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Returns how many of them are played.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Returns what there is to reach.
    pub fn goal(&self) -> SolitaireGoal {
        SolitaireGoal::of(&self.session.rules())
    }

    /// Returns what to draw.
    pub fn view(&self) -> View {
        self.composer.view(&*self.session, self.is_open())
    }

    /// Returns how many checkers are left.
    pub fn left(&self) -> u32 {
        checkers(&self.session.position())
    }

    /// Returns the best that the board can come to, where it is proven.
    pub fn best(&self) -> Option<Outcome> {
        self.best
    }

    /// Returns a solution from the start, where one is known.
    pub fn line(&self) -> &[String] {
        &self.line
    }

    /// Returns the help taken so far.
    pub fn help(&self) -> HelpUsed {
        self.help
    }

    /// Returns how the goal was first reached, if it was.
    pub fn won(&self) -> Option<SolvedRun> {
        self.won
    }

    /// Returns whether anything was ever removed.
    pub fn begun(&self) -> bool {
        self.begun
    }

    /// Returns the outcome once nothing can be removed any more.
    pub fn outcome(&self) -> Option<Outcome> {
        self.session.ending().map(|ending| ending.outcome)
    }

    /// Returns whether the puzzle is over and nothing better was possible.
    pub fn is_goal_reached(&self) -> bool {
        self.outcome().is_some_and(|outcome| outcome == Outcome::Solved || Some(outcome) == self.best)
    }

    /// Plays a removal, which must be written as the session lists it; false when it is not legal.
    pub fn play(&mut self, mv: &str, now: f64) -> bool {
        if self.session.play(mv).is_err() {
            return false;
        }
        self.composer.clear();
        self.moves.truncate(self.ply);
        self.moves.push(mv.to_owned());
        self.good = self.good.min(self.ply);
        self.bad = self.bad.filter(|&bad| bad <= self.ply);
        self.warned_from = self.warned_from.filter(|&from| from <= self.ply);
        self.ply += 1;
        self.begun = true;
        self.update_clock(now);
        true
    }

    /// Goes back or forward to the position after `ply` removals.
    pub fn go_to(&mut self, ply: usize, now: f64) {
        let ply = ply.min(self.moves.len());
        if ply < self.ply {
            self.back |= self.tenth();
        }
        self.session = self.at(ply);
        self.composer.clear();
        self.ply = ply;
        self.update_clock(now);
    }

    /// Lets the time run while there is something to think about.
    fn update_clock(&mut self, now: f64) {
        if self.outcome().is_none() { self.resume(now) } else { self.pause(now) }
    }

    /// Lets the time run, unless it has come to its end.
    pub fn resume(&mut self, now: f64) {
        if self.since.is_none() && self.won.is_none() && self.outcome().is_none() {
            self.since = Some(now);
        }
    }

    /// Stops the time, as while the page is hidden.
    pub fn pause(&mut self, now: f64) {
        self.seconds = self.seconds(now);
        self.since = None;
    }

    /// Seconds that were spent: up to the goal, once it was reached.
    pub fn seconds(&self, now: f64) -> f64 {
        match (self.won, self.since) {
            (Some(won), _) => won.seconds,
            (None, Some(since)) => self.seconds + (now - since).max(0.0),
            (None, None) => self.seconds,
        }
    }

    /// Notes help that is taken here.
    pub fn take_help(&mut self, note: impl FnOnce(&mut HelpUsed)) {
        note(&mut self.help);
        self.helped |= self.tenth();
    }

    /// Notes that the player is warned of the dead end that this is. The same one counts once, even if the page is opened
    /// anew in it or it is gone through again.
    pub fn warn(&mut self) {
        if self.warned_from.is_none_or(|from| from > self.ply) {
            self.take_help(|help| help.warned += 1);
        }
        self.know_dead_end();
    }

    /// Notes that the player knows of the dead end that this is, so that a warning of it tells nothing new.
    pub fn know_dead_end(&mut self) {
        let from = self.bad.unwrap_or(self.ply).min(self.ply);
        self.warned_from = Some(self.warned_from.map_or(from, |before| before.min(from)));
    }

    /// Returns whether there is anything to keep: a removal was played or help was taken.
    pub fn is_worth_keeping(&self) -> bool {
        self.begun || !self.help.is_none()
    }

    /// Returns the tenth of the way that it is in, as a bit.
    fn tenth(&self) -> u16 {
        let all = checkers(&self.session.start());
        let way = all.saturating_sub(self.goal().left()).max(1);
        1 << ((all - self.left()) * 10 / way).min(9)
    }

    /// Returns for each tenth of the way whether the player went back and whether help was used.
    pub fn trace(&self) -> [(bool, bool); 10] {
        std::array::from_fn(|part| (self.back >> part & 1 != 0, self.helped >> part & 1 != 0))
    }

    /// Notes that the goal is reached, if it is, and for the first time, and was not just shown; says so.
    pub fn record_win(&mut self, now: f64, today: Date) -> bool {
        let first = self.is_goal_reached() && self.won.is_none() && !self.help.solution && self.begun;
        if first {
            self.won = Some(SolvedRun { seconds: self.seconds(now), on: today, help: self.help });
        }
        first
    }

    /// Records the best outcome reachable after `ply` removals.
    pub fn learn(&mut self, ply: usize, outcome: Outcome) {
        // What was kept may be wrong: what is proven now counts.
        let rank = |outcome| if let Outcome::Stuck(left) = outcome { i32::from(left) } else { -1 };
        if ply == 0 || self.best.is_some_and(|best| rank(outcome) < rank(best)) {
            self.best = Some(outcome);
        }
        match self.best {
            Some(best) if best == outcome => self.good = self.good.max(ply),
            Some(_) => {
                let bad = self.bad.map_or(ply, |bad| bad.min(ply));
                self.bad = Some(bad);
                // The dead end of the warning began that early.
                self.warned_from = self.warned_from.map(|from| from.min(bad));
            }
            None => {}
        }
    }

    /// Returns whether this is known to be a dead end: the best can not be reached any more.
    pub fn is_dead_end(&self) -> Option<bool> {
        match self.bad {
            Some(bad) if bad <= self.ply => Some(true),
            _ if self.best.is_some() && self.ply <= self.good => Some(false),
            _ => None,
        }
    }

    /// In a dead end: the last point at which the best could still be reached, or the next one to ask about.
    pub fn last_good(&self) -> Option<Result<usize, usize>> {
        let bad = self.bad?;
        Some(if bad <= self.good + 1 { Ok(self.good) } else { Err(self.good.midpoint(bad)) })
    }

    /// Returns the game up to here as a link describes it.
    pub fn shared(&self) -> Shared {
        let (position, seed) = match &self.start {
            Start::Position(position) => (Some(position.clone()), None),
            Start::Seed(seed) => (None, Some(seed.to_string())),
        };
        let moves = (self.ply > 0).then(|| self.moves[..self.ply].join(" "));
        Shared { rules: self.session.rules(), position, seed, moves }
    }
}

impl Compose for SolitaireRun {
    fn parts(&self) -> Option<(&dyn Session, &Composer)> {
        Some((&*self.session, &self.composer))
    }

    fn parts_mut(&mut self) -> Option<(&dyn Session, &mut Composer)> {
        Some((&*self.session, &mut self.composer))
    }

    fn is_open(&self) -> bool {
        self.outcome().is_none()
    }
}

/// Returns how many checkers a position has.
fn checkers(position: &str) -> u32 {
    let board = position.split(' ').next().unwrap_or_default();
    board.bytes().filter(|byte| matches!(byte, b'w' | b'b')).count() as u32
}

#[cfg(test)]
mod tests;
