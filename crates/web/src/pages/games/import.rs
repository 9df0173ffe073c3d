//! Import of games from a file or text.

use halfboard_app::phrases::{games as phrases, shell};
use halfboard_app::{import, saved};
use halfboard_rules::record::RecordError;
use leptos::prelude::*;

use super::GamesPageState;
use crate::app::app;
use crate::browser::{self, BrowserStore};

/// The outcome of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Outcome {
    /// So many games were imported, and this is wrong with the others.
    Taken(usize, Vec<RecordError>),
    Nothing,
    Wrong(RecordError),
    StorageError,
}

/// The number of games whose errors are shown.
const SHOWN_PROBLEMS: usize = 5;

fn import_games(text: &str) -> Outcome {
    let mut games = import::read(text);
    if games.plays.is_empty() {
        return if games.problems.is_empty() {
            Outcome::Nothing
        } else {
            Outcome::Wrong(games.problems.swap_remove(0))
        };
    }
    for play in &games.plays {
        let now = browser::milliseconds();
        let id = saved::new_id(&BrowserStore, now);
        // A game that was kept before stays where it was in the list.
        let changed = saved::changed(play).filter(|&changed| changed <= now).unwrap_or(now);
        if saved::save(&BrowserStore, id, play, browser::seconds(), changed).is_err() {
            return Outcome::StorageError;
        }
    }
    Outcome::Taken(games.plays.len(), games.problems)
}

/// What could be read of a text, and what is wrong with the rest.
fn partly(read: usize, problems: &[RecordError]) -> impl IntoView {
    let lines: Vec<_> =
        problems.iter().take(SHOWN_PROBLEMS).map(|error| view! { <li>{error.to_string()}</li> }).collect();
    let more = problems.len().saturating_sub(SHOWN_PROBLEMS);
    view! {
        <div class="wrong" id="bring-in-wrong">
            <p>{phrases::import_partial(read, read + problems.len())}</p>
            <ul class="faint" lang="en">{lines}</ul>
            {(more > 0).then(|| view! { <p class="faint">{phrases::more_problems(more)}</p> })}
        </div>
    }
}

/// The import section.
pub(super) fn section(state: GamesPageState) -> impl IntoView {
    let app = app();
    let text = RwSignal::new(String::new());
    let outcome = RwSignal::new(None::<Outcome>);
    let take = move |source: &str| {
        let came = import_games(source);
        match &came {
            Outcome::Taken(count, _) => {
                app.notify(phrases::imported_count(*count));
                text.set(String::new());
            }
            Outcome::StorageError => app.notify(shell::not_saved()),
            Outcome::Nothing | Outcome::Wrong(_) => {}
        }
        outcome.set(Some(came));
        state.reload();
    };
    let wrong = move || match outcome.get() {
        Some(Outcome::Wrong(error)) => Some(
            view! {
                <div class="wrong" id="bring-in-wrong">
                    <p>{phrases::import_error(error.game, error.line)}</p>
                    <p class="faint" lang="en">{error.to_string()}</p>
                </div>
            }
            .into_any(),
        ),
        Some(Outcome::Taken(read, problems)) if !problems.is_empty() => Some(partly(read, &problems).into_any()),
        Some(Outcome::Nothing) => Some(
            view! {
                <p class="wrong" id="bring-in-wrong">{phrases::no_game_in_text()}</p>
            }
            .into_any(),
        ),
        _ => None,
    };
    let is_wrong = move || outcome.with(|outcome| matches!(outcome, Some(Outcome::Wrong(_) | Outcome::Nothing)));
    view! {
        <section class="card bring-in" aria-labelledby="bring-in-title">
            <h2 id="bring-in-title">{phrases::import()}</h2>
            <p class="faint" id="bring-in-more">{phrases::import_more()}</p>
            <p class="field">
                <label for="bring-in-file">{phrases::from_file()}</label>
                <input type="file" id="bring-in-file" accept=".txt,.pgn,.sgf,text/plain" aria-describedby="bring-in-more"
                    on:change=move |event| browser::pick_text(&event, move |text| take(&text))/>
            </p>
            <p class="field">
                <label for="bring-in-text">{phrases::from_text()}</label>
                <textarea id="bring-in-text" class="code" rows="5" spellcheck="false"
                    aria-invalid=move || is_wrong().then_some("true")
                    aria-describedby=move || is_wrong().then_some("bring-in-wrong")
                    prop:value=move || text.get()
                    on:input=move |event| text.set(event_target_value(&event))></textarea>
            </p>
            <div role="alert">{wrong}</div>
            <button type="button" on:click=move |_| take(&text.get_untracked())>{phrases::import_now()}</button>
        </section>
    }
}
