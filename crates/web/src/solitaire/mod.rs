//! The page of solitaire.

use halfboard_client::words::shell;
use leptos::prelude::*;

/// The page.
pub(crate) fn page(address: &halfboard_client::solitaire::Address) -> AnyView {
    let _ = address;
    view! { <section class="page"><h1>{shell::solitaire()}</h1></section> }.into_any()
}
