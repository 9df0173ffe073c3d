//! One node of the search and all below it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use halfboard_rules::game::{Ending, Game, Outcome, Team};

use super::list::{Ranked, take_best};
use super::{History, judge};
use crate::evaluate::Evaluate;
use crate::levels::Handicap;
use crate::limits::{Now, Stop};
use crate::net::Net;
use crate::ordering::Experience;
use crate::table::{Bound, Entry, Table};
use crate::tables::Tables;
use crate::value::{LEFT, MOST, Score, WIN, is_decided, score_of_proof};

/// What all threads of a search share.
pub(super) struct Shared<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) table: &'a Table,
    pub(super) stop: &'a Stop,
    pub(super) handicap: Handicap,
    /// What makes the misjudgements of this game its own.
    pub(super) seed: u64,
    /// Mixed into the keys of the table, so that a level does not profit from what it found out in earlier turns.
    pub(super) salt: u64,
    pub(super) selective: bool,
    pub(super) net: Option<&'a Net>,
    /// Finished tables to ask.
    pub(super) tables: Option<&'a Tables>,
    /// Set when the first thread has finished: the others stop then.
    pub(super) done: AtomicBool,
    /// The depth that the first thread is at.
    pub(super) depth: AtomicU32,
    /// The deepest depth that a helper has finished.
    pub(super) helped: AtomicU32,
    pub(super) history: &'a History<G>,
    /// Nodes of all threads, brought up to date now and then.
    pub(super) nodes: AtomicU64,
    /// What the caller allows; what a level allows itself is in its handicap.
    pub(super) most_nodes: u64,
    pub(super) now: Now,
    /// When to stop by the clock.
    pub(super) deadline: f64,
}

/// One thread of a search.
pub(super) struct Worker<'a, G: Game> {
    pub(super) shared: &'a Shared<'a, G>,
    pub(super) experience: Experience<G::Move>,
    /// Keys of the positions from the root to here.
    path: Vec<u64>,
    /// Keys of positions that occurred twice in the game.
    twice: Vec<u64>,
    /// Lists of moves, one a ply, kept to be used again.
    lists: Vec<Vec<Ranked<G::Move>>>,
    pub(super) deepest: u32,
    pub(super) nodes: u64,
    counted: u64,
    /// Moves listed since the limits were last looked at: where the choice is huge, few nodes take long.
    listed: usize,
    pub(super) stopped: bool,
    /// Whether to go on although the level has looked at all that it may.
    pub(super) obliged: bool,
    /// The depth that this thread is at, if it is the first; 0 for helpers.
    pub(super) depth: u32,
    /// Whether a helper has finished that depth before.
    pub(super) overtaken: bool,
    /// Told of the nodes now and then, if this is the first thread.
    pub(super) on_pulse: Option<&'a mut dyn FnMut(u64)>,
}

/// A score and whether it is free of estimates.
pub(super) type Found = (Score, bool);

/// What comes with a node besides its position: how it was reached.
#[derive(Clone, Copy)]
pub(super) struct Way<M> {
    pub(super) ply: u32,
    pub(super) last: Option<M>,
    pub(super) passed: u8,
    /// Whether the turn before was skipped, so that this one may not be.
    pub(super) skipped: bool,
}

const LONGEST: u32 = 100;
/// So many forcing moves in a row are looked at where the search ends.
const MOST_FORCING: i32 = 2;
/// What a win seems to be worth that is too far away to be known as one.
const CHANCE: Score = 150;
/// Where the choice is larger than this, nobody can win by it: it is that of a set-up.
pub(super) const MOST_WITH_WINS: usize = 4096;
/// Nodes between two pulses: some milliseconds.
const PULSE: u64 = 4096;
/// Moves that rank below this are quiet: neither urgent nor known to have refuted anything.
const QUIET: i32 = 30_000;

impl<'a, G: Evaluate> Worker<'a, G> {
    pub(super) fn new(shared: &'a Shared<'a, G>) -> Self {
        let keys: Vec<u64> = shared.history.positions.iter().map(|position| shared.game.key(position)).collect();
        let twice =
            keys.iter().enumerate().filter(|(at, key)| keys[..*at].contains(key)).map(|(_, key)| *key).collect();
        Worker {
            shared,
            experience: Experience::new(),
            path: Vec::with_capacity(128),
            twice,
            lists: Vec::new(),
            deepest: 0,
            nodes: 0,
            counted: 0,
            listed: 0,
            stopped: false,
            obliged: false,
            depth: 0,
            overtaken: false,
            on_pulse: None,
        }
    }

