//! The desk at which questions are answered: one engine, kept from question to question of a game. Knows no browser; the
//! clock comes from outside.

use std::cell::RefCell;
use std::fmt::Display;

use crate::messages::{Answer, Ask, Kind};
use halfboard_engine::games::sight_reduction::solitaire::puzzle;
use halfboard_engine::levels::{Level, StrengthLimit};
use halfboard_engine::limits::{CancelToken, Clock, Limits, Now};
use halfboard_engine::player::{self, Player};
use halfboard_engine::report::{PrincipalVariation, SearchReport};
use halfboard_engine::search::SearchSettings;
use halfboard_engine::solve::{ProgressObserver, SolveReport, SolveRequest, solve};
use halfboard_rules::registry;
use halfboard_rules::session::Session;

/// Seconds between two words about progress: more often nobody can read them.
const PAUSE: f64 = 0.1;

/// A place to think.
#[derive(Default)]
pub struct Desk {
    engine: Option<Engine>,
}

/// The engine with what it was made for.
struct Engine {
    player: Box<dyn Player>,
    memory: u32,
    start: String,
}

/// Answers a question: posts how it goes, and at the end what was found or why there is nothing. Whatever the question
/// is, the last thing posted is an answer that ends it.
pub fn answer(desk: &mut Desk, question: &str, now: Now, post: &mut dyn FnMut(String)) {
    let last = match Ask::decode(question) {
        Ok(ask) => desk.think(&ask, now, post).unwrap_or_else(|problem| Answer::Failed { id: ask.id, problem }),
        Err(error) => Answer::Failed { id: Ask::id_of(question), problem: error.to_string() },
    };
    post(last.encode());
}

fn words(error: impl Display) -> String {
    error.to_string()
}

impl Desk {
    fn think(&mut self, ask: &Ask, now: Now, post: &mut dyn FnMut(String)) -> Result<Answer, String> {
        if let Kind::Make { grade, aimed, number } = ask.kind {
            let puzzle = puzzle::generate(&ask.rules, aimed, grade, number).map_err(words)?;
            return Ok(Answer::Made { id: ask.id, puzzle });
        }
        let rules = registry::rules(&ask.rules).map_err(words)?;
        let mut session = rules.position(&ask.start).map_err(words)?;
        for mv in &ask.moves {
            session.play(mv).map_err(words)?;
        }
        if let Kind::Solve { nodes, distance } = ask.kind {
            return self.solve(ask, &*session, (nodes, distance), now, post);
        }
        let player = self.player(&*session, ask.memory, now)?;
        player.set_game(&*session).map_err(words)?;
        let (settings, limits) = conditions(&*player, ask)?;
        player.set(settings);
        let watch = RefCell::new(Watch::new(ask.id, settings.strength, &limits, now, post));
        let mut on_report = |report: &SearchReport<String>| watch.borrow_mut().report(report);
        let mut on_pulse = |nodes| watch.borrow_mut().pulse(nodes);
        let report = player.search_with_pulse(&limits, &mut on_report, &mut on_pulse).map_err(words)?;
        let mut lines = report.lines.into_iter();
        let best = lines.next().ok_or("the engine found no line")?;
        let mv = best.moves.first().ok_or("the engine found no move")?.clone();
        let reasons = match ask.kind {
            Kind::Hint { .. } => player.explain(&best.moves),
            _ => Vec::new(),
        };
        Ok(Answer::Done {
            id: ask.id,
            mv,
            value: best.value,
            line: best.moves,
            others: lines.collect(),
            reasons,
            nodes: report.nodes,
            seconds: report.seconds.max(0.0),
            depth: report.depth,
        })
    }

