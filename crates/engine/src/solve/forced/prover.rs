//! The solver of one question: "does this team win within so many plies?". This file has what both ways of answering
//! share; `plain` looks at one move after the other and is for short wins, `probe` follows what seems easiest to prove
//! and is for long ones.
//!
//! **Why it is safe under repetition.** The number of plies left is part of the question, and it falls with every turn:
//! so the questions have no cycles, and what is found for one holds on every way to it. A win that is found comes with
//! a way of play on which the plies left fall strictly, so no position occurs twice on it, and the third occurrence that
//! would be a draw cannot come about, except where a position has occurred twice in the game already. Such positions
//! count as not won. What the shortest win is does not change by that either: a win that returned to a position would
//! not be the shortest.
//!
//! **Passes.** When everybody has passed, the game is drawn; but then nobody could move, the board would stay as it is,
//! and no number of plies would bring a win. So the run of passes need not be looked at.
//!
//! **Teams.** It is a matter of the team to move whether one move is enough or all must win; turns need not alternate.
//!
//! Touches the rules and the estimates of a game, and the table that it is given.

use std::ops::ControlFlow;

use halfboard_rules::game::{Game, Outcome, Team};
use halfboard_rules::random::mix;

use super::facts::{Facts, INFINITE, NEVER, Numbers};
use crate::evaluate::Evaluate;
use crate::limits::{Now, Stop};
use crate::table::NoMemory;

/// When a search gives up.
pub(super) struct Bounds<'a> {
    pub(super) nodes: u64,
    /// By the clock.
    pub(super) deadline: f64,
    pub(super) now: Now,
    pub(super) stop: &'a Stop,
    /// Told of the nodes now and then.
    pub(super) on_pulse: &'a mut dyn FnMut(u64),
}

/// Nodes between two looks at the clock.
const PULSE: u64 = 2048;

/// A solver for one game with its history.
pub(super) struct Prover<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) facts: Facts,
    /// Keys of positions that have occurred twice in the game.
    twice: Vec<u64>,
    bounds: Bounds<'a>,
    pub(super) nodes: u64,
    /// What the question at hand may cost, in all nodes.
    most: u64,
    pulse: u64,
    pub(super) stopped: bool,
    /// Whether the limits of the whole search are reached, not only those of the question at hand.
    pub(super) exhausted: bool,
    pub(super) team: Team,
    /// Lists that were used, to be used again.
    pub(super) spare: Vec<Vec<Child<G>>>,
    /// For each ply, the moves that settled something there last.
    pub(super) killers: Vec<[Option<G::Move>; 2]>,
}

pub(super) struct Child<G: Game> {
    pub(super) position: G::Position,
    pub(super) key: u64,
    pub(super) numbers: Numbers,
    /// The move that led here.
    pub(super) mv: Option<G::Move>,
}

/// How a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// One move after the other.
    Plain,
    /// By proof numbers.
    Probe,
}

/// What was found out about a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// There is a win within so many plies, which may be fewer than were asked for.
    Won(u8),
    /// There is none within so many plies, which may be more; [`NEVER`] if there is none at all.
    None(u8),
    /// It was not found out.
    Open,
}

/// One more ply, where "never" stays what it is.
pub(super) fn longer(plies: u8) -> u8 {
    if plies == NEVER { NEVER } else { plies + 1 }
}

impl<'a, G: Evaluate> Prover<'a, G> {
    pub(super) fn new(
        game: &'a G,
        earlier: &[G::Position],
        mebibytes: usize,
        bounds: Bounds<'a>,
    ) -> Result<Self, NoMemory> {
        let keys: Vec<u64> = earlier.iter().map(|position| game.key(position)).collect();
        let again = keys.iter().enumerate().filter(|(at, key)| G::REPETITION && keys[..*at].contains(key));
        let twice = again.map(|(_, key)| *key).collect();
        Ok(Prover {
            game,
            facts: Facts::new(mebibytes, bounds.nodes)?,
            twice,
            bounds,
            nodes: 0,
            most: 0,
            pulse: 0,
            stopped: false,
            exhausted: false,
            team: Team::One,
            spare: Vec::new(),
            killers: vec![[None; 2]; usize::from(NEVER)],
        })
    }

    /// Whether a team wins from a position within so many plies, found out with at most so many more nodes. The position
    /// itself may be over.
    pub(super) fn ask(&mut self, position: &G::Position, team: Team, plies: u8, nodes: u64, way: Way) -> Answer {
        self.team = team;
        self.most = self.nodes.saturating_add(nodes).min(self.bounds.nodes);
        self.stopped = self.exhausted;
        let root = self.child(*position, None);
        let mut numbers = self.known(&root, plies);
        if !numbers.is_solved() && !self.stopped {
            numbers = match way {
                Way::Plain => self.plain(&root, plies, 0).unwrap_or(numbers),
                Way::Probe => self.probe(&root, plies, INFINITE, INFINITE),
            };
        }
        match numbers {
            Numbers { proof: 0, plies, .. } => Answer::Won(plies),
            Numbers { disproof: 0, plies, .. } => Answer::None(plies),
            _ => Answer::Open,
        }
    }

