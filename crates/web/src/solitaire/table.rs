//! The page of a puzzle: it is made or taken up where it was left, and played on a board with what there is to say and do
//! beside it.

use halfboard_app::phrases::{board as board_phrases, shell, solitaire as phrases};
use halfboard_app::route::{Route, Shared};
use halfboard_app::solitaire::{PuzzleId, PuzzleNumber, SolitaireRoute, SolitaireRun, Variant, load};
use halfboard_rules::board::Board as Kinds;
use halfboard_worker::messages::{RequestKind, ResponseKind};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::solver::SolverWorker;
use super::state::SolitairePageState;
use super::{end, panel};
use crate::app::app;
use crate::board::Board;
use crate::browser::{self, BrowserStore};
use crate::composer::ComposerPage;
use crate::game_layout::GameLayout;

/// How long a removal of the solution stands before the next, in milliseconds.
const PACE: u32 = 1100;

/// The page of a puzzle.
pub(super) fn page(which: PuzzleId) -> AnyView {
    if let Some(run) = load(&BrowserStore, &which) {
        return view! { <Table run/> }.into_any();
    }
    match (&which, which.numbered()) {
        (_, Some(numbered)) => view! { <Making which numbered/> }.into_any(),
        (PuzzleId::Board { rules, start }, None) => match SolitaireRun::new(&which, rules, start.clone()) {
            Ok(run) => view! { <Table run/> }.into_any(),
            // The board was checked when its address was read.
            Err(error) => super::problem_page(phrases::wrong_title().to_owned(), Some(error.to_string())),
        },
        // Every other puzzle has a number.
        (_, None) => super::problem_page(phrases::generating_failed_more().to_owned(), None),
    }
}

/// A puzzle that the worker makes.
#[component]
fn Making(which: PuzzleId, numbered: PuzzleNumber) -> impl IntoView {
    let app = app();
    // Nothing while it is made, then the puzzle, or false when it cannot be.
    let made = RwSignal::new(None::<Result<SolitaireRun, ()>>);
    let of = which.clone();
    let desk = SolverWorker::new(move |answer| match answer {
        ResponseKind::Puzzle(puzzle) => made.set(Some(SolitaireRun::of(&of, &puzzle).map_err(|_| ()))),
        ResponseKind::Failed { problem, .. } => {
            browser::log_error(&problem);
            made.set(Some(Err(())));
        }
        _ => {}
    });
    let ask = move || {
        let PuzzleNumber { grade, aimed, number, .. } = numbered;
        let rules = numbered.rules.clone();
        let memory = app.settings.with_untracked(|settings| settings.memory);
        made.set(None);
        if !desk.make(RequestKind::GeneratePuzzle { rules, grade, aimed, number }, memory) {
            made.set(Some(Err(())));
        }
    };
    ask();
    let (title, ask) = (phrases::name(&which), StoredValue::new(ask));
    move || match made.get() {
        Some(Ok(run)) => {
            browser::later(0, browser::update_title);
            view! { <Table run desk/> }.into_any()
        }
        Some(Err(())) => {
            let again = move |_| ask.with_value(|ask| ask());
            view! {
                <section class="page narrow">
                    <h1>{phrases::generating_failed()}</h1>
                    <p class="wrong">{phrases::generating_failed_more()}</p>
                    <p class="row">
                        <a class="button main" href=random_board(&Variant::default().rules(None)).to_string()>
                            {phrases::random_board()}
                        </a>
                        <button on:click=again>{phrases::try_again()}</button>
                        <a class="button" href=Route::Solitaire(SolitaireRoute::Choose).to_string()>{phrases::all_puzzles()}</a>
                    </p>
                </section>
            }
            .into_any()
        }
        None => view! {
            <section class="page narrow making" aria-busy="true">
                <h1>{title.clone()}</h1>
                <p role="status">{phrases::generating()}</p>
            </section>
        }
        .into_any(),
    }
}

