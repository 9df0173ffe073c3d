//! The root of a search: iterative deepening with aspiration windows and multiple principal variations, on one thread
//! or several.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use halfboard_rules::random::mix;

use super::node::{MAX_MOVES_WITH_WINS, NodeContext, ending_score, wins};
use super::parallel::{BusyMoves, Claim, MoveQueue};
use super::worker::{Shared, Worker};
use super::{GameHistory, Search};
use crate::advice::{Advice, Budget};
use crate::games::EngineGame;
use crate::levels::StrengthLimit;
use crate::limits::{Limits, Stability};
use crate::move_ordering::MoveHistory;
use crate::report::{PrincipalVariation, SearchReport};
use crate::transposition_table::{Bound, TableEntry};
use crate::value::{MAX_ESTIMATE, Proof, Score, Scored, Value, WIN, is_decided, proof_score};

/// Maximum depth in plies.
const MAX_DEPTH: u32 = 90;

/// A root move with its score from the last depth.
#[derive(Clone, Copy)]
struct RootMove<M> {
    mv: M,
    index: u16,
    found: Scored,
}

pub(super) fn run<G: EngineGame>(
    search: &mut Search<G>,
    position: &G::Position,
    history: &GameHistory<G>,
    limits: &Limits,
    on_report: &mut dyn FnMut(&SearchReport<G::Move>),
    on_pulse: &mut dyn FnMut(u64),
) -> SearchReport<G::Move> {
    let start = (search.now)();
    let strength = search.settings.strength;
    let advice = advise(search, position, limits);
    if let Some((mv, proof)) = advice.best {
        let report = proven(search, (mv, proof), advice.nodes, start);
        on_report(&report);
        return report;
    }
    // A limited level does not profit from its searches of earlier moves.
    let mut move_history = match strength == StrengthLimit::NONE {
        true => search.move_history.share(),
        false => MoveHistory::new(),
    };
    move_history.age();
    let shared = Shared {
        game: &search.game,
        table: &search.table,
        cancel: &search.cancel,
        // The solver's nodes do not count against the level's limit.
        strength: StrengthLimit { nodes: strength.nodes.saturating_add(advice.nodes), ..strength },
        seed: search.settings.seed,
        key_mask: if strength == StrengthLimit::NONE { 0 } else { mix(search.searches) },
        network: search.network(),
        endgame_table: search.endgame_table(history),
        selective: search.settings.selective,
        parameters: search.parameters,
        done: AtomicBool::new(false),
        completed_depth: AtomicU32::new(0),
        history,
        busy_moves: (search.settings.threads > 1).then(BusyMoves::new),
        nodes: AtomicU64::new(advice.nodes),
        max_nodes: limits.nodes.unwrap_or(u64::MAX),
        now: search.now,
        deadline: limits.deadline().map_or(f64::INFINITY, |seconds| start + seconds),
    };
    let max_depth = limits.depth.unwrap_or(MAX_DEPTH).min(strength.depth).min(MAX_DEPTH);
    let root = Root {
        position: *position,
        lines: search.settings.lines.max(1),
        start,
        max_depth,
        limits,
        completed: Mutex::default(),
    };
    let (report, move_history) = std::thread::scope(|scope| {
        for _ in 1..search.settings.threads {
            let (shared, root) = (&shared, &root);
            let move_history = move_history.share();
            let work = move || root.deepen(&mut Worker::new(shared, move_history), &mut |_| {});
            // Continue with fewer threads if the system has no more.
            if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        let mut worker = Worker::new(&shared, move_history);
        worker.on_pulse = Some(on_pulse);
        let report = root.deepen(&mut worker, on_report);
        shared.done.store(true, Ordering::Relaxed);
        (report, worker.move_history)
    });
    search.move_history = move_history;
    report
}

/// Nodes per second that a solver reaches at least, in the browser as well.
const SOLVER_NODES_PER_SECOND: f64 = 200_000.0;
/// The solver is not asked with fewer nodes than this.
const MIN_SOLVER_NODES: u64 = 1000;
/// Node limit of the solver where nothing else limits it.
const MAX_SOLVER_NODES: u64 = 400_000;
/// Time limit in seconds from which the solver may use its fallback, which takes some tenths of a second.
const FALLBACK_SECONDS: f64 = 2.0;

/// Asks the game's solver if only the best move at full strength is wanted. A depth limit asks for a search of that
/// depth; of other limits the solver uses at most half.
fn advise<G: EngineGame>(search: &Search<G>, position: &G::Position, limits: &Limits) -> Advice<G::Move> {
    let settings = &search.settings;
    let full_strength = StrengthLimit { nodes: u64::MAX, ..settings.strength } == StrengthLimit::NONE;
    if !full_strength || !settings.selective || settings.lines > 1 || limits.depth.is_some() {
        return Advice::NONE;
    }
    let seconds = limits.deadline().map(|seconds| (seconds * SOLVER_NODES_PER_SECOND) as u64);
    let nodes = limits.nodes.into_iter().chain(seconds).map(|nodes| nodes / 2).fold(MAX_SOLVER_NODES, u64::min);
    if nodes < MIN_SOLVER_NODES {
        return Advice::NONE;
    }
    let allows_fallback = limits.nodes.is_none() && limits.deadline().is_none_or(|seconds| seconds >= FALLBACK_SECONDS);
    search.game.advise(position, &Budget { nodes, allows_fallback, cancel: &search.cancel })
}

/// Returns the report of a move that the solver found.
fn proven<G: EngineGame>(
    search: &Search<G>,
    (mv, proof): (G::Move, Proof),
    nodes: u64,
    start: f64,
) -> SearchReport<G::Move> {
    let depth = match proof {
        Proof::Win(plies) | Proof::Loss(plies) => plies,
        Proof::Draw | Proof::Left(_) => 1,
    };
    SearchReport {
        depth,
        seldepth: depth,
        nodes,
        seconds: (search.now)() - start,
        lines: vec![PrincipalVariation { value: Value::Proven(proof), moves: vec![mv] }],
        exhausted: true,
        hashfull: search.table.hashfull(),
    }
}

fn is_loss(score: Score) -> bool {
    score < 0 && is_decided(score)
}

/// Replaces a losing best move of an interrupted depth, which says nothing about the moves not yet searched, by the
/// first that is not known to lose, with the score of the previous depth.
fn leave_lost_moves<M>(moves: &mut [RootMove<M>], last: Score) {
    let open = moves.iter().position(|root| !is_loss(root.found.score));
    if let Some(open) = open.filter(|&open| open > 0) {
        moves[..=open].rotate_right(1);
        moves[0].found = Scored::estimated(last);
    }
}

/// Returns the move that wins soonest or loses latest by the endgame table.
fn best_by_endgame_table<G: EngineGame>(shared: &Shared<'_, G>, position: &G::Position) -> Option<G::Move> {
    let (game, table) = (shared.game, shared.endgame_table?);
    // A drawn line does not end.
    game.probe(position, table).filter(|proof| *proof != Proof::Draw)?;
    let team = game.turn(position).team();
    let score = |mv: G::Move| {
        let mut next = *position;
        game.play(&mut next, mv);
        match game.ending(&next) {
            Some(ending) => Some(ending_score(game, &next, team, ending, 1)),
            None => {
                let sign = if game.turn(&next).team() == team { 1 } else { -1 };
                game.probe(&next, table).map(|proof| sign * proof_score(proof, 1))
            }
        }
    };
    let scored = game.legal_moves(position).into_iter().filter_map(|mv| Some((score(mv)?, mv)));
    // The first of equals.
    scored.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, mv)| mv)
}