    fn solve(
        &mut self,
        ask: &Ask,
        session: &dyn Session,
        (nodes, distance): (u64, bool),
        now: Now,
        post: &mut dyn FnMut(String),
    ) -> Result<Answer, String> {
        // Solvers take memory of their own, and there may not be enough beside the table of a search.
        self.engine = None;
        let mut told = now();
        let mut on_progress = |done: usize, of: usize| {
            if now() - told >= PAUSE {
                told = now();
                let share = (done as f32 / of.max(1) as f32).clamp(0.0, 1.0);
                post(Answer::Working { id: ask.id, share }.encode());
            }
        };
        let cancel = CancelToken::default();
        let mut observer = ProgressObserver { cancel: &cancel, on_progress: &mut on_progress };
        let request = SolveRequest {
            exact_distance: distance,
            default_nodes: Some(nodes),
            mebibytes: ask.memory as usize,
            ..SolveRequest::default()
        };
        let report = solve(session, &request, None, now, &mut observer).map_err(words)?;
        let SolveReport { verdict, distance, line, optimal_moves: keep, all_optimal: keep_is_all, nodes, .. } = report;
        Ok(Answer::Solved { id: ask.id, verdict, distance, line, keep, keep_is_all, nodes })
    }

    /// The engine for a game: the one at hand if it fits. A game with another start is a new game, of which it knows
    /// nothing yet.
    fn player(&mut self, session: &dyn Session, memory: u32, now: Now) -> Result<&mut dyn Player, String> {
        let rules = session.rules();
        // The old engine goes before the new one comes: there may not be memory for both.
        let mut engine = self.engine.take().filter(|engine| engine.memory == memory && engine.player.rules() == rules);
        if let Some(engine) = engine.as_mut().filter(|engine| engine.start != session.start()) {
            engine.player.clear();
            engine.start = session.start();
        }
        let engine = match engine {
            Some(engine) => engine,
            None => {
                let player = player::for_session(session, memory as usize, now).map_err(words)?;
                Engine { player, memory, start: session.start() }
            }
        };
        Ok(&mut *self.engine.insert(engine).player)
    }
}

/// How to search for what is asked.
fn conditions(player: &dyn Player, ask: &Ask) -> Result<(SearchSettings, Limits), String> {
    let clock = ask.clock.map(|clock| Clock { remaining: clock.remaining, increment: clock.increment });
    // There are no threads in a worker: one it is.
    let settings = SearchSettings { threads: 1, ..SearchSettings::default() };
    Ok(match ask.kind {
        Kind::Play { level, seed } => {
            let level = Level::new(level).ok_or_else(|| format!("there is no level {level}"))?;
            let strength = player.strength_limit(level);
            (SearchSettings { strength, seed, ..settings }, Limits { clock, ..Limits::default() })
        }
        Kind::Hint { nodes, lines } | Kind::Full { nodes, lines } => {
            let limits = Limits { nodes: Some(nodes.max(1)), clock, ..Limits::default() };
            (SearchSettings { lines: lines.into(), ..settings }, limits)
        }
        Kind::Solve { .. } | Kind::Make { .. } => return Err("a solver knows no conditions of a search".to_owned()),
    })
}

/// Watches a search and posts how far it is.
struct Watch<'a> {
    id: u32,
    nodes: u64,
    seconds: f64,
    now: Now,
    begun: f64,
    told: f64,
    /// Depth and lines of the last report.
    best: Option<(u32, Vec<PrincipalVariation<String>>)>,
    post: &'a mut dyn FnMut(String),
}

impl<'a> Watch<'a> {
    fn new(id: u32, strength: StrengthLimit, limits: &Limits, now: Now, post: &'a mut dyn FnMut(String)) -> Self {
        let nodes = limits.nodes.unwrap_or(u64::MAX).min(strength.nodes);
        let seconds = limits.clock.map_or(f64::INFINITY, |clock| clock.hard_limit());
        let begun = now();
        Watch { id, nodes, seconds, now, begun, told: begun, best: None, post }
    }

    fn report(&mut self, report: &SearchReport<String>) {
        if report.lines.first().is_some_and(|line| !line.moves.is_empty()) {
            self.best = Some((report.depth, report.lines.clone()));
        }
        self.pulse(report.nodes);
    }

    fn pulse(&mut self, nodes: u64) {
        let now = (self.now)();
        let Some((depth, lines)) = self.best.clone().filter(|_| now - self.told >= PAUSE) else { return };
        self.told = now;
        let seconds = now - self.begun;
        let share = (nodes as f64 / self.nodes as f64).max(seconds / self.seconds).clamp(0.0, 1.0);
        let nodes_per_second = (nodes as f64 / seconds) as u64;
        let share = share as f32;
        let progress = Answer::Progress { id: self.id, depth, nodes, nodes_per_second, share, lines };
        (self.post)(progress.encode());
    }
}
