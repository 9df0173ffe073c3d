//! The engine at the table: plays its seats, gives hints in steps, and never blocks the page.

use std::cell::Cell;

use halfboard_app::composer::Compose;
use halfboard_app::phrases::{game as phrases, reasons, steps, worth};
use halfboard_engine::explanation::MoveExplanation;
use halfboard_engine::value::{Proof, Value};
use halfboard_rules::game::Team;
use halfboard_rules::present::Step;
use halfboard_rules::session::Session;
use halfboard_worker::messages::{Clock, RequestKind, ResponseKind, WorkerResponse};
use leptos::prelude::*;

use super::state::GamePageState;
use crate::board::Marks;
use crate::browser;
use crate::engine_client::EngineWorker;

/// How long an answer takes at least, in seconds: a move that comes at once is not seen.
const PACE: f64 = 0.45;

/// Positions that are looked at for a hint: about a second.
const HINT_NODES: u64 = 400_000;

/// The engine takes a draw when it seems behind by this much, in hundredths of a logit.
const BEHIND: i32 = -60;

/// What the engine has been asked for and has said.
#[derive(Clone, Copy)]
pub(crate) struct Engine {
    worker: StoredValue<Option<EngineWorker>, LocalStorage>,
    /// The number of the last question. Answers to others come too late.
    asked: RwSignal<u32>,
    /// How much of its time a search has used, while one runs.
    pub(crate) progress: RwSignal<Option<f32>>,
    /// The hint, as far as it is revealed.
    pub(crate) hint: RwSignal<Hint>,
    /// What the engine last thought of the chances of a team, when it played for it.
    opinion: RwSignal<Option<(Team, Value)>>,
}

/// A hint, revealed in steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Hint {
    /// None was asked for.
    #[default]
    None,
    /// It is being looked for.
    Asked,
    /// It was found. `told` is how much of it is revealed: what to move, where, and why.
    Found { told: u8, line: Vec<String>, steps: Vec<Step>, value: Value, reasons: Vec<MoveExplanation> },
}

impl Engine {
    pub(super) fn new() -> Engine {
        Engine {
            worker: StoredValue::new_local(None),
            asked: RwSignal::new(0),
            progress: RwSignal::new(None),
            hint: RwSignal::new(Hint::None),
            opinion: RwSignal::new(None),
        }
    }

    /// Lets the engine play whenever it is its turn, as long as the page is open.
    pub(super) fn attend(self, game: GamePageState) {
        self.worker.set_value(Some(EngineWorker::new(move |response| self.respond(game, response))));
        on_cleanup(move || self.stop());
        let turn = Memo::new(move |_| {
            game.play.with(|play| {
                play.engine_to_move()
                    .filter(|_| !game.paused.get() && !game.shared.is_elsewhere())
                    .map(|level| (level, play.plies()))
            })
        });
        Effect::new(move |_| {
            self.stop();
            match turn.get() {
                Some((level, _)) => {
                    let (seed, seconds) = game.play.with_untracked(|play| (play.seed(), play.think()));
                    self.ask(game, RequestKind::Play { level, seed, seconds });
                }
                // The first question need not wait for the engine to be loaded.
                None if game.play.with_untracked(|play| play.players().len() > 1 && play.lone_person().is_some()) => {
                    browser::later(400, move || self.warm_up());
                }
                None => {}
            }
        });
    }

    fn warm_up(self) {
        let _ = self.worker.try_with_value(|worker| worker.as_ref().map(EngineWorker::warm_up));
    }

    fn ask(self, game: GamePageState, kind: RequestKind) {
        let memory = game.app.settings.with_untracked(|settings| settings.memory);
        let id = game.play.with_untracked(|play| {
            let session = play.session();
            let clock = play.clocks().map(|clocks| Clock {
                remaining: play.remaining(session.turn(), browser::seconds()).unwrap_or_default(),
                increment: clocks.control().increment() as f64 / 1000.0,
            });
            self.worker.try_with_value(|worker| worker.as_ref()?.post(Some(session), kind, clock, memory)).flatten()
        });
        self.asked.set(id.unwrap_or_default());
        self.progress.set(Some(0.0));
        ASKED_AT.set(browser::seconds());
        if id.is_none() {
            self.progress.set(None);
            self.clear_hint();
            game.app.notify(phrases::engine_unavailable());
        }
    }

    /// Stops the engine.
    pub(super) fn stop(self) {
        if self.progress.try_get_untracked().flatten().is_some() {
            let _ = self.worker.try_with_value(|worker| worker.as_ref().map(EngineWorker::stop));
            self.progress.try_set(None);
        }
        self.asked.try_set(0);
        if self.hint.try_get_untracked() == Some(Hint::Asked) {
            self.hint.set(Hint::None);
        }
    }

    fn respond(self, game: GamePageState, WorkerResponse { id, kind }: WorkerResponse) {
        let asked = self.asked.try_get_untracked().unwrap_or_default();
        match kind {
            ResponseKind::SearchProgress { share, .. } if id == asked => self.progress.set(Some(share)),
            ResponseKind::SearchResult { mv, value, line, reasons, .. } if id == asked => {
                if self.hint.get_untracked() == Hint::Asked {
                    self.asked.set(0);
                    self.progress.set(None);
                    let steps = game.play.with_untracked(|play| play.session().steps(&mv).unwrap_or_default());
                    self.hint.set(Hint::Found { told: 1, line, steps, value, reasons });
                    self.announce_hint(game);
                } else {
                    self.play(game, id, mv, value);
                }
            }
            ResponseKind::Failed { problem } if id == asked || id == 0 => self.failed(game, &problem),
            _ => {}
        }
    }

