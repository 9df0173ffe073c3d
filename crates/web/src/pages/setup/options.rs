//! The options of the game, generated from their descriptions. A conflict is explained beside its option, and can be
//! corrected with one click.

use halfboard_app::phrases::game_texts::OptionText;
use halfboard_app::phrases::{Text, game_texts, rules, setup as phrases};
use halfboard_app::setup::{Form, FormError};
use halfboard_rules::options::{OptionInfo, Values};
use leptos::prelude::*;

use super::SetupPageState;

/// All options.
pub(super) fn options(state: SetupPageState) -> impl IntoView {
    let infos = state.form.with_untracked(Form::option_infos);
    let options: Vec<_> = infos.iter().enumerate().map(|(index, info)| option(state, index, info)).collect();
    view! {
        <section class="options" aria-labelledby="options-title">
            <h2 id="options-title">{phrases::options()}</h2>
            <p class="faint">{phrases::options_more()}</p>
            <div class="option-grid">{options}</div>
        </section>
    }
}

fn option(state: SetupPageState, index: usize, info: &'static OptionInfo) -> impl IntoView {
    let game = state.form.with_untracked(Form::entry).info();
    let text = game_texts::texts(game).option(info.name);
    let wrong_id = format!("option-{}-wrong", info.name);
    let wrong = Memo::new(move |_| match state.problem.get() {
        Some(FormError::Option(at, error)) if at == index => Some(rules::option_error(game, &error)),
        _ => None,
    });
    let described = {
        let wrong_id = wrong_id.clone();
        Signal::derive(move || wrong.with(Option::is_some).then(|| wrong_id.clone()))
    };
    let values = match info.values {
        Values::Listed(_) => value_list(state, index, text, wrong),
        Values::Pattern { example, .. } => typed(state, index, text, example, described),
    };
    let told = move || {
        wrong.get().map(|sentence| {
            let default = text.value_label(info.values.default());
            let reset = move |_| state.form.update(|form| form.reset_option(index));
            view! {
                <div class="wrong" id=wrong_id.clone()>
                    <p>{sentence}</p>
                    <button type="button" on:click=reset>{phrases::reset_option(text.label.get(), default)}</button>
                </div>
            }
        })
    };
    let applicable = Memo::new(move |_| state.form.with(|form| form.is_applicable(index)));
    view! {
        <fieldset class="card option" aria-describedby=described hidden=move || !applicable.get()>
            <legend>{text.label.get()}</legend>
            <p class="faint">{text.summary.get()}</p>
            {values}
            {text.advice.map(|advice| view! { <p class="faint designer-note">{advice.get()}</p> })}
            <div aria-live="polite">{told}</div>
        </fieldset>
    }
}

/// The listed values of an option, each marked if it conflicts with the rest of the form.
fn value_list(state: SetupPageState, index: usize, text: &'static OptionText, wrong: Memo<Option<String>>) -> AnyView {
    let clashes = Memo::new(move |_| state.form.with(|form| form.clashes(index)));
    let choices = text.values.iter().enumerate().map(|(nth, value)| {
        let id = format!("option-{}-{}", text.name, value.name);
        let more_id = format!("{id}-more");
        let chosen = move || state.form.with(|form| form.options[index] == value.name);
        let choose = move |_| state.form.update(|form| value.name.clone_into(&mut form.options[index]));
        let clash = move || {
            // What is said below about the value chosen need not be said twice.
            if chosen() && wrong.with(Option::is_some) {
                return None;
            }
            let clash = clashes.with(|clashes| clashes.get(nth).cloned().flatten());
            clash.map(|error| {
                let game = state.form.with_untracked(Form::entry).info();
                view! {
                    <span class="clash">{phrases::not_with_these()} " " {rules::option_error(game, &error)}</span>
                }
            })
        };
        view! {
            <div class="pick">
                <input type="radio" id=id.clone() name=format!("option-{}", text.name) aria-describedby=more_id.clone()
                    prop:checked=chosen on:change=choose/>
                <label for=id>{value.label.get()}</label>
                <span class="faint more" id=more_id>{value.summary.get()} {clash}</span>
            </div>
        }
    });
    view! { <div class="picks">{choices.collect::<Vec<_>>()}</div> }.into_any()
}

/// A text field for a value; the default if empty.
fn typed(
    state: SetupPageState,
    index: usize,
    text: &'static OptionText,
    example: &'static str,
    described: Signal<Option<String>>,
) -> AnyView {
    let id = format!("option-{}", text.name);
    let more_id = format!("{id}-more");
    let default = text.values[0];
    let default_name = default.name;
    let typed = move || {
        let word = state.form.with(|form| form.options[index].clone());
        if word == default_name { String::new() } else { word }
    };
    let set = move |event| {
        let typed = event_target_value(&event);
        let value = if typed.trim().is_empty() { default_name } else { typed.trim() };
        state.form.update(|form| value.clone_into(&mut form.options[index]));
    };
    let describedby = {
        let more_id = more_id.clone();
        move || match described.get() {
            Some(wrong) => format!("{more_id} {wrong}"),
            None => more_id.clone(),
        }
    };
    view! {
        <p class="field">
            <label for=id.clone()>{text.form.map(Text::get)}</label>
            <input type="text" id=id autocomplete="off" spellcheck="false" maxlength="40" placeholder=example
                aria-invalid=move || described.get().map(|_| "true") aria-describedby=describedby
                prop:value=typed on:change=set/>
            <span class="faint" id=more_id>{phrases::default_value(default.summary.get())}</span>
        </p>
    }
    .into_any()
}
