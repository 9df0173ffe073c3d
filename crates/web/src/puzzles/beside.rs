//! What stands beside the board of a puzzle: the task, what became of the last move, choices, help and the ways on.

use halfboard_app::analysis::AnalysisRoute;
use halfboard_app::composer::Compose;
use halfboard_app::phrases::{game as game_phrases, prompt, puzzles as phrases, shell};
use halfboard_app::puzzles::{PuzzleRoute, PuzzleStage};
use halfboard_app::route::{Route, Shared};
use leptos::prelude::*;

use super::hub;
use super::solve::PuzzlePageState;
use crate::composer::{self, ComposerPage, to_board};
use crate::pictures::copy_image;
use crate::toolbar::{Icon, tool, tool_link, toolbar};

/// The task, or what became of the last move; choices, and the ways on.
pub(super) fn prompt(page: PuzzlePageState) -> AnyView {
    let solving = page.solving;
    let task = solving.with_untracked(phrases::task);
    view! {
        <p class="task" id="task">{task}</p>
        {move || feedback(page)}
        {composer::remark(page)}
        {move || expected(page)}
        {composer::choices(page, page.view, |_| None)}
        {move || solving.with(phrases::hint_text).map(|told| view! { <p class="hint">{told}</p> })}
        {move || ways(page)}
    }
    .into_any()
}

/// Which puzzle it is, and how it was proven.
pub(super) fn side(page: PuzzlePageState, name: &'static str) -> AnyView {
    let difficulty = page.solving.with_untracked(phrases::difficulty);
    let about = page.shelf.with_value(|shelf| hub::about(shelf));
    view! {
        <div class="about">
            <h1 class="what">{phrases::puzzle_of(name, page.number)}</h1>
            <p class="faint">{phrases::task_more()}</p>
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
    Some(view! { <p class="next-step">{prompt::task(turn.prompt.task)}</p> }.into_any())
}

/// What can be done now: help, another try, the next one.
fn ways(page: PuzzlePageState) -> AnyView {
    let stage = page.solving.with(|solving| solving.stage().clone());
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
    let again = move |event: leptos::ev::MouseEvent| {
        page.again();
        to_board(&event);
    };
    match stage {
        PuzzleStage::Wrong(_) => view! {
            <div class="row ways"><button class="main take-back" on:click=back>{phrases::take_back()}</button></div>
        }
        .into_any(),
        PuzzleStage::Solved | PuzzleStage::Shown => view! {
            <div class="row ways">{next(true)} <button class="again" on:click=again>{phrases::again()}</button></div>
        }
        .into_any(),
        PuzzleStage::Open | PuzzleStage::Checking | PuzzleStage::Answering | PuzzleStage::Showing => ().into_any(),
    }
}

/// The toolbar.
pub(super) fn tools(page: PuzzlePageState) -> AnyView {
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
    let state = Memo::new(move |_| {
        page.solving.with(|solving| {
            let open = *solving.stage() == PuzzleStage::Open;
            let unseen = !matches!(solving.stage(), PuzzleStage::Showing | PuzzleStage::Shown);
            (open && solving.can_hint(), solving.hint().is_some(), unseen)
        })
    });
    let hint = move || if state.get().1 { phrases::more_hint() } else { phrases::hint() };
    let tools = vec![
        tool(Icon::Hint, hint, move || !state.get().0, move || page.hint()),
        tool(Icon::Eye, phrases::solution, move || !state.get().2, move || page.show()),
        tool_link(Icon::Graph, phrases::analyse(), analyse),
    ];
    toolbar(tools, RwSignal::new(false), move || items(page))
}

/// The menu.
fn items(page: PuzzlePageState) -> AnyView {
    let rules = Route::RulesOf { game: page.game() };
    view! {
        <button on:click=move |_| page.composer.quarters.update(|q| *q = (*q + 1) % 4)>{game_phrases::rotate()}</button>
        {copy_image(page, move || page.marks())}
        <a class="button" href=rules.to_string()>{game_phrases::rules()}</a>
        <a class="button" href=Route::Puzzles(PuzzleRoute::Choose).to_string()>{phrases::all_puzzles()}</a>
        <a class="button" href=Route::Home.to_string()>{shell::home()}</a>
    }
    .into_any()
}
