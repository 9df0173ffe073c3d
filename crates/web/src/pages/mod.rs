//! The pages, one file each, and the routes to them. The study pages have folders of their own.

#[cfg(feature = "study")]
mod about;
#[cfg(feature = "study")]
mod book;
#[cfg(feature = "study")]
mod diagram;
#[cfg(feature = "study")]
mod games;
mod home;
#[cfg(feature = "study")]
mod learn;
#[cfg(feature = "study")]
mod lesson;
mod missing;
mod open;
pub(crate) mod parts;
mod quick;
#[cfg(feature = "study")]
mod rules;
mod settings;
mod setup;
pub(crate) mod today;
mod turns;

use halfboard_app::online::OnlineRoute;
use halfboard_app::route::{NoSuchPage, Route};
use leptos::prelude::*;

use crate::game::GamePage;
pub(crate) use missing::missing;

/// The page of a route.
pub(crate) fn page(route: Result<Route, NoSuchPage>) -> AnyView {
    match route {
        Ok(Route::Home) => view! { <home::Home/> }.into_any(),
        Ok(Route::Play { id }) => view! { <GamePage id/> }.into_any(),
        Ok(Route::New { game }) => setup::page(&game, false),
        Ok(Route::Online(OnlineRoute::New { game })) => setup::page(&game, true),
        Ok(Route::Online(address)) => crate::online::page(&address),
        Ok(Route::Open(shared)) => open::page(shared),
        #[cfg(feature = "study")]
        Ok(Route::Analysis(address)) => crate::analysis::page(&address),
        #[cfg(feature = "study")]
        Ok(Route::Archive(address)) => crate::archive::page(&address),
        #[cfg(feature = "study")]
        Ok(Route::Solitaire(address)) => crate::solitaire::page(&address),
        #[cfg(feature = "study")]
        Ok(Route::Puzzles(address)) => crate::puzzles::page(&address),
        #[cfg(feature = "study")]
        Ok(Route::Fairness(address)) => crate::fairness::page(&address),
        #[cfg(feature = "study")]
        Ok(Route::Learn) => learn::page().into_any(),
        #[cfg(feature = "study")]
        Ok(Route::Lesson { game }) => lesson::page(&game),
        #[cfg(feature = "study")]
        Ok(Route::Rules) => rules::shared().into_any(),
        #[cfg(feature = "study")]
        Ok(Route::RulesOf { game }) => rules::of(&game),
        #[cfg(feature = "study")]
        Ok(Route::Gaps) => rules::gaps().into_any(),
        #[cfg(feature = "study")]
        Ok(Route::About) => about::page().into_any(),
        // The page is loaded again with the program that has these pages. `boot.js` has the same list.
        #[cfg(not(feature = "study"))]
        Ok(
            Route::Analysis(_)
            | Route::Archive(_)
            | Route::Solitaire(_)
            | Route::Puzzles(_)
            | Route::Fairness(_)
            | Route::Learn
            | Route::Lesson { .. }
            | Route::Rules
            | Route::RulesOf { .. }
            | Route::Gaps
            | Route::About
            | Route::Games,
        ) => {
            crate::browser::reload_with_study_pages();
            ().into_any()
        }
        #[cfg(feature = "study")]
        Ok(Route::Games) => games::page().into_any(),
        Ok(Route::Settings) => settings::page().into_any(),
        Err(NoSuchPage(address)) => {
            missing::missing(&halfboard_app::phrases::shell::no_such_page_more(address)).into_any()
        }
    }
}
