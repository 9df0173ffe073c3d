//! The browser app. Draws what `halfboard-client` says and passes on what people do; knows no rules.

use leptos::prelude::*;

fn main() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(|| view! { <p>"Halfboard"</p> });
}
