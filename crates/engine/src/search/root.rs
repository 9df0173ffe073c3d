//! The root of a search: depth after depth, line after line, on one thread or several.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use halfboard_rules::random::mix;

use super::node::{Found, MOST_WITH_WINS, Shared, Way, Worker, score_of, wins};
use super::{History, Search};
use crate::advice::{Advice, Allowance};
use crate::evaluate::Evaluate;
use crate::levels::Handicap;
use crate::limits::Limits;
use crate::report::{Line, Report};
use crate::table::{Bound, Entry};
use crate::value::{Proof, Score, Value, WIN, is_decided, score_of_proof, value_of};

const DEEPEST: u32 = 90;

/// A move of the root with what the last depth found of it.
#[derive(Clone, Copy)]
struct RootMove<M> {
    mv: M,
    number: u16,
    found: Found,
}

pub(super) fn run<G: Evaluate>(
    search: &Search<G>,
    position: &G::Position,
    history: &History<G>,
    limits: &Limits,
    on_report: &mut dyn FnMut(&Report<G::Move>),
    on_pulse: &mut dyn FnMut(u64),
) -> Report<G::Move> {
    let start = (search.now)();
    let handicap = search.settings.handicap;
    let advice = advise(search, position, limits);
    if let Some((mv, proof)) = advice.best {
        let report = proven(search, (mv, proof), advice.nodes, start);
        on_report(&report);
        return report;
    }
    let shared = Shared {
        game: &search.game,
        table: &search.table,
        stop: &search.stop,
        // What a solver looked at in vain is no part of what a level looks at.
        handicap: Handicap { nodes: handicap.nodes.saturating_add(advice.nodes), ..handicap },
        seed: search.settings.seed,
        salt: if handicap == Handicap::NONE { 0 } else { mix(u64::from(search.table.age())) },
        net: search.net(),
        tables: search.tables(history),
        selective: search.settings.selective,
        done: AtomicBool::new(false),
        depth: AtomicU32::new(0),
        helped: AtomicU32::new(0),
        history,
        nodes: AtomicU64::new(advice.nodes),
        most_nodes: limits.nodes.unwrap_or(u64::MAX),
        now: search.now,
        deadline: limits.deadline().map_or(f64::INFINITY, |seconds| start + seconds),
    };
    let deepest = limits.depth.unwrap_or(DEEPEST).min(handicap.depth).min(DEEPEST);
    let root = Root {
        position: *position,
        lines: search.settings.lines.max(1),
        start,
        deepest,
        limits,
        finished: Mutex::default(),
    };
    std::thread::scope(|scope| {
        for helper in 1..search.settings.threads {
            let (shared, root) = (&shared, &root);
            // Helpers fill the table from deeper depths, and hand over those that they finish before the first thread.
            let work = move || root.deepen(&mut Worker::new(shared), 1 + (helper as u32 - 1) % 2, &mut |_| {});
            // When the system gives no more threads, fewer search.
            if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        let mut worker = Worker::new(&shared);
        worker.on_pulse = Some(on_pulse);
        let report = root.deepen(&mut worker, 0, on_report);
        shared.done.store(true, Ordering::Relaxed);
        report
    })
}

/// The positions a second that a solver surely looks at, also in the browser.
const SOLVED_PER_SECOND: f64 = 200_000.0;
/// With fewer positions or less time than this a solver is not asked.
const FEWEST_SOLVED: u64 = 1000;
/// What a solver may look at where nothing limits it.
const MOST_SOLVED: u64 = 400_000;
/// Seconds of which a solver may take some tenths.
const UNHURRIED: f64 = 2.0;

/// Asks the game's solver, where only the best move of a player at full strength is wanted. A limit of depth asks for a
/// search of that depth. With other limits the solver takes at most half.
fn advise<G: Evaluate>(search: &Search<G>, position: &G::Position, limits: &Limits) -> Advice<G::Move> {
    let settings = &search.settings;
    let full_strength = Handicap { nodes: u64::MAX, ..settings.handicap } == Handicap::NONE;
    if !full_strength || !settings.selective || settings.lines > 1 || limits.depth.is_some() {
        return Advice::NONE;
    }
    let seconds = limits.deadline().map(|seconds| (seconds * SOLVED_PER_SECOND) as u64);
    let nodes = limits.nodes.into_iter().chain(seconds).map(|nodes| nodes / 2).fold(MOST_SOLVED, u64::min);
    if nodes < FEWEST_SOLVED {
        return Advice::NONE;
    }
    let unhurried = limits.nodes.is_none() && limits.deadline().is_none_or(|seconds| seconds >= UNHURRIED);
    search.game.advise(position, &Allowance { nodes, unhurried, stop: &search.stop })
}

/// The report of a move that a solver found.
fn proven<G: Evaluate>(search: &Search<G>, (mv, proof): (G::Move, Proof), nodes: u64, start: f64) -> Report<G::Move> {
    let depth = match proof {
        Proof::Win(plies) | Proof::Loss(plies) => plies,
        Proof::Draw | Proof::Left(_) => 1,
    };
    Report {
        depth,
        deepest: depth,
        nodes,
        seconds: (search.now)() - start,
        lines: vec![Line { value: Value::Proven(proof), moves: vec![mv] }],
        exhausted: true,
        full: search.table.full(),
    }
}

fn is_loss(score: Score) -> bool {
    score < 0 && is_decided(score)
}

/// When a depth was cut short and its best move so far loses, that says nothing of the position: others were not looked
/// at. The first that is not known to lose takes its place, with what the last depth made of the position.
fn leave_lost_moves<M>(moves: &mut [RootMove<M>], last: Score) {
    let open = moves.iter().position(|root| !is_loss(root.found.0));
    if let Some(open) = open.filter(|&open| open > 0) {
        moves[..=open].rotate_right(1);
        moves[0].found = (last, false);
    }
}

/// The move that finished tables say wins soonest, or loses latest.
fn best_by_tables<G: Evaluate>(shared: &Shared<'_, G>, position: &G::Position) -> Option<G::Move> {
    let (game, tables) = (shared.game, shared.tables?);
    // A draw has no end to lead to.
    game.probe(position, tables).filter(|proof| *proof != Proof::Draw)?;
    let team = game.turn(position).team();
    let score = |mv: G::Move| {
        let mut next = *position;
        game.play(&mut next, mv);
        match game.ending(&next) {
            Some(ending) => Some(score_of(game, &next, team, ending, 1)),
            None => {
                let sign = if game.turn(&next).team() == team { 1 } else { -1 };
                game.probe(&next, tables).map(|proof| sign * score_of_proof(proof, 1))
            }
        }
    };
    let scored = game.legal_moves(position).into_iter().filter_map(|mv| Some((score(mv)?, mv)));
    // Of equals the first.
    scored.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, mv)| mv)
}

