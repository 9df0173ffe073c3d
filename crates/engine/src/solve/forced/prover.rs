//! The solver of one query: does this team win within this many plies? This file holds what both methods share; `plain`
//! searches one move after the other and suits short wins, `dfpn` expands the easiest proof and suits long ones.
//!
//! **Repetition.** The remaining plies are part of the query and fall with every move, so queries have no cycles and
//! their results hold on every path (no graph-history interaction). On a winning line the remaining plies fall
//! strictly, so no position repeats, and an occurrence that would be a draw cannot arise unless the position has
//! occurred in the game before, often enough for its next occurrence to be a draw. Such positions count as not won. The
//! shortest win is not affected: a win that returned to a position would not be the shortest.
//!
//! **Passes.** The game is drawn when all players have passed in a row. No win can follow such a run, so it needs no
//! special treatment.
//!
//! **Teams.** The team to move decides whether one winning move is enough (OR node) or all moves must win (AND node);
//! turns need not alternate.

use std::ops::ControlFlow;

use halfboard_rules::game::{Game, Outcome, Team};
use halfboard_rules::random::mix;

use super::proof_table::{INFINITE, NEVER, ProofNumbers};
use super::shared::SharedProofs;
use crate::games::EngineGame;
use crate::limits::{CancelToken, Now};
use crate::search::has_winning_move;

/// Limits of the whole search.
pub(super) struct ProverLimits<'a> {
    /// Node limit of all threads together.
    pub(super) nodes: u64,
    /// The time at which to cancel.
    pub(super) deadline: f64,
    pub(super) now: Now,
    pub(super) cancel: &'a CancelToken,
    /// Called with the number of nodes now and then.
    pub(super) on_pulse: &'a mut dyn FnMut(u64),
}

/// Nodes between two checks of the clock.
const PULSE: u64 = 2048;

/// A solver for one game with its history, on one thread.
pub(super) struct Prover<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) shared: &'a SharedProofs,
    limits: ProverLimits<'a>,
    pub(super) nodes: u64,
    /// Total nodes at which the current query gives up.
    most: u64,
    pulse: u64,
    pub(super) stopped: bool,
    /// Whether the limits of the whole search are reached, not only those of the current query.
    pub(super) exhausted: bool,
    pub(super) team: Team,
    /// Recycled lists of children.
    pub(super) spare: Vec<Vec<Child<G>>>,
    /// Killer moves by ply.
    pub(super) killers: Vec<[Option<G::Move>; 2]>,
}

pub(super) struct Child<G: Game> {
    pub(super) position: G::Position,
    pub(super) key: u64,
    pub(super) numbers: ProofNumbers,
    /// The move that led here.
    pub(super) mv: Option<G::Move>,
}

/// How a query is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QueryMethod {
    /// Depth-first, one move after the other.
    Plain,
    /// By depth-first proof-number search.
    DfPn,
}

/// The result of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QueryResult {
    /// A win within this many plies, at most those asked for.
    Win(u8),
    /// No win within this many plies, at least those asked for; [`NEVER`] if there is none at all.
    NoWin(u8),
    /// A limit was reached.
    Unknown,
}

/// Adds a ply; [`NEVER`] stays as it is.
pub(super) fn longer(plies: u8) -> u8 {
    if plies == NEVER { NEVER } else { plies + 1 }
}

impl<'a, G: EngineGame> Prover<'a, G> {
    pub(super) fn new(game: &'a G, shared: &'a SharedProofs, limits: ProverLimits<'a>) -> Self {
        Prover {
            game,
            shared,
            limits,
            nodes: 0,
            most: 0,
            pulse: 0,
            stopped: false,
            exhausted: false,
            team: Team::One,
            spare: Vec::new(),
            killers: vec![[None; 2]; usize::from(NEVER)],
        }
    }

    /// Asks whether a team wins from a position within `plies`, with at most `nodes` more nodes. The game may be over.
    pub(super) fn query(
        &mut self,
        position: &G::Position,
        team: Team,
        plies: u8,
        nodes: u64,
        method: QueryMethod,
    ) -> QueryResult {
        self.team = team;
        self.most = self.nodes.saturating_add(nodes).min(self.limits.nodes.saturating_sub(self.shared.helper_nodes()));
        self.stopped = self.exhausted;
        let root = self.child(*position, None);
        let mut numbers = self.known(&root, plies);
        if !numbers.is_solved() && !self.stopped {
            numbers = match method {
                QueryMethod::Plain => self.plain(&root, plies, 0).unwrap_or(numbers),
                QueryMethod::DfPn => self.dfpn(&root, plies, INFINITE, INFINITE),
            };
        }
        match numbers {
            ProofNumbers { proof: 0, plies, .. } => QueryResult::Win(plies),
            ProofNumbers { disproof: 0, plies, .. } => QueryResult::NoWin(plies),
            _ => QueryResult::Unknown,
        }
    }

    /// Returns the plies within which a team is known to win from a position; [`NEVER`] if it is not known to.
    pub(super) fn won_within(&mut self, position: &G::Position, team: Team) -> u8 {
        self.team = team;
        let child = self.child(*position, None);
        match child.numbers {
            ProofNumbers { proof: 0, plies, .. } => plies,
            ProofNumbers { disproof: 0, .. } => NEVER,
            _ => self.shared.table.get(child.key).won_within,
        }
    }

