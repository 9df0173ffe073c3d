//! A puzzle being solved: the board, what was played on it, and what comes of it. The first move must be one of the
//! puzzle's; of later ones that leave its line a solver is asked whether the win still comes in time.

use halfboard_engine::puzzle::Puzzle;
use halfboard_engine::solve::Verdict;
use halfboard_engine::value::Value;
use halfboard_rules::board::Board;
use halfboard_rules::game::{Color, Outcome, Team};
use halfboard_rules::present::Step;
use halfboard_rules::registry;
use halfboard_rules::session::Session;
use halfboard_rules::view::View;

use crate::composer::{Compose, Composer};
use halfboard_worker::messages::{RequestKind, ResponseKind};

/// Positions that the solver may look at: what is left of a puzzle is short.
const SOLVER_NODES: u64 = 400_000;
/// Positions that the engine may look at for an answer to a wrong move.
const ENGINE_NODES: u64 = 60_000;

/// How far a puzzle is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleStage {
    /// It is the person's turn.
    Open,
    /// The solver is asked about the move that was just played.
    Checking,
    /// The move was right, and the answer to it comes after a pause.
    Answering,
    /// The move was not right.
    Wrong(WrongMoveReason),
    /// It is won.
    Solved,
    /// The solution is shown, move by move.
    Showing,
    /// The solution was shown to its end.
    Shown,
}

/// Why a move is not right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongMoveReason {
    /// It does not win by force in time.
    NotInTime,
    /// It ends the game, and not with a win.
    Ends,
    /// The solver was not available.
    NotChecked,
    /// The solver could not find out whether it wins in time. Nothing is known against the move then.
    Undecided,
}

impl WrongMoveReason {
    /// Returns whether the move is known to be a mistake.
    pub fn is_mistake(self) -> bool {
        matches!(self, WrongMoveReason::NotInTime | WrongMoveReason::Ends)
    }
}

/// What the other side does against a wrong move.
#[derive(Clone, Debug, PartialEq)]
pub struct Refutation {
    /// The answer.
    pub mv: String,
    /// Its steps.
    pub steps: Vec<Step>,
    /// What the position is worth to the side that answers.
    pub value: Value,
}

/// A puzzle being solved.
#[derive(Clone, Debug)]
pub struct Solving {
    puzzle: Puzzle,
    session: Box<dyn Session>,
    team: Team,
    composer: Composer,
    stage: PuzzleStage,
    /// How it goes on from here when all play their best.
    rest: Vec<String>,
    refutation: Option<Refutation>,
    /// How much of the hint is revealed: nothing, the first square, the whole move.
    told: u8,
    /// Counts what has happened, so that what follows after a pause can see that it comes too late.
    ticket: u64,
}

