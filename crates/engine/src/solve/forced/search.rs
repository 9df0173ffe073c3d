//! Depth-first proof-number search (df-pn) of the question "does this team win within so many plies?".
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
    team: Team,
    spare: Vec<Vec<Child<G>>>,
}

struct Child<G: Game> {
    position: G::Position,
    key: u64,
    numbers: Numbers,
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
fn longer(plies: u8) -> u8 {
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
        })
    }

    /// Whether a team wins from a position within so many plies, found out with at most so many more nodes. The position
    /// itself may be over.
    pub(super) fn prove(&mut self, position: &G::Position, team: Team, plies: u8, nodes: u64) -> Answer {
        self.team = team;
        self.most = self.nodes.saturating_add(nodes).min(self.bounds.nodes);
        self.stopped = self.exhausted;
        let mut root = self.child(*position);
        if plies == 0 && !root.numbers.is_solved() {
            return Answer::None(0);
        }
        root.numbers = self.known(&root, plies);
        while !root.numbers.is_solved() && !self.stopped {
            root.numbers = self.search(&root, plies, INFINITE, INFINITE);
        }
        match root.numbers {
            Numbers { proof: 0, plies, .. } => Answer::Won(plies),
            Numbers { disproof: 0, plies, .. } => Answer::None(plies),
            _ => Answer::Open,
        }
    }

    /// Within how many plies a team is known to win from a position; [`NEVER`] when it is not known to.
    pub(super) fn won_within(&mut self, position: &G::Position, team: Team) -> u8 {
        self.team = team;
        let child = self.child(*position);
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
    fn child(&self, position: G::Position) -> Child<G> {
        let game = self.game;
        if let Some(ending) = game.ending(&position) {
            let color = game.color_of(&position, self.team);
            let won = matches!(ending.outcome, Outcome::Win(winner) if Some(winner) == color);
            let numbers = if won { Numbers::won(0) } else { Numbers::ruled_out(NEVER) };
            return Child { position, key: 0, numbers };
        }
        let key = game.key(&position);
        let numbers = match self.twice.contains(&key) {
            true => Numbers::ruled_out(NEVER),
            false => Numbers { proof: 1, disproof: 1, plies: 0 },
        };
        Child { position, key: self.table_key(key), numbers }
    }

    /// What is known of a position with so many plies left, before it is searched.
    fn known(&self, child: &Child<G>, plies: u8) -> Numbers {
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

    /// Searches an open position until one of its numbers reaches its threshold, or a limit is reached.
    fn search(&mut self, node: &Child<G>, plies: u8, proof_most: u32, disproof_most: u32) -> Numbers {
        let before = self.nodes;
        let own = self.game.turn(&node.position).team() == self.team;
        let mut children = self.spare.pop().unwrap_or_default();
        let settled = self.expand(&node.position, own, plies, &mut children);
        // Seen from the side to move: it needs one child for `any`, and the other side needs all for `all`.
        let (any_most, all_most) = if own { (proof_most, disproof_most) } else { (disproof_most, proof_most) };
        let found = loop {
            if let Some(found) = settled {
                break found;
            }
            let sums = Sums::of(&children, own);
            if let Some(found) = sums.solved(own) {
                break found;
            }
            if sums.any >= any_most || sums.all >= all_most || self.stopped {
                break sums.open(own, plies);
            }
            // A little more than what makes the second best the best, so that there is less going to and fro.
            let any_below = any_most.min(sums.second.saturating_add(1 + sums.second / 4));
            let all_below = all_most - (sums.all - sums.all_of_best);
            let (proof, disproof) = if own { (any_below, all_below) } else { (all_below, any_below) };
            let numbers = self.search(&children[sums.best], plies - 1, proof, disproof);
            children[sums.best].numbers = numbers;
        };
        children.clear();
        self.spare.push(children);
        self.facts.keep(node.key, plies, found, self.nodes - before + 1);
        found
    }

    /// Plays all moves of a position. Gives what it is at once, where that is seen.
    fn expand(
        &mut self,
        position: &G::Position,
        own: bool,
        plies: u8,
        children: &mut Vec<Child<G>>,
    ) -> Option<Numbers> {
        let game = self.game;
        let mut settled = None;
        let mut played = 0;
        let _ = game.each_move(position, &mut |mv| {
            let mut next = *position;
            game.play(&mut next, mv);
            played += 1;
            let mut child = self.child(next);
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

/// What the children of a position come to, seen from the side to move there.
struct Sums {
    /// What the easiest child takes.
    any: u32,
    /// What the second easiest takes.
    second: u32,
    /// What all children together take.
    all: u32,
    /// Which child is the easiest.
    best: usize,
    /// Its part in `all`.
    all_of_best: u32,
    /// Plies of the children that settle the position for the side to move; the fewest and the most of all.
    least: u8,
    most: u8,
}

impl Sums {
    fn of<G: Game>(children: &[Child<G>], own: bool) -> Self {
        let mut sums = Sums { any: INFINITE, second: INFINITE, all: 0, best: 0, all_of_best: 0, least: NEVER, most: 0 };
        for (index, child) in children.iter().enumerate() {
            let Numbers { proof, disproof, plies } = child.numbers;
            let (any, all) = if own { (proof, disproof) } else { (disproof, proof) };
            sums.all = sums.all.saturating_add(all).min(INFINITE - 1);
            if any == 0 {
                // One is enough.
                return Sums { any: 0, second: 0, all: INFINITE, best: index, least: plies, most: plies, ..sums };
            }
            if any < sums.any {
                (sums.second, sums.any, sums.best, sums.all_of_best) = (sums.any, any, index, all);
            } else {
                sums.second = sums.second.min(any);
            }
            if all == 0 {
                (sums.least, sums.most) = (sums.least.min(plies), sums.most.max(plies));
            }
        }
        sums
    }

    fn solved(&self, own: bool) -> Option<Numbers> {
        match (self.any, self.all, own) {
            (0, _, true) => Some(Numbers::won(longer(self.least))),
            (0, _, false) => Some(Numbers::ruled_out(longer(self.least))),
            (_, 0, true) => Some(Numbers::ruled_out(longer(self.least))),
            (_, 0, false) => Some(Numbers::won(longer(self.most))),
            _ => None,
        }
    }

    fn open(&self, own: bool, plies: u8) -> Numbers {
        let (proof, disproof) = if own { (self.any, self.all) } else { (self.all, self.any) };
        Numbers { proof, disproof, plies }
    }
}