struct Root<'a, G: EngineGame> {
    position: G::Position,
    lines: usize,
    start: f64,
    max_depth: u32,
    limits: &'a Limits,
    /// The greatest depth that any thread has completed, with its moves.
    completed: Mutex<(u32, Vec<RootMove<G::Move>>)>,
}

impl<G: EngineGame> Root<'_, G> {
    /// Searches one depth after the other until a limit is reached or everything is proven.
    fn deepen(
        &self,
        worker: &mut Worker<'_, G>,
        on_report: &mut dyn FnMut(&SearchReport<G::Move>),
    ) -> SearchReport<G::Move> {
        let game = worker.shared.game;
        let legal = game.legal_moves(&self.position);
        let mut moves: Vec<RootMove<G::Move>> =
            legal.into_iter().zip(0..).map(|(mv, index)| RootMove { mv, index, found: Scored::estimated(0) }).collect();
        let lines = self.lines.min(moves.len());
        if lines == 1 && self.winning_move(game, &mut moves) {
            let report = self.report(worker, &moves[..1], 1, true);
            on_report(&report);
            return report;
        }
        if worker.shared.strength.oversight > 0 {
            let mut considered = worker.considered(&self.position, moves.iter().map(|root| root.mv)).into_iter();
            moves.retain(|_| considered.next() == Some(true));
        }
        let lines = lines.min(moves.len());
        let mut report = self.report(worker, &moves[..lines], 0, false);
        let mut last = 0;
        let mut stability = Stability::default();
        let mut depth = 0;
        while depth < self.max_depth {
            depth += 1;
            worker.root_depth = depth;
            // A level searches every reply to every move regardless of its node limit, so that it never overlooks a
            // loss in one move; except in a set-up, where no move wins yet.
            worker.ignore_level_nodes = depth == 1 || depth == 2 && moves.len() <= MAX_MOVES_WITH_WINS;
            let last_best = moves[0].index;
            for line in 0..lines {
                self.search_line(worker, &mut moves, line, depth as i32);
                if worker.stopped {
                    break;
                }
            }
            if worker.overtaken {
                // Another thread was faster: take its result and start the next depth.
                let completed = self.completed.lock().unwrap_or_else(PoisonError::into_inner);
                depth = completed.0;
                moves.clone_from(&completed.1);
                worker.resume();
            }
            if worker.stopped && lines > 1 {
                // The lines are a mixture of two depths: report the previous depth.
                report.nodes = worker.shared.nodes.load(Ordering::Relaxed).max(worker.nodes);
                report.seconds = (worker.shared.now)() - self.start;
                break;
            }
            // An interrupted depth still counts as far as it got: its best move beat the previous one.
            if worker.stopped {
                leave_lost_moves(&mut moves, last);
            }
            let score = moves[0].found.score;
            stability = stability.next(moves[0].index == last_best, last - score);
            last = score;
            let exhausted = !worker.stopped && moves[0].found.proven && lines == moves.len().min(self.lines);
            let reached = if worker.stopped { depth - 1 } else { depth };
            worker.check_limits();
            if worker.overtaken {
                // By a thread that completed this depth a moment before.
                worker.resume();
            }
            report = self.report(worker, &moves[..lines], reached, exhausted);
            if worker.stopped {
                break;
            }
            if lines == 1 {
                let mut completed = self.completed.lock().unwrap_or_else(PoisonError::into_inner);
                if depth > completed.0 {
                    *completed = (depth, moves.clone());
                    worker.shared.completed_depth.store(depth, Ordering::Relaxed);
                }
            }
            on_report(&report);
            let settled = moves[..lines].iter().all(|root| root.found.proven || is_decided(root.found.score));
            if settled || self.limits.is_past_soft_limit(report.seconds, moves.len(), stability) {
                break;
            }
        }
        report
    }

    /// Moves a move that wins at once to the front. It is found under any limits.
    fn winning_move(&self, game: &G, moves: &mut [RootMove<G::Move>]) -> bool {
        let team = game.turn(&self.position).team();
        let wins = |root: &RootMove<G::Move>| wins(game, &self.position, team, root.mv);
        let Some(winning) = moves.iter().position(wins) else { return false };
        moves[winning].found = Scored::proven(WIN - 1);
        moves[..=winning].rotate_right(1);
        true
    }

    /// Searches the moves from `line` on with an aspiration window and moves the best one to `line`.
    fn search_line(&self, worker: &mut Worker<'_, G>, moves: &mut [RootMove<G::Move>], line: usize, depth: i32) {
        let game = worker.shared.game;
        let expected = moves[line].found.score;
        let mut width = worker.shared.parameters.aspiration;
        let (mut alpha, mut beta) = match depth {
            ..=3 => (-WIN, WIN),
            _ if is_decided(expected) => (-WIN, WIN),
            _ => (expected - width, expected + width),
        };
        loop {
            let best = self.search_window(worker, moves, line, depth, alpha, beta);
            if worker.stopped {
                return;
            }
            // Outside the window the score is only a bound: widen it on that side and search again.
            width *= 4;
            if best <= alpha && alpha > -WIN {
                alpha = if width > 2000 { -WIN } else { best - width };
            } else if best >= beta && beta < WIN {
                beta = if width > 2000 { WIN } else { best + width };
            } else {
                break;
            }
        }
        let key = game.key(&self.position);
        if line == 0 {
            let RootMove { index, found: Scored { score, proven }, .. } = moves[0];
            let entry = TableEntry { score, depth: depth as u8, bound: Bound::Exact, proven, best_index: index };
            worker.shared.table.store(key ^ worker.shared.key_mask, 0, entry);
        }
    }

    fn search_window(
        &self,
        worker: &mut Worker<'_, G>,
        moves: &mut [RootMove<G::Move>],
        line: usize,
        depth: i32,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        let game = worker.shared.game;
        let team = game.turn(&self.position).team();
        let key = game.key(&self.position);
        worker.start_depth(key);
        let mut best = -WIN - 1;
        let mut all_proven = true;
        let order: Vec<u16> = moves[line..].iter().map(|root| root.index).collect();
        let mut queue = MoveQueue::new(order.len());
        while let Some(tried) = queue.pop() {
            // The table holds bounds of the first line alone.
            if line == 0
                && tried > 0
                && let Some(entry) = worker.better_lower_bound(key, 0, depth, alpha, beta)
                && let Some(at) = moves.iter().position(|root| root.index == entry.best_index)
            {
                let found = Scored { score: entry.score, proven: entry.proven };
                (alpha, best) = (found.score, found.score);
                all_proven &= found.proven;
                moves[at].found = found;
                moves[..=at].rotate_right(1);
            }
            // Moves that were better have been moved to the front meanwhile.
            let Some(index) = moves.iter().position(|root| root.index == order[tried]) else { continue };
            let Claim::Search(claimed) = worker.claim(key, order[tried], depth, tried, &mut queue) else { continue };
            let mv = moves[index].mv;
            let mut next = self.position;
            game.play(&mut next, mv);
            let passed = match game.passer(&self.position, mv) {
                0 => 0,
                who => worker.shared.history.passed | who,
            };
            let child = NodeContext { ply: 1, last: Some(mv), passed, after_null_move: false };
            let mut searched;
            if tried == 0 {
                searched = worker.search_child(team, &next, depth - 1, alpha, beta, child);
            } else {
                // The order is that of the previous depth. While all moves so far lose, none is late.
                let is_reduced = worker.shared.parameters.root_reductions > 0 && best > -MAX_ESTIMATE;
                let late = if is_reduced { tried } else { 0 };
                let reduction = worker.reduction(depth, late, 0, mv, team);
                searched = worker.search_child(team, &next, depth - 1 - reduction, alpha, alpha + 1, child);
                if searched.score > alpha && reduction > 0 && !worker.stopped {
                    searched = worker.search_child(team, &next, depth - 1, alpha, alpha + 1, child);
                }
                if searched.score > alpha && !worker.stopped {
                    searched = worker.search_child(team, &next, depth - 1, alpha, beta, child);
                }
            }
            worker.release(claimed);
            if worker.stopped {
                // Unsearched moves may be better: one move alone only proves a win.
                let found = &mut moves[line].found;
                found.proven = found.proven && found.score > 0 && is_decided(found.score);
                return best;
            }
            let Scored { score, proven } = searched;
            all_proven &= proven;
            if is_loss(score) {
                moves[index].found = searched;
            }
            if score > best {
                best = score;
                moves[index].found = searched;
                if line == 0 && score > alpha && score < beta {
                    worker.publish_lower_bound(key, 0, depth, searched, order[tried]);
                }
                if score > alpha || tried == 0 {
                    // The others keep their order.
                    moves[line..=index].rotate_right(1);
                }
                alpha = alpha.max(score);
            }
            if score >= beta {
                break;
            }
        }
        // The best is proven only if all others are.
        let found = &mut moves[line].found;
        found.proven = found.proven && (all_proven || found.score > 0 && is_decided(found.score));
        best
    }

    fn report(
        &self,
        worker: &Worker<'_, G>,
        moves: &[RootMove<G::Move>],
        depth: u32,
        exhausted: bool,
    ) -> SearchReport<G::Move> {
        // A level that overlooks moves knows of no loss.
        let is_certain = |score| worker.shared.strength.oversight == 0 || score > 0 && is_decided(score);
        let value = |found: Scored| match is_certain(found.score) {
            true => found.value(),
            false => Value::Estimated(found.score.clamp(-MAX_ESTIMATE, MAX_ESTIMATE)),
        };
        let lines = moves.iter().map(|root| {
            let value = value(root.found);
            let length = match value {
                Value::Proven(Proof::Win(plies) | Proof::Loss(plies)) => plies.max(depth),
                _ => depth,
            };
            PrincipalVariation { value, moves: self.principal_variation(worker, root.mv, length) }
        });
        SearchReport {
            depth,
            seldepth: worker.seldepth,
            nodes: worker.shared.nodes.load(Ordering::Relaxed).max(worker.nodes),
            seconds: (worker.shared.now)() - self.start,
            lines: lines.collect(),
            exhausted,
            hashfull: worker.shared.table.hashfull(),
        }
    }

    /// Returns the variation after a move, from the transposition table and the endgame table.
    fn principal_variation(&self, worker: &Worker<'_, G>, first: G::Move, length: u32) -> Vec<G::Move> {
        let game = worker.shared.game;
        let mut position = self.position;
        game.play(&mut position, first);
        let mut line = vec![first];
        let mut seen = vec![game.key(&self.position)];
        while game.ending(&position).is_none() {
            let key = game.key(&position);
            let remembered = || {
                let known = worker.shared.table.probe(key ^ worker.shared.key_mask, 0);
                let entry = known.filter(|_| !seen.contains(&key) && (line.len() as u32) < length)?;
                game.legal_moves(&position).get(usize::from(entry.best_index)).copied()
            };
            // A win at a leaf is not in the table.
            let winning = || {
                let can_win = (line.len() as u32) < length && game.can_win_at_once(&position) == Some(true);
                let legal = if can_win { game.legal_moves(&position) } else { Vec::new() };
                legal.into_iter().find(|&mv| wins(game, &position, game.turn(&position).team(), mv))
            };
            let known = best_by_endgame_table(worker.shared, &position).or_else(remembered);
            let Some(mv) = known.or_else(winning) else { break };
            seen.push(key);
            line.push(mv);
            game.play(&mut position, mv);
        }
        line
    }
}
