//! The start position.

use halfboard_app::phrases::setup as phrases;
use halfboard_app::setup::{Form, FormError};
use leptos::prelude::*;

use super::SetupPageState;
use crate::browser;
use crate::pages::parts::radio;

/// The standard start, with a seed if it is random; or a position.
pub(super) fn start(state: SetupPageState) -> impl IntoView {
    let set = Memo::new(move |_| state.form.with(|form| form.position.is_some()));
    let as_rules_say = move || state.form.update(|form| form.position = None);
    let from_position = move || {
        state.form.update(|form| {
            // The start as it is now is an example to change.
            let now = form.session().map(|session| session.position()).unwrap_or_default();
            form.position = Some(now);
        });
    };
    let inside = move || match (set.get(), state.has_chance.get()) {
        (true, _) => Some(position(state)),
        (false, true) => Some(seed(state)),
        (false, false) => None,
    };
    view! {
        <fieldset class="card start">
            <legend>{phrases::start()}</legend>
            <div class="picks side-by-side">
                {radio("start", "start-rules".to_owned(), phrases::standard_start(), None, move || !set.get(), as_rules_say)}
                {radio("start", "start-position".to_owned(), phrases::set_position(), None, move || set.get(), from_position)}
            </div>
            {inside}
        </fieldset>
    }
}

fn seed(state: SetupPageState) -> AnyView {
    let wrong = Memo::new(move |_| state.problem.get() == Some(FormError::Seed));
    let shuffle = move |_| state.form.update(|form| form.seed = browser::seed().to_string());
    let described = move || if wrong.get() { "seed-more seed-wrong" } else { "seed-more" };
    view! {
        <div class="field">
            <label for="seed">{phrases::seed()}</label>
            <div class="row">
                <input type="text" inputmode="numeric" id="seed" maxlength="20" autocomplete="off"
                    aria-invalid=move || wrong.get().then_some("true") aria-describedby=described
                    prop:value=move || state.form.with(|form| form.seed.clone())
                    on:input=move |event| state.form.update(|form| form.seed = event_target_value(&event))/>
                <button type="button" on:click=shuffle>{phrases::shuffle()}</button>
            </div>
            <span class="faint" id="seed-more">{phrases::seed_more()}</span>
            {move || wrong.get().then(|| view! { <p class="wrong" id="seed-wrong">{phrases::invalid_seed()}</p> })}
        </div>
    }
    .into_any()
}

/// A text field for a position, with the parser's error message in English.
fn position(state: SetupPageState) -> AnyView {
    let wrong = Memo::new(move |_| match state.problem.get() {
        Some(FormError::Position(error)) => Some(error),
        _ => None,
    });
    let example = Memo::new(move |_| {
        let rules = state.form.with(Form::rules).ok();
        rules.map(|rules| phrases::position_more(rules.start(0).position()))
    });
    let described = move || if wrong.with(Option::is_some) { "position-more position-wrong" } else { "position-more" };
    let told = move || {
        wrong.get().map(|error| {
            view! {
                <div class="wrong" id="position-wrong">
                    <p>{phrases::invalid_position(error.at + 1)}</p>
                    <p class="faint" lang="en">{error.problem} "; valid: " {error.valid}</p>
                </div>
            }
        })
    };
    view! {
        <div class="field">
            <label for="position">{phrases::position()}</label>
            <input type="text" class="code" id="position" maxlength="200" autocomplete="off" spellcheck="false"
                aria-invalid=move || wrong.with(Option::is_some).then_some("true") aria-describedby=described
                prop:value=move || state.form.with(|form| form.position.clone().unwrap_or_default())
                on:input=move |event| state.form.update(|form| form.position = Some(event_target_value(&event)))/>
            <span class="faint code" id="position-more">{move || example.get()}</span>
            <div aria-live="polite">{told}</div>
        </div>
    }
    .into_any()
}