    /// Within how many plies a team is known to win from a position; [`NEVER`] when it is not known to.
    pub(super) fn won_within(&mut self, position: &G::Position, team: Team) -> u8 {
        self.team = team;
        let child = self.child(*position, None);
        match child.numbers {
            Numbers { proof: 0, plies, .. } => plies,
            Numbers { disproof: 0, .. } => NEVER,
            _ => self.facts.fact(child.key).won_within,
        }
    }

    /// Allows so many more nodes from now on, whatever was said before; the clock stays what it was.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.bounds.nodes = self.nodes.saturating_add(nodes);
        self.exhausted = false;
    }

    /// The table's key of a position, for the team that is to win.
    fn table_key(&self, key: u64) -> u64 {
        mix(key ^ (self.team as u64 + 1).wrapping_mul(0xd6e8_feb8_6659_fd93))
    }

    /// A position as the search holds it: solved if it is over, otherwise open.
    fn child(&self, position: G::Position, mv: Option<G::Move>) -> Child<G> {
        let game = self.game;
        if let Some(ending) = game.ending(&position) {
            let color = game.color_of(&position, self.team);
            let won = matches!(ending.outcome, Outcome::Win(winner) if Some(winner) == color);
            let numbers = if won { Numbers::won(0) } else { Numbers::ruled_out(NEVER) };
            return Child { position, key: 0, numbers, mv };
        }
        let key = game.key(&position);
        let numbers = match self.twice.contains(&key) {
            true => Numbers::ruled_out(NEVER),
            false => Numbers { proof: 1, disproof: 1, plies: 0 },
        };
        Child { position, key: self.table_key(key), numbers, mv }
    }

    /// What is known of a position with so many plies left, before it is searched.
    pub(super) fn known(&self, child: &Child<G>, plies: u8) -> Numbers {
        if child.numbers.is_solved() {
            return child.numbers;
        }
        if plies == 0 {
            return Numbers::ruled_out(0);
        }
        if let Some(known) = self.facts.get(child.key, plies) {
            return known;
        }
        let soonest = self.game.soonest_win(&child.position, self.team);
        if soonest > u32::from(plies) {
            return Numbers::ruled_out((soonest - 1).min(u32::from(NEVER) - 1) as u8);
        }
        let own = self.game.turn(&child.position).team() == self.team;
        // To see at once which replies lose at once is what makes proof numbers of threats small.
        if own && self.game.wins_at_once(&child.position) {
            return Numbers::won(1);
        }
        if own && plies == 1 {
            return Numbers::ruled_out(1);
        }
        let estimate = self.game.estimate(&child.position);
        first_guess(if own { estimate } else { -estimate })
    }

    /// Plays all moves of a position. Gives what it is at once, where that is seen.
    pub(super) fn expand(
        &mut self,
        position: &G::Position,
        own: bool,
        plies: u8,
        children: &mut Vec<Child<G>>,
    ) -> Option<Numbers> {
        let game = self.game;
        let mut settled = None;
        let mut played = 0;
        let _ = game.for_each_move(position, &mut |mv| {
            let mut next = *position;
            game.play(&mut next, mv);
            played += 1;
            let mut child = self.child(next, Some(mv));
            child.numbers = self.known(&child, plies - 1);
            let Numbers { proof, disproof, plies: found } = child.numbers;
            if own && proof == 0 {
                settled = Some(Numbers::won(longer(found)));
                return ControlFlow::Break(());
            }
            if !own && disproof == 0 {
                settled = Some(Numbers::ruled_out(longer(found)));
                return ControlFlow::Break(());
            }
            children.push(child);
            ControlFlow::Continue(())
        });
        self.count(played);
        settled
    }

    fn count(&mut self, nodes: u64) {
        self.nodes += nodes;
        if self.nodes >= self.most {
            self.stopped = true;
            self.exhausted |= self.nodes >= self.bounds.nodes;
        }
        if self.nodes - self.pulse >= PULSE {
            self.pulse = self.nodes;
            (self.bounds.on_pulse)(self.nodes);
            let late = self.bounds.deadline.is_finite() && (self.bounds.now)() >= self.bounds.deadline;
            if late || self.bounds.stop.is_stopped() {
                (self.stopped, self.exhausted) = (true, true);
            }
        }
    }
}

/// The numbers of a position that was not searched yet, by its estimate for the team that is to win.
fn first_guess(estimate: i32) -> Numbers {
    let steps = |estimate: i32| 1 + (estimate.max(0) as u32 / GUESS_STEP).min(GUESS_MOST);
    Numbers { proof: steps(-estimate), disproof: steps(estimate), plies: 0 }
}

const GUESS_STEP: u32 = 50;
const GUESS_MOST: u32 = 8;