    /// The score of a child for the team that moved into it, within its window.
    pub(super) fn child(
        &mut self,
        team: Team,
        child: &G::Position,
        depth: i32,
        alpha: Score,
        beta: Score,
        way: Way<G::Move>,
    ) -> Found {
        if self.shared.game.turn(child).team() == team {
            self.search(child, depth, alpha, beta, way)
        } else {
            let (score, proven) = self.search(child, depth, -beta, -alpha, way);
            (-score, proven)
        }
    }

    /// The score of a position for the team to move, as far as the window asks.
    pub(super) fn search(
        &mut self,
        position: &G::Position,
        depth: i32,
        mut alpha: Score,
        beta: Score,
        way: Way<G::Move>,
    ) -> Found {
        let game = self.shared.game;
        let ply = way.ply;
        self.count();
        let team = game.turn(position).team();
        if let Some(ending) = game.ending(position) {
            let score = score_of(game, position, team, ending, ply);
            let seen = ply <= self.shared.handicap.sight || !is_decided(score);
            return if seen { (score, true) } else { (score.signum() * CHANCE, false) };
        }
        if way.passed != 0 && way.passed == game.passers() {
            return (0, false);
        }
        // Where the search ends the key serves only to find repetitions, which matter little there.
        let ends = depth <= 0 && self.shared.selective && self.shared.handicap.noise == 0;
        let key = if ends { 0 } else { game.key(position) };
        if G::REPETITION && !ends && (self.path.contains(&key) || self.twice.contains(&key)) {
            return (0, false);
        }
        if self.stopped {
            return (0, false);
        }
        if let Some(proof) = self.shared.tables.and_then(|tables| game.probe(position, tables)) {
            return (score_of_proof(proof, ply), true);
        }
        if depth <= 0 || ply >= LONGEST {
            return (self.calm_down(position, key, depth, alpha, beta, way), false);
        }
        self.deepest = self.deepest.max(ply + 1);

        let full_window = beta - alpha > 1;
        let known = self.shared.table.get(key ^ self.shared.salt, ply);
        if let Some(entry) = known.filter(|_| !full_window) {
            let deep_enough = match self.shared.selective {
                true => i32::from(entry.depth) >= depth || entry.proven || is_decided(entry.score),
                false => i32::from(entry.depth) == depth,
            };
            let settles = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= beta,
                Bound::Upper => entry.score <= alpha,
            };
            if deep_enough && settles {
                return (entry.score, entry.proven);
            }
        }
        if self.shared.selective && !full_window && !is_decided(beta) {
            let estimate = self.estimate(position, key);
            if depth <= 3 && estimate.abs() < MOST && estimate - 50 * depth >= beta {
                return (estimate, false);
            }
            if let Some(found) = self.skip_turn(position, depth, beta, estimate, way) {
                return found;
            }
        }

