//! The about page: the program, the people behind the games, and the libraries used.

use halfboard_app::about::{LIBRARIES, LICENCE, VERSION};
use halfboard_app::book;
use halfboard_app::phrases::settings as phrases;
use halfboard_app::route::Route;
use halfboard_rules::registry::{self, GameEntry};
use leptos::prelude::*;

use super::book::blocks;

/// The page.
pub(crate) fn page() -> impl IntoView {
    let games: Vec<_> = registry::games().iter().map(|game| credits(*game)).collect();
    let libraries: Vec<_> = LIBRARIES
        .iter()
        .map(|library| {
            view! {
                <li><a href=library.address rel="noopener noreferrer">{library.name}</a> ", " {library.licence}</li>
            }
        })
        .collect();
    view! {
        <section class="page narrow about">
            <h1>{phrases::about()}</h1>
            <p class="faint">{phrases::version(VERSION)}</p>
            <p>{phrases::about_what()}</p>
            <p>{phrases::about_private()}</p>
            <h2>{phrases::the_games()}</h2>
            {series()}
            {games}
            <p>{phrases::gaps()} " " <a href=Route::Gaps.to_string()>{phrases::gaps_link()}</a></p>
            <h2>{phrases::licence()}</h2>
            <p>{phrases::licence_more(LICENCE.replace(" OR ", ", "))}</p>
            <h2>{phrases::libraries()}</h2>
            <p>{phrases::libraries_more()}</p>
            <ul class="plain-list">{libraries}</ul>
        </section>
    }
}

/// The people and games behind a game, as its rules page names them.
fn credits(game: &dyn GameEntry) -> impl IntoView + use<> {
    let info = game.info();
    let credits = book::rules_of(info.id).and_then(|page| book::credits(&page));
    let address = Route::RulesOf { game: info.id.to_owned() }.to_string();
    view! {
        <h3><a href=address>{info.name}</a></h3>
        {credits.map(|section| blocks(&section.blocks, info.name))}
    }
}

/// The series that most of the games belong to.
fn series() -> impl IntoView {
    let page = book::shared();
    book::credits(&page).map(|section| blocks(&section.blocks, &page.title))
}
