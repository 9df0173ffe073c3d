//! The state of a puzzle on the page, and what can be done to it. The components read it and call it.

use halfboard_app::composer::Compose;
use halfboard_app::phrases::{shell, solitaire as phrases};
use halfboard_app::route::Route;
use halfboard_app::solitaire::{RemovalHint, SolitaireRun, SolitaireSettings, Statistics, prune, save};
use halfboard_rules::board::{Board, Square};
use halfboard_rules::present::{Overlay, SightLine};
use halfboard_rules::view::View;
use leptos::prelude::*;

use super::solver::{Solver, SolverRequest, SolverWorker};
use super::today;
use crate::app::App;
use crate::board::Marks;
use crate::browser::{self, BrowserStore, Sound};
use crate::composer::{ComposerPage, ComposerSignals};

/// The solver's advice on the position, until it changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum SolverAdvice {
    /// Nothing.
    #[default]
    Nothing,
    /// The removals that keep the best outcome in reach, and the number of all.
    Safe(Vec<String>, usize),
    /// One of them, revealed up to a stage: the row, the checker, how many others there are.
    Hint(RemovalHint, u8),
    /// How few can be left.
    Fewest,
}

/// A dead end that was found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DeadEnd {
    /// How many would be left at best, where that is known.
    pub(super) left: Option<u8>,
    /// Whether the player wants to go on all the same.
    pub(super) minded: bool,
}

/// The solution being shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SolutionDemo {
    /// The removals.
    pub(super) line: Vec<String>,
    /// How many of them were shown.
    pub(super) at: usize,
    /// Whether it goes on by itself.
    pub(super) runs: bool,
    /// Whether it begins at the start because from where one was the goal was out of reach.
    pub(super) from_start: bool,
}

/// A puzzle on the page.
#[derive(Clone, Copy)]
pub(super) struct SolitairePageState {
    pub(super) app: App,
    pub(super) run: RwSignal<SolitaireRun>,
    /// What to draw. While the solution is shown nothing can be chosen.
    pub(super) view: Memo<View>,
    pub(super) choices: RwSignal<SolitaireSettings>,
    pub(super) composer: ComposerSignals<SolitaireRun>,
    pub(super) told: RwSignal<SolverAdvice>,
    pub(super) dead: RwSignal<Option<DeadEnd>>,
    pub(super) show: RwSignal<Option<SolutionDemo>>,
    /// The time, as often as it is shown.
    pub(super) now: RwSignal<f64>,
    pub(super) solver: Solver,
    /// The text of the result that could not be copied.
    pub(super) unshared: RwSignal<Option<String>>,
}

impl SolitairePageState {
    /// Creates a puzzle to be played, with the solver at hand.
    pub(super) fn new(app: App, run: SolitaireRun, desk: Option<SolverWorker>) -> SolitairePageState {
        let run = RwSignal::new(run);
        let show = RwSignal::new(None::<SolutionDemo>);
        let view = Memo::new(move |_| {
            let mut view = run.with(SolitaireRun::view);
            if show.with(Option::is_some) {
                view.next.clear();
            }
            view
        });
        let page = SolitairePageState {
            app,
            run,
            view,
            choices: RwSignal::new(SolitaireSettings::load(&BrowserStore)),
            composer: ComposerSignals::new(app, run, 0),
            told: RwSignal::new(SolverAdvice::Nothing),
            dead: RwSignal::new(None),
            show,
            now: RwSignal::new(browser::seconds()),
            solver: Solver::new(),
            unshared: RwSignal::new(None),
        };
        page.solver.attend(page, desk);
        // A puzzle that is taken up again may be in a dead end already.
        if page.choices.with_untracked(|choices| choices.warns) {
            page.solver.check(page);
        }
        page
    }

