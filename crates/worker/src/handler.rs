//! The request handler of the worker: keeps a game and its engine from request to request. The clock is passed in, so
//! that it runs natively in tests.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Display;

use crate::messages::{GameUpdate, MAX_MEMORY, RequestKind, ResponseKind, WorkerRequest, WorkerResponse};
use halfboard_engine::games::sight_reduction::solitaire::puzzle;
use halfboard_engine::levels::{Level, StrengthLimit};
use halfboard_engine::limits::{CancelToken, Clock, Limits, Now};
use halfboard_engine::player::{self, Player};
use halfboard_engine::report::{PrincipalVariation, SearchReport};
use halfboard_engine::search::SearchSettings;
use halfboard_engine::solve::{self, ProgressObserver, SolveReport, SolveRequest};
use halfboard_rules::registry;
use halfboard_rules::session::Session;

/// Minimum seconds between two progress responses.
const PROGRESS_INTERVAL: f64 = 0.1;

/// A handler of requests.
#[derive(Default)]
pub struct WorkerHandler {
    game: Option<Box<dyn Session>>,
    /// Network files by path.
    networks: BTreeMap<String, Vec<u8>>,
    engine: Option<Engine>,
}

/// An engine with the settings it was made for.
struct Engine {
    player: Box<dyn Player>,
    memory: u32,
}

/// Handles an encoded request and posts the encoded responses, the last of which is final even if the request is invalid.
pub fn handle(handler: &mut WorkerHandler, request: &[u8], now: Now, post: &mut dyn FnMut(Vec<u8>)) {
    let response = match WorkerRequest::decode(request) {
        Ok(request) => {
            let kind = handler.handle(&request, now, post);
            WorkerResponse { id: request.id, kind: kind.unwrap_or_else(|problem| ResponseKind::Failed { problem }) }
        }
        Err(error) => WorkerResponse::broken(error.to_string()),
    };
    post(response.encode());
}

fn message(error: impl Display) -> String {
    error.to_string()
}

/// Returns the path of the network that a request needs, if it replaces the worker's game.
pub fn network_of(request: &[u8]) -> Option<String> {
    match WorkerRequest::decode(request).ok()?.game {
        GameUpdate::Replace { rules, .. } => player::network_path(&*registry::rules(&rules).ok()?.start(0)),
        GameUpdate::Continue { .. } => None,
    }
}

impl WorkerHandler {
    /// Adds the network file of a path, for engines that are started later.
    pub fn add_network(&mut self, path: String, file: Vec<u8>) {
        self.networks.insert(path, file);
    }

    fn handle(
        &mut self,
        request: &WorkerRequest,
        now: Now,
        post: &mut dyn FnMut(Vec<u8>),
    ) -> Result<ResponseKind, String> {
        if !(1..=MAX_MEMORY).contains(&request.memory) {
            return Err(format!("invalid memory {} MiB: valid are 1 to {MAX_MEMORY}", request.memory));
        }
        let is_valid = |seconds: f64| seconds.is_finite() && seconds >= 0.0;
        if request.clock.is_some_and(|clock| !is_valid(clock.remaining) || !is_valid(clock.increment)) {
            return Err("invalid clock: seconds must be finite and not negative".to_owned());
        }
        let mut post = |kind| post(WorkerResponse { id: request.id, kind }.encode());
        if let RequestKind::GeneratePuzzle { rules, grade, aimed, number } = &request.kind {
            return puzzle::generate(rules, *aimed, *grade, *number).map(ResponseKind::Puzzle).map_err(message);
        }
        self.update(&request.game)?;
        match request.kind {
            RequestKind::Solve { nodes, distance } => self.solve(request.memory, (nodes, distance), now, &mut post),
            _ => self.search(request, now, &mut post),
        }
    }

    /// Brings the game up to date. After an error there is no game, so that the next update must replace it.
    fn update(&mut self, update: &GameUpdate) -> Result<(), String> {
        let before = self.game.take();
        let (mut session, moves) = match update {
            GameUpdate::Replace { rules, start, moves } => {
                let session = registry::rules(rules).map_err(message)?.position(start).map_err(message)?;
                // What the engine learnt about another game is of no use, and would change its play.
                self.engine = self.engine.take().filter(|engine| engine.player.rules() == session.rules());
                if let Some(engine) = &mut self.engine {
                    engine.player.clear();
                }
                (session, moves)
            }
            GameUpdate::Continue { undo, moves } => {
                let mut session = before.ok_or("the worker has no game to continue")?;
                if !(0..*undo).all(|_| session.undo()) {
                    return Err(format!("cannot undo {undo} moves"));
                }
                (session, moves)
            }
        };
        for mv in moves {
            session.play(mv).map_err(message)?;
        }
        self.game = Some(session);
        Ok(())
    }

