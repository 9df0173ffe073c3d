//! A saved game in the list: its description, its state and its actions.

use halfboard_app::analysis::AnalysisRoute;
use halfboard_app::import::write_sgf;
use halfboard_app::layout::Layout;
use halfboard_app::phrases::{board as board_phrases, games as phrases, language, players, rules};
use halfboard_app::play::Play;
use halfboard_app::route::Route;
use halfboard_app::saved::SavedGame;
use leptos::prelude::*;

use super::GamesPageState;
use crate::app::app;
use crate::board::Board;
use crate::browser;

/// Returns the text that a search for the game matches.
pub(super) fn description(kept: &SavedGame) -> String {
    match &kept.play {
        Ok(play) => phrases::description(play),
        Err(_) => format!("{} {}", phrases::unreadable(), kept.text),
    }
}

/// The game in the list.
pub(super) fn entry(state: GamesPageState, kept: &SavedGame) -> AnyView {
    match &kept.play {
        Ok(play) => readable(state, kept, play),
        Err(error) => unreadable(state, kept, error.to_string()),
    }
}

fn readable(state: GamesPageState, kept: &SavedGame, play: &Play) -> AnyView {
    let info = play.session().info();
    let variant = rules::variant(&play.session().rules());
    let when = match kept.changed {
        0 => play.tag("Date").unwrap_or_default().to_owned(),
        changed => browser::when(changed, language().tag()),
    };
    let length = match when.as_str() {
        "" => phrases::length(play),
        when => format!("{}, {when}", phrases::length(play)),
    };
    let mut view = play.view();
    view.next.clear();
    let label = board_phrases::board_of(&variant);
    let sgf = write_sgf(&play.record(0.0)).map(|text| {
        let name = file_name(kept, play, "sgf");
        view! { <button type="button" on:click=move |_| browser::download(&name, &text)>{phrases::export_sgf()}</button> }
    });
    let name = file_name(kept, play, "txt");
    view! {
        <li class="card kept-game">
            <Board view=Signal::stored(view) layout=Layout::new(info.board) label shows_choices=false/>
            <div class="about-game">
                <h2>{variant.clone()}</h2>
                <p>{players::all(play)}</p>
                <p>{phrases::state(play)}</p>
                <p class="faint">{length}</p>
                <div class="row">
                    <a class="button main" aria-label=phrases::open_game(&variant)
                        href=Route::Play { id: kept.id }.to_string()>{phrases::open()}</a>
                    <a class="button" aria-label=phrases::analyse_game(&variant)
                        href=Route::Analysis(AnalysisRoute::Kept { id: kept.id }).to_string()>{phrases::analyse()}</a>
                    <details class="more-actions">
                        <summary class="button">{phrases::actions()}</summary>
                        <div class="row">{save(kept, name)} {sgf} {copy(kept)} {delete(state, kept.id)}</div>
                    </details>
                </div>
            </div>
        </li>
    }
    .into_any()
}

/// An unreadable game: the error, and the remaining actions.
fn unreadable(state: GamesPageState, kept: &SavedGame, why: String) -> AnyView {
    let name = format!("halfboard-{}.txt", kept.id);
    view! {
        <li class="card kept-game broken">
            <div class="about-game">
                <h2>{phrases::unreadable()}</h2>
                <p class="wrong" lang="en">{why}</p>
                <p class="faint">{phrases::unreadable_more()}</p>
                <div class="row">{save(kept, name)} {delete(state, kept.id)}</div>
            </div>
        </li>
    }
    .into_any()
}

fn file_name(kept: &SavedGame, play: &Play, extension: &str) -> String {
    format!("halfboard-{}-{}.{extension}", play.session().info().id, kept.id)
}

fn save(kept: &SavedGame, name: String) -> impl IntoView + use<> {
    let text = kept.text.clone();
    view! { <button type="button" on:click=move |_| browser::download(&name, &text)>{phrases::export()}</button> }
}

fn copy(kept: &SavedGame) -> impl IntoView + use<> {
    let app = app();
    let text = kept.text.clone();
    let copy = move |_| {
        browser::copy(&text, move |done| app.notify(if done { phrases::copied() } else { phrases::not_copied() }));
    };
    view! { <button type="button" on:click=copy>{phrases::copy()}</button> }
}

fn delete(state: GamesPageState, id: u64) -> impl IntoView {
    let delete = move |_| {
        state.delete(&[id]);
        // The button that was pressed is gone: the keyboard goes on where this can be undone.
        browser::later(0, || browser::focus("#undo"));
    };
    view! { <button type="button" on:click=delete>{phrases::delete()}</button> }
}