    /// Returns the nodes of all threads.
    pub(super) fn all_nodes(&self) -> u64 {
        self.nodes + self.shared.helper_nodes()
    }

    /// Returns the proof numbers of a position for a team, as far as they are known.
    pub(super) fn numbers(&self, position: &G::Position, team: Team, plies: u8) -> ProofNumbers {
        let entry = self.shared.table.get(table_key(self.game.key(position), team));
        entry.numbers(plies).unwrap_or(ProofNumbers { proof: 1, disproof: 1, plies: 0 })
    }

    /// Sets the node limit to `nodes` from now on; the time limit stays.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.limits.nodes = self.all_nodes().saturating_add(nodes);
        self.exhausted = false;
    }

    /// Creates a node: solved if the game is over, otherwise open.
    fn child(&self, position: G::Position, mv: Option<G::Move>) -> Child<G> {
        let game = self.game;
        if let Some(ending) = game.ending(&position) {
            let color = game.color_of(&position, self.team);
            let won = matches!(ending.outcome, Outcome::Win(winner) if Some(winner) == color);
            let numbers = if won { ProofNumbers::won(0) } else { ProofNumbers::ruled_out(NEVER) };
            return Child { position, key: 0, numbers, mv };
        }
        let key = game.key(&position);
        let numbers = match self.shared.almost_drawn.contains(&key) {
            true => ProofNumbers::ruled_out(NEVER),
            false => ProofNumbers { proof: 1, disproof: 1, plies: 0 },
        };
        Child { position, key: table_key(key, self.team), numbers, mv }
    }

    /// Returns the proof numbers of a node with `plies` remaining, before it is searched.
    pub(super) fn known(&self, child: &Child<G>, plies: u8) -> ProofNumbers {
        if child.numbers.is_solved() {
            return child.numbers;
        }
        if plies == 0 {
            return ProofNumbers::ruled_out(0);
        }
        if let Some(known) = self.shared.table.get(child.key).numbers(plies) {
            return known;
        }
        let soonest = self.game.min_plies_to_win(&child.position, self.team);
        if soonest > u32::from(plies) {
            return ProofNumbers::ruled_out((soonest - 1).min(u32::from(NEVER) - 1) as u8);
        }
        let own = self.game.turn(&child.position).team() == self.team;
        // Seeing immediately losing replies at once keeps the proof numbers of threats small.
        if has_winning_move(self.game, &child.position) {
            return if own { ProofNumbers::won(1) } else { ProofNumbers::ruled_out(NEVER) };
        }
        if own && plies == 1 {
            return ProofNumbers::ruled_out(1);
        }
        let estimate = self.game.evaluate(&child.position);
        first_guess(if own { estimate } else { -estimate })
    }

    /// Expands a node. Returns its proof numbers if a child settles it.
    pub(super) fn expand(
        &mut self,
        position: &G::Position,
        own: bool,
        plies: u8,
        children: &mut Vec<Child<G>>,
    ) -> Option<ProofNumbers> {
        let game = self.game;
        let mut settled = None;
        let mut played = 0;
        let _ = game.for_each_move(position, &mut |mv| {
            let mut next = *position;
            game.play(&mut next, mv);
            played += 1;
            let mut child = self.child(next, Some(mv));
            child.numbers = self.known(&child, plies - 1);
            let ProofNumbers { proof, disproof, plies: found } = child.numbers;
            if own && proof == 0 {
                settled = Some(ProofNumbers::won(longer(found)));
                return ControlFlow::Break(());
            }
            if !own && disproof == 0 {
                settled = Some(ProofNumbers::ruled_out(longer(found)));
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
            self.exhausted |= self.all_nodes() >= self.limits.nodes;
        }
        if self.nodes - self.pulse >= PULSE {
            self.pulse = self.nodes;
            (self.limits.on_pulse)(self.nodes);
            let late = self.limits.deadline.is_finite() && (self.limits.now)() >= self.limits.deadline;
            if late || self.limits.cancel.is_cancelled() {
                (self.stopped, self.exhausted) = (true, true);
            }
            if self.all_nodes() >= self.limits.nodes {
                (self.stopped, self.exhausted) = (true, true);
            }
            self.stopped |= self.shared.is_decided();
        }
    }
}

/// Returns the table key of a position for the team that is to win.
fn table_key(key: u64, team: Team) -> u64 {
    mix(key ^ (team as u64 + 1).wrapping_mul(0xd6e8_feb8_6659_fd93))
}

/// Returns the initial proof numbers of a node, by its evaluation for the team that is to win.
fn first_guess(estimate: i32) -> ProofNumbers {
    let steps = |estimate: i32| 1 + (estimate.max(0) as u32 / GUESS_STEP).min(MAX_GUESS);
    ProofNumbers { proof: steps(-estimate), disproof: steps(estimate), plies: 0 }
}

const GUESS_STEP: u32 = 50;
const MAX_GUESS: u32 = 8;
