//! Import and export: texts and files that come in, and what goes out.

use halfboard_app::analysis::import::{ImportError, import};
use halfboard_app::analysis::text::{self, ParsedAnalysis};
use halfboard_app::analysis::{AnalysisRoute, Tree, export, saved};
use halfboard_app::phrases::{analysis as phrases, game as game_phrases, rules, shell};
use halfboard_app::route::Route;
use halfboard_rules::record;
use halfboard_rules::registry;
use leptos::prelude::*;

use super::state::AnalysisPageState;
use crate::app::{App, app};
use crate::browser::{self, BrowserStore};
use crate::pictures::{copy_image, save_line_gif};

/// Import and export of an analysis.
pub(super) fn part(analysis: AnalysisPageState) -> AnyView {
    let rules = analysis.tree.with_untracked(|tree| tree.session().rules());
    view! { {export_part(analysis)} {import_part(rules)} }.into_any()
}

fn copy(app: App, text: &str) {
    browser::copy(text, move |done| app.notify(if done { phrases::copied() } else { game_phrases::not_copied() }));
}

fn export_part(analysis: AnalysisPageState) -> impl IntoView {
    let app = analysis.app;
    let from = move |out: fn(&Tree) -> String| analysis.tree.with_untracked(out);
    let id = analysis.tree.with_untracked(|tree| tree.session().info().id);
    let written = |tree: &Tree| record::format(&[export::record(tree)]);
    let link = |tree: &Tree| browser::link_to(&Route::Analysis(AnalysisRoute::Link(export::link(tree))));
    let whole = |tree: &Tree| {
        let (tree, source, changed) = (tree.clone(), String::new(), browser::milliseconds());
        text::write(&ParsedAnalysis { tree, source, changed, left_out: 0 })
    };
    let has_sgf = analysis.tree.with_untracked(|tree| export::sgf(tree).is_some());
    let sgf = |tree: &Tree| export::sgf(tree).unwrap_or_default();
    let position = move || {
        analysis.place.track();
        analysis.tree.with_untracked(|tree| tree.session().position())
    };
    let line = move || {
        let end = |tree: &Tree| tree.line().last().map(|&end| tree.path(end)).unwrap_or_default();
        analysis.tree.with_untracked(end)
    };
    view! {
        <section class="card take-out" aria-labelledby="take-out-title">
            <h2 id="take-out-title">{phrases::export()}</h2>
            <p class="field">
                <label for="position-now">{phrases::position_string()}</label>
                <input type="text" class="code" id="position-now" readonly prop:value=position/>
            </p>
            <div class="row">
                <button on:click=move |_| copy(app, &from(link))>{phrases::copy_link()}</button>
                <button on:click=move |_| copy(app, &untrack(position))>{phrases::copy_position()}</button>
                <button on:click=move |_| copy(app, &from(written))>{phrases::copy_record()}</button>
                {copy_image(analysis, move || super::marks(analysis))}
                {save_line_gif(analysis, line)}
                <button on:click=move |_| browser::download(&format!("{id}.txt"), &from(written))>{phrases::save_record()}</button>
                {has_sgf.then(|| view! {
                    <button on:click=move |_| browser::download(&format!("{id}.sgf"), &from(sgf))>{phrases::save_sgf()}</button>
                })}
                <button on:click=move |_| browser::download(&format!("{id}-analysis.txt"), &from(whole))>{phrases::save_tree()}</button>
            </div>
            <p class="faint">{phrases::record_more()}</p>
        </section>
    }
}

/// Returns what is wrong with a text: a sentence, and the exact words of the rules in English.
fn import_error_text(error: &ImportError) -> (String, Option<String>) {
    match error {
        ImportError::Nothing => (phrases::empty_text().to_owned(), None),
        ImportError::TooLong => (phrases::too_long().to_owned(), None),
        ImportError::TooMany => (phrases::too_many().to_owned(), None),
        ImportError::Record(error) => (phrases::record_error(error.game, error.line), Some(error.to_string())),
        ImportError::Text(error) => (phrases::load_failed().to_owned() + ".", Some(error.to_string())),
        ImportError::Rules(error) => (rules::rules_error(error), None),
        ImportError::Position(error) => {
            (phrases::invalid_position(error.at + 1), Some(format!("{}; valid: {}", error.problem, error.valid)))
        }
    }
}

