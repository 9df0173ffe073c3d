//! Composing a turn on a page: the signals around a [`Compose`] model, and the parts of a page that show them.
//!
//! A page implements [`ComposerPage`] by saying what happens to a completed turn; pointing, choosing, typing, stepping back
//! and browsing are the same everywhere.

use halfboard_app::analysis::rows::move_number;
use halfboard_app::composer::{Compose, StepOutcome, parse_move};
use halfboard_app::layout::Layout;
use halfboard_app::phrases::{game as phrases, prompt, refusal, result, steps};
use halfboard_rules::board::{Board, Square};
use halfboard_rules::present::{Overlay, Step, Warning};
use halfboard_rules::prompt::Task;
use halfboard_rules::view::View;
use leptos::prelude::*;

use crate::app::App;
use crate::board::{Touch, aspect_ratio};
use crate::browser::{self, Sound};

/// The signals of a page on which turns are composed.
pub(crate) struct ComposerSignals<M: 'static> {
    pub(crate) app: App,
    /// The game with its composer.
    pub(crate) model: RwSignal<M>,
    /// Why something cannot be done, or another remark, until the next touch.
    pub(crate) remark: RwSignal<Option<String>>,
    /// The square under the pointer or the keyboard's focus.
    focus: RwSignal<Option<Square>>,
    /// The number of quarter turns by which the board is rotated.
    pub(crate) quarters: RwSignal<u8>,
}

impl<M> Clone for ComposerSignals<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for ComposerSignals<M> {}

impl<M: 'static> ComposerSignals<M> {
    /// Creates the signals around a page's model.
    pub(crate) fn new(app: App, model: RwSignal<M>, quarters: u8) -> Self {
        ComposerSignals {
            app,
            model,
            remark: RwSignal::new(None),
            focus: RwSignal::new(None),
            quarters: RwSignal::new(quarters),
        }
    }

    /// Returns how a board lies on the screen. Half boards have no bottom side: they stand upright where that is larger.
    pub(crate) fn layout(self, board: Board) -> Signal<Layout> {
        Signal::derive(move || {
            let upright = board == Board::Half && self.app.upright.get();
            Layout::new(board).turned(self.quarters.get() + u8::from(upright))
        })
    }
}

/// A page on which turns are composed.
pub(crate) trait ComposerPage: Copy + Send + Sync + 'static {
    /// The game with its composer.
    type Model: Compose + Send + Sync + 'static;

    /// Returns the page's signals.
    fn composer(self) -> ComposerSignals<Self::Model>;

    /// Plays a completed turn.
    fn play(self, mv: &str);

    /// Returns what the player has to do next, in a sentence for screen readers.
    fn task(self) -> String;

    /// Returns whether the player may touch the board.
    fn is_open(self) -> bool {
        self.composer().model.with_untracked(Compose::is_open)
    }

    /// Points at a square.
    fn tap(self, square: Square) {
        let ComposerSignals { model, remark, .. } = self.composer();
        if !self.is_open() {
            return;
        }
        if model.with_untracked(Compose::is_browsing) {
            remark.set(Some(phrases::looking_back().to_owned()));
            return;
        }
        let outcome = model.try_update(|model| model.tap(square));
        self.respond(outcome.unwrap_or(StepOutcome::Refused), Some(square));
    }

    /// Chooses a step by itself.
    fn choose(self, step: Step) {
        if self.is_open() {
            let outcome = self.composer().model.try_update(|model| model.choose(step));
            self.respond(outcome.unwrap_or(StepOutcome::Refused), None);
        }
    }

    /// Plays a completed turn, or says what became of a step.
    fn respond(self, outcome: StepOutcome, square: Option<Square>) {
        let ComposerSignals { app, model, remark, .. } = self.composer();
        remark.set(None);
        match outcome {
            StepOutcome::Complete(mv) => self.play(&mv),
            StepOutcome::Ambiguous => app.announce(phrases::which_move()),
            StepOutcome::Chosen | StepOutcome::Deselected => app.announce(untrack(|| self.task())),
            StepOutcome::Warned(warning) => {
                let words = match warning {
                    Warning::BreaksSetForGood => phrases::breaks_set_for_good(),
                    _ => phrases::breaks_set(),
                };
                app.sound(Sound::Refused);
                app.announce(words);
                remark.set(Some(words.to_owned()));
            }
            StepOutcome::Refused => {
                app.sound(Sound::Refused);
                let refusal = model.with_untracked(|model| {
                    let (session, composer) = model.parts()?;
                    square.map(|square| refusal::explain_square(session, composer.chosen(), square))
                });
                app.announce(refusal.clone().unwrap_or_default());
                remark.set(refusal);
            }
        }
    }

    /// Plays a typed move. Returns false if it is not legal, and then suggests others.
    fn type_move(self, text: &str) -> bool {
        let ComposerSignals { app, model, remark, .. } = self.composer();
        let text = text.trim();
        if text.is_empty() || !model.with_untracked(Compose::can_compose) {
            return false;
        }
        let parsed = model.with_untracked(|model| {
            let (session, _) = model.parts()?;
            Some(match session.ending() {
                Some(ending) => Err(result::ended(ending)),
                None => parse_move(session, text).map_err(|nearest| phrases::not_a_move(text) + &nearest.join(", ")),
            })
        });
        match parsed {
            Some(Ok(mv)) => {
                self.respond(StepOutcome::Complete(mv), None);
                true
            }
            Some(Err(problem)) => {
                app.announce(problem.clone());
                remark.set(Some(problem));
                false
            }
            None => false,
        }
    }

    /// Withdraws the question which of several steps was meant, or else takes back one step of the turn.
    fn step_back(self) {
        let ComposerSignals { app, model, remark, .. } = self.composer();
        remark.set(None);
        if model.try_update(Compose::step_back) == Some(true) {
            app.announce(untrack(|| self.task()));
        }
    }

    /// Shows the position after `ply` turns.
    fn browse(self, ply: usize) {
        let ComposerSignals { app, model, remark, .. } = self.composer();
        remark.set(None);
        model.update(|model| model.browse(ply));
        let shown = model.with_untracked(|model| {
            let (session, composer) = model.parts()?;
            let history = composer.shown(session).history();
            let number = move_number(history.len().saturating_sub(1), session.seats().len());
            history.last().map(|mv| phrases::shown_move(number, mv))
        });
        app.announce(shown.unwrap_or_else(|| phrases::start_position().to_owned()));
    }

    /// Returns what the game draws for the chosen piece and around the square in focus.
    fn overlays(self) -> Vec<Overlay> {
        let ComposerSignals { model, focus, .. } = self.composer();
        let focus = focus.get();
        let overlays = model.with(|model| {
            let (session, composer) = model.parts()?;
            let shown = composer.shown(session);
            shown.ending().is_none().then(|| shown.overlays(composer.chosen(), focus))
        });
        overlays.unwrap_or_default()
    }

    /// Returns the aspect ratio of the board on this page.
    fn ratio(self, view: Memo<View>) -> Signal<f64> {
        let composer = self.composer();
        let app = composer.app;
        let kind = Memo::new(move |_| view.with(|view| (view.board, !view.edges.is_empty())));
        Signal::derive(move || {
            let ((board, has_edges), coordinates) = (kind.get(), app.settings.with(|settings| settings.coordinates));
            aspect_ratio(composer.layout(board).get(), coordinates, has_edges)
        })
    }

    /// Returns what the board calls when it is touched.
    fn touch(self) -> Touch {
        let focus = self.composer().focus;
        Touch {
            tap: Callback::new(move |square| self.tap(square)),
            step: Callback::new(move |step| self.choose(step)),
            over: Callback::new(move |square| focus.set(square)),
        }
    }
}

