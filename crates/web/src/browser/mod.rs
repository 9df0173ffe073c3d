//! The browser's APIs: storage, clock, language, sounds, files, network, workers, focus. No other module of this crate
//! uses `web_sys`, `js_sys` or `wasm_bindgen`, which a test in `crates/e2e` checks.

#[cfg(feature = "study")]
mod archive_store;
mod elements;
mod files;
mod net;
mod pictures;
mod scroll;
mod sound;
mod storage;
mod time;
mod worker;

#[cfg(feature = "study")]
pub(crate) use archive_store::{delete_import, load_imports, store_import};
pub(crate) use elements::{
    attribute_under, capture_pointer, focus, focus_if_lost, focus_in_place, focus_within, is_in_field,
    is_in_text_field, is_within, select_text, target_attribute, width,
};
pub(crate) use files::{copy, download, fetch_text, pick_files, pick_text};
pub(crate) use net::{Socket, SocketEvent, can_share, random_bytes, request, request_as, share};
pub(crate) use pictures::{PictureOutcome, copy_picture, save_picture};
pub(crate) use scroll::{follow_history, show_entry};
pub(crate) use sound::{Sound, sound};
pub(crate) use storage::{BrowserStore, delete_archives, restore_handed_over};
pub(crate) use time::{every, later, milliseconds, pause, random, seconds, seed, today, when};
pub(crate) use worker::{WebWorker, WorkerMessage};

use halfboard_app::route::Route;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// Returns the preferred languages of the browser, best first.
pub(crate) fn languages() -> Vec<String> {
    window().navigator().languages().iter().filter_map(|tag| tag.as_string()).collect()
}

/// Returns whether a media query matches.
pub(crate) fn matches_media(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

/// Calls `f` whenever the result of a media query changes.
pub(crate) fn on_change(query: &str, f: impl Fn() + 'static) {
    let Ok(Some(list)) = window().match_media(query) else { return };
    let closure = wasm_bindgen::closure::Closure::<dyn Fn()>::new(f);
    let _ = list.add_event_listener_with_callback("change", closure.as_ref().unchecked_ref());
    // It listens as long as the page lives.
    closure.forget();
    std::mem::forget(list);
}

/// Sets an attribute of the root element, for style sheets.
pub(crate) fn set_root_attribute(name: &str, value: &str) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute(name, value);
    }
}

/// Returns an attribute of the root element.
pub(crate) fn root_attribute(name: &str) -> Option<String> {
    document().document_element()?.get_attribute(name)
}

/// Returns the fragment of the URL, including the `#`.
pub(crate) fn hash() -> String {
    window().location().hash().unwrap_or_default()
}

/// Navigates to another fragment.
pub(crate) fn go(hash: &str) {
    let _ = window().location().set_hash(hash);
}

/// Navigates to another fragment in place of the current one, which is not in the history then.
pub(crate) fn go_instead(hash: &str) {
    let _ = window().location().replace(hash);
}

/// Reloads the page at its current URL, with the study pages.
#[cfg(not(feature = "study"))]
pub(crate) fn reload_with_study_pages() {
    if let Some(root) = document().document_element() {
        let _ = root.remove_attribute("data-ready");
    }
    storage::hand_over();
    let _ = window().location().reload();
}

/// Returns the URL of the app up to the `#`.
pub(crate) fn base_url() -> String {
    let href = window().location().href().unwrap_or_default();
    href.split('#').next().unwrap_or_default().to_owned()
}

/// Returns the address of a page, to be sent to others: its path where the server knows paths, else its hash.
pub(crate) fn link_to(route: &Route) -> String {
    let base = base_url();
    match route.path().filter(|_| is_on_server()) {
        Some(path) => format!("{}/{path}", folder(&base)),
        None => base + &route.to_string(),
    }
}

/// Returns whether the page comes from our server, which knows paths and the API, and not from a static host.
pub(crate) fn is_on_server() -> bool {
    document().document_element().is_some_and(|root| root.has_attribute("data-paths"))
}

/// Returns the folder of a URL, without the last `/`.
fn folder(url: &str) -> &str {
    url.split('?').next().unwrap_or_default().rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns whether an element matches a selector.
pub(crate) fn has_element(selector: &str) -> bool {
    document().query_selector(selector).is_ok_and(|element| element.is_some())
}

/// Returns whether the page is visible, that is, not in a background tab or minimized.
pub(crate) fn is_visible() -> bool {
    !document().hidden()
}

/// Returns the path of the app's assets, relative to the page.
pub(crate) fn assets() -> Option<String> {
    root_attribute("data-assets")
}

/// Logs an internal error to the console.
pub(crate) fn log_error(message: &str) {
    leptos::logging::error!("{message}");
}

/// Sets the window's title to the page's heading. The home page has the name of the app.
pub(crate) fn update_title() {
    let heading = document().query_selector("main h1").ok().flatten().and_then(|heading| heading.text_content());
    let title = heading.filter(|_| !matches!(hash().as_str(), "" | "#" | "#/"));
    document().set_title(&title.map_or("Halfboard".to_owned(), |heading| format!("{heading} – Halfboard")));
}

/// Scrolls a list so that the element that matches a selector is visible, or to its top if there is none.
pub(crate) fn scroll_list_to(list: &web_sys::Element, selector: &str) {
    match list.query_selector(selector).ok().flatten() {
        Some(element) => {
            let (at, frame) = (element.get_bounding_client_rect(), list.get_bounding_client_rect());
            let by = (at.bottom() - frame.bottom()).max(0.0) + (at.top() - frame.top()).min(0.0);
            list.set_scroll_top(list.scroll_top() + by as i32);
        }
        None => list.set_scroll_top(0),
    }
}

/// Prefixes the window's title with a mark, for a page in the background. [`update_title`] removes it.
pub(crate) fn mark_title(mark: &str) {
    update_title();
    document().set_title(&format!("● {mark} – {}", document().title()));
}

/// Returns whether the element that matches a selector is in the viewport.
pub(crate) fn is_in_view(selector: &str) -> bool {
    let Some(element) = document().query_selector(selector).ok().flatten() else { return false };
    let height = window().inner_height().ok().and_then(|height| height.as_f64()).unwrap_or_default();
    let frame = element.get_bounding_client_rect();
    is_visible() && frame.height() > 0.0 && frame.top() < height && frame.bottom() > 0.0
}

/// Reloads the page.
pub(crate) fn reload() {
    let _ = window().location().reload();
}

/// Logs a message to the console.
pub(crate) fn log_info(message: &str) {
    leptos::logging::log!("{message}");
}