    fn search(
        &mut self,
        request: &WorkerRequest,
        now: Now,
        post: &mut dyn FnMut(ResponseKind),
    ) -> Result<ResponseKind, String> {
        let session = self.game.as_deref().ok_or("the worker has no game")?;
        // The old engine is dropped before another is made: there may not be memory for both.
        let engine = match self.engine.take().filter(|engine| engine.memory == request.memory) {
            Some(engine) => engine,
            None => {
                let mut player = player::for_session(session, request.memory as usize, now).map_err(message)?;
                if let Some(file) = player::network_path(session).and_then(|path| self.networks.get(&path)) {
                    player.set_network(file).map_err(message)?;
                }
                Engine { player, memory: request.memory }
            }
        };
        let player = &mut self.engine.insert(engine).player;
        player.set_game(session).map_err(message)?;
        let (settings, limits) = search_settings(&**player, request)?;
        let limits = match request.kind {
            RequestKind::Play { .. } => limits.with_choices(session.moves().len()),
            _ => limits,
        };
        player.set(settings);
        let progress = RefCell::new(SearchProgress::new(settings.strength, &limits, now, post));
        let mut on_report = |report: &SearchReport<String>| progress.borrow_mut().report(report);
        let mut on_pulse = |nodes| progress.borrow_mut().pulse(nodes);
        let report = player.search_with_pulse(&limits, &mut on_report, &mut on_pulse).map_err(message)?;
        let mut lines = report.lines.into_iter();
        let best = lines.next().ok_or("the engine found no line")?;
        let mv = best.moves.first().ok_or("the engine found no move")?.clone();
        let reasons = match request.kind {
            RequestKind::Hint { .. } => player.explain(&best.moves),
            _ => Vec::new(),
        };
        Ok(ResponseKind::SearchResult {
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
        memory: u32,
        (nodes, distance): (u64, bool),
        now: Now,
        post: &mut dyn FnMut(ResponseKind),
    ) -> Result<ResponseKind, String> {
        // Solvers allocate memory of their own, and there may not be enough beside the table of a search.
        self.engine = None;
        let session = self.game.as_deref().ok_or("the worker has no game")?;
        let mut posted = now();
        let mut on_progress = |done: usize, of: usize| {
            if now() - posted >= PROGRESS_INTERVAL {
                posted = now();
                let share = (done as f32 / of.max(1) as f32).clamp(0.0, 1.0);
                post(ResponseKind::SolveProgress { share });
            }
        };
        let cancel = CancelToken::default();
        let mut observer = ProgressObserver { cancel: &cancel, on_progress: &mut on_progress };
        let request = SolveRequest {
            exact_distance: distance,
            default_nodes: Some(nodes),
            mebibytes: memory as usize,
            ..SolveRequest::default()
        };
        let report = solve::solve(session, &request, None, now, &mut observer).map_err(message)?;
        let SolveReport { verdict, distance, line, optimal_moves: keep, all_optimal: keep_is_all, nodes, .. } = report;
        Ok(ResponseKind::SolveResult { verdict, distance, line, keep, keep_is_all, nodes })
    }
}

/// Returns the settings and limits of the search that a request asks for.
fn search_settings(player: &dyn Player, request: &WorkerRequest) -> Result<(SearchSettings, Limits), String> {
    let clock = request.clock.map(|clock| Clock { remaining: clock.remaining, increment: clock.increment });
    // A worker has no further threads.
    let settings = SearchSettings { threads: 1, ..SearchSettings::default() };
    Ok(match request.kind {
        RequestKind::Play { level, seed, seconds } => {
            let rules = player.rules();
            let level = Level::new(&rules, level).ok_or_else(|| format!("there is no level {level}"))?;
            let seconds = seconds.filter(|_| level == Level::top(&rules)).map(f64::from);
            let strength = if seconds.is_some() { StrengthLimit::NONE } else { player.strength_limit(level) };
            (SearchSettings { strength, seed, ..settings }, Limits { clock, seconds, ..Limits::default() })
        }
        RequestKind::Hint { nodes, lines } | RequestKind::Analyze { nodes, lines } => {
            let limits = Limits { nodes: Some(nodes.max(1)), clock, ..Limits::default() };
            (SearchSettings { lines: lines.max(1).into(), ..settings }, limits)
        }
        RequestKind::Solve { .. } | RequestKind::GeneratePuzzle { .. } => {
            return Err("not a search request".to_owned());
        }
    })
}

/// Posts the progress of a search.
struct SearchProgress<'a> {
    nodes: u64,
    seconds: f64,
    now: Now,
    started: f64,
    posted: f64,
    /// Depth and lines of the last report.
    best: Option<(u32, Vec<PrincipalVariation<String>>)>,
    post: &'a mut dyn FnMut(ResponseKind),
}

impl<'a> SearchProgress<'a> {
    fn new(strength: StrengthLimit, limits: &Limits, now: Now, post: &'a mut dyn FnMut(ResponseKind)) -> Self {
        let nodes = limits.nodes.unwrap_or(u64::MAX).min(strength.nodes);
        let seconds = limits.clock.map_or(f64::INFINITY, |clock| clock.hard_limit());
        let seconds = limits.seconds.unwrap_or(f64::INFINITY).min(seconds);
        let started = now();
        SearchProgress { nodes, seconds, now, started, posted: started, best: None, post }
    }

    fn report(&mut self, report: &SearchReport<String>) {
        if report.lines.first().is_some_and(|line| !line.moves.is_empty()) {
            self.best = Some((report.depth, report.lines.clone()));
        }
        self.pulse(report.nodes);
    }

    fn pulse(&mut self, nodes: u64) {
        let now = (self.now)();
        if now - self.posted < PROGRESS_INTERVAL {
            return;
        }
        let Some((depth, lines)) = self.best.clone() else { return };
        self.posted = now;
        let seconds = now - self.started;
        let share = (nodes as f64 / self.nodes as f64).max(seconds / self.seconds).clamp(0.0, 1.0);
        let nodes_per_second = (nodes as f64 / seconds) as u64;
        (self.post)(ResponseKind::SearchProgress { depth, nodes, nodes_per_second, share: share as f32, lines });
    }
}
