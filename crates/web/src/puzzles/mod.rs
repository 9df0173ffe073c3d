//! The page of puzzles.

use halfboard_client::words::shell;
use leptos::prelude::*;

/// The page.
pub(crate) fn page(address: &halfboard_client::puzzles::Address) -> AnyView {
    let _ = address;
    view! { <section class="page"><h1>{shell::puzzles()}</h1></section> }.into_any()
}
