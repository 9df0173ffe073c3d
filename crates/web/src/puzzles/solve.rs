//! One puzzle on a live board: what can be done to it, and the board with both sides. What is said stands in `beside`.

use std::rc::Rc;

use halfboard_app::phrases::{board as board_phrases, prompt, puzzles as phrases, rules, shell};
use halfboard_app::puzzles::{Progress, PuzzleMark, PuzzleSet, PuzzleStage, Solving};
use halfboard_rules::game::Color;
use halfboard_rules::registry;
use halfboard_rules::view::View;
use halfboard_worker::messages::ResponseKind;
use leptos::prelude::*;

use super::{beside, shelves};
use crate::app::{App, app};
use crate::board::{Board, Marks};
use crate::browser::{self, BrowserStore, Sound};
use crate::composer::{ComposerPage, ComposerSignals};
use crate::engine_client::EngineClient;
use crate::game_layout::GameLayout;
use crate::pages::missing;
use crate::seat_bar::{SeatBar, SideSupplies, seat_row};

/// How long a move stands before it is answered, in milliseconds, where things move on the board and where not.
const ANSWER: [u32; 2] = [300, 800];

/// The page of a puzzle.
pub(super) fn page(game: &str, number: usize) -> AnyView {
    let Ok(listed) = registry::game(game) else { return missing(&shell::no_such_game(game)).into_any() };
    let info = listed.info();
    let name = rules::short_name(info.name);
    let fetched = shelves::fetch(info.id);
    (move || match fetched.get() {
        Some(Ok(shelf)) => match shelf.puzzle(number).map(Solving::new) {
            Some(Ok(solving)) => table(name, number, shelf, solving),
            Some(Err(error)) => broken(&error),
            None => missing(&phrases::no_such_puzzle(name, number, shelf.puzzles.len())).into_any(),
        },
        _ => view! {
            <section class="page narrow">
                <h1>{phrases::puzzle_of(name, number)}</h1>
                {shelves::waiting(info.id, fetched)}
            </section>
        }
        .into_any(),
    })
    .into_any()
}

fn broken(error: &str) -> AnyView {
    view! {
        <section class="page narrow">
            <h1>{phrases::title()}</h1>
            <p>{phrases::unreadable()} " " <span lang="en">{error.to_owned()}</span></p>
        </section>
    }
    .into_any()
}

/// What the parts of the page share.
#[derive(Clone, Copy)]
pub(super) struct PuzzlePageState {
    pub(super) app: App,
    pub(super) number: usize,
    pub(super) shelf: StoredValue<Rc<PuzzleSet>, LocalStorage>,
    pub(super) solving: RwSignal<Solving>,
    /// What to draw, made once for all who look at it.
    pub(super) view: Memo<View>,
    pub(super) composer: ComposerSignals<Solving>,
    /// Whether it was solved at the first try.
    pub(super) at_once: RwSignal<bool>,
    pub(super) engine: EngineClient,
}

impl PuzzlePageState {
    pub(super) fn game(self) -> String {
        self.shelf.with_value(|shelf| shelf.game.clone())
    }

    fn progress(self) -> Progress {
        self.shelf.with_value(|shelf| Progress::read(&BrowserStore, &shelf.game, shelf.puzzles.len()))
    }

    /// Returns the next puzzle that is not solved, if there is one besides this.
    pub(super) fn next(self) -> Option<usize> {
        let count = self.shelf.with_value(|shelf| shelf.puzzles.len());
        let after = if self.number < count { self.number + 1 } else { 1 };
        let open = self.progress().next_open(self.number, count);
        Some(open.filter(|next| *next != self.number).unwrap_or(after)).filter(|next| *next != self.number)
    }

    /// Follows up on the stage that the puzzle has reached.
    fn played(self) {
        let (stage, question) = self.solving.with_untracked(|solving| (solving.stage().clone(), solving.question()));
        match stage {
            PuzzleStage::Wrong(why) => {
                self.app.sound(Sound::Refused);
                // An undecided move is not known to be a mistake.
                if why.is_mistake() {
                    self.stumbled();
                }
            }
            PuzzleStage::Solved => {
                self.app.sound(Sound::Won);
                let mut progress = self.progress();
                self.at_once.set(progress.mark(self.number) == PuzzleMark::Untried);
                if progress.solved_one(&BrowserStore, &self.game(), self.number).is_err() {
                    self.app.notify(shell::not_saved());
                }
            }
            _ => self.app.sound(self.solving.with_untracked(|solving| Sound::of_turn(solving.session()))),
        }
        if let Some(kind) = question {
            let memory = self.app.settings.with_untracked(|settings| settings.memory);
            let asked = self.solving.with_untracked(|solving| self.engine.request(solving.session(), kind, memory));
            if !asked {
                self.answered(&ResponseKind::Failed { problem: String::new() });
                return;
            }
        }
        self.announce();
        self.wait();
    }

    /// Lets what follows by itself happen after a pause.
    fn wait(self) {
        let (pending, ticket) = self.solving.with_untracked(|solving| (solving.is_pending(), solving.ticket()));
        if !pending {
            return;
        }
        browser::later(ANSWER[usize::from(untrack(|| self.app.animations_enabled()))], move || {
            // The page may be gone by now, or the player further on.
            if self.solving.try_with_untracked(Solving::ticket) == Some(ticket) {
                self.solving.update(Solving::advance);
                self.played();
            }
        });
    }

