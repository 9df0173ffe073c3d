//! The browser's APIs: storage, clock, language, sounds, files, network, workers, focus. No other module of this crate
//! uses `web_sys`, `js_sys` or `wasm_bindgen`, which a test in `crates/e2e` checks.

mod elements;
mod files;
mod net;
mod sound;
mod storage;
mod time;
mod worker;

pub(crate) use elements::{
    attribute_under, capture_pointer, focus, focus_if_lost, focus_within, is_in_field, is_in_text_field, select_text,
    target_attribute,
};
pub(crate) use files::{copy, download, fetch_text, pick_text};
pub(crate) use net::{Socket, SocketEvent, can_share, random_bytes, request, share};
pub(crate) use sound::{Sound, sound};
pub(crate) use storage::{BrowserStore, take_over};
pub(crate) use time::{every, later, milliseconds, random, seconds, seed, today, when};
pub(crate) use worker::{WebWorker, WorkerMessage};

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
pub(crate) fn set_root_attribute(name: &str, value: &str) {
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

/// Loads the page again at the address that it has now.
#[cfg(not(feature = "study"))]
pub(crate) fn reload_with_study_pages() {
    if let Some(root) = document().document_element() {
        let _ = root.remove_attribute("data-ready");
    }
    storage::hand_over();
    let _ = window().location().reload();
}

/// The address of the app up to the `#`.
pub(crate) fn base() -> String {
    let href = window().location().href().unwrap_or_default();
    href.split('#').next().unwrap_or_default().to_owned()
}

/// Whether an element of this selector is in the page.
pub(crate) fn is_there(selector: &str) -> bool {
    document().query_selector(selector).is_ok_and(|element| element.is_some())
}

/// Whether the page can be seen, and is not behind another or put away.
pub(crate) fn is_seen() -> bool {
    !document().hidden()
}

/// Where the app's files are, relative to the page.
pub(crate) fn assets() -> Option<String> {
    document().document_element()?.get_attribute("data-assets")
}

/// Writes a fault of ours to the browser's console, for those who look into it.
pub(crate) fn complain(problem: &str) {
    leptos::logging::error!("{problem}");
}

/// What follows when another page is shown: it is seen from its top, the keyboard begins there, and its heading is the
/// window's title.
pub(crate) fn arrive() {
    window().scroll_to_with_x_and_y(0.0, 0.0);
    focus("#main");
    update_title();
}

/// Gives the window the page's heading for a title. The first page's is the app's own name.
pub(crate) fn update_title() {
    let heading = document().query_selector("main h1").ok().flatten().and_then(|heading| heading.text_content());
    let title = heading.filter(|_| !matches!(hash().as_str(), "" | "#" | "#/"));
    document().set_title(&title.map_or("Halfboard".to_owned(), |heading| format!("{heading} – Halfboard")));
}

/// Scrolls a list so that the element of a selector in it can be seen, or else to its top.
pub(crate) fn keep_in_sight(list: &web_sys::Element, selector: &str) {
    match list.query_selector(selector).ok().flatten() {
        Some(element) => {
            let (at, frame) = (element.get_bounding_client_rect(), list.get_bounding_client_rect());
            let by = (at.bottom() - frame.bottom()).max(0.0) + (at.top() - frame.top()).min(0.0);
            list.set_scroll_top(list.scroll_top() + by as i32);
        }
        None => list.set_scroll_top(0),
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

/// Puts a mark before the window's title, for a page that is not seen. [`update_title`] takes it away.
pub(crate) fn mark_title(mark: &str) {
    update_title();
    document().set_title(&format!("● {mark} – {}", document().title()));
}

/// Whether the element of a selector is in what is seen of the page.
pub(crate) fn is_in_sight(selector: &str) -> bool {
    let Some(element) = document().query_selector(selector).ok().flatten() else { return false };
    let height = window().inner_height().ok().and_then(|height| height.as_f64()).unwrap_or_default();
    let frame = element.get_bounding_client_rect();
    is_seen() && frame.height() > 0.0 && frame.top() < height && frame.bottom() > 0.0
}

/// Scrolls until the element of a selector is in the middle of what is seen.
pub(crate) fn go_to(selector: &str) {
    if let Some(element) = document().query_selector(selector).ok().flatten() {
        element.scroll_into_view();
    }
}

/// Loads the whole page again.
pub(crate) fn reload() {
    let _ = window().location().reload();
}

/// Writes something to the browser's console that only those who look into it want to know.
pub(crate) fn inform(words: &str) {
    leptos::logging::log!("{words}");
}
