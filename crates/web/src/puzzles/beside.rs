//! What stands beside the board of a puzzle: the task, what became of the last move, choices, help and the ways on.

use halfboard_app::analysis::AnalysisRoute;
use halfboard_app::composer::Compose;
use halfboard_app::phrases::{prompt, puzzles as phrases};
use halfboard_app::puzzles::{PuzzleRoute, PuzzleStage};
use halfboard_app::route::{Route, Shared};
use leptos::prelude::*;

use super::hub;
use super::solve::PuzzlePageState;
use crate::browser;
use crate::composer::{self, ComposerPage, to_board};

/// On a small screen what is said stands below the board: it is brought into sight once it is there.
pub(super) fn reveal() {
    browser::later(50, || browser::reveal(".puzzle .news"));
}

pub(super) fn beside(page: PuzzlePageState, name: &'static str) -> AnyView {
    let solving = page.solving;
    let (task, difficulty) = solving.with_untracked(|solving| (phrases::task(solving), phrases::difficulty(solving)));
    let about = page.shelf.with_value(|shelf| hub::about(shelf));
    view! {
        <div class="side">
            <h1 class="what">{phrases::puzzle_of(name, page.number)}</h1>
            <div class="card say">
                <p class="task" id="task">{task}</p>
                <p class="faint">{phrases::task_more()}</p>
                <div class="news">
                    {move || feedback(page)}
                    {composer::remark(page)}
                    {move || expected(page)}
                    {composer::choices(page, page.view, |_| None)}
                    {move || solving.with(phrases::hint_text).map(|told| view! { <p class="hint">{told}</p> })}
                    {move || ways(page)}
                </div>
            </div>
            {quiet(page)}
            <p class="faint proven"><span aria-hidden="true">"✓ "</span> {difficulty}</p>
            {about}
        </div>
    }
    .into_any()
}

/// What became of the last move.
fn feedback(page: PuzzlePageState) -> Option<AnyView> {
    let (stage, said) =
        page.solving.with(|solving| (solving.stage().clone(), phrases::feedback(solving, page.at_once.get())));
    let (word, text) = said?;
    let class = match stage {
        PuzzleStage::Wrong(why) if why.is_mistake() => "outcome wrong",
        PuzzleStage::Solved | PuzzleStage::Open | PuzzleStage::Answering => "outcome done",
        _ => "outcome plain",
    };
    let word = (!word.is_empty()).then(|| view! { <strong>{word}</strong> " " });
    Some(view! { <p class=class>{word} {text}</p> }.into_any())
}

/// Half-way through a turn the rules say how it goes on.
fn expected(page: PuzzlePageState) -> Option<AnyView> {
    let turn = page.solving.with(|solving| {
        let (_, composer) = solving.parts().filter(|_| solving.is_open())?;
        page.view.with(|view| {
            let asks = !composer.chosen().is_empty() || !composer.offers(view).is_empty();
            view.turn.clone().filter(|_| asks)
        })
    })?;
    Some(view! { <p class="prompt">{prompt::task(turn.prompt.task)}</p> }.into_any())
}

/// What can be done now: help, another try, the next one.
fn ways(page: PuzzlePageState) -> AnyView {
    let (stage, hints, hinted) =
        page.solving.with(|solving| (solving.stage().clone(), solving.can_hint(), solving.hint().is_some()));
    let next = page.next();
    let game = page.game();
    let next = move |main: bool| {
        next.map(|number| {
            let class = if main { "button main next" } else { "button next" };
            let to = Route::Puzzles(PuzzleRoute::Number { game: game.clone(), number }).to_string();
            view! { <a class=class href=to>{phrases::next()}</a> }
        })
    };
    let back = move |event: leptos::ev::MouseEvent| {
        page.step_back();
        to_board(&event);
    };
    let hint = move |_| {
        page.hint();
        browser::later(0, || browser::focus_if_lost(".ways button"));
    };
    let again = move |event: leptos::ev::MouseEvent| {
        page.again();
        to_board(&event);
    };
    match stage {
        PuzzleStage::Open => view! {
            <div class="ways">
                {hints.then(|| view! {
                    <button class="hints" on:click=hint>{if hinted { phrases::more_hint() } else { phrases::hint() }}</button>
                })}
            </div>
        }
        .into_any(),
        PuzzleStage::Wrong(_) => view! {
            <div class="ways"><button class="main take-back" on:click=back>{phrases::take_back()}</button></div>
        }
        .into_any(),
        PuzzleStage::Solved | PuzzleStage::Shown => view! {
            <div class="ways">{next(true)} <button class="again" on:click=again>{phrases::again()}</button></div>
        }
        .into_any(),
        PuzzleStage::Checking | PuzzleStage::Answering | PuzzleStage::Showing => ().into_any(),
    }
}

/// What else can be done.
fn quiet(page: PuzzlePageState) -> AnyView {
    let analyse = move || {
        let shared = page.solving.with(|solving| {
            let moves = solving.session().history();
            Shared {
                rules: solving.session().rules(),
                position: Some(solving.session().start()),
                seed: None,
                moves: (!moves.is_empty()).then(|| moves.join(" ")),
            }
        });
        Route::Analysis(AnalysisRoute::Link(shared)).to_string()
    };
    let shows = Memo::new(move |_| {
        page.solving.with(|solving| !matches!(solving.stage(), PuzzleStage::Showing | PuzzleStage::Shown))
    });
    let show = move |_| {
        page.show();
        browser::later(0, || browser::focus_if_lost("#main"));
    };
    view! {
        <div class="row quiet">
            {move || shows.get().then(|| view! {
                <button class="plain solution" on:click=show>{phrases::solution()}</button>
            })}
            <a class="button plain" href=analyse>{phrases::analyse()}</a>
            <a class="button plain" href=Route::Puzzles(PuzzleRoute::Choose).to_string()>{phrases::all_puzzles()}</a>
        </div>
    }
    .into_any()
}
