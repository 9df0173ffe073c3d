//! A lesson on a live board: a task, feedback, and the next step.

use halfboard_app::composer::Compose;
use halfboard_app::lessons::{Lesson, LessonRun, LessonStage, lesson, save_steps_done, steps_done};
use halfboard_app::phrases::{board, learn as phrases, prompt, shell};
use halfboard_app::route::Route;
use halfboard_rules::game::Color;
use halfboard_rules::registry;
use halfboard_rules::view::View;
use leptos::prelude::*;

use super::missing::missing;
use crate::app::{App, app};
use crate::board::{Board, Marks, Supplies};
use crate::browser::{self, BrowserStore};
use crate::composer::{self, ComposerPage, ComposerSignals};
use crate::game;
use crate::game_layout::GameLayout;

/// The delay before a move is answered, in milliseconds.
const ANSWER: u32 = 900;
/// The delay before a wrong move is undone, in milliseconds.
const LOOK: u32 = 1600;

/// The lesson of a game.
pub(super) fn page(game: &str) -> AnyView {
    match lesson(game) {
        Some(lesson) => view! { <Taking lesson/> }.into_any(),
        None if registry::game(game).is_ok() => missing(phrases::no_lesson()).into_any(),
        None => missing(&shell::no_such_game(game)).into_any(),
    }
}

/// The state of the page.
#[derive(Clone, Copy)]
struct LessonPageState {
    app: App,
    lesson: &'static Lesson,
    run: RwSignal<LessonRun>,
    /// The number of completed steps, including those of earlier visits.
    done: RwSignal<usize>,
    /// The view of the board.
    view: Memo<View>,
    composer: ComposerSignals<LessonRun>,
}

impl LessonPageState {
    fn played(self) {
        let (stage, pending, ticket, number) =
            self.run.with_untracked(|run| (run.stage(), run.is_pending(), run.ticket, run.number()));
        if stage == LessonStage::Done && number + 1 > self.done.get_untracked() {
            self.done.set(number + 1);
            if save_steps_done(&BrowserStore, self.lesson, number + 1).is_err() {
                self.app.notify(shell::not_saved());
            }
        }
        // What there is to say about a move that is answered is said after the answer.
        if stage == LessonStage::Missed || !pending {
            self.announce_outcome();
        }
        if pending {
            browser::later(if stage == LessonStage::Done { ANSWER } else { LOOK }, move || {
                // The page may be gone by now, or the player further on.
                if self.run.try_with_untracked(|run| run.ticket) == Some(ticket) {
                    self.run.update(LessonRun::advance);
                    if stage == LessonStage::Done {
                        self.announce_outcome();
                    }
                }
            });
        }
    }

    fn announce_outcome(self) {
        let said = self.run.with_untracked(outcome);
        self.app.announce(said.map(|(word, text)| format!("{word} {text}")).unwrap_or_default());
    }

    fn go_to(self, number: usize) {
        self.composer.remark.set(None);
        self.run.update(|run| run.go_to(number));
        browser::focus("#step");
    }
}

impl ComposerPage for LessonPageState {
    type Model = LessonRun;

    fn composer(self) -> ComposerSignals<LessonRun> {
        self.composer
    }

    fn play(self, mv: &str) {
        if self.run.try_update(|run| run.play(mv)) == Some(true) {
            self.played();
        }
    }

    // The lesson says what to do; half-way through a turn the rules say how it goes on.
    fn task(self) -> String {
        let turn = self.view.with(|view| view.turn.clone().filter(|_| !view.chosen.is_empty()));
        let step = || self.run.with(|run| run.step().task.get().to_owned());
        turn.map_or_else(step, |turn| prompt::task(turn.prompt.task))
    }
}

/// Returns the feedback on the last move: a heading and a sentence.
fn outcome(run: &LessonRun) -> Option<(&'static str, String)> {
    match run.stage() {
        LessonStage::Open => None,
        LessonStage::Done if run.is_pending() => None,
        LessonStage::Missed => Some((phrases::not_yet(), run.step().not_yet.get().to_owned())),
        LessonStage::Done => Some((phrases::done(), run.step().done.get().to_owned())),
    }
}

#[component]
fn Taking(lesson: &'static Lesson) -> impl IntoView {
    let done = steps_done(&BrowserStore, lesson);
    let (app, run) = (app(), RwSignal::new(LessonRun::new(lesson, done)));
    let page = LessonPageState {
        app,
        lesson,
        run,
        done: RwSignal::new(done),
        view: Memo::new(move |_| run.with(LessonRun::view)),
        composer: ComposerSignals::new(app, run, 0),
    };
    let number = Memo::new(move |_| run.with(LessonRun::number));
    let step = move || &lesson.steps[number.get()];
    Effect::new(move |_| app.announce(format!("{}. {}", step().title.get(), step().task.get())));
    let name = registry::game(lesson.game).map(|game| game.info().name).unwrap_or_default();
    let count = lesson.steps.len();
    let keys = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape" {
            page.step_back();
        }
    };
    let side = view! {
        <div class="about">
            <h1 class="what">{name.to_owned()}</h1>
            {dots(page, number)}
            <p class="faint">{move || phrases::step_of(number.get() + 1, count)}</p>
            {end(page)}
            <p class="faint keyboard">{phrases::keys()}</p>
        </div>
    };
    let (upper, lower) = (supplies(page, Color::Black), supplies(page, Color::White));
    view! {
        <div class="whole" on:keydown=keys>
            <GameLayout
                class="lesson" ratio=page.ratio(page.view)
                upper board=board(page) lower prompt=prompt(page, number)
                side=side.into_any()
                tools=().into_any()
            />
        </div>
    }
}

