//! A search thread: its state, and the limits that it checks.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use super::GameHistory;
use super::SearchParameters;
use super::move_list::RankedMove;
use super::parallel::{BusyMoves, OpenNode};
use crate::games::EngineGame;
use crate::levels::StrengthLimit;
use crate::limits::{CancelToken, Now};
use crate::move_ordering::MoveHistory;
use crate::network::{AccumulatorStack, Network};
use crate::repetition::almost_drawn;
use crate::solve::Solve;
use crate::transposition_table::TranspositionTable;
use crate::value::Scored;

/// State shared by all threads of a search.
pub(super) struct Shared<'a, G: Solve> {
    pub(super) game: &'a G,
    pub(super) table: &'a TranspositionTable,
    pub(super) cancel: &'a CancelToken,
    pub(super) strength: StrengthLimit,
    /// Seed of what a limited player overlooks and misjudges.
    pub(super) seed: u64,
    /// Mask on the keys of the table, so that a limited level does not profit from its searches of earlier moves.
    pub(super) key_mask: u64,
    pub(super) selective: bool,
    pub(super) parameters: SearchParameters,
    pub(super) network: Option<&'a Network>,
    pub(super) endgame_table: Option<&'a G::EndgameTable>,
    /// Set when the main thread has finished, which stops the helpers.
    pub(super) done: AtomicBool,
    /// The greatest depth that any thread has completed.
    pub(super) completed_depth: AtomicU32,
    pub(super) history: &'a GameHistory<G>,
    /// The moves that the threads are searching, if there are several threads.
    pub(super) busy_moves: Option<BusyMoves>,
    /// Nodes of all threads, updated now and then.
    pub(super) nodes: AtomicU64,
    /// The caller's node limit; the level's is in `strength`.
    pub(super) max_nodes: u64,
    pub(super) now: Now,
    /// The time at which to stop.
    pub(super) deadline: f64,
}

/// A search thread.
pub(super) struct Worker<'a, G: Solve> {
    pub(super) shared: &'a Shared<'a, G>,
    pub(super) move_history: MoveHistory<G::Move>,
    pub(super) accumulators: AccumulatorStack,
    /// Keys of the positions from the root to the current node.
    pub(super) path: Vec<u64>,
    /// The nodes on the path that another thread may solve.
    pub(super) open_nodes: Vec<OpenNode>,
    /// The ply and the score of one that another thread has solved: the search stops until it is left.
    pub(super) solved: Option<(u32, Scored)>,
    /// Keys of earlier positions of the game whose next occurrence is a draw.
    pub(super) almost_drawn: Vec<u64>,
    /// Move lists by ply, recycled.
    lists: Vec<Vec<RankedMove<G::Move>>>,
    pub(super) seldepth: u32,
    pub(super) nodes: u64,
    reported_nodes: u64,
    /// Moves generated since the limits were last checked: nodes with very many moves take long.
    pub(super) generated_moves: usize,
    pub(super) stopped: bool,
    /// Ignore the level's node limit until every move, or every reply, has been searched.
    pub(super) ignore_level_nodes: bool,
    /// The depth of the current iteration, which limits extensions. 0 before the first.
    pub(super) root_depth: u32,
    /// Whether another thread has completed that depth first.
    pub(super) overtaken: bool,
    /// Called with the number of nodes now and then, by the main thread.
    pub(super) on_pulse: Option<&'a mut dyn FnMut(u64)>,
}

/// Nodes between two pulses: some milliseconds.
const PULSE_NODES: u64 = 4096;
/// Nodes after which the limits are checked.
const CHECK_NODES: u64 = 512;
/// Nodes after which a thread looks for nodes on its path that another thread has solved.
const SOLVED_CHECK_NODES: u64 = 128;
/// Generated moves after which the limits are checked.
const CHECK_MOVES: usize = 20_000;

impl<'a, G: EngineGame> Worker<'a, G> {
    pub(super) fn new(shared: &'a Shared<'a, G>, move_history: MoveHistory<G::Move>) -> Self {
        let keys: Vec<u64> = shared.history.positions.iter().map(|position| shared.game.key(position)).collect();
        let almost_drawn = almost_drawn(shared.game, &keys);
        Worker {
            shared,
            move_history,
            accumulators: AccumulatorStack::default(),
            path: Vec::with_capacity(128),
            open_nodes: Vec::new(),
            solved: None,
            almost_drawn,
            lists: Vec::new(),
            seldepth: 0,
            nodes: 0,
            reported_nodes: 0,
            generated_moves: 0,
            stopped: false,
            ignore_level_nodes: false,
            root_depth: 0,
            overtaken: false,
            on_pulse: None,
        }
    }

    /// Starts a new depth with the root as the whole path.
    pub(super) fn start_depth(&mut self, root_key: u64) {
        self.path.clear();
        self.path.push(root_key);
    }

    /// Resumes after another thread has overtaken this one.
    pub(super) fn resume(&mut self) {
        (self.stopped, self.overtaken) = (false, false);
    }

    /// Returns the recycled move list of a ply, empty.
    pub(super) fn empty_list(&mut self, ply: usize) -> Vec<RankedMove<G::Move>> {
        let mut list = self.lists.get_mut(ply).map(std::mem::take).unwrap_or_default();
        list.clear();
        list
    }

    /// Gives a move list back for the next node at this ply.
    pub(super) fn recycle(&mut self, ply: usize, list: Vec<RankedMove<G::Move>>) {
        if self.lists.len() <= ply {
            self.lists.resize_with(ply + 1, Vec::new);
        }
        self.lists[ply] = list;
    }

    /// Counts a node, and checks the limits now and then.
    #[inline]
    pub(super) fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(SOLVED_CHECK_NODES) && !self.stopped {
            self.leave_solved_node();
        }
        if self.nodes - self.reported_nodes >= CHECK_NODES
            || self.generated_moves >= CHECK_MOVES
            || self.shared.max_nodes.min(self.shared.strength.nodes) < 4096
        {
            self.check_limits();
        }
    }

    /// Stops this thread if a limit is reached.
    pub(super) fn check_limits(&mut self) {
        let fresh = self.nodes - self.reported_nodes;
        self.reported_nodes = self.nodes;
        self.generated_moves = 0;
        let nodes = self.shared.nodes.fetch_add(fresh, Ordering::Relaxed) + fresh;
        if let Some(on_pulse) = self.on_pulse.as_mut().filter(|_| nodes / PULSE_NODES != (nodes - fresh) / PULSE_NODES)
        {
            on_pulse(nodes);
        }
        let timed_out = self.shared.deadline.is_finite() && (self.shared.now)() >= self.shared.deadline;
        let cancelled = self.shared.cancel.is_cancelled() || self.shared.done.load(Ordering::Relaxed);
        let level_limit = nodes >= self.shared.strength.nodes && !self.ignore_level_nodes;
        if nodes >= self.shared.max_nodes || level_limit || timed_out || cancelled {
            (self.stopped, self.solved) = (true, None);
        } else if self.shared.completed_depth.load(Ordering::Relaxed) >= self.root_depth {
            (self.stopped, self.overtaken, self.solved) = (true, true, None);
        }
    }
}