/// Returns the page of a board of chance by these rules.
pub(super) fn random_board(rules: &str) -> Route {
    let plain = rules.split(",target=").next().unwrap_or(rules).to_owned();
    let seed = Some(browser::seed().to_string());
    Route::Solitaire(SolitaireRoute::Board(Shared { rules: plain, seed, ..Shared::default() }))
}

#[component]
fn Table(run: SolitaireRun, #[prop(optional)] desk: Option<SolverWorker>) -> impl IntoView {
    let app = app();
    let page = SolitairePageState::new(app, run, desk);
    follow_time(page);
    follow_keys(page);
    let title = page.run.with_untracked(|run| phrases::name(run.which()));
    let grade = page.run.with_untracked(|run| run.which().grade());
    let goal = page.run.with_untracked(|run| phrases::goal(run.goal()));
    let unchecked = move || {
        let unknown = grade.is_none() && page.run.with(|run| run.best().is_none() && run.outcome().is_none());
        unknown.then(|| view! { " " {phrases::may_be_unsolvable()} })
    };
    let board = view! {
        <Board
            view=page.view layout=page.composer.layout(Kinds::Half) touch=page.touch()
            marks=Signal::derive(move || page.marks())
            label=board_phrases::board_of(shell::solitaire())
            coordinates=Signal::derive(move || app.settings.with(|settings| settings.coordinates))
            animated=Signal::derive(move || app.animations_enabled())
        />
    };
    let side = view! {
        <div class="about">
            <h1 class="what">
                {title} {grade.map(|grade| view! { " " <span class="grade">{phrases::grade(grade)}</span> })}
            </h1>
            <p class="goal-line">{goal} {unchecked}</p>
            {end::details(page)}
        </div>
        {panel::removals(page)}
        {panel::warns(page)}
    };
    view! {
        <GameLayout
            class="alone" ratio=page.ratio(page.view)
            upper=panel::status(page)
            board=board.into_any()
            lower=().into_any()
            prompt=view! { {panel::advice_part(page)} {end::result(page)} }.into_any()
            side=side.into_any()
            tools=panel::actions(page)
        />
    }
}

/// Lets the time run while the page is seen, and keeps it when the page is left; the solution goes on at its pace.
fn follow_time(page: SolitairePageState) {
    let look = move || {
        let now = browser::seconds();
        let seen = browser::is_visible();
        let _ = page.run.try_update(|run| if seen { run.resume(now) } else { run.pause(now) });
        if !seen {
            page.save();
        }
    };
    look();
    browser::every(500, move || {
        let now = browser::seconds();
        if page.run.with_untracked(|run| run.seconds(now) as u64 != run.seconds(page.now.get_untracked()) as u64) {
            page.now.set(now);
        }
    });
    browser::every(PACE, move || {
        if page.show.with_untracked(|show| show.as_ref().is_some_and(|show| show.runs)) && browser::is_visible() {
            page.show_one();
        }
    });
    let seen = window_event_listener_untyped("visibilitychange", move |_| look());
    let left = window_event_listener_untyped("pagehide", move |_| page.save());
    on_cleanup(move || {
        page.save();
        seen.remove();
        left.remove();
    });
}

/// Keys that work wherever the focus is, unless something is being written.
fn follow_keys(page: SolitairePageState) {
    let listener = window_event_listener(leptos::ev::keydown, move |event: KeyboardEvent| {
        let writing = browser::is_in_field(&event);
        let key = event.key();
        if writing || event.alt_key() || event.meta_key() {
            return;
        }
        match (key.as_str(), event.ctrl_key()) {
            ("z", true) => page.step(-1),
            ("y", true) => page.step(1),
            ("ArrowLeft", false) => page.step(-1),
            ("ArrowRight", false) => page.step(1),
            ("Escape", false) => page.step_back(),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || listener.remove());
}
