//! What can be done in the position that is looked at: the task, the choices that are no squares, and typed moves.

use halfboard_app::phrases::{prompt, result};
use halfboard_rules::present::Step;
use leptos::prelude::*;

use super::state::AnalysisPageState;
use crate::composer::{self, task_once_picked};

/// Returns what is expected now, in a sentence.
pub(super) fn expected(analysis: AnalysisPageState) -> String {
    analysis.view.with(|view| {
        if let Some(ending) = view.ending {
            return result::ended(ending);
        }
        let Some(turn) = &view.turn else { return String::new() };
        task_once_picked(view).unwrap_or_else(|| prompt::prompt(&turn.prompt))
    })
}

/// The task, or how the game ended, and the choices.
pub(super) fn prompt(analysis: AnalysisPageState) -> AnyView {
    let declared = move || {
        analysis.place.track();
        analysis.tree.with_untracked(|tree| {
            let (node, winner, why) = tree.declared()?;
            (node == tree.current()).then(|| view! { <p>{result::declared(winner, why)}</p> })
        })
    };
    let behind = move || {
        analysis.place.track();
        analysis.tree.with_untracked(|tree| result::explain_ending(tree.session())).map(|why| view! { <p>{why}</p> })
    };
    view! {
        <p class="task" id="task">{move || expected(analysis)}</p>
        {behind}
        {declared}
        {composer::remark(analysis)}
        {composer::choices(analysis, analysis.view, move |step| sign(analysis, step))}
    }
    .into_any()
}

/// Returns the solver's verdict on a step.
fn sign(analysis: AnalysisPageState, step: Step) -> Option<&'static str> {
    let judged = analysis.verdicts.judged(analysis);
    let good = judged.iter().find(|(other, _)| *other == step).map(|(_, good)| *good);
    good.map(|good| if good { "✓ " } else { "✗ " })
}