    /// Plays the engine's move, after a short delay if it came too soon to be seen.
    fn play(self, game: GamePageState, id: u32, mv: String, value: Value) {
        let (team, clocks) = game.play.with_untracked(|play| (play.session().turn().team(), play.clocks().is_some()));
        self.opinion.set(Some((team, value)));
        // Waiting would cost the engine its own time, and is for eyes that follow what moves.
        let pace = if clocks || !untrack(|| game.app.animations_enabled()) { 0.0 } else { PACE };
        let wait = (pace - (browser::seconds() - ASKED_AT.get())).max(0.0);
        browser::later((wait * 1000.0) as u32, move || {
            // Any action in the meantime has made this request obsolete.
            if self.asked.try_get_untracked() == Some(id) {
                self.asked.set(0);
                self.progress.set(None);
                game.play_move(&mv);
            }
        });
    }

    /// The worker is of no use any more. It is restarted only on request: by itself it might fail for ever.
    fn failed(self, game: GamePageState, problem: &str) {
        let asked = self.asked.try_get_untracked().unwrap_or_default() != 0;
        self.stop();
        browser::log_error(problem);
        let plays = game.play.try_with_untracked(|play| play.engine_to_move().is_some());
        match plays {
            Some(true) => {
                game.pause(true);
                game.app.notify(phrases::engine_failed());
            }
            Some(false) if asked => game.app.notify(phrases::hint_failed()),
            _ => {}
        }
    }

    /// Announces the revealed part of the hint, and leads the keyboard on from the button that went away.
    fn announce_hint(self, game: GamePageState) {
        game.app.announce(untrack(|| self.hint_lines(game)).join(" "));
        browser::later(0, || browser::focus_if_lost(".hint .choice"));
    }

    /// Asks for a hint, or tells more of the one that was given.
    pub(crate) fn more_hint(self, game: GamePageState) {
        match self.hint.get_untracked() {
            Hint::None if self.progress.with_untracked(Option::is_none) => {
                self.hint.set(Hint::Asked);
                game.composer.remark.set(None);
                self.ask(game, RequestKind::Hint { nodes: HINT_NODES, lines: 1 });
            }
            Hint::Found { told, .. } if told < 3 => {
                self.hint.update(|hint| {
                    if let Hint::Found { told, .. } = hint {
                        *told += 1;
                    }
                });
                self.announce_hint(game);
            }
            _ => {}
        }
    }

    /// Forgets the hint, because the position is another now.
    pub(crate) fn clear_hint(self) {
        self.hint.set(Hint::None);
    }

    /// Returns the revealed part of the hint as sentences.
    pub(crate) fn hint_lines(self, game: GamePageState) -> Vec<String> {
        let Hint::Found { told, line, steps, value, reasons } = self.hint.get() else { return Vec::new() };
        game.play.with_untracked(|play| {
            let session = play.session();
            let (board, id) = (session.info().board, session.info().id);
            let mut lines = Vec::new();
            match steps.first().and_then(|step| step.square()) {
                Some(square) => lines.push(phrases::hint_from(board.name(square))),
                None => lines.extend(steps.first().map(|step| phrases::hint_move(steps::step(*step, board)))),
            }
            if told >= 2 {
                let way: Vec<String> = steps.iter().map(|step| steps::step(*step, board)).collect();
                lines.push(phrases::hint_move(way.join(", ")));
            }
            if told >= 3 {
                let solitaire = session.seats().len() == 1;
                lines.extend(reasons.iter().filter_map(|r| reasons::sentence(id, *r, solitaire)).map(str::to_owned));
                lines.push(worth::to_you(value, solitaire));
                lines.extend(reply(session, &line).filter(|_| !solitaire).map(phrases::hint_reply));
            }
            lines
        })
    }

    /// Returns what of the hint is shown on the board.
    pub(super) fn hint_marks(self, game: GamePageState) -> Marks {
        let Hint::Found { told, steps, .. } = self.hint.get() else { return Marks::default() };
        if game.play.with(Compose::is_browsing) {
            return Marks::default();
        }
        match told {
            ..=1 => {
                Marks { rings: steps.iter().find_map(|step| step.square()).into_iter().collect(), ..Marks::default() }
            }
            _ => Marks::of_turn(&steps),
        }
    }

    /// Returns whether the engine takes a draw from this team: when the other seems to be behind, or no side can win.
    pub(crate) fn takes_draw(self, from: Team) -> bool {
        match self.opinion.get_untracked() {
            Some((team, Value::Estimated(value))) => team != from && value <= BEHIND,
            Some((team, Value::Proven(Proof::Loss(_) | Proof::Draw))) => team != from,
            _ => false,
        }
    }

    /// Forgets what it thought, because the game is another now.
    pub(super) fn clear_opinion(self) {
        self.opinion.set(None);
    }
}

/// Returns what the second move of a line does, in words.
fn reply(session: &dyn Session, line: &[String]) -> Option<String> {
    let [first, second, ..] = line else { return None };
    let mut after = session.clone_box();
    after.play(first).ok()?;
    Some(steps::turn(&after.steps(second)?, after.info().board))
}

thread_local! {
    /// When the last question was asked.
    static ASKED_AT: Cell<f64> = const { Cell::new(0.0) };
}