impl Solving {
    /// The puzzle from its beginning; the error says what is wrong with it.
    pub fn new(puzzle: &Puzzle) -> Result<Solving, String> {
        let rules = registry::rules(&puzzle.rules).map_err(|error| error.to_string())?;
        let session = rules.position(&puzzle.position).map_err(|error| error.to_string())?;
        if session.ending().is_some() {
            return Err("the game is over in this position".to_owned());
        }
        Ok(Solving {
            puzzle: puzzle.clone(),
            team: session.turn().team(),
            session,
            composer: Composer::new(),
            stage: PuzzleStage::Open,
            rest: puzzle.line.clone(),
            refutation: None,
            told: 0,
            ticket: 0,
        })
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the board.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Returns how far it is.
    pub fn stage(&self) -> &PuzzleStage {
        &self.stage
    }

    /// Returns the answer to a wrong move, once it is known.
    pub fn refutation(&self) -> Option<&Refutation> {
        self.refutation.as_ref()
    }

    /// Counts what has happened.
    pub fn ticket(&self) -> u64 {
        self.ticket
    }

    /// Returns the colour of the person.
    pub fn color(&self) -> Color {
        match self.puzzle.winner.parse().ok() {
            Some(Outcome::Win(color)) => color,
            _ => Color::White,
        }
    }

    /// By how many quarters the board is turned: who plays Black sits at the bottom of a full board.
    pub fn quarters(&self) -> u8 {
        if self.color() == Color::Black && self.session.info().board == Board::Full { 2 } else { 0 }
    }

    /// Returns how many turns the person still has, this one included; a wrong move has not used its turn up.
    pub fn turns_left(&self) -> u32 {
        let played = self.session.ply() as u32 - u32::from(matches!(self.stage, PuzzleStage::Wrong(_)));
        self.puzzle.plies.saturating_sub(played).div_ceil(2)
    }

    /// Returns what to draw. While it is not the person's turn nothing can be chosen.
    pub fn view(&self) -> View {
        self.composer.view(&*self.session, self.is_open())
    }

    /// Plays a whole move of the person; returns false if it is not legal or not the person's turn.
    pub fn play(&mut self, mv: &str) -> bool {
        let first = self.session.history().is_empty();
        if self.stage != PuzzleStage::Open || self.session.play(mv).is_err() {
            return false;
        }
        self.touched();
        let expected = self.rest.first().is_some_and(|next| next == mv);
        self.stage = if self.session.winner() == Some(self.team) {
            PuzzleStage::Solved
        } else if self.session.ending().is_some() {
            PuzzleStage::Wrong(WrongMoveReason::Ends)
        } else if first && !self.puzzle.keys.iter().any(|key| key == mv) {
            PuzzleStage::Wrong(WrongMoveReason::NotInTime)
        } else if expected && self.rest.len() > 1 {
            self.rest.remove(0);
            PuzzleStage::Answering
        } else if !self.may_win_in_time() {
            PuzzleStage::Wrong(WrongMoveReason::NotInTime)
        } else {
            PuzzleStage::Checking
        };
        true
    }

    /// Returns how many plies are left within which the win must come.
    fn plies_left(&self) -> u32 {
        self.puzzle.plies.saturating_sub(self.session.ply() as u32)
    }

    /// After a move of the person that did not end the game: false where little looking shows that the win comes too late.
    /// The solver looks for any win, however late, and can seldom rule one out.
    fn may_win_in_time(&self) -> bool {
        match self.plies_left() {
            0 => false,
            2 => {
                let mut session = self.session.clone_box();
                let wins = |session: &dyn Session| session.winner() == Some(self.team);
                every(&mut *session, &mut |session| wins(session) || !every(session, &mut |session| !wins(session)))
            }
            _ => true,
        }
    }

    /// Returns what a verdict of the solver says of the move that was just played, when the win takes `distance` plies.
    fn judged(&self, verdict: Option<Verdict>, distance: Option<u32>) -> Option<WrongMoveReason> {
        let wins = match verdict {
            Some(Verdict::Outcome(outcome)) => outcome == Outcome::Win(self.color()),
            Some(Verdict::Seat(team)) => team == self.team,
            None => return Some(WrongMoveReason::Undecided),
        };
        match distance {
            _ if !wins => Some(WrongMoveReason::NotInTime),
            Some(plies) if plies > self.plies_left() => Some(WrongMoveReason::NotInTime),
            Some(_) => None,
            None => Some(WrongMoveReason::Undecided),
        }
    }

    /// The turn is a new one, or begins anew.
    fn touched(&mut self) {
        self.ticket += 1;
        self.composer.clear();
        self.refutation = None;
        self.told = 0;
    }

    /// Returns what the worker is to be asked about the position now, if anything.
    pub fn question(&self) -> Option<RequestKind> {
        match self.stage {
            PuzzleStage::Checking => Some(RequestKind::Solve { nodes: SOLVER_NODES, distance: true }),
            PuzzleStage::Wrong(WrongMoveReason::NotInTime) if self.refutation.is_none() => {
                Some(RequestKind::Analyze { nodes: ENGINE_NODES, lines: 1 })
            }
            _ => None,
        }
    }

    /// Hears what the worker says to that question; true when something has changed.
    pub fn hear(&mut self, answer: &ResponseKind) -> bool {
        match (&self.stage, answer) {
            (PuzzleStage::Checking, ResponseKind::SolveResult { verdict, distance, line, .. }) => {
                self.ticket += 1;
                self.stage = match self.judged(*verdict, *distance) {
                    Some(why) => PuzzleStage::Wrong(why),
                    // Without a line there is no answer to go on with.
                    None if line.is_empty() => PuzzleStage::Wrong(WrongMoveReason::Undecided),
                    None => {
                        self.rest = line.clone();
                        PuzzleStage::Answering
                    }
                };
                true
            }
            (PuzzleStage::Checking, ResponseKind::Failed { .. }) => {
                self.ticket += 1;
                self.stage = PuzzleStage::Wrong(WrongMoveReason::NotChecked);
                true
            }
            (PuzzleStage::Wrong(WrongMoveReason::NotInTime), ResponseKind::SearchResult { mv, value, .. }) => {
                let steps = self.session.steps(mv).unwrap_or_default();
                self.refutation = Some(Refutation { mv: mv.clone(), steps, value: *value });
                true
            }
            _ => false,
        }
    }

    /// Returns whether something follows by itself after a pause.
    pub fn is_pending(&self) -> bool {
        matches!(self.stage, PuzzleStage::Answering | PuzzleStage::Showing)
    }

    /// What follows by itself after a pause: the other side answers, or the solution goes on by a move.
    pub fn advance(&mut self) {
        if !self.is_pending() {
            return;
        }
        self.touched();
        let played = !self.rest.is_empty() && self.session.play(&self.rest.remove(0)).is_ok();
        let over = self.session.ending().is_some();
        self.stage = match self.stage {
            PuzzleStage::Showing if played && !over => PuzzleStage::Showing,
            PuzzleStage::Showing => PuzzleStage::Shown,
            _ if self.session.winner() == Some(self.team) => PuzzleStage::Solved,
            _ => PuzzleStage::Open,
        };
    }

    /// Takes back one step of the turn, or the wrong move; false when there is neither.
    pub fn back(&mut self) -> bool {
        if matches!(self.stage, PuzzleStage::Wrong(_)) {
            self.touched();
            self.stage = PuzzleStage::Open;
            return self.session.undo();
        }
        self.is_open() && self.step_back()
    }

    /// Begins the puzzle anew.
    pub fn again(&mut self) {
        while self.session.undo() {}
        self.touched();
        self.rest = self.puzzle.line.clone();
        self.stage = PuzzleStage::Open;
    }

    /// Shows the solution from the beginning; [`Solving::advance`] plays its moves.
    pub fn show(&mut self) {
        self.again();
        self.stage = PuzzleStage::Showing;
    }

    /// Returns whether there is more of a hint to tell.
    pub fn can_hint(&self) -> bool {
        self.stage == PuzzleStage::Open && self.told < 2 && !self.rest.is_empty()
    }

    /// Tells more of a hint.
    pub fn more_hint(&mut self) {
        self.told += u8::from(self.can_hint());
    }

    /// Returns the steps of the hint, and whether all of them are revealed; `None` before a hint is requested.
    pub fn hint(&self) -> Option<(Vec<Step>, bool)> {
        let steps = self.rest.first().and_then(|mv| self.session.steps(mv)).filter(|_| self.told > 0)?;
        Some((steps, self.told > 1))
    }
}

impl Compose for Solving {
    fn parts(&self) -> Option<(&dyn Session, &Composer)> {
        Some((&*self.session, &self.composer))
    }

    fn parts_mut(&mut self) -> Option<(&dyn Session, &mut Composer)> {
        Some((&*self.session, &mut self.composer))
    }

    fn is_open(&self) -> bool {
        self.stage == PuzzleStage::Open
    }
}

/// Returns whether something holds after every move of a position.
fn every(session: &mut dyn Session, holds: &mut dyn FnMut(&mut dyn Session) -> bool) -> bool {
    session.moves().iter().all(|mv| {
        if session.play(mv).is_err() {
            return true;
        }
        let held = holds(session);
        session.undo();
        held
    })
}
