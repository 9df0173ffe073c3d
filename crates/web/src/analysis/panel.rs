//! What can be done in the position that is looked at: the task, the choices that are no squares, and typed moves.

use halfboard_app::words::{prompt, result};
use leptos::prelude::*;

use super::state::Analysis;
use crate::compose::{self, Offer, task_once_picked, typed_field};

/// What is expected now, in a sentence.
pub(super) fn expected(analysis: Analysis) -> String {
    analysis.view.with(|view| {
        if let Some(ending) = view.ending {
            return result::ended(ending);
        }
        let Some(turn) = &view.turn else { return String::new() };
        task_once_picked(view).unwrap_or_else(|| prompt::prompt(&turn.prompt))
    })
}

/// The card under the board.
pub(super) fn card(analysis: Analysis) -> AnyView {
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
            {typed_field(move |text| analysis.type_move(text))}
        </div>
    }
    .into_any()
}

/// Buttons for the choices that are no squares, with what the solver says of them.
fn choices(analysis: Analysis) -> Option<AnyView> {
    let mut offer = analysis.view.with(|view| Offer::of(view, analysis.which.get()));
    let judged = analysis.verdicts.judged(analysis);
    for (sign, step) in &mut offer.steps {
        let good = judged.iter().find(|(other, _)| other == step).map(|(_, good)| *good);
        *sign = good.map(|good| if good { "✓ " } else { "✗ " });
    }
    let choose = Callback::new(move |step| analysis.choose(step));
    compose::choices(offer, choose, Callback::new(move |()| analysis.step_back()))
}
