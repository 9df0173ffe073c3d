//! The about page: the program, the designers of the games, and the libraries used.

use halfboard_app::about::{LIBRARIES, LICENCE, VERSION};
use halfboard_app::phrases::{game_texts, settings as phrases};
use halfboard_app::route::Route;
use halfboard_rules::registry::{self, GameEntry};
use leptos::prelude::*;

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
            <ul class="plain-list">{games}</ul>
            <p>{phrases::gaps()} " " <a href=Route::Gaps.to_string()>{phrases::gaps_link()}</a></p>
            <h2>{phrases::licence()}</h2>
            <p>{phrases::licence_more(LICENCE.replace(" OR ", ", "))}</p>
            <h2>{phrases::libraries()}</h2>
            <p>{phrases::libraries_more()}</p>
            <ul class="plain-list">{libraries}</ul>
        </section>
    }
}

/// The designers of a game and of its variants.
fn credits(game: &dyn GameEntry) -> impl IntoView + use<> {
    let info = game.info();
    let mut others = Vec::new();
    let texts = game_texts::texts(info);
    let by_others = texts.presets.iter().filter_map(|preset| preset.designers);
    // Names are the same in every language.
    for designer in by_others.flat_map(|designers| designers.en.split(" and ")) {
        if !texts.designers.en.contains(designer) && !others.contains(&designer) {
            others.push(designer);
        }
    }
    let variants = (!others.is_empty()).then(|| format!(" {}", phrases::variants_by(others.join(", "))));
    let address = Route::RulesOf { game: info.id.to_owned() }.to_string();
    view! {
        <li><a href=address>{info.name}</a> ", " {phrases::by_designer(texts.designers.get())} "." {variants}</li>
    }
}
