//! What is shown where an address leads nowhere.

use halfboard_app::phrases::shell;
use halfboard_app::route::Route;
use leptos::prelude::*;

/// A page that says what is missing, and leads back.
pub(crate) fn missing(words: &str) -> impl IntoView + use<> {
    view! {
        <section class="page narrow">
            <h1>{shell::no_such_page()}</h1>
            <p>{words.to_owned()}</p>
            <p><a class="button main" href=Route::Home.to_string()>{shell::to_first_page()}</a></p>
        </section>
    }
}
