//! What only a browser can do: its storage, clock, language, sounds, files. No other module calls it directly.

mod files;
mod sound;
mod storage;
mod time;

pub(crate) use files::{copy, download, pick_text};
pub(crate) use sound::{Sound, sound};
pub(crate) use storage::BrowserStore;
pub(crate) use time::{every, later, milliseconds, seconds, seed, today, when};

use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// The languages that the browser asks for, best first.
pub(crate) fn languages() -> Vec<String> {
    window().navigator().languages().iter().filter_map(|tag| tag.as_string()).collect()
}

/// Whether the device asks for something, in the words of a media query.
pub(crate) fn asks(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

/// Calls `f` whenever the answer to a media query changes.
pub(crate) fn on_change(query: &str, f: impl Fn() + 'static) {
    let Ok(Some(list)) = window().match_media(query) else { return };
    let closure = wasm_bindgen::closure::Closure::<dyn Fn()>::new(f);
    let _ = list.add_event_listener_with_callback("change", closure.as_ref().unchecked_ref());
    // It listens as long as the page lives.
    closure.forget();
    std::mem::forget(list);
}

/// Sets an attribute of the page's root, which style sheets look at.
pub(crate) fn set_root(name: &str, value: &str) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute(name, value);
    }
}

/// What stands after the address's `#`, that included.
pub(crate) fn hash() -> String {
    window().location().hash().unwrap_or_default()
}

/// Goes to another address of the app.
pub(crate) fn go(hash: &str) {
    let _ = window().location().set_hash(hash);
}

/// The address of the app up to the `#`.
pub(crate) fn base() -> String {
    let href = window().location().href().unwrap_or_default();
    href.split('#').next().unwrap_or_default().to_owned()
}

/// Puts the keyboard's focus on the element of a selector.
pub(crate) fn focus(selector: &str) {
    let element = document().query_selector(selector).ok().flatten();
    if let Some(element) = element.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Scrolls just as far as it takes to see the element of a selector, if it is below what is seen.
pub(crate) fn reveal(selector: &str) {
    let Some(element) = document().query_selector(selector).ok().flatten() else { return };
    let height = window().inner_height().ok().and_then(|height| height.as_f64()).unwrap_or_default();
    if element.get_bounding_client_rect().bottom() > height {
        element.scroll_into_view_with_bool(false);
    }
}
