//! The fairness page: the findings of every variant as tables with plots, and a form that judges a board.

mod findings;
mod judge;
mod plot;

use halfboard_app::fairness::FairnessRoute;
use halfboard_app::phrases::fairness as phrases;
use leptos::prelude::*;

use crate::browser;
pub(crate) use plot::parts as stacked_bar;

/// The page. A board in the URL comes first.
pub(crate) fn page(address: &FairnessRoute) -> AnyView {
    let judged = matches!(address, FairnessRoute::Board(_));
    let judge = judge::section(address);
    let (above, below) = if judged { (Some(judge), None) } else { (None, Some(judge)) };
    view! {
        <section class="page fairness">
            <h1>{phrases::title()}</h1>
            {above}
            <p class="lead">{phrases::lead()}</p>
            {how_to_read()}
            {findings::all()}
            {below}
        </section>
    }
    .into_any()
}

fn how_to_read() -> AnyView {
    // On a phone it would push the findings out of sight.
    let roomy = browser::matches_media("(min-width: 801px)");
    view! {
        <details class="card reading" open=roomy>
            <summary>{phrases::how_to_read()}</summary>
            <p>{phrases::read_dot()}</p>
            <p class="sign">{plot::sign(true)} {phrases::read_proven()}</p>
            <p class="sign">{plot::sign(false)} {phrases::read_estimated()}</p>
            <p>{phrases::read_length()}</p>
            <p>{phrases::seat_one_note()}</p>
        </details>
    }
    .into_any()
}
