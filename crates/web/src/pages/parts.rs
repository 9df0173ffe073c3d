//! Form elements that several pages use: choices and text fields. Every field has a label, and its description is
//! linked to it.

use halfboard_app::phrases;
use halfboard_app::phrases::shell;
use halfboard_engine::levels::Level;
use leptos::prelude::*;

use crate::browser;

/// A radio button with its label and an optional description.
pub(crate) fn radio(
    group: &'static str,
    id: String,
    label: impl IntoView + 'static,
    more: Option<String>,
    chosen: impl Fn() -> bool + Send + Sync + 'static,
    choose: impl Fn() + 'static,
) -> AnyView {
    let more_id = format!("{id}-more");
    let described = more.is_some().then(|| more_id.clone());
    view! {
        <div class="pick">
            <input type="radio" id=id.clone() name=group aria-describedby=described prop:checked=chosen
                on:change=move |_| choose()/>
            <label for=id>{label}</label>
            {more.map(|more| view! { <span class="faint more" id=more_id>{more}</span> })}
        </div>
    }
    .into_any()
}

/// A radio button that looks like a chip: a short label, and the name that is announced.
pub(crate) fn chip(
    group: &str,
    id: String,
    label: String,
    name: String,
    chosen: impl Fn() -> bool + Send + Sync + 'static,
    choose: impl Fn() + 'static,
) -> AnyView {
    // As an attribute too, for the home page that is shown before the app is loaded.
    let first = untrack(&chosen);
    view! {
        <span class="quick-chip">
            <input type="radio" id=id.clone() name=group.to_owned() aria-label=name checked=first prop:checked=chosen
                on:change=move |_| choose()/>
            <label for=id>{label}</label>
        </span>
    }
    .into_any()
}

/// A checkbox with its label.
pub(crate) fn checkbox(
    id: &'static str,
    label: &'static str,
    on: impl Fn() -> bool + Send + Sync + 'static,
    set: impl Fn(bool) + 'static,
) -> AnyView {
    view! {
        <div class="pick">
            <input type="checkbox" id=id prop:checked=on on:change=move |event| set(event_target_checked(&event))/>
            <label for=id>{label}</label>
        </div>
    }
    .into_any()
}

/// A text field with its label.
pub(crate) fn text_field(
    id: String,
    label: String,
    text: impl Fn() -> String + Send + Sync + 'static,
    set: impl Fn(String) + 'static,
) -> AnyView {
    checked_field(id, label, text, set, || None)
}

/// A text field that is validated: `wrong` returns the id of the error message, if there is an error.
pub(crate) fn checked_field(
    id: String,
    label: String,
    text: impl Fn() -> String + Send + Sync + 'static,
    set: impl Fn(String) + 'static,
    wrong: impl Fn() -> Option<&'static str> + Copy + Send + Sync + 'static,
) -> AnyView {
    view! {
        <p class="field">
            <label for=id.clone()>{label}</label>
            <input type="text" id=id maxlength="60" autocomplete="off" prop:value=text
                aria-invalid=move || wrong().map(|_| "true") aria-describedby=wrong
                on:input=move |event| set(event_target_value(&event))/>
        </p>
    }
    .into_any()
}

/// A list from which one value is selected, with its label. The options are values and their texts.
pub(crate) fn select_field(
    id: String,
    label: String,
    options: Vec<(String, String)>,
    selected: impl Fn() -> String + Clone + Send + Sync + 'static,
    set: impl Fn(String) + 'static,
) -> AnyView {
    let options: Vec<_> = options
        .into_iter()
        .map(|(value, text)| {
            let (selected, this) = (selected.clone(), value.clone());
            view! { <option value=value prop:selected=move || selected() == this>{text}</option> }
        })
        .collect();
    view! {
        <p class="field">
            <label for=id.clone()>{label}</label>
            <select id=id on:change=move |event| set(event_target_value(&event))>{options}</select>
        </p>
    }
    .into_any()
}

/// The value of the adaptive opponent in a list of levels.
const ADAPTIVE: &str = "adaptive";

/// A field for the engine's level, with its label. Its options are the levels by the current rules. `None` is the
/// adaptive opponent, if it is on offer.
pub(crate) fn level_field(
    id: String,
    label: String,
    rules: Memo<String>,
    offers_adaptive: bool,
    level: impl Fn() -> Option<u8> + Clone + Send + Sync + 'static,
    set: impl Fn(Option<u8>) + Clone + Send + Sync + 'static,
) -> AnyView {
    let options = Memo::new(move |_| {
        let rules = rules.get();
        let named = |number: u8| (number.to_string(), phrases::players::level_rated(&rules, number));
        let mut options: Vec<(String, String)> = Level::all(&rules).map(Level::number).map(named).collect();
        if offers_adaptive {
            options.push((ADAPTIVE.to_owned(), phrases::players::adaptive().to_owned()));
        }
        options
    });
    let selected = move || level().map_or(ADAPTIVE.to_owned(), |level| level.to_string());
    (move || {
        let set = set.clone();
        select_field(id.clone(), label.clone(), options.get(), selected.clone(), move |value| match value.parse() {
            Ok(level) => set(Some(level)),
            Err(_) => set(None),
        })
    })
    .into_any()
}

/// A button that asks for confirmation.
pub(crate) fn asked_twice(
    open: &'static str,
    question: impl Fn() -> String + Send + Sync + 'static,
    answer: &'static str,
    done: impl Fn() + Clone + Send + Sync + 'static,
) -> AnyView {
    let asked = RwSignal::new(false);
    let question = std::sync::Arc::new(question);
    (move || {
        if !asked.get() {
            let ask = move |_| {
                asked.set(true);
                // The button is gone: the keyboard goes on at the harmless answer.
                browser::later(0, || browser::focus(".question .harmless"));
            };
            return view! { <button type="button" class="asks" on:click=ask>{open}</button> }.into_any();
        }
        let cancel = move |_| {
            asked.set(false);
            browser::later(0, || browser::focus(".asks"));
        };
        let done = done.clone();
        let confirm = move |_| {
            asked.set(false);
            browser::later(0, || browser::focus_if_lost(".asks"));
            done();
        };
        view! {
            <div class="question" role="group" aria-label=open>
                <p>{question()}</p>
                <div class="row">
                    <button type="button" class="warn" on:click=confirm>{answer}</button>
                    <button type="button" class="harmless" on:click=cancel>{shell::cancel()}</button>
                </div>
            </div>
        }
        .into_any()
    })
    .into_any()
}
