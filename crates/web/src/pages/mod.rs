//! The pages, one file each, and which one an address shows.

mod missing;

use halfboard_client::route::{NoSuchPage, Route};
use leptos::prelude::*;

/// The page of an address.
pub(crate) fn page(route: Result<Route, NoSuchPage>) -> AnyView {
    match route {
        Ok(_) => view! { <p>"…"</p> }.into_any(),
        Err(NoSuchPage(address)) => {
            missing::missing(&halfboard_client::words::shell::no_such_page_more(address)).into_any()
        }
    }
}
