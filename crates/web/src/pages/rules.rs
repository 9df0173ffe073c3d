//! The rules: the shared rules, those of each game, and how gaps in the original texts were closed.

use halfboard_app::book::{self, Page};
use halfboard_app::fairness::FairnessRoute;
use halfboard_app::phrases::{game_texts, learn as phrases, shell};
use halfboard_app::route::Route;
use halfboard_rules::registry;
use leptos::prelude::*;

use super::book::{address, blocks, contents, section};
use super::missing::missing;

/// The shared rules, with links to the rules of each game.
pub(super) fn shared() -> impl IntoView {
    let page = book::shared();
    let games: Vec<_> = registry::games()
        .iter()
        .map(|game| {
            let info = game.info();
            let href = Route::RulesOf { game: info.id.to_owned() }.to_string();
            view! {
                <li><a class="card" href=href>
                    <strong>{info.name}</strong>
                    <span>{game_texts::texts(info).summary.get()}</span>
                </a></li>
            }
        })
        .collect();
    let sections = page.sections();
    view! {
        <article class="page narrow book">
            <h1>{phrases::rules()}</h1>
            <p>{phrases::rules_more()}</p>
            <ul class="leaves">{games}</ul>
            <p><a href=Route::Gaps.to_string()>{phrases::gaps()}</a></p>
            <p><a href=Route::Fairness(FairnessRoute::Findings).to_string()>{shell::fairness()}</a></p>
            <hr/>
            {contents(page.leaf, &sections)}
            {blocks(page.opening(), &page.title)}
            {sections.iter().map(section).collect::<Vec<_>>()}
        </article>
    }
}

/// The rules of a game.
pub(super) fn of(game: &str) -> AnyView {
    let Some(page) = book::rules_of(game) else { return missing(&phrases::no_rules(game)).into_any() };
    let id = || game.to_owned();
    view! {
        <article class="page narrow book">
            <h1>{page.title.clone()}</h1>
            <p class="ways">
                <a class="button" href=Route::Lesson { game: id() }.to_string()>{phrases::to_lesson()}</a>
                <a class="button" href=Route::New { game: id() }.to_string()>{phrases::play_game()}</a>
            </p>
            {text(&page)}
        </article>
    }
    .into_any()
}

fn text(page: &Page) -> impl IntoView + use<> {
    let sections = page.sections();
    view! {
        {blocks(page.opening(), &page.title)}
        {contents(page.leaf, &sections)}
        {sections.iter().map(section).collect::<Vec<_>>()}
    }
}

/// All gaps of the original texts, and how they were closed.
pub(super) fn gaps() -> impl IntoView {
    let gaps: Vec<_> = book::gaps()
        .into_iter()
        .map(|(page, section)| {
            view! {
                <section>
                    <h2><a href=address(page.leaf)>{page.title.clone()}</a></h2>
                    {blocks(&section.blocks, &page.title)}
                </section>
            }
        })
        .collect();
    view! {
        <article class="page narrow book">
            <h1>{phrases::gaps()}</h1>
            <p>{phrases::gaps_more()}</p>
            {gaps}
        </article>
    }
}
