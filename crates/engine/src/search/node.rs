//! Principal variation search of a node and its subtree.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use halfboard_rules::game::{Ending, Game, Outcome, Team};

use super::move_list::{RankedMove, pick_best};
use super::parallel::{Claim, MoveQueue, OpenNode};
use super::worker::Worker;
use crate::evaluate::Evaluate;
use crate::games::EngineGame;
use crate::transposition_table::{Bound, TableEntry};
use crate::value::{LEFT, MAX_ESTIMATE, Score, Scored, WIN, is_decided, proof_score};

/// How a node was reached.
#[derive(Clone, Copy)]
pub(super) struct NodeContext<M> {
    pub(super) ply: u32,
    pub(super) last: Option<M>,
    /// The seats in the current run of passes, as bits of [`Game::passer`].
    pub(super) passed: u8,
    /// Whether the previous move was a null move, so that this one may not be.
    pub(super) after_null_move: bool,
}

/// Maximum ply of a node.
const MAX_PLY: u32 = 100;
/// Maximum number of noisy moves searched beyond the nominal depth.
const MAX_QUIESCENCE_PLY: i32 = 2;
/// The score of a win beyond the win horizon of a level.
const UNSEEN_WIN_SCORE: Score = 150;
/// Positions with more moves than this are set-ups, in which no move wins at once.
pub(super) const MAX_MOVES_WITH_WINS: usize = 4096;
/// Moves that rank below this are quiet: not urgent, nor killers or countermoves, unless their history is bad.
const QUIET_RANK: i32 = 30_000;
/// Moves that rank from here on are never reduced.
const UNREDUCED_RANK: i32 = 150_000;

/// Natural logarithms of the numbers from 1 on, for late move reductions.
static LOGARITHMS: LazyLock<[f32; 256]> = LazyLock::new(|| std::array::from_fn(|at| (at as f32 + 1.0).ln()));