        let mut list = self.list(position, ply as usize, team, known.map(|entry| entry.best), way.last);
        if (depth >= 2 || ply == 1)
            && ply < self.shared.handicap.sight
            && list.len() <= MOST_WITH_WINS
            && let Some(number) = self.win_at_once(position, team, &list)
        {
            self.keep(ply as usize, list);
            let score = WIN - ply as Score - 1;
            let best = Entry { score, depth: 255, bound: Bound::Exact, proven: true, best: number };
            self.shared.table.put(key ^ self.shared.salt, ply, best);
            return (score, true);
        }
        self.path.push(key);
        let original_alpha = alpha;
        let (mut best, mut best_number, mut all_proven) = (-WIN, 0u16, true);
        for index in 0..list.len() {
            let best_left = take_best(&mut list, index);
            let (mv, rank) = (best_left.mv, best_left.rank());
            // Far down the list, close to the leaves, quiet moves are not worth a look; what is left out is no proof.
            let late = depth <= 2 && index >= 10 + 14 * depth as usize * depth as usize && rank < QUIET;
            if late && best > -MOST && self.shared.selective {
                all_proven = false;
                best = best.max(-MOST);
                break;
            }
            let mut next = *position;
            game.play(&mut next, mv);
            let passed = match game.passer(position, mv) {
                0 => 0,
                who => way.passed | who,
            };
            let way = Way { ply: ply + 1, last: Some(mv), passed, skipped: false };
            let (score, proven) = if index == 0 {
                self.child(team, &next, depth - 1, alpha, beta, way)
            } else {
                let reduction = self.reduction(depth, index, rank, mv, team);
                let (mut score, mut proven) = self.child(team, &next, depth - 1 - reduction, alpha, alpha + 1, way);
                if score > alpha && reduction > 0 {
                    (score, proven) = self.child(team, &next, depth - 1, alpha, alpha + 1, way);
                }
                if score > alpha && score < beta {
                    (score, proven) = self.child(team, &next, depth - 1, alpha, beta, way);
                }
                (score, proven)
            };
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                best_number = best_left.number();
                alpha = alpha.max(score);
            }
            all_proven &= proven;
            if score >= beta {
                all_proven = proven;
                let tried = list[..index].iter().filter(|ranked| ranked.rank() < QUIET).map(|ranked| ranked.mv);
                self.experience.learn(mv, tried, depth, ply as usize, team as usize, way.last);
                break;
            }
        }
        self.path.pop();
        self.keep(ply as usize, list);
        if self.stopped {
            return (0, false);
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > original_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let entry = Entry { score: best, depth: depth.min(254) as u8, bound, proven: all_proven, best: best_number };
        self.shared.table.put(key ^ self.shared.salt, ply, entry);
        (best, all_proven || is_decided(best))
    }

    /// The score where the search ends: the estimate, or more by forcing moves, of which it looks at a few in a row. Not to
    /// make one is always possible too, so the estimate is the least.
    fn calm_down(
        &mut self,
        position: &G::Position,
        key: u64,
        depth: i32,
        mut alpha: Score,
        beta: Score,
        way: Way<G::Move>,
    ) -> Score {
        let mut best = self.estimate(position, key);
        if best >= beta || depth <= -MOST_FORCING || way.ply >= LONGEST || !self.shared.selective {
            return best;
        }
        alpha = alpha.max(best);
        let game = self.shared.game;
        let team = game.turn(position).team();
        let ply = way.ply as usize;
        let mut list = self.empty_list(ply);
        game.each_forcing(position, &mut |mv| list.push(Ranked::new(mv, 0, 0)));
        for &Ranked { mv, .. } in &list {
            let mut next = *position;
            game.play(&mut next, mv);
            let way = Way { ply: way.ply + 1, last: Some(mv), passed: 0, skipped: false };
            let (score, _) = self.child(team, &next, depth - 1, alpha, beta, way);
            if self.stopped {
                break;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if best >= beta {
                break;
            }
        }
        self.keep(ply, list);
        best
    }

    /// The number of a move that wins at once, if there is one: nothing else needs to be searched then.
    fn win_at_once(&self, position: &G::Position, team: Team, list: &[Ranked<G::Move>]) -> Option<u16> {
        let game = self.shared.game;
        list.iter().find(|ranked| wins(game, position, team, ranked.mv)).map(Ranked::number)
    }

    /// Gives the turn away: where even that is good enough, moving is too.
    fn skip_turn(
        &mut self,
        position: &G::Position,
        depth: i32,
        beta: Score,
        estimate: Score,
        way: Way<G::Move>,
    ) -> Option<Found> {
        if depth < 3 || way.skipped || estimate < beta || beta < -MOST {
            return None;
        }
        let game = self.shared.game;
        let skipped = game.skip(position)?;
        let team = game.turn(position).team();
        let reduced = depth - 3 - depth / 4;
        let way = Way { ply: way.ply + 1, last: None, passed: 0, skipped: true };
        let (score, _) = self.child(team, &skipped, reduced, beta - 1, beta, way);
        (!self.stopped && score >= beta).then_some((score.min(MOST), false))
    }

    /// By how many plies less a move far down the list is searched at first.
    fn reduction(&self, depth: i32, index: usize, rank: i32, mv: G::Move, team: Team) -> i32 {
        if depth < 3 || index < 3 || rank >= 150_000 || !self.shared.selective {
            return 0;
        }
        let base = 0.3 + (depth as f32).ln() * (index as f32).ln() / 2.2;
        let adjusted = base - self.experience.record(mv, team as usize);
        (adjusted as i32).clamp(0, depth - 2)
    }

    fn estimate(&self, position: &G::Position, key: u64) -> Score {
        let judged = judge(self.shared.game, self.shared.net, position);
        if judged <= LEFT {
            // A solitaire has no levels: its values are checkers left.
            return judged;
        }
        self.shared.handicap.blur(judged, self.shared.seed, key).clamp(-MOST, MOST)
    }

    /// The moves of a position with their ranks, unsorted.
    fn list(
        &mut self,
        position: &G::Position,
        ply: usize,
        team: Team,
        known: Option<u16>,
        last: Option<G::Move>,
    ) -> Vec<Ranked<G::Move>> {
        let game = self.shared.game;
        let mut list = self.empty_list(ply);
        let counter = self.experience.counter(last);
        let _ = game.for_each_move(position, &mut |mv| {
            let number = list.len() as u16;
            let rank = match known {
                Some(best) if best == number => i32::MAX,
                _ => {
                    let urgency = game.urgency(position, mv);
                    self.experience.rank(mv, urgency, ply, team as usize, counter)
                }
            };
            list.push(Ranked::new(mv, rank, number));
            ControlFlow::Continue(())
        });
        self.listed += list.len();
        list
    }

    /// A list to fill, of those that were kept.
    fn empty_list(&mut self, ply: usize) -> Vec<Ranked<G::Move>> {
        let mut list = self.lists.get_mut(ply).map(std::mem::take).unwrap_or_default();
        list.clear();
        list
    }

    fn keep(&mut self, ply: usize, list: Vec<Ranked<G::Move>>) {
        if self.lists.len() <= ply {
            self.lists.resize_with(ply + 1, Vec::new);
        }
        self.lists[ply] = list;
    }

    /// Counts a node, and looks at the limits now and then.
    #[inline]
    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes - self.counted >= 512
            || self.listed >= 20_000
            || self.shared.most_nodes.min(self.shared.handicap.nodes) < 4096
        {
            self.check();
        }
    }

    pub(super) fn check(&mut self) {
        let fresh = self.nodes - self.counted;
        self.counted = self.nodes;
        self.listed = 0;
        let nodes = self.shared.nodes.fetch_add(fresh, Ordering::Relaxed) + fresh;
        if let Some(on_pulse) = self.on_pulse.as_mut().filter(|_| nodes / PULSE != (nodes - fresh) / PULSE) {
            on_pulse(nodes);
        }
        let late = self.shared.deadline.is_finite() && (self.shared.now)() >= self.shared.deadline;
        let told = self.shared.stop.is_stopped() || self.shared.done.load(Ordering::Relaxed);
        let weary = nodes >= self.shared.handicap.nodes && !self.obliged;
        if nodes >= self.shared.most_nodes || weary || late || told {
            self.stopped = true;
        } else if self.depth > 0 && self.shared.helped.load(Ordering::Relaxed) >= self.depth {
            (self.stopped, self.overtaken) = (true, true);
        }
    }

    /// Goes on after having been overtaken.
    pub(super) fn go_on(&mut self) {
        (self.stopped, self.overtaken) = (false, false);
    }

    /// Begins a new depth: the path is the root's alone.
    pub(super) fn begin(&mut self, root: u64) {
        self.path.clear();
        self.path.push(root);
    }
}