    fn answered(self, answer: &ResponseKind) {
        let checked = self.solving.with_untracked(|solving| *solving.stage() == PuzzleStage::Checking);
        if self.solving.try_update(|solving| solving.hear(answer)) == Some(true) {
            match checked {
                true => self.played(),
                false => self.announce(),
            }
        }
    }

    fn announce(self) {
        let said = self.solving.with_untracked(|solving| phrases::feedback(solving, self.at_once.get_untracked()));
        self.app.announce(said.map(|(word, text)| format!("{word} {text}")).unwrap_or_default());
    }

    /// The puzzle is not solved at the first try and without help any more.
    fn stumbled(self) {
        if self.progress().stumbled(&BrowserStore, &self.game(), self.number).is_err() {
            self.app.notify(shell::not_saved());
        }
    }

    pub(super) fn hint(self) {
        self.composer.remark.set(None);
        self.stumbled();
        self.solving.update(Solving::more_hint);
        self.app.announce(self.solving.with_untracked(phrases::hint_text).unwrap_or_default());
    }

    pub(super) fn again(self) {
        self.composer.remark.set(None);
        self.engine.cancel();
        self.solving.update(Solving::again);
        self.app.announce(self.solving.with_untracked(phrases::task));
    }

    pub(super) fn show(self) {
        self.composer.remark.set(None);
        self.engine.cancel();
        self.stumbled();
        self.solving.update(Solving::show);
        self.announce();
        self.wait();
    }

    pub(super) fn marks(self) -> Marks {
        self.solving.with(|solving| {
            let marks = match (solving.hint(), solving.refutation()) {
                (Some((steps, true)), _) => Marks::of_turn(&steps),
                (Some((steps, false)), _) => {
                    let first = steps.iter().find_map(|step| step.square());
                    Marks { rings: first.into_iter().collect(), ..Marks::default() }
                }
                (None, Some(refutation)) => Marks::of_turn(&refutation.steps),
                (None, None) => Marks::default(),
            };
            Marks { overlays: self.overlays(), ..marks }
        })
    }
}

impl ComposerPage for PuzzlePageState {
    type Model = Solving;

    fn composer(self) -> ComposerSignals<Solving> {
        self.composer
    }

    fn play(self, mv: &str) {
        if self.solving.try_update(|solving| solving.play(mv)) == Some(true) {
            self.played();
        }
    }

    // The puzzle says what to do; half-way through a turn the rules say how it goes on.
    fn task(self) -> String {
        let turn = self.view.with(|view| view.turn.clone().filter(|_| !view.chosen.is_empty()));
        turn.map_or_else(|| self.solving.with(phrases::task), |turn| prompt::task(turn.prompt.task))
    }

    // A wrong move is taken back like a step.
    fn step_back(self) {
        self.composer.remark.set(None);
        self.engine.cancel();
        if self.solving.try_update(Solving::back) == Some(true) {
            self.app.announce(untrack(|| self.task()));
        }
    }
}

fn table(name: &'static str, number: usize, shelf: Rc<PuzzleSet>, solving: Solving) -> AnyView {
    let app = app();
    let (color, quarters) = (solving.color(), solving.quarters());
    let solving = RwSignal::new(solving);
    let asked = StoredValue::new(None::<PuzzlePageState>);
    let engine = EngineClient::new(move |answer| {
        if let Some(page) = asked.try_get_value().flatten() {
            page.answered(&answer);
        }
    });
    let page = PuzzlePageState {
        app,
        number,
        shelf: StoredValue::new_local(shelf),
        solving,
        view: Memo::new(move |_| solving.with(Solving::view)),
        composer: ComposerSignals::new(app, solving, quarters),
        at_once: RwSignal::new(false),
        engine,
    };
    asked.set_value(Some(page));
    let (layout, touch) = (page.composer.layout(page.view.with_untracked(|view| view.board)), page.touch());
    app.announce(solving.with_untracked(phrases::task));
    browser::later(0, browser::update_title);
    let keys = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape" || (event.ctrl_key() && event.key() == "z") {
            event.prevent_default();
            page.step_back();
        }
    };
    let board = view! {
        <Board
            view=page.view layout touch
            marks=Signal::derive(move || page.marks())
            label=board_phrases::board_of(name)
            coordinates=Signal::derive(move || app.settings.with(|settings| settings.coordinates))
            animated=Signal::derive(move || app.animations_enabled())
        />
    };
    view! {
        <div class="whole" on:keydown=keys>
            <GameLayout
                class="puzzle" ratio=page.ratio(page.view)
                upper=seat(page, color.other(), phrases::other_side())
                board=board.into_any()
                lower=seat(page, color, phrases::you())
                prompt=beside::prompt(page)
                side=beside::side(page, name)
                tools=beside::tools(page)
            />
        </div>
    }
    .into_any()
}

/// A side with what lies beside the board.
fn seat(page: PuzzlePageState, color: Color, who: &'static str) -> AnyView {
    let view = page.view;
    let on_turn =
        Signal::derive(move || view.with(|view| view.turn.as_ref().is_some_and(|turn| turn.color == Some(color))));
    let supplies = Signal::derive(move || view.with(|view| view.supplies.clone()));
    let bar = SeatBar {
        name: Signal::stored(who.to_owned()),
        color: Signal::stored(Some(color)),
        marked: false,
        on_turn,
        won: Signal::stored(false),
    };
    let extra = view! { <span class="faint">{board_phrases::color(color)}</span> };
    seat_row(vec![(bar, extra.into_any())], SideSupplies { supplies, color: Signal::stored(Some(color)) })
}
