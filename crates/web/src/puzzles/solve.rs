//! One puzzle on a live board: what can be done to it, and the board with both sides. What is said stands in `beside`.

use std::rc::Rc;

use halfboard_app::layout::Layout;
use halfboard_app::puzzles::{Heard, Mark, Progress, Shelf, Solving, Stage};
use halfboard_app::words::{board as board_words, puzzles as words, rules, shell, why};
use halfboard_rules::board::Square;
use halfboard_rules::game::Color;
use halfboard_rules::present::Step;
use halfboard_rules::registry;
use halfboard_rules::view::View;
use halfboard_worker::messages::Answer;
use leptos::prelude::*;

use super::{beside, shelves};
use crate::app::{App, app};
use crate::board::{Board, Marks, Supplies, Touch};
use crate::browser::{self, BrowserStore, Sound};
use crate::pages::missing;
use crate::thinker::Asker;

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
            None => missing(&words::no_such_puzzle(name, number, shelf.puzzles.len())).into_any(),
        },
        _ => view! {
            <section class="page narrow">
                <h1>{words::puzzle_of(name, number)}</h1>
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
            <h1>{words::title()}</h1>
            <p>{words::broken()} " " <span lang="en">{error.to_owned()}</span></p>
        </section>
    }
    .into_any()
}

/// What the parts of the page share.
#[derive(Clone, Copy)]
pub(super) struct Room {
    pub(super) app: App,
    pub(super) number: usize,
    pub(super) shelf: StoredValue<Rc<Shelf>, LocalStorage>,
    pub(super) solving: RwSignal<Solving>,
    /// What to draw, made once for all who look at it.
    pub(super) view: Memo<View>,
    /// Why the square that was pointed at last cannot be chosen.
    pub(super) remark: RwSignal<Option<String>>,
    /// Whether it was solved at the first try.
    pub(super) at_once: RwSignal<bool>,
    pub(super) asker: Asker,
}

impl Room {
    pub(super) fn game(self) -> String {
        self.shelf.with_value(|shelf| shelf.game.clone())
    }

    fn progress(self) -> Progress {
        self.shelf.with_value(|shelf| Progress::read(&BrowserStore, &shelf.game, shelf.puzzles.len()))
    }

    /// The next puzzle that is not solved, if there is one besides this.
    pub(super) fn next(self) -> Option<usize> {
        let count = self.shelf.with_value(|shelf| shelf.puzzles.len());
        let after = if self.number < count { self.number + 1 } else { 1 };
        let open = self.progress().next_open(self.number, count);
        Some(open.filter(|next| *next != self.number).unwrap_or(after)).filter(|next| *next != self.number)
    }

    fn tap(self, square: Square) {
        let open = self.solving.with_untracked(|solving| *solving.stage() == Stage::Open);
        if !open {
            return;
        }
        self.act(|solving| solving.tap(square), Some(square));
    }

    pub(super) fn choose(self, step: Step) {
        self.act(|solving| solving.choose(step), None);
    }

    fn act(self, f: impl FnOnce(&mut Solving) -> Heard, square: Option<Square>) {
        self.remark.set(None);
        match self.solving.try_update(f) {
            Some(Heard::Played) => self.played(),
            Some(Heard::Refused) => {
                self.app.sound(Sound::Refused);
                let why = |solving: &Solving| square.map(|at| why::refusal(solving.session(), solving.chosen(), at));
                let why = self.solving.with_untracked(why);
                self.app.announce(why.clone().unwrap_or_default());
                self.remark.set(why);
            }
            _ => beside::reveal(),
        }
    }

