//! The fields of a position besides the board: words to choose from, numbers to count up and down, and all of it as text.

use halfboard_app::editor::{Draft, FieldContent};
use halfboard_app::phrases::{board as board_phrases, editor as phrases};
use halfboard_rules::game::Color;
use halfboard_rules::position_format::FieldName;
use leptos::prelude::*;

use super::EditorState;
use crate::pages::parts::radio;

/// The fields that leave a choice now; another phase may have others.
pub(super) fn fields(editor: EditorState) -> AnyView {
    let open = Memo::new(move |_| {
        // Words that go with the phase change with it.
        editor.draft.with(|draft| draft.open_fields().into_iter().map(|at| (at, draft.words(at))).collect::<Vec<_>>())
    });
    let shown = move || {
        let names = editor.draft.with_untracked(|draft| draft.form().fields);
        let field = |(at, words): (usize, &'static [&'static str])| {
            let name = names[at].name;
            if words.is_empty() { numbers(editor, at, name) } else { choice(editor, at, name, words) }
        };
        open.get().into_iter().map(field).collect::<Vec<_>>()
    };
    view! { <div class="card position-fields">{shown}</div> }.into_any()
}

/// Returns the name of the group of a field's choices, and the beginning of their ids.
const fn group(name: FieldName) -> &'static str {
    match name {
        FieldName::Turn => "edit-turn",
        FieldName::Phase => "edit-phase",
        FieldName::Seats => "edit-seats",
        FieldName::Pair => "edit-pair",
        FieldName::Reserve => "edit-reserve",
        FieldName::Stock => "edit-stock",
        FieldName::Sets => "edit-sets",
        FieldName::Last => "edit-last",
    }
}

/// Returns whether the rules find fault with this field.
fn at_fault(editor: EditorState, name: FieldName) -> bool {
    editor.wrong.with(|wrong| wrong.as_ref().is_some_and(|wrong| wrong.field == Some(name)))
}

fn choice(editor: EditorState, at: usize, name: FieldName, choices: &'static [&'static str]) -> AnyView {
    let seats = editor.rules.with_value(|rules| rules.seats());
    let pick = |word: &'static str| {
        let id = format!("{}-{word}", group(name));
        let chosen = move || editor.draft.with(|draft| draft.content(at) == Some(FieldContent::Word(word)));
        let choose = move || {
            editor.change(|draft| draft.set_field(at, FieldContent::Word(word)));
        };
        radio(group(name), id, phrases::field_value(name, word, seats), None, chosen, choose)
    };
    view! {
        <fieldset class="plain" class:at-fault=move || at_fault(editor, name)>
            <legend>{phrases::field(name)}</legend>
            <div class="picks side-by-side">{choices.iter().map(|word| pick(word)).collect::<Vec<_>>()}</div>
        </fieldset>
    }
    .into_any()
}

fn counts(draft: &Draft, at: usize) -> [u8; 2] {
    match draft.content(at) {
        Some(FieldContent::Counts(counts)) => counts,
        _ => [0, 0],
    }
}

fn numbers(editor: EditorState, at: usize, name: FieldName) -> AnyView {
    let label = phrases::field(name);
    let number = |color: Color| {
        let now = move || editor.draft.with(|draft| counts(draft, at)[color.index()]);
        let set = move |count: u8| {
            editor.change(|draft| {
                let mut counts = counts(draft, at);
                counts[color.index()] = count;
                draft.set_field(at, FieldContent::Counts(counts));
            });
        };
        let by_hand = move |event: leptos::ev::Event| {
            if let Ok(count) = event_target_value(&event).trim().parse() {
                set(count);
            }
        };
        let of = board_phrases::color(color);
        let id = format!("{}-{}", group(name), color.letter());
        view! {
            <div class="count">
                <label for=id.clone()><span class="unseen">{label} ", "</span>{of}</label>
                <div class="row">
                    <button type="button" aria-label=phrases::fewer(label, of)
                        on:click=move |_| set(untrack(now).saturating_sub(1))>"−"</button>
                    <input type="text" inputmode="numeric" id=id maxlength="2" autocomplete="off"
                        aria-invalid=move || at_fault(editor, name).then_some("true")
                        prop:value=move || now().to_string() on:change=by_hand/>
                    <button type="button" aria-label=phrases::more(label, of)
                        on:click=move |_| set(untrack(now).saturating_add(1))>"+"</button>
                </div>
            </div>
        }
    };
    view! {
        <fieldset class="plain" class:at-fault=move || at_fault(editor, name)>
            <legend>{label}</legend>
            <div class="counts">{Color::BOTH.map(number)}</div>
        </fieldset>
    }
    .into_any()
}

/// The whole position as text, which can be written as well.
pub(super) fn as_text(editor: EditorState) -> AnyView {
    let wrong = move || editor.wrong.with(Option::is_some);
    view! {
        <p class="field">
            <label for="position-text">{phrases::as_text()}</label>
            <input type="text" class="code" id="position-text" maxlength="200" autocomplete="off" autocapitalize="off"
                spellcheck="false" prop:value=move || editor.text.get()
                aria-invalid=move || wrong().then_some("true")
                aria-describedby=move || wrong().then_some("set-up-wrong")
                on:input=move |event| editor.typed(event_target_value(&event))/>
        </p>
    }
    .into_any()
}
