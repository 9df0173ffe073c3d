//! What can be done in the position that is looked at: the task, the choices that are no squares, and typed moves.

use halfboard_client::words::{game as words, prompt, result, steps};
use halfboard_rules::present::Step;
use halfboard_rules::prompt::Task;
use leptos::prelude::*;

use super::state::Analysis;
use crate::game::to_board;

/// What is expected now, in a sentence.
pub(super) fn expected(analysis: Analysis) -> String {
    analysis.view.with(|view| {
        if let Some(ending) = view.ending {
            return result::ended(ending);
        }
        let Some(turn) = &view.turn else { return String::new() };
        // Picking something up settles nothing by the rules, but one has come further.
        let picked = matches!(view.chosen.as_slice(), [Step::From(_)]);
        if picked && view.next.iter().all(|step| matches!(step, Step::To(_))) {
            return prompt::task(Task::ChooseTarget);
        }
        prompt::prompt(&turn.prompt)
    })
}

/// The card under the board.
pub(super) fn card(analysis: Analysis) -> AnyView {
    let typed = NodeRef::<leptos::html::Input>::new();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if let Some(input) = typed.get_untracked()
            && analysis.type_move(&input.value())
        {
            input.set_value("");
        }
    };
    let declared = move || {
        analysis.place.track();
        analysis.tree.with_untracked(|tree| {
            let (node, winner, why) = tree.declared()?;
            (node == tree.current()).then(|| view! { <p>{result::declared(winner, why)}</p> })
        })
    };
    let behind = move || {
        analysis.place.track();
        analysis.tree.with_untracked(|tree| result::behind(tree.session())).map(|why| view! { <p>{why}</p> })
    };
    view! {
        <div class="say">
            <p class="task" id="task">{move || expected(analysis)}</p>
            {behind}
            {declared}
            {move || analysis.remark.get().map(|remark| view! { <p class="remark">{remark}</p> })}
            {move || choices(analysis)}
            <form class="typed" on:submit=submit>
                <input id="typed" node_ref=typed aria-label=words::type_move() placeholder=words::type_move()
                    autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="60"/>
                <button type="submit" class="plain">{words::play_it()}</button>
            </form>
        </div>
    }
    .into_any()
}

/// Buttons for the choices that are no squares, or where a square says too little.
fn choices(analysis: Analysis) -> Option<AnyView> {
    let view = analysis.view.get();
    let board = view.board;
    let which = analysis.which.get();
    let asked = !which.is_empty();
    let is_alone = |step: &Step| step.square().is_none() || matches!(step, Step::Set(..));
    let offered: Vec<Step> = if asked { which } else { view.next.iter().copied().filter(is_alone).collect() };
    let back = !view.chosen.is_empty();
    if offered.is_empty() && !back {
        return None;
    }
    let judged = analysis.verdicts.judged(analysis);
    let buttons: Vec<_> = offered
        .into_iter()
        .map(|step| {
            let choose = move |event: web_sys::MouseEvent| {
                analysis.choose(step);
                to_board(&event);
            };
            let good = judged.iter().find(|(other, _)| *other == step).map(|(_, good)| *good);
            let sign = good.map(|good| if good { "✓ " } else { "✗ " });
            view! { <button class="choice" on:click=choose>{sign} {steps::button(step, board)}</button> }
        })
        .collect();
    let step_back = move |event: web_sys::MouseEvent| {
        analysis.step_back();
        to_board(&event);
    };
    Some(
        view! {
            <div class="row choices" role="group" aria-label=words::which()>
                {asked.then(|| view! { <span class="ask">{words::which()}</span> })}
                {buttons}
                {back.then(|| view! { <button class="plain" on:click=step_back>{words::step_back()}</button> })}
            </div>
        }
        .into_any(),
    )
}
