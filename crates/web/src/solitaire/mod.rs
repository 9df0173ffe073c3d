//! The pages of the solitaire: choosing a puzzle, and playing it. Draws what `client/solitaire` says; the solver is asked
//! in its worker.

mod boards;
mod choose;
mod end;
mod figures;
mod panel;
mod solver;
mod state;
mod table;

use halfboard_app::phrases::{shell, solitaire as phrases};
use halfboard_app::route::Route;
use halfboard_app::solitaire::{PuzzleId, PuzzleIdError, SolitaireRoute};
use leptos::prelude::*;

use crate::pages::today::{archive, today, today_card};

/// The page of an address.
pub(crate) fn page(address: &SolitaireRoute) -> AnyView {
    match PuzzleId::read(address, today()) {
        Ok(None) => choose::page(),
        Ok(Some(which)) => table::page(which),
        Err(wrong) => problem(&wrong),
    }
}

fn problem(wrong: &PuzzleIdError) -> AnyView {
    let (sentence, detail) = phrases::puzzle_error(wrong);
    problem_page(sentence, detail)
}

/// What is wrong in a sentence, perhaps with a detail in English, and the ways on.
fn problem_page(sentence: String, detail: Option<String>) -> AnyView {
    view! {
        <section class="page narrow">
            <h1>{phrases::wrong_title()}</h1>
            <p class="wrong">{sentence}</p>
            {detail.map(|detail| view! { <p class="faint" lang="en">{detail}</p> })}
            <p class="row">
                <a class="button main" href=Route::Solitaire(SolitaireRoute::Choose).to_string()>{phrases::all_puzzles()}</a>
                <a class="button" href=Route::Home.to_string()>{shell::home()}</a>
            </p>
        </section>
    }
    .into_any()
}
