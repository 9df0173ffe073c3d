//! Asking the solver in its worker: whether this is a dead end, which removals are safe, how it goes on, how few can be
//! left. One question at a time; what is asked later overtakes what was asked before.

use halfboard_app::phrases::solitaire as phrases;
use halfboard_app::solitaire::{SolitaireRun, hint};
use halfboard_engine::solve::Verdict;
use halfboard_rules::game::Outcome;
use halfboard_worker::messages::{RequestKind, ResponseKind};
use leptos::prelude::*;

use super::state::{DeadEnd, SolitairePageState, SolverAdvice, to_board_if_lost};
use crate::browser;
use crate::engine_client::EngineClient;

/// Positions looked at where a solver would otherwise look for ever; that of the solitaire never does.
const NODES: u64 = 1_000_000;

/// What the solver is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SolverRequest {
    /// Whether this is a dead end, without being asked by the player.
    Check,
    /// The last point before a dead end.
    LastGood,
    /// All safe removals.
    Safe,
    /// One of them.
    Hint,
    /// The way to the end.
    Solution,
    /// How few can be left.
    Fewest,
    /// The same to judge what was reached, without being asked by the player.
    Judge,
}

/// A worker that has made a puzzle, and the page of that puzzle once it is shown.
#[derive(Clone, Copy)]
pub(super) struct SolverWorker {
    engine: EngineClient,
    page: StoredValue<Option<SolitairePageState>>,
}

impl SolverWorker {
    /// Creates a worker whose answers go to `listener` until the puzzle is shown, and to its page from then on.
    pub(super) fn new(listener: impl Fn(ResponseKind) + 'static) -> SolverWorker {
        let page = StoredValue::new(None::<SolitairePageState>);
        let engine = EngineClient::new(move |answer| match page.try_get_value().flatten() {
            Some(page) => page.solver.hear(page, answer),
            None => listener(answer),
        });
        SolverWorker { engine, page }
    }

    /// Requests a generated puzzle. Returns false if there is no engine.
    pub(super) fn make(self, kind: RequestKind, memory: u32) -> bool {
        self.engine.request_puzzle(kind, memory)
    }
}

/// The solver of the page.
#[derive(Clone, Copy)]
pub(super) struct Solver {
    engine: StoredValue<Option<EngineClient>>,
    /// What is asked, and after how many removals.
    asked: RwSignal<Option<(SolverRequest, usize)>>,
    /// How much of the work is done.
    pub(super) share: RwSignal<f32>,
}

impl Solver {
    pub(super) fn new() -> Solver {
        Solver { engine: StoredValue::new(None), asked: RwSignal::new(None), share: RwSignal::new(0.0) }
    }

    /// Answers for a puzzle as long as its page is open, from the desk where it was made if there is one: its worker is
    /// running already.
    pub(super) fn attend(self, page: SolitairePageState, desk: Option<SolverWorker>) {
        let engine = match desk {
            Some(desk) => {
                desk.page.set_value(Some(page));
                desk.engine
            }
            None => EngineClient::new(move |answer| self.hear(page, answer)),
        };
        self.engine.set_value(Some(engine));
    }

    /// Returns the player's unanswered request; tracked.
    pub(super) fn wanted(self) -> Option<SolverRequest> {
        self.asked.get().map(|(want, _)| want)
    }

    /// Forgets what was asked.
    pub(super) fn stop(self) {
        if let Some(engine) = self.engine.get_value() {
            engine.cancel();
        }
        self.asked.set(None);
    }

    /// A removal was played at `ply`: what was asked about later ones, or by the player, is of no use any more.
    pub(super) fn overtaken(self, ply: usize) {
        match self.asked.get_untracked() {
            Some((SolverRequest::Check | SolverRequest::LastGood | SolverRequest::Judge, asked)) if asked <= ply => {}
            Some(_) => self.stop(),
            None => {}
        }
    }

    /// Looks whether this is a dead end, after what is looked at already.
    pub(super) fn check(self, page: SolitairePageState) {
        let open = |run: &SolitaireRun| run.outcome().is_none() && run.is_dead_end() != Some(false) && run.ply() > 0;
        if self.asked.get_untracked().is_none() && page.run.with_untracked(open) {
            self.ask(page, SolverRequest::Check);
        }
    }

    /// Asks for the player. Asking for the same again changes nothing while the answer is on its way.
    pub(super) fn ask_once(self, page: SolitairePageState, want: SolverRequest) {
        if self.asked.get_untracked().is_none_or(|(asked, _)| asked != want) {
            self.ask(page, want);
        }
    }

    /// Asks. What is known already is answered at once.
    pub(super) fn ask(self, page: SolitairePageState, want: SolverRequest) {
        let (ply, session) = page.run.with_untracked(|run| {
            let ply = match want {
                // Without knowing the best of the board nothing can be called a dead end.
                _ if run.best().is_none() => 0,
                SolverRequest::Fewest | SolverRequest::Judge => 0,
                SolverRequest::LastGood => run.last_good().and_then(Result::err).unwrap_or(run.ply()),
                SolverRequest::Check | SolverRequest::Safe | SolverRequest::Hint | SolverRequest::Solution => run.ply(),
            };
            (ply, run.at(ply))
        });
        if let Some(ending) = session.ending() {
            self.answered(page, want, ply, ending.outcome, Vec::new(), Vec::new());
            return;
        }
        let best = page.run.with_untracked(SolitaireRun::best);
        if let (SolverRequest::Fewest | SolverRequest::Judge, Some(best)) = (want, best) {
            self.answered(page, want, 0, best, Vec::new(), Vec::new());
            return;
        }
        let Some(engine) = self.engine.get_value() else { return };
        let memory = page.app.settings.with_untracked(|settings| settings.memory);
        self.share.set(0.0);
        if engine.request(&*session, RequestKind::Solve { nodes: NODES, distance: false }, memory) {
            self.asked.set(Some((want, ply)));
        } else {
            self.failed(page, want, "no worker");
        }
    }