    /// Follows up on whatever stage the puzzle has come to.
    fn played(self) {
        let (stage, question) = self.solving.with_untracked(|solving| (solving.stage().clone(), solving.question()));
        match stage {
            Stage::Wrong(why) => {
                self.app.sound(Sound::Refused);
                // Where nobody could say, nothing is known against the move.
                if why.is_mistake() {
                    self.stumbled();
                }
            }
            Stage::Solved => {
                self.app.sound(Sound::End);
                let mut progress = self.progress();
                self.at_once.set(progress.mark(self.number) == Mark::Untried);
                if progress.solved_one(&BrowserStore, &self.game(), self.number).is_err() {
                    self.app.notify(shell::not_kept());
                }
            }
            _ => self.app.sound(Sound::Turn),
        }
        if let Some(kind) = question {
            let memory = self.app.settings.with_untracked(|settings| settings.memory);
            let asked = self.solving.with_untracked(|solving| self.asker.ask(solving.session(), kind, memory));
            if !asked {
                self.answered(&Answer::Failed { id: 0, problem: String::new() });
                return;
            }
        }
        self.say();
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
                self.solving.update(Solving::settle);
                self.played();
            }
        });
    }

    fn answered(self, answer: &Answer) {
        let checked = self.solving.with_untracked(|solving| *solving.stage() == Stage::Checking);
        if self.solving.try_update(|solving| solving.hear(answer)) == Some(true) {
            match checked {
                true => self.played(),
                false => self.say(),
            }
        }
    }

    fn say(self) {
        let said = self.solving.with_untracked(|solving| words::said(solving, self.at_once.get_untracked()));
        self.app.announce(said.map(|(word, text)| format!("{word} {text}")).unwrap_or_default());
        beside::reveal();
    }

    /// The puzzle is not solved at the first try and without help any more.
    fn stumbled(self) {
        if self.progress().stumbled(&BrowserStore, &self.game(), self.number).is_err() {
            self.app.notify(shell::not_kept());
        }
    }

    pub(super) fn hint(self) {
        self.remark.set(None);
        self.stumbled();
        self.solving.update(Solving::more_hint);
        self.app.announce(self.solving.with_untracked(words::hint_words).unwrap_or_default());
        beside::reveal();
    }

    pub(super) fn back(self) {
        self.remark.set(None);
        self.asker.stop();
        if self.solving.try_update(Solving::back) == Some(true) {
            self.app.announce(self.solving.with_untracked(words::task));
        }
    }

    pub(super) fn again(self) {
        self.remark.set(None);
        self.asker.stop();
        self.solving.update(Solving::again);
        self.app.announce(self.solving.with_untracked(words::task));
    }

    pub(super) fn show(self) {
        self.remark.set(None);
        self.asker.stop();
        self.stumbled();
        self.solving.update(Solving::show);
        self.say();
        self.wait();
    }

    fn marks(self, over: Option<Square>) -> Marks {
        self.solving.with(|solving| {
            let mut marks = match (solving.hint(), solving.refutation()) {
                (Some((steps, true)), _) => Marks::of_turn(&steps),
                (Some((steps, false)), _) => {
                    let first = steps.iter().find_map(|step| step.square());
                    Marks { rings: first.into_iter().collect(), ..Marks::default() }
                }
                (None, Some(refutation)) => Marks::of_turn(&refutation.steps),
                (None, None) => Marks::default(),
            };
            if let Some(square) = over.filter(|_| solving.session().ending().is_none()) {
                marks.overlays = solving.session().overlays(solving.chosen(), Some(square));
            }
            marks
        })
    }
}

fn table(name: &'static str, number: usize, shelf: Rc<Shelf>, solving: Solving) -> AnyView {
    let app = app();
    let (color, quarters) = (solving.color(), solving.quarters());
    let solving = RwSignal::new(solving);
    let asked = StoredValue::new(None::<Room>);
    let asker = Asker::new(move |answer| {
        if let Some(room) = asked.try_get_value().flatten() {
            room.answered(&answer);
        }
    });
    let room = Room {
        app,
        number,
        shelf: StoredValue::new_local(shelf),
        solving,
        view: Memo::new(move |_| solving.with(Solving::view)),
        remark: RwSignal::new(None),
        at_once: RwSignal::new(false),
        asker,
    };
    asked.set_value(Some(room));
    let over = RwSignal::new(None);
    let touch = Touch {
        tap: Callback::new(move |square| room.tap(square)),
        step: Callback::new(move |step| room.choose(step)),
        over: Callback::new(move |square| over.set(square)),
    };
    let layout = Layout::new(room.view.with_untracked(|view| view.board)).turned(quarters);
    app.announce(solving.with_untracked(words::task));
    browser::later(0, browser::name_window);
    let keys = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape" || (event.ctrl_key() && event.key() == "z") {
            event.prevent_default();
            room.back();
        }
    };
    view! {
        <section class="game puzzle" on:keydown=keys>
            <div class="play">
                {seat(room, color.other(), words::other_side())}
                <Board
                    view=room.view layout touch
                    marks=Signal::derive(move || room.marks(over.get()))
                    label=board_words::board_of(name)
                    coordinates=Signal::derive(move || app.settings.with(|settings| settings.coordinates))
                    animated=Signal::derive(move || app.animations_enabled())
                />
                {seat(room, color, words::you())}
            </div>
            {beside::beside(room, name)}
        </section>
    }
    .into_any()
}

/// A side with what lies beside the board.
fn seat(room: Room, color: Color, who: &'static str) -> AnyView {
    let view = room.view;
    let on_turn = move || view.with(|view| view.turn.as_ref().is_some_and(|turn| turn.color == Some(color)));
    let dot = if color == Color::White { "dot white" } else { "dot black" };
    let supplies = Signal::derive(move || view.with(|view| view.supplies.clone()));
    view! {
        <div class="seats">
            <div class="seat" class:on=on_turn>
                <span class=dot></span>
                <strong>{who}</strong>
                <span class="faint">{board_words::color(color)}</span>
                <Supplies supplies color=Signal::stored(Some(color))/>
            </div>
        </div>
    }
    .into_any()
}