    /// Plays a removal and keeps what came of it.
    fn put(self, mv: &str) -> bool {
        let (first, now) = (self.run.with_untracked(|run| !run.begun()), browser::seconds());
        if self.run.try_update(|run| run.play(mv, now)) != Some(true) {
            return false;
        }
        self.told.set(SolverAdvice::Nothing);
        self.composer.remark.set(None);
        if first {
            self.count(|statistics, run| statistics.begin(run.which()));
            prune(&BrowserStore, today());
        }
        let over = self.run.with_untracked(|run| run.outcome().is_some());
        self.app.sound(self.run.with_untracked(|run| match run.outcome() {
            Some(outcome) => Sound::of_outcome(outcome, None),
            None => Sound::of_turn(run.session()),
        }));
        let left = self.run.with_untracked(|run| phrases::left(run.left()));
        let ended = self.run.with_untracked(phrases::ended).unwrap_or_default();
        self.app.announce(format!("{} {ended}", phrases::removed(mv.replace(',', ", "), left)));
        self.dead.update(|dead| *dead = dead.map(|dead| DeadEnd { left: None, ..dead }));
        self.record_progress();
        if over {
            self.dead.set(None);
            // An unchecked board is solved now, to say how good the result is.
            if self.run.with_untracked(|run| run.best().is_none()) {
                self.solver.ask(self, SolverRequest::Judge);
            }
        }
        true
    }

    /// Notes it when the goal is reached for the first time, and keeps everything.
    pub(super) fn record_progress(self) {
        let now = browser::seconds();
        if self.run.try_update(|run| run.record_win(now, today())) == Some(true) {
            self.count(|statistics, run| {
                if let Some(won) = run.won() {
                    statistics.win(run.which(), won);
                }
            });
        }
        self.save();
    }

    fn count(self, count: impl FnOnce(&mut Statistics, &SolitaireRun)) {
        let mut statistics = Statistics::load(&BrowserStore);
        self.run.with_untracked(|run| count(&mut statistics, run));
        if statistics.save(&BrowserStore).is_err() {
            self.app.notify(shell::not_saved());
        }
    }

    /// Keeps the puzzle as it is now, if anything was removed or help was taken.
    pub(super) fn save(self) {
        let kept = self.run.try_with_untracked(|run| {
            run.is_worth_keeping().then(|| save(&BrowserStore, run, browser::seconds(), browser::milliseconds()))
        });
        if kept.flatten().is_some_and(|kept| kept.is_err()) {
            self.app.notify(shell::not_saved());
        }
    }

    /// Goes back or forward to the position after `ply` removals.
    pub(super) fn go_to(self, ply: usize) {
        self.solver.stop();
        self.show.set(None);
        self.told.set(SolverAdvice::Nothing);
        self.composer.remark.set(None);
        self.run.update(|run| run.go_to(ply, browser::seconds()));
        if self.run.with_untracked(SolitaireRun::is_dead_end) != Some(true) {
            self.dead.set(None);
        } else if self.dead.with_untracked(Option::is_some) {
            self.solver.find_last_good(self);
        }
        to_board_if_lost();
        self.app.announce(phrases::went_to(self.run.with_untracked(|run| phrases::left(run.left()))));
        self.save();
    }

    /// One removal back or on, or the steps of this one.
    pub(super) fn step(self, by: isize) {
        if by < 0 && self.run.with_untracked(|run| !run.chosen().is_empty()) {
            self.step_back();
            return;
        }
        let ply = self.run.with_untracked(SolitaireRun::ply);
        self.go_to(ply.saturating_add_signed(by));
    }

    /// Changes what is remembered from puzzle to puzzle.
    pub(super) fn set_choices(self, change: impl FnOnce(&mut SolitaireSettings)) {
        self.choices.update(change);
        if self.choices.with_untracked(|choices| choices.save(&BrowserStore)).is_err() {
            self.app.notify(shell::not_saved());
        }
    }