/// Keeps what is in a text, and goes to the first of it.
fn import_text(app: App, text: &str, rules: &str) -> Result<(), ImportError> {
    let brought = import(text, rules)?;
    let now = browser::milliseconds();
    let mut first = None;
    // The first comes last, and so is the one that was changed last.
    for tree in brought.trees.iter().rev() {
        let id = saved::new_id(&BrowserStore, now);
        if saved::save(&BrowserStore, id, tree, "", now).is_err() {
            app.notify(shell::not_saved());
        }
        first = Some(id);
    }
    let read = brought.trees.len();
    match (brought.left_out, read, brought.problems.first()) {
        (_, _, Some(error)) => {
            let all = read + brought.problems.len();
            app.notify(phrases::imported_partial(read, all, error.game, error.line));
        }
        (0, 1, None) => {}
        (0, count, None) => app.notify(phrases::imported(count)),
        (left_out, _, None) => app.notify(phrases::skipped_moves(left_out)),
    }
    if let Some(id) = first {
        app.go(&Route::Analysis(AnalysisRoute::Own { id }));
    }
    Ok(())
}

/// The part that takes texts in. These rules are chosen for a bare position.
pub(super) fn import_part(rules_now: String) -> impl IntoView {
    let app = app();
    let text = RwSignal::new(String::new());
    let rules_text = RwSignal::new(rules_now);
    let wrong = RwSignal::new(None::<ImportError>);
    let take = move |source: &str| wrong.set(import_text(app, source, &rules_text.get_untracked()).err());
    let is_wrong = move || wrong.with(Option::is_some);
    let problem = move || {
        wrong.with(|wrong| wrong.as_ref().map(import_error_text)).map(|(sentence, detail)| {
            view! {
                <div class="wrong" id="take-in-wrong">
                    <p>{sentence}</p>
                    {detail.map(|detail| view! { <p class="faint" lang="en">{detail}</p> })}
                </div>
            }
        })
    };
    let known: Vec<_> = registry::games()
        .iter()
        .flat_map(|game| game.presets())
        .map(|preset| view! { <option value=preset.rules.clone()></option> })
        .collect();
    view! {
        <section class="card bring-in" aria-labelledby="take-in-title">
            <h2 id="take-in-title">{phrases::import()}</h2>
            <p class="faint" id="take-in-more">{phrases::import_more()}</p>
            <p class="field">
                <label for="take-in-file">{phrases::from_file()}</label>
                <input type="file" id="take-in-file" accept=".txt,.pgn,.sgf,text/plain" aria-describedby="take-in-more"
                    on:change=move |event| browser::pick_text(&event, move |text| take(&text))/>
            </p>
            <p class="field">
                <label for="take-in-text">{phrases::from_text()}</label>
                <textarea id="take-in-text" class="code" rows="4" spellcheck="false"
                    aria-invalid=move || is_wrong().then_some("true")
                    aria-describedby=move || is_wrong().then_some("take-in-wrong")
                    prop:value=move || text.get()
                    on:input=move |event| text.set(event_target_value(&event))></textarea>
            </p>
            <p class="field">
                <label for="take-in-rules">{phrases::position_rules()}</label>
                <input type="text" class="code" id="take-in-rules" list="known-rules" maxlength="200" autocomplete="off"
                    spellcheck="false" prop:value=move || rules_text.get()
                    on:input=move |event| rules_text.set(event_target_value(&event))/>
                <datalist id="known-rules">{known}</datalist>
            </p>
            <div role="alert">{problem}</div>
            <button type="button" class="take-in" on:click=move |_| take(&text.get_untracked())>{phrases::open_imported()}</button>
        </section>
    }
}
