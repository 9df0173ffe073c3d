//! The page of fairness.

use halfboard_client::words::shell;
use leptos::prelude::*;

/// The page.
pub(crate) fn page() -> AnyView {
    view! { <section class="page"><h1>{shell::fairness()}</h1></section> }.into_any()
}
