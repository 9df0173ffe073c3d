//! The page of analysis.

use halfboard_client::words::shell;
use leptos::prelude::*;

/// The page.
pub(crate) fn page(address: &halfboard_client::analysis::Address) -> AnyView {
    let _ = address;
    view! { <section class="page"><h1>{shell::analysis()}</h1></section> }.into_any()
}
