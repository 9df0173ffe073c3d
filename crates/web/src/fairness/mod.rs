//! The page of fairness: what is known of every variant, as tables with plots in them, and a board that is judged. Draws
//! what `client::fairness` says.

mod findings;
mod judge;
mod plot;

use halfboard_app::fairness::FairnessRoute;
use halfboard_app::phrases::fairness as words;
use leptos::prelude::*;

use crate::browser;

/// The page. Who comes with a board sees it first.
pub(crate) fn page(address: &FairnessRoute) -> AnyView {
    let judged = matches!(address, FairnessRoute::Board(_));
    let judge = judge::section(address);
    let (above, below) = if judged { (Some(judge), None) } else { (None, Some(judge)) };
    view! {
        <section class="page fairness">
            <h1>{words::title()}</h1>
            {above}
            <p class="lead">{words::lead()}</p>
            {how_to_read()}
            {findings::all()}
            {below}
        </section>
    }
    .into_any()
}

fn how_to_read() -> AnyView {
    // On a phone it would push the findings out of sight.
    let roomy = browser::asks("(min-width: 801px)");
    view! {
        <details class="card reading" open=roomy>
            <summary>{words::how_to_read()}</summary>
            <p>{words::read_dot()}</p>
            <p class="sign">{plot::sign(true)} {words::read_proven()}</p>
            <p class="sign">{plot::sign(false)} {words::read_estimated()}</p>
            <p>{words::read_length()}</p>
            <p>{words::whose_is_seat_one()}</p>
        </details>
    }
    .into_any()
}