/// Buttons for the steps that squares cannot express, each with a sign before it, and one to step back.
pub(crate) fn choices<P: ComposerPage>(
    page: P,
    view: Memo<View>,
    sign: impl Fn(Step) -> Option<&'static str> + Copy + Send + 'static,
) -> AnyView {
    let offers = Memo::new(move |_| {
        page.composer().model.with(|model| {
            let (_, composer) = model.parts()?;
            let steps = view.with(|view| composer.offers(view));
            Some((steps, !composer.ambiguous_steps().is_empty(), !composer.chosen().is_empty()))
        })
    });
    let buttons = move || {
        let (steps, asks, begun) = offers.get().filter(|(steps, _, begun)| *begun || !steps.is_empty())?;
        let board = view.with_untracked(|view| view.board);
        let button = |step: Step| {
            let choose = move |event: leptos::ev::MouseEvent| {
                page.choose(step);
                to_board(&event);
            };
            view! { <button class="choice" on:click=choose>{sign(step)} {steps::button(step, board)}</button> }
        };
        let step_back = move |event: leptos::ev::MouseEvent| {
            page.step_back();
            to_board(&event);
        };
        let buttons: Vec<_> = steps.into_iter().map(button).collect();
        Some(view! {
            <div class="row choices" role="group" aria-label=phrases::which_move()>
                {asks.then(|| view! { <span class="ask">{phrases::which_move()}</span> })}
                {buttons}
                {begun.then(|| view! { <button class="plain" on:click=step_back>{phrases::step_back()}</button> })}
            </div>
        })
    };
    buttons.into_any()
}

/// The remark, while there is one.
pub(crate) fn remark<P: ComposerPage>(page: P) -> AnyView {
    let remark = page.composer().remark;
    (move || remark.get().map(|remark| view! { <p class="remark">{remark}</p> })).into_any()
}

/// Leads the keyboard on to the board from a button that goes away with its choice. A pointer is left where it is.
pub(crate) fn to_board(event: &leptos::ev::MouseEvent) {
    if event.detail() == 0 {
        browser::later(0, || browser::focus(".grid [tabindex=\"0\"]"));
    }
}

/// The field for typed moves.
pub(crate) fn typed_field<P: ComposerPage>(page: P) -> AnyView {
    let typed = NodeRef::<leptos::html::Input>::new();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if let Some(input) = typed.get_untracked()
            && page.type_move(&input.value())
        {
            input.set_value("");
        }
    };
    view! {
        <form class="typed" on:submit=submit>
            <input id="typed" node_ref=typed aria-label=phrases::type_move() placeholder=phrases::type_move()
                autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="60"/>
            <button type="submit" class="plain">{phrases::play_move()}</button>
        </form>
    }
    .into_any()
}

/// Returns what there is to do once a checker is picked up: that settles nothing by the rules, but the player has come
/// further.
pub(crate) fn task_once_picked(view: &View) -> Option<String> {
    let picked = matches!(view.chosen.as_slice(), [Step::From(_)]);
    (picked && view.next.iter().all(|step| matches!(step, Step::To(_)))).then(|| prompt::task(Task::ChooseTarget))
}