/// The steps of the lesson as dots that link to them.
fn dots(page: LessonPageState, number: Memo<usize>) -> impl IntoView {
    let count = page.lesson.steps.len();
    let dot = move |index: usize| {
        let title = page.lesson.steps[index].title;
        let is_done = move || index < page.done.get();
        let label = move || match is_done() {
            true => phrases::step_called_done(index + 1, count, title.get()),
            false => phrases::step_called(index + 1, count, title.get()),
        };
        let current = move || (number.get() == index).then_some("step");
        view! {
            <li><button class="step-dot" class:full=is_done aria-label=label aria-current=current
                on:click=move |_| page.go_to(index)></button></li>
        }
    };
    view! { <ol class="dots" aria-label=phrases::steps()>{(0..count).map(dot).collect::<Vec<_>>()}</ol> }
}

/// The checkers of a colour beside the board.
fn supplies(page: LessonPageState, color: Color) -> AnyView {
    let supplies = Memo::new(move |_| {
        page.view.with(|view| view.supplies.iter().copied().filter(board::still_counts).collect::<Vec<_>>())
    });
    view! { <Supplies supplies color=Signal::stored(Some(color))/> }.into_any()
}

fn board(page: LessonPageState) -> AnyView {
    let (run, view) = (page.run, page.view);
    let layout = page.composer.layout(view.with_untracked(|view| view.board));
    let label = Signal::derive(move || run.with(|run| board::board_of(run.session().info().name)));
    // Where sight matters, the checker under the pointer shows whom it looks at.
    let marks = Memo::new(move |_| Marks { overlays: page.overlays(), ..Marks::default() });
    let touch = page.touch();
    view! {
        <Board view layout marks label touch
            coordinates=Signal::derive(move || page.app.settings.with(|settings| settings.coordinates))
            animated=Signal::derive(move || page.app.animations_enabled())/>
    }
    .into_any()
}

/// The task, the choices besides squares, the feedback, and the buttons.
fn prompt(page: LessonPageState, number: Memo<usize>) -> AnyView {
    let run = page.run;
    let step = move || &page.lesson.steps[number.get()];
    // The lesson says what to do; half-way through a turn the rules say how it goes on.
    let next_step = move || {
        let asks = run.with(|run| {
            let (_, composer) = run.parts().filter(|_| run.can_compose())?;
            Some(!composer.chosen().is_empty() || page.view.with(|view| !composer.offers(view).is_empty()))
        });
        let turn = page.view.with(|view| view.turn.clone()).filter(|_| asks == Some(true))?;
        Some(view! { <p class="next-step">{prompt::task(turn.prompt.task)}</p> })
    };
    let told = Memo::new(move |_| run.with(|run| outcome(run).map(|told| (run.stage(), told))));
    let told = move || {
        told.get().map(|(stage, (word, text))| {
            let class = if stage == LessonStage::Done { "outcome done" } else { "outcome" };
            view! { <p class=class><strong>{word}</strong> " " {text}</p> }
        })
    };
    let stage = Memo::new(move |_| run.with(|run| (run.stage(), run.is_pending(), run.is_last(), run.number())));
    let ways = move || {
        let (now, pending, last, at) = stage.get();
        (now != LessonStage::Open).then(|| {
            let next = (now == LessonStage::Done && !pending && !last).then(|| {
                view! { <button class="button main" on:click=move |_| page.go_to(at + 1)>{phrases::next()}</button> }
            });
            let again = view! { <button class="button" on:click=move |_| page.go_to(at)>{phrases::again()}</button> };
            view! { <div class="row ways">{next} {again}</div> }
        })
    };
    view! {
        <h2 id="step" tabindex="-1">{move || step().title.get()}</h2>
        <p class="ask">{move || step().task.get()}</p>
        {next_step}
        {composer::choices(page, page.view, |_| None)}
        {composer::remark(page)}
        {told}
        {ways}
    }
    .into_any()
}

/// The links after the last step.
fn end(page: LessonPageState) -> AnyView {
    let lesson = page.lesson;
    let over =
        Memo::new(move |_| page.run.with(|run| run.stage() == LessonStage::Done && !run.is_pending() && run.is_last()));
    let links = move || {
        let game = || lesson.game.to_owned();
        let play = move |_| game::begin(page.app, &game::quick(lesson.game, 1));
        view! {
            <div class="end">
                <p><strong>{phrases::lesson_done()}</strong> " " {phrases::lesson_done_more()}</p>
                <div class="ways">
                    <button class="main" on:click=play>{phrases::play_level_one()}</button>
                    <a class="button" href=Route::Learn.to_string()>{phrases::all_lessons()}</a>
                    <a class="button" href=Route::RulesOf { game: game() }.to_string()>{phrases::full_rules()}</a>
                </div>
            </div>
        }
    };
    (move || over.get().then(links)).into_any()
}