    /// Begins to show the solution by these removals.
    pub(super) fn show(self, line: Vec<String>, from_start: bool) {
        let now = browser::seconds();
        self.run.update(|run| {
            if from_start {
                run.go_to(0, now);
            }
            run.take_help(|help| help.solution = true);
        });
        self.told.set(SolverAdvice::Nothing);
        self.dead.set(None);
        self.show.set(Some(SolutionDemo { line, at: 0, runs: true, from_start }));
        browser::later(0, || browser::focus_if_lost(".showing button"));
    }

    /// Shows one removal of the solution.
    pub(super) fn show_one(self) {
        let Some(mv) = self.show.with_untracked(|show| show.as_ref().and_then(|show| show.line.get(show.at).cloned()))
        else {
            return;
        };
        self.show.update(|show| {
            if let Some(show) = show {
                show.at += 1;
            }
        });
        let played = self.put(&mv);
        let done = self.show.with_untracked(|show| show.as_ref().is_none_or(|show| show.at >= show.line.len()));
        if done || !played {
            self.show.set(None);
            self.save();
        }
    }

    /// Returns a link to the puzzle.
    pub(super) fn link(self) -> String {
        browser::link_to(&self.route())
    }

    /// Returns the page of the puzzle.
    pub(super) fn route(self) -> Route {
        self.run.with_untracked(|run| run.which().route())
    }

    /// Returns the marks on the board: the advice, the last two where they are given, and lines of sight from the
    /// focused square.
    pub(super) fn marks(self) -> Marks {
        let mut marks = Marks { overlays: self.overlays(), ..Marks::default() };
        self.run.with(|run| {
            if let halfboard_app::solitaire::SolitaireGoal::LeaveThese(white, black) = run.goal() {
                marks.goals = vec![white, black];
            }
            if run.outcome().is_some() {
                return;
            }
            match self.told.get() {
                SolverAdvice::Hint(hint, stage) if stage >= 2 => {
                    marks.rings.extend(hint.steps.iter().filter_map(|step| step.square()));
                }
                SolverAdvice::Safe(safe, _) => {
                    for squares in safe.iter().map(|mv| squares(mv)) {
                        match squares[..] {
                            [square] => marks.rings.push(square),
                            [from, to] => {
                                let line = SightLine { from, to, sees: true, sees_enemy: false };
                                marks.overlays.push(Overlay::SightLine(line));
                            }
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        });
        marks
    }
}

impl ComposerPage for SolitairePageState {
    type Model = SolitaireRun;

    fn composer(self) -> ComposerSignals<SolitaireRun> {
        self.composer
    }

    fn is_open(self) -> bool {
        self.show.with_untracked(Option::is_none) && self.run.with_untracked(Compose::is_open)
    }

    fn play(self, mv: &str) {
        let before = self.run.with_untracked(SolitaireRun::ply);
        if !self.put(mv) {
            return;
        }
        self.solver.overtaken(before);
        // With the switch on every removal is checked; the end speaks for itself.
        if self.choices.with_untracked(|choices| choices.warns) && self.dead.with_untracked(Option::is_none) {
            self.solver.check(self);
        }
    }

    fn task(self) -> String {
        if let Some(ended) = self.run.with(phrases::ended) {
            return ended;
        }
        self.view.with(|view| {
            let color = view.turn.as_ref().and_then(|turn| match turn.prompt.actor {
                halfboard_rules::prompt::Actor::Side(color) => Some(color),
                _ => turn.color,
            });
            phrases::task(color, !view.chosen.is_empty()).to_owned()
        })
    }
}

/// Leads the keyboard to the board when the button that had the focus has gone or cannot be pressed any more.
pub(super) fn to_board_if_lost() {
    browser::later(0, || browser::focus_if_lost(".grid [tabindex=\"0\"]"));
}

/// Returns the squares of a removal.
fn squares(mv: &str) -> Vec<Square> {
    mv.split(',').filter_map(|name| Board::Half.square(name)).collect()
}