/// Whether a move wins at once for the team that makes it.
pub(crate) fn wins<G: Game>(game: &G, position: &G::Position, team: Team, mv: G::Move) -> bool {
    let mut next = *position;
    game.play(&mut next, mv);
    game.ending(&next).is_some_and(|ending| score_of(game, &next, team, ending, 0) == WIN)
}

/// Whether a move loses at once for the team that makes it, or to the next move.
pub(crate) fn loses<G: Game>(game: &G, position: &G::Position, team: Team, mv: G::Move) -> bool {
    let mut next = *position;
    game.play(&mut next, mv);
    if let Some(ending) = game.ending(&next) {
        return score_of(game, &next, team, ending, 0) == -WIN;
    }
    let mut reply = |mv| match wins(game, &next, team.other(), mv) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    game.turn(&next).team() != team && game.for_each_move(&next, &mut reply).is_break()
}

/// An ending as a score for a team, `ply` plies from the root.
pub(super) fn score_of<G: Game>(game: &G, position: &G::Position, team: Team, ending: Ending, ply: u32) -> Score {
    match ending.outcome {
        Outcome::Win(color) if game.color_of(position, team) == Some(color) => WIN - ply as Score,
        Outcome::Win(_) => ply as Score - WIN,
        Outcome::Draw => 0,
        Outcome::Solved => WIN - ply as Score,
        Outcome::Stuck(left) => LEFT - 100 * Score::from(left),
    }
}
