//! The pages, one file each, and which one an address shows.

mod about;
mod book;
mod diagram;
mod games;
mod home;
mod learn;
mod lesson;
mod missing;
mod open;
pub(crate) mod parts;
mod rules;
mod settings;
mod setup;

use halfboard_client::route::{NoSuchPage, Route};
use leptos::prelude::*;

use crate::game::GamePage;
pub(crate) use missing::missing;

/// The page of an address.
pub(crate) fn page(route: Result<Route, NoSuchPage>) -> AnyView {
    match route {
        Ok(Route::Home) => view! { <home::Home/> }.into_any(),
        Ok(Route::Play { id }) => view! { <GamePage id/> }.into_any(),
        Ok(Route::New { game }) => setup::page(&game),
        Ok(Route::Open(shared)) => open::page(shared),
        Ok(Route::Analysis(address)) => crate::analysis::page(&address),
        Ok(Route::Solitaire(address)) => crate::solitaire::page(&address),
        Ok(Route::Puzzles(address)) => crate::puzzles::page(&address),
        Ok(Route::Fairness(address)) => crate::fairness::page(&address),
        Ok(Route::Games) => games::page().into_any(),
        Ok(Route::Settings) => settings::page().into_any(),
        Ok(Route::About) => about::page().into_any(),
        Ok(Route::Learn) => learn::page().into_any(),
        Ok(Route::Lesson { game }) => lesson::page(&game),
        Ok(Route::Rules) => rules::shared().into_any(),
        Ok(Route::RulesOf { game }) => rules::of(&game),
        Ok(Route::Gaps) => rules::gaps().into_any(),
        Err(NoSuchPage(address)) => {
            missing::missing(&halfboard_client::words::shell::no_such_page_more(address)).into_any()
        }
    }
}