struct Root<'a, G: Evaluate> {
    position: G::Position,
    lines: usize,
    start: f64,
    deepest: u32,
    limits: &'a Limits,
    /// The deepest depth that a helper has finished, and what it found.
    finished: Mutex<(u32, Vec<RootMove<G::Move>>)>,
}

impl<G: Evaluate> Root<'_, G> {
    /// Searches depth after depth, until a limit is reached or there is nothing left to find out.
    fn deepen(
        &self,
        worker: &mut Worker<'_, G>,
        ahead: u32,
        on_report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let game = worker.shared.game;
        let legal = game.legal_moves(&self.position);
        let mut moves: Vec<RootMove<G::Move>> =
            legal.into_iter().zip(0..).map(|(mv, number)| RootMove { mv, number, found: (0, false) }).collect();
        let lines = self.lines.min(moves.len());
        if lines == 1 && self.win_at_once(game, &mut moves) {
            let report = self.report(worker, &moves[..1], 1, true);
            on_report(&report);
            return report;
        }
        let mut report = self.report(worker, &moves[..lines], 0, false);
        let mut last = 0;
        let mut depth = 0;
        while depth < self.deepest + ahead {
            // Helpers are one depth ahead of the first thread, so that it finds in the table what it is about to search.
            depth = match ahead {
                0 => depth + 1,
                _ => (worker.shared.depth.load(Ordering::Relaxed) + ahead).max(depth + 1),
            };
            if ahead == 0 {
                worker.shared.depth.store(depth, Ordering::Relaxed);
                worker.depth = depth;
            }
            // A level looks at every answer to every move however little it may look at, so that it never overlooks a
            // loss in one turn; unless the choice is that of a set-up, where nobody wins yet.
            worker.obliged = depth == 1 || depth == 2 && moves.len() <= MOST_WITH_WINS;
            for line in 0..lines {
                self.search_line(worker, &mut moves, line, depth as i32);
                if worker.stopped {
                    break;
                }
            }
            if worker.overtaken {
                // A helper was faster: what it found counts, and the next depth is begun.
                let finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
                depth = finished.0.min(self.deepest);
                moves.clone_from(&finished.1);
                worker.go_on();
            }
            if worker.stopped && lines > 1 {
                // Of several lines some are from this depth and some from the last: only the last is of one piece.
                report.nodes = worker.shared.nodes.load(Ordering::Relaxed).max(worker.nodes);
                report.seconds = (worker.shared.now)() - self.start;
                break;
            }
            // A depth that was cut short still counts as far as it got: its best move beat the last one's.
            if worker.stopped {
                leave_lost_moves(&mut moves, last);
            }
            last = moves[0].found.0;
            let exhausted = !worker.stopped && moves[0].found.1 && lines == moves.len().min(self.lines);
            let reached = if worker.stopped { depth - 1 } else { depth };
            worker.check();
            if worker.overtaken {
                // By a helper that is deeper still; the next depth will meet it.
                worker.go_on();
            }
            report = self.report(worker, &moves[..lines], reached, exhausted);
            if worker.stopped {
                break;
            }
            if ahead > 0 && lines == 1 {
                let mut finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
                if depth > finished.0 {
                    *finished = (depth, moves.clone());
                    worker.shared.helped.store(depth, Ordering::Relaxed);
                }
            }
            on_report(&report);
            let settled = moves[..lines].iter().all(|root| root.found.1 || is_decided(root.found.0));
            if settled || self.limits.is_enough(report.seconds, moves.len()) {
                break;
            }
        }
        report
    }

    /// Looks for a move that wins at once and brings it to the front. It is never missed, whatever the limits.
    fn win_at_once(&self, game: &G, moves: &mut [RootMove<G::Move>]) -> bool {
        let team = game.turn(&self.position).team();
        let wins = |root: &RootMove<G::Move>| wins(game, &self.position, team, root.mv);
        let Some(winning) = moves.iter().position(wins) else { return false };
        moves[winning].found = (WIN - 1, true);
        moves[..=winning].rotate_right(1);
        true
    }

    /// Finds the best of the moves from `line` on and brings it there.
    fn search_line(&self, worker: &mut Worker<'_, G>, moves: &mut [RootMove<G::Move>], line: usize, depth: i32) {
        let game = worker.shared.game;
        let expected = moves[line].found.0;
        let mut width = 30;
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
            // Outside the window the score is only a bound: open it on that side and look again.
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
            let RootMove { number, found: (score, proven), .. } = moves[0];
            let entry = Entry { score, depth: depth as u8, bound: Bound::Exact, proven, best: number };
            worker.shared.table.put(key ^ worker.shared.salt, 0, entry);
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
        worker.begin(game.key(&self.position));
        let mut best = -WIN - 1;
        let mut all_proven = true;
        for index in line..moves.len() {
            let mv = moves[index].mv;
            let mut next = self.position;
            game.play(&mut next, mv);
            let passed = match game.passer(&self.position, mv) {
                0 => 0,
                who => worker.shared.history.passed | who,
            };
            let way = Way { ply: 1, last: Some(mv), passed, skipped: false };
            let (mut score, mut proven);
            if index == line {
                (score, proven) = worker.child(team, &next, depth - 1, alpha, beta, way);
            } else {
                (score, proven) = worker.child(team, &next, depth - 1, alpha, alpha + 1, way);
                if score > alpha && !worker.stopped {
                    (score, proven) = worker.child(team, &next, depth - 1, alpha, beta, way);
                }
            }
            if worker.stopped {
                // What was not looked at may be better: one move alone proves nothing but a win.
                let found = &mut moves[line].found;
                found.1 = found.1 && found.0 > 0 && is_decided(found.0);
                return best;
            }
            all_proven &= proven;
            if is_loss(score) {
                moves[index].found = (score, proven);
            }
            if score > best {
                best = score;
                moves[index].found = (score, proven);
                if score > alpha || index == line {
                    // The new best goes to the front, the others keep their order.
                    moves[line..=index].rotate_right(1);
                }
                alpha = alpha.max(score);
            }
            if score >= beta {
                break;
            }
        }
        // The best is proven only when everything else was searched as far.
        let found = &mut moves[line].found;
        found.1 = found.1 && (all_proven || found.0 > 0 && is_decided(found.0));
        best
    }

    fn report(
        &self,
        worker: &Worker<'_, G>,
        moves: &[RootMove<G::Move>],
        depth: u32,
        exhausted: bool,
    ) -> Report<G::Move> {
        let lines = moves.iter().map(|root| Line {
            value: value_of(root.found.0, root.found.1),
            moves: self.principal_variation(worker, root.mv, depth),
        });
        Report {
            depth,
            deepest: worker.deepest,
            nodes: worker.shared.nodes.load(Ordering::Relaxed).max(worker.nodes),
            seconds: (worker.shared.now)() - self.start,
            lines: lines.collect(),
            exhausted,
            full: worker.shared.table.full(),
        }
    }

    /// The line that begins with a move, as the table remembers it, and as far as finished tables know how it ends.
    fn principal_variation(&self, worker: &Worker<'_, G>, first: G::Move, depth: u32) -> Vec<G::Move> {
        let game = worker.shared.game;
        let mut position = self.position;
        game.play(&mut position, first);
        let mut line = vec![first];
        let mut seen = vec![game.key(&self.position)];
        while game.ending(&position).is_none() {
            let key = game.key(&position);
            let remembered = || {
                let known = worker.shared.table.get(key ^ worker.shared.salt, 0);
                let entry = known.filter(|_| !seen.contains(&key) && (line.len() as u32) < depth)?;
                game.legal_moves(&position).get(usize::from(entry.best)).copied()
            };
            let Some(mv) = best_by_tables(worker.shared, &position).or_else(remembered) else { break };
            seen.push(key);
            line.push(mv);
            game.play(&mut position, mv);
        }
        line
    }
}
