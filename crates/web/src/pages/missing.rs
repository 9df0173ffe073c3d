//! The page for an unknown URL.

use halfboard_app::phrases::shell;
use halfboard_app::route::Route;
use leptos::prelude::*;

/// A page with an error message and a link to the home page.
pub(crate) fn missing(words: &str) -> impl IntoView + use<> {
    view! {
        <section class="page narrow">
            <h1>{shell::no_such_page()}</h1>
            <p>{words.to_owned()}</p>
            <p><a class="button main" href=Route::Home.to_string()>{shell::home()}</a></p>
        </section>
    }
}