impl<G: EngineGame> Worker<'_, G> {
    /// Returns the score of a child for the team that moved to it, within the window.
    pub(super) fn search_child(
        &mut self,
        team: Team,
        child: &G::Position,
        depth: i32,
        alpha: Score,
        beta: Score,
        context: NodeContext<G::Move>,
    ) -> Scored {
        if self.shared.game.turn(child).team() == team {
            self.search(child, depth, alpha, beta, context)
        } else {
            -self.search(child, depth, -beta, -alpha, context)
        }
    }

    /// Returns the score of a position for the team to move, within the window (fail-soft).
    pub(super) fn search(
        &mut self,
        position: &G::Position,
        mut depth: i32,
        mut alpha: Score,
        beta: Score,
        context: NodeContext<G::Move>,
    ) -> Scored {
        let game = self.shared.game;
        let ply = context.ply;
        self.count_node();
        let team = game.turn(position).team();
        if let Some(ending) = game.ending(position) {
            let score = ending_score(game, position, team, ending, ply);
            let seen = ply <= self.shared.strength.win_horizon || !is_decided(score);
            return if seen { Scored::proven(score) } else { Scored::estimated(score.signum() * UNSEEN_WIN_SCORE) };
        }
        if context.passed != 0 && context.passed == game.passers() {
            return Scored::estimated(0);
        }
        // At the horizon the key would only serve to find repetitions, which matter little there.
        let is_leaf = depth <= 0 && self.shared.selective && self.shared.strength.noise == 0;
        let key = if is_leaf { 0 } else { game.key(position) };
        if G::REPETITION && !is_leaf && (self.path.contains(&key) || self.almost_drawn.contains(&key)) {
            return Scored::estimated(0);
        }
        if self.stopped {
            return Scored::estimated(0);
        }
        if let Some(proof) = self.shared.endgame_table.and_then(|table| game.probe(position, table)) {
            return Scored::proven(proof_score(proof, ply));
        }
        let sees_wins = ply < self.shared.strength.win_horizon;
        let detects_wins = sees_wins && self.shared.selective && self.shared.strength.oversight == 0;
        let can_win = if detects_wins { game.can_win_at_once(position) } else { None };
        if depth <= 0 && can_win == Some(true) {
            return Scored::proven(WIN - ply as Score - 1);
        }
        // Few moves parry a threat to win, and the others fail at once.
        let shared = self.shared;
        let parameters = &shared.parameters;
        let may_extend = detects_wins
            && parameters.threat_extension > 0
            && depth > 0
            && ply < 2 * self.root_depth
            && !context.after_null_move;
        if may_extend && self.is_threatened(position) {
            depth += 1;
        }
        if depth <= 0 || ply >= MAX_PLY {
            return Scored::estimated(self.quiescence(position, key, depth, alpha, beta, context));
        }
        self.seldepth = self.seldepth.max(ply + 1);

        let is_pv = beta - alpha > 1;
        let entry = self.shared.table.probe(key ^ self.shared.key_mask, ply);
        if let Some(entry) = entry.filter(|_| !is_pv)
            && let Some(scored) = self.table_cutoff(&entry, depth, alpha, beta)
        {
            return scored;
        }
        let mut evaluation = None;
        if self.shared.selective && !is_pv && !is_decided(beta) {
            let known = entry.filter(|_| parameters.table_evaluation > 0);
            let score = refine(self.evaluate(position, key, ply), known);
            evaluation = Some(score).filter(|score| score.abs() < MAX_ESTIMATE);
            // Reverse futility pruning.
            if depth <= parameters.reverse_futility_depth
                && score.abs() < MAX_ESTIMATE
                && score - parameters.reverse_futility_margin * depth >= beta
            {
                return Scored::estimated(score);
            }
            if let Some(cutoff) = self.null_move_pruning(position, depth, beta, score, context) {
                return cutoff;
            }
        }

        let mut list =
            self.generate_moves(position, ply as usize, team, entry.map(|entry| entry.best_index), context.last);
        let overlooks = self.shared.strength.oversight > 0 && self.overlook(position, key, &mut list);
        if (depth >= 2 || ply == 1 || can_win == Some(true))
            && sees_wins
            && can_win != Some(false)
            && list.len() <= MAX_MOVES_WITH_WINS
            && let Some(best_index) = self.winning_move(position, team, &list)
        {
            self.recycle(ply as usize, list);
            let score = WIN - ply as Score - 1;
            let entry = TableEntry { score, depth: 255, bound: Bound::Exact, proven: true, best_index };
            self.shared.table.store(key ^ self.shared.key_mask, ply, entry);
            return Scored::proven(score);
        }
        self.path.push(key);
        let is_open = !is_pv && self.is_shared(depth);
        if is_open {
            self.open_nodes.push(OpenNode { key, ply, depth, alpha, beta });
        }
        let original_alpha = alpha;
        // A node that overlooks moves proves no loss.
        let worst = if overlooks { -MAX_ESTIMATE } else { -WIN };
        let (mut best, mut best_index, mut all_proven) = (worst, 0u16, !overlooks);
        let mut queue = MoveQueue::new(list.len());
        while let Some(tried) = queue.pop() {
            let picked = if queue.is_retry() { list[tried] } else { pick_best(&mut list, tried) };
            if is_pv
                && tried > 0
                && let Some(entry) = self.better_lower_bound(key, ply, depth, alpha, beta)
            {
                (alpha, best, best_index) = (entry.score, entry.score, entry.best_index);
                all_proven &= entry.proven;
            }
            let (mv, rank) = (picked.mv, picked.rank());
            // Late move pruning: a node that skips moves proves nothing.
            let is_late = depth <= parameters.late_move_depth
                && tried as i32 >= parameters.late_move_base + parameters.late_move_factor * depth * depth;
            // Futility pruning: quiet moves do not reach alpha either.
            let is_futile = depth <= parameters.futility_depth
                && evaluation.is_some_and(|score| {
                    score + parameters.futility_base + parameters.futility_margin * depth <= alpha
                });
            let is_pruned = rank < QUIET_RANK && (is_late || is_futile);
            if is_pruned && best > -MAX_ESTIMATE && self.shared.selective {
                all_proven = false;
                queue.skip_rest();
                continue;
            }
            let Claim::Search(claimed) = self.claim(key, picked.index(), depth, tried, &mut queue) else { continue };
            let mut next = *position;
            game.play(&mut next, mv);
            if depth > 1 {
                self.shared.table.prefetch(game.key(&next) ^ self.shared.key_mask);
            }
            let passed = match game.passer(position, mv) {
                0 => 0,
                who => context.passed | who,
            };
            let child = NodeContext { ply: ply + 1, last: Some(mv), passed, after_null_move: false };
            let found = if tried == 0 {
                self.search_child(team, &next, depth - 1, alpha, beta, child)
            } else {
                // Null window with late move reduction, then at full depth, then with the full window.
                let reduction = self.reduction(depth, tried, rank, mv, team);
                let mut found = self.search_child(team, &next, depth - 1 - reduction, alpha, alpha + 1, child);
                if found.score > alpha && reduction > 0 {
                    found = self.search_child(team, &next, depth - 1, alpha, alpha + 1, child);
                }
                if found.score > alpha && found.score < beta {
                    found = self.search_child(team, &next, depth - 1, alpha, beta, child);
                }
                found
            };
            self.release(claimed);
            if self.stopped {
                break;
            }
            if found.score > best {
                best = found.score;
                best_index = picked.index();
                if best > alpha && best < beta {
                    self.publish_lower_bound(key, ply, depth, found, best_index);
                }
                alpha = alpha.max(found.score);
            }
            all_proven &= found.proven;
            if found.score >= beta {
                all_proven = found.proven;
                let quiet = list[..tried].iter().filter(|ranked| ranked.rank() < QUIET_RANK).map(|ranked| ranked.mv);
                self.move_history.update(mv, quiet, depth, ply as usize, team as usize, context.last);
                break;
            }
        }
        self.path.pop();
        self.recycle(ply as usize, list);
        if is_open {
            self.open_nodes.pop();
            if let Some(scored) = self.take_solved(ply) {
                return scored;
            }
        }
        if self.stopped {
            return Scored::estimated(0);
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > original_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let entry = TableEntry { score: best, depth: depth.min(254) as u8, bound, proven: all_proven, best_index };
        self.shared.table.store(key ^ self.shared.key_mask, ply, entry);
        Scored { score: best, proven: all_proven || is_decided(best) }
    }

    /// Returns whether an entry rests on a search that is deep enough for a node.
    pub(super) fn is_deep_enough(&self, entry: &TableEntry, depth: i32) -> bool {
        match self.shared.selective {
            true => i32::from(entry.depth) >= depth || entry.proven || is_decided(entry.score),
            false => i32::from(entry.depth) == depth,
        }
    }

    /// Returns the score of a node if its entry makes a search unnecessary.
    pub(super) fn table_cutoff(&self, entry: &TableEntry, depth: i32, alpha: Score, beta: Score) -> Option<Scored> {
        let cuts_off = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= beta,
            Bound::Upper => entry.score <= alpha,
        };
        let scored = Scored { score: entry.score, proven: entry.proven };
        (cuts_off && self.is_deep_enough(entry, depth)).then_some(scored)
    }

    /// Quiescence search: returns the evaluation, or a better score that a few noisy moves reach. Making none is always
    /// possible, so the evaluation is a lower bound (stand pat).
    fn quiescence(
        &mut self,
        position: &G::Position,
        key: u64,
        depth: i32,
        mut alpha: Score,
        beta: Score,
        context: NodeContext<G::Move>,
    ) -> Score {
        let mut best = self.evaluate(position, key, context.ply);
        if best >= beta || depth <= -MAX_QUIESCENCE_PLY || context.ply >= MAX_PLY || !self.shared.selective {
            return best;
        }
        alpha = alpha.max(best);
        let game = self.shared.game;
        let team = game.turn(position).team();
        let ply = context.ply as usize;
        let mut list = self.empty_list(ply);
        game.for_each_noisy_move(position, &mut |mv| list.push(RankedMove::new(mv, 0, 0)));
        for &RankedMove { mv, .. } in &list {
            let mut next = *position;
            game.play(&mut next, mv);
            let child = NodeContext { ply: context.ply + 1, last: Some(mv), passed: 0, after_null_move: false };
            let Scored { score, .. } = self.search_child(team, &next, depth - 1, alpha, beta, child);
            if self.stopped {
                break;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if best >= beta {
                break;
            }
        }
        self.recycle(ply, list);
        best
    }

    /// Null move pruning: returns a score if giving the turn away still reaches beta in a reduced search.
    fn null_move_pruning(
        &mut self,
        position: &G::Position,
        depth: i32,
        beta: Score,
        evaluation: Score,
        context: NodeContext<G::Move>,
    ) -> Option<Scored> {
        let parameters = &self.shared.parameters;
        let is_allowed = parameters.null_move > 0 && depth >= 3 && !context.after_null_move;
        if !is_allowed || evaluation < beta || beta < -MAX_ESTIMATE {
            return None;
        }
        let game = self.shared.game;
        let next = game.null_move(position)?;
        let team = game.turn(position).team();
        let reduced = depth - (parameters.null_move_base + parameters.null_move_depth * depth) / 100;
        let child = NodeContext { ply: context.ply + 1, last: None, passed: 0, after_null_move: true };
        let Scored { score, .. } = self.search_child(team, &next, reduced, beta - 1, beta, child);
        (!self.stopped && score >= beta).then_some(Scored::estimated(score.min(MAX_ESTIMATE)))
    }

    /// Returns the late move reduction in plies, smaller for moves with a good history.
    pub(super) fn reduction(&self, depth: i32, tried: usize, rank: i32, mv: G::Move, team: Team) -> i32 {
        if depth < 3 || tried < 3 || rank >= UNREDUCED_RANK || !self.shared.selective {
            return 0;
        }
        let parameters = &self.shared.parameters;
        let logarithm = |number: usize| LOGARITHMS[number.min(LOGARITHMS.len()) - 1];
        let late = 100.0 * logarithm(depth as usize) * logarithm(tried) / parameters.lmr_divisor as f32;
        let history = self.move_history.history_score(mv, team as usize) * parameters.lmr_history as f32;
        (late + (parameters.lmr_base as f32 - history) / 100.0).clamp(0.0, (depth - 2) as f32) as i32
    }

    /// Returns the evaluation with the noise of the level.
    fn evaluate(&mut self, position: &G::Position, key: u64, ply: u32) -> Score {
        let game = self.shared.game;
        let evaluation = match self.shared.network {
            Some(network) => network.evaluate_at(game, position, ply as usize, &mut self.accumulators),
            None => game.evaluate(position),
        };
        if evaluation <= LEFT {
            // A solitaire has no levels: its scores count the checkers left.
            return evaluation;
        }
        self.shared.strength.add_noise(evaluation, self.shared.seed, key).clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
    }

    /// Generates and ranks the moves of a position, unsorted.
    fn generate_moves(
        &mut self,
        position: &G::Position,
        ply: usize,
        team: Team,
        table_move: Option<u16>,
        last: Option<G::Move>,
    ) -> Vec<RankedMove<G::Move>> {
        let game = self.shared.game;
        let mut list = self.empty_list(ply);
        let urgency = game.urgency(position);
        let counter = self.move_history.counter(last);
        let _ = game.for_each_move(position, &mut |mv| {
            let index = list.len() as u16;
            let rank = match table_move {
                Some(best) if best == index => i32::MAX,
                _ => self.move_history.rank(mv, urgency(mv), ply, team as usize, counter),
            };
            list.push(RankedMove::new(mv, rank, index));
            ControlFlow::Continue(())
        });
        self.generated_moves += list.len();
        list
    }

    /// Returns whether the opponent could win at once if it were the opponent's turn.
    fn is_threatened(&self, position: &G::Position) -> bool {
        let game = self.shared.game;
        game.null_move(position).is_some_and(|next| game.can_win_at_once(&next) == Some(true))
    }

    /// Returns the index of a move that wins at once, which saves searching the others.
    fn winning_move(&self, position: &G::Position, team: Team, list: &[RankedMove<G::Move>]) -> Option<u16> {
        let game = self.shared.game;
        let may_win = |ranked: &&RankedMove<G::Move>| game.may_win_by(position, ranked.mv);
        list.iter().filter(may_win).find(|ranked| wins(game, position, team, ranked.mv)).map(RankedMove::index)
    }
}

