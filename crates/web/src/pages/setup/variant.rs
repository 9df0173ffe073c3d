//! The choice of a variant, with a line on what differs and one on how fair it is.

use halfboard_app::fairness::{FILE, brief};
use halfboard_app::phrases::{game_texts, rules, setup as phrases};
use halfboard_app::setup::Form;
use halfboard_rules::registry::GameEntry;
use leptos::prelude::*;

use super::SetupPageState;
use crate::browser;

/// The named variants.
pub(super) fn variant(state: SetupPageState, game: &'static dyn GameEntry) -> impl IntoView {
    let texts = game_texts::texts(game.info());
    let chosen = Memo::new(move |_| state.form.with(Form::preset));
    let presets = StoredValue::new(game.presets());
    let options = game.presets().into_iter().enumerate().map(|(index, preset)| {
        let name = texts.preset(preset.id).name.get();
        view! { <option value=index.to_string() prop:selected=move || chosen.get() == Some(index)>{name}</option> }
    });
    // Own rules have no entry to choose, but are shown as chosen.
    let own = move || {
        chosen.get().is_none().then(|| view! { <option value="" prop:selected=true>{rules::custom_rules()}</option> })
    };
    let choose = move |event| {
        let index = event_target_value(&event).parse::<usize>().ok();
        let preset = index.and_then(|index| presets.with_value(|presets| presets.get(index).cloned()));
        if let Some(preset) = preset {
            state.form.update(|form| form.choose_preset(&preset));
        }
    };
    let differs = move || {
        let text =
            presets.with_value(|presets| chosen.get().and_then(|index| presets.get(index)).map(|preset| preset.id));
        let text = texts.preset(text?);
        // The game's own designers are credited above.
        let by = text.designers.map(|designers| format!(" ({})", phrases::by(designers.get())));
        Some(format!("{}{}", text.summary.get(), by.unwrap_or_default()))
    };
    view! {
        <section class="card variant">
            <p class="field">
                <label for="preset">{phrases::variant()}</label>
                <select id="preset" aria-describedby="preset-more" on:change=choose>
                    {options.collect::<Vec<_>>()} {own}
                </select>
            </p>
            <p class="faint" id="preset-more" role="status">{differs} " " {fairness(state)}</p>
        </section>
    }
}

/// What the findings say about the chosen rules, once they are loaded.
fn fairness(state: SetupPageState) -> impl IntoView {
    let findings = RwSignal::new(String::new());
    browser::fetch_text(FILE, move |text| {
        if let Ok(Some(text)) = text {
            let _ = findings.try_set(text);
        }
    });
    let rules = Memo::new(move |_| state.form.with(|form| form.rules().map(|rules| rules.canonical()).ok()));
    move || {
        let rules = rules.get()?;
        let found = findings.with(|findings| brief(findings, &rules))?;
        Some(view! { <span class="fair">{phrases::fairness(&found)}</span> })
    }
}
