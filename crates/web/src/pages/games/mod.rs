//! The games saved in this browser: search, open, export, delete and import. An unreadable game is listed with the
//! error and affects no other.

mod entry;
mod import;

use halfboard_app::archive::ArchiveRoute;
use halfboard_app::phrases::{games as phrases, shell};
use halfboard_app::route::Route;
use halfboard_app::saved::{self, SavedGame};
use leptos::prelude::*;

use super::parts::{asked_twice, radio};
use crate::app::app;
use crate::browser::{self, BrowserStore};

/// The number of games on a page: each draws a board.
const AT_ONCE: usize = 24;

/// The filter of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filter {
    All,
    Unfinished,
    Finished,
}

impl Filter {
    fn lets_through(self, kept: &SavedGame) -> bool {
        let over = kept.play.as_ref().is_ok_and(halfboard_app::play::Play::is_over);
        match self {
            Filter::All => true,
            Filter::Unfinished => !over && kept.play.is_ok(),
            Filter::Finished => over,
        }
    }
}

/// The state of the page.
#[derive(Clone, Copy)]
struct GamesPageState {
    /// The games, reloaded after every change.
    games: RwSignal<Vec<SavedGame>>,
    /// The games deleted last, for undo.
    deleted: RwSignal<Vec<(u64, String)>>,
}

impl GamesPageState {
    fn reload(self) {
        self.games.set(saved::started(&BrowserStore));
    }

    /// Deletes games, which can be undone until others are deleted.
    fn delete(self, ids: &[u64]) {
        let texts = self.games.with_untracked(|games| {
            let chosen = games.iter().filter(|kept| ids.contains(&kept.id));
            chosen.map(|kept| (kept.id, kept.text.clone())).collect::<Vec<_>>()
        });
        for (id, _) in &texts {
            saved::delete(&BrowserStore, *id);
        }
        self.deleted.set(texts);
        self.reload();
    }

    /// Restores the games deleted last; returns whether all of them could be saved.
    fn restore(self) -> bool {
        let texts = self.deleted.get_untracked();
        let all = texts.iter().all(|(id, text)| saved::restore(&BrowserStore, *id, text).is_ok());
        if all {
            self.deleted.set(Vec::new());
        }
        self.reload();
        all
    }
}

/// The page.
pub(crate) fn page() -> impl IntoView {
    let state =
        GamesPageState { games: RwSignal::new(saved::started(&BrowserStore)), deleted: RwSignal::new(Vec::new()) };
    let search = RwSignal::new(String::new());
    let filter = RwSignal::new(Filter::All);
    let most = RwSignal::new(AT_ONCE);
    let found = move || {
        let (search, filter) = (search.get(), filter.get());
        state.games.with(|games| {
            let fits =
                |kept: &&SavedGame| filter.lets_through(kept) && saved::matches(&search, &entry::description(kept));
            games.iter().filter(fits).cloned().collect::<Vec<_>>()
        })
    };
    let list = move || {
        let found = found();
        let count = found.len();
        if state.games.with(Vec::is_empty) {
            return view! {
                <p>{phrases::none_yet()}</p>
                <p><a class="button main" href=Route::Home.to_string()>{phrases::new_game()}</a></p>
            }
            .into_any();
        }
        let entries: Vec<_> = found.iter().take(most.get()).map(|kept| entry::entry(state, kept)).collect();
        let more = (count > most.get()).then(|| {
            view! { <button type="button" on:click=move |_| most.update(|most| *most += AT_ONCE)>{phrases::show_more()}</button> }
        });
        view! {
            <p class="faint" role="status">{if count == 0 { phrases::none_found().to_owned() } else { phrases::game_count(count) }}</p>
            <ul class="kept-games">{entries}</ul>
            {more}
        }
        .into_any()
    };
    view! {
        <section class="page games">
            <h1>{phrases::title()}</h1>
            {finding(search, filter)}
            {undo(state)}
            {list}
            {all_games(state)}
            {import::section(state)}
            <p><a class="button" href=Route::Archive(ArchiveRoute::All).to_string()>{phrases::archive()}</a></p>
        </section>
    }
}

/// The search and the filter.
fn finding(search: RwSignal<String>, filter: RwSignal<Filter>) -> impl IntoView {
    let choice = move |value: Filter, id: &str, label: &'static str| {
        radio("filter", id.to_owned(), label, None, move || filter.get() == value, move || filter.set(value))
    };
    view! {
        <div class="finding" role="search">
            <p class="field">
                <label for="search">{phrases::search()}</label>
                <input type="search" id="search" autocomplete="off" prop:value=move || search.get()
                    on:input=move |event| search.set(event_target_value(&event))/>
            </p>
            <fieldset class="plain">
                <legend>{phrases::show()}</legend>
                <div class="picks side-by-side">
                    {choice(Filter::All, "filter-all", phrases::all())}
                    {choice(Filter::Unfinished, "filter-unfinished", phrases::unfinished())}
                    {choice(Filter::Finished, "filter-finished", phrases::finished())}
                </div>
            </fieldset>
        </div>
    }
}

/// The notice of deleted games, with an undo button.
fn undo(state: GamesPageState) -> impl IntoView {
    let app = app();
    let restore = move |_| {
        if !state.restore() {
            app.notify(shell::not_saved());
        }
    };
    let told = move || {
        let count = state.deleted.with(Vec::len);
        (count > 0).then(|| {
            view! {
                <p class="row told">{phrases::deleted_count(count)}
                    <button type="button" id="undo" on:click=restore>{phrases::undo()}</button>
                </p>
            }
        })
    };
    view! { <div role="status">{told}</div> }
}

/// The actions for all games.
fn all_games(state: GamesPageState) -> impl IntoView {
    let export = move |_| {
        let texts = state
            .games
            .with_untracked(|games| games.iter().map(|kept| kept.text.trim_end().to_owned()).collect::<Vec<_>>());
        browser::download(&format!("halfboard-{}.txt", browser::today()), &(texts.join("\n\n") + "\n"));
    };
    let delete = move || {
        let ids: Vec<u64> = state.games.with_untracked(|games| games.iter().map(|kept| kept.id).collect());
        state.delete(&ids);
        browser::later(0, || browser::focus("#undo"));
    };
    let some = Memo::new(move |_| state.games.with(|games| !games.is_empty()));
    let question = move || phrases::delete_all_question(state.games.with(Vec::len));
    move || {
        some.get().then(|| {
            view! {
                <div class="row all-games">
                    <button type="button" on:click=export>{phrases::export_all()}</button>
                    {asked_twice(phrases::delete_all(), question, phrases::delete_all_now(), delete)}
                </div>
            }
        })
    }
}