/// Returns the score of an earlier search instead of a static evaluation, if its bound says that it is nearer the truth.
fn refine(evaluation: Score, known: Option<TableEntry>) -> Score {
    let is_nearer = |entry: &TableEntry| match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score > evaluation,
        Bound::Upper => entry.score < evaluation,
    };
    known.filter(|entry| !is_decided(entry.score) && is_nearer(entry)).map_or(evaluation, |entry| entry.score)
}

/// Returns whether a move wins at once for the team that makes it.
pub(crate) fn wins<G: Game>(game: &G, position: &G::Position, team: Team, mv: G::Move) -> bool {
    let mut next = *position;
    game.play(&mut next, mv);
    game.ending(&next).is_some_and(|ending| ending_score(game, &next, team, ending, 0) == WIN)
}

/// Returns whether the team to move has a move that wins at once.
pub(crate) fn has_winning_move<G: Evaluate>(game: &G, position: &G::Position) -> bool {
    game.can_win_at_once(position).unwrap_or_else(|| {
        let team = game.turn(position).team();
        let mut try_one = |mv| match game.may_win_by(position, mv) && wins(game, position, team, mv) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        game.for_each_move(position, &mut try_one).is_break()
    })
}

/// Returns whether a move loses at once for the team that makes it, or to the next move.
pub(crate) fn loses<G: Game>(game: &G, position: &G::Position, team: Team, mv: G::Move) -> bool {
    let mut next = *position;
    game.play(&mut next, mv);
    if let Some(ending) = game.ending(&next) {
        return ending_score(game, &next, team, ending, 0) == -WIN;
    }
    let mut reply = |mv| match wins(game, &next, team.other(), mv) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    game.turn(&next).team() != team && game.for_each_move(&next, &mut reply).is_break()
}

/// Returns the score of an ending for a team, `ply` plies from the root.
pub(super) fn ending_score<G: Game>(game: &G, position: &G::Position, team: Team, ending: Ending, ply: u32) -> Score {
    match ending.outcome {
        Outcome::Win(color) if game.color_of(position, team) == Some(color) => WIN - ply as Score,
        Outcome::Win(_) => ply as Score - WIN,
        Outcome::Draw => 0,
        Outcome::Solved => WIN - ply as Score,
        Outcome::Stuck(left) => LEFT - 100 * Score::from(left),
    }
}