    fn failed(self, page: SolitairePageState, want: SolverRequest, problem: &str) {
        self.asked.set(None);
        browser::log_error(problem);
        if want != SolverRequest::Judge {
            page.app.notify(phrases::no_solver());
        }
    }

    /// Hears an answer.
    fn hear(self, page: SolitairePageState, answer: ResponseKind) {
        let Some((want, ply)) = self.asked.try_get_untracked().flatten() else { return };
        match answer {
            ResponseKind::SolveProgress { share, .. } => self.share.set(share),
            ResponseKind::SolveResult { verdict: Some(Verdict::Outcome(outcome)), line, keep, .. } => {
                self.asked.set(None);
                self.answered(page, want, ply, outcome, line, keep);
            }
            ResponseKind::SolveResult { .. } => self.failed(page, want, "the solver has no verdict"),
            ResponseKind::Failed { problem, .. } => self.failed(page, want, &problem),
            _ => {}
        }
    }

    /// What follows from an answer: the best outcome after `ply` removals, removals to it, and all that keep it.
    fn answered(
        self,
        page: SolitairePageState,
        want: SolverRequest,
        ply: usize,
        outcome: Outcome,
        line: Vec<String>,
        keep: Vec<String>,
    ) {
        let had_best = page.run.with_untracked(|run| run.best().is_some());
        page.run.update(|run| run.learn(ply, outcome));
        let here = page.run.with_untracked(SolitaireRun::ply);
        if !had_best {
            // What was reached may turn out to be the best there is.
            page.record_progress();
        }
        if !had_best && here != ply && !matches!(want, SolverRequest::Fewest | SolverRequest::Judge) {
            self.ask(page, want);
            return;
        }
        let is_dead = page.run.with_untracked(SolitaireRun::is_dead_end) == Some(true);
        let left = (here == ply).then_some(outcome);
        match want {
            SolverRequest::Fewest => {
                page.told.set(SolverAdvice::Fewest);
                let proven = page.run.with_untracked(|run| phrases::proven(run.goal(), outcome));
                page.app.announce(proven);
            }
            SolverRequest::Judge => {}
            SolverRequest::LastGood => self.find_last_good(page),
            // The last removal was played meanwhile, and the end speaks for itself.
            SolverRequest::Check if page.run.with_untracked(|run| run.outcome().is_some()) => {}
            SolverRequest::Check if is_dead => {
                page.run.update(SolitaireRun::warn);
                self.dead_end(page, left);
            }
            // Removals were played meanwhile.
            SolverRequest::Check => {
                if here != ply {
                    self.check(page);
                }
            }
            SolverRequest::Solution if is_dead => {
                let known = page.run.with_untracked(|run| run.line().to_vec());
                if known.is_empty() {
                    page.go_to(0);
                    self.ask(page, SolverRequest::Solution);
                } else {
                    page.show(known, true);
                }
            }
            SolverRequest::Solution => page.show(line, false),
            // Help counts once it is there: a solver that fails has not helped.
            SolverRequest::Safe | SolverRequest::Hint if is_dead => {
                page.run.update(|run| {
                    run.take_help(|help| if want == SolverRequest::Hint { help.hints += 1 } else { help.safe += 1 });
                    run.know_dead_end();
                });
                self.dead_end(page, left);
            }
            SolverRequest::Safe => {
                page.run.update(|run| run.take_help(|help| help.safe += 1));
                let all = page.run.with_untracked(|run| run.session().moves().len());
                page.told.set(SolverAdvice::Safe(keep, all));
                page.app.announce(untrack(|| super::panel::advice_lines(page)).join(" "));
                to_board_if_lost();
            }
            SolverRequest::Hint => {
                let hint = page.run.with_untracked(|run| hint(run.session(), &line, &keep));
                if let Some(hint) = hint {
                    page.run.update(|run| run.take_help(|help| help.hints += 1));
                    page.told.set(SolverAdvice::Hint(hint, 1));
                    page.app.announce(untrack(|| super::panel::advice_lines(page)).join(" "));
                    browser::later(0, || browser::focus_if_lost(".hint .choice"));
                }
            }
        }
        page.save();
    }

    /// Tells a dead end, and looks for the last point that was none.
    fn dead_end(self, page: SolitairePageState, outcome: Option<Outcome>) {
        let left = match outcome {
            Some(Outcome::Stuck(left)) => Some(left),
            _ => None,
        };
        page.dead.set(Some(DeadEnd { left, minded: false }));
        page.app.announce(phrases::dead_end());
        self.find_last_good(page);
    }

    /// Looks for the last point before a dead end, if it is not known yet.
    pub(super) fn find_last_good(self, page: SolitairePageState) {
        if let Some(Err(_)) = page.run.with_untracked(SolitaireRun::last_good) {
            self.ask(page, SolverRequest::LastGood);
        }
    }
}
