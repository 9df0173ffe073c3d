//! Scroll positions of the entries in the tab's history. A new page starts at its top; one that is returned to is
//! shown as it was left.
//!
//! Every entry gets a number as its state. Positions are kept in the session storage under that number, because the
//! page may be loaded again in between.

use std::cell::Cell;

use leptos::prelude::*;
use wasm_bindgen::JsValue;
use web_sys::ScrollRestoration;

/// The prefix of the keys of positions.
const PREFIX: &str = "halfboard.scroll.";

/// The number of attempts to reach a position in a page that is still growing, and the milliseconds between two.
const ATTEMPTS: u32 = 20;
const PAUSE: u32 = 100;

thread_local! {
    /// The number of the entry that is shown.
    static SHOWN: Cell<u64> = const { Cell::new(0) };
    /// Whether its position is still to be restored.
    static PENDING: Cell<bool> = const { Cell::new(false) };
}

fn positions() -> Option<web_sys::Storage> {
    window().session_storage().ok().flatten()
}

fn scroll_y() -> f64 {
    window().scroll_y().unwrap_or_default()
}

/// Stores the position of the entry that is shown, once it has one.
fn store() {
    if let Some(positions) = positions().filter(|_| !PENDING.get()) {
        let _ = positions.set_item(&format!("{PREFIX}{}", SHOWN.get()), &scroll_y().to_string());
    }
}

/// Takes over the scroll positions from the browser, which would restore them before the page is there.
pub(crate) fn follow_history() {
    if let Ok(history) = window().history() {
        let _ = history.set_scroll_restoration(ScrollRestoration::Manual);
    }
    let listener = window_event_listener_untyped("pagehide", |_| store());
    on_cleanup(move || listener.remove());
    show_entry(false);
}

/// Shows the current entry of the history at its position, after storing that of the entry before. `leaves` is whether
/// another page was shown until now; then the main element gets the focus, for the keyboard and screen readers.
///
/// Must be called before the page is drawn anew.
pub(crate) fn show_entry(leaves: bool) {
    if leaves {
        store();
    }
    let Ok(history) = window().history() else { return };
    let known = history.state().ok().and_then(|state| state.as_f64()).map(|entry| entry as u64);
    let entry = known.unwrap_or_else(super::milliseconds);
    SHOWN.set(entry);
    PENDING.set(true);
    let kept = || positions()?.get_item(&format!("{PREFIX}{entry}")).ok()??.parse().ok();
    let position: f64 = match known {
        Some(_) => kept().unwrap_or_default(),
        None => {
            let _ = history.replace_state(&JsValue::from_f64(entry as f64), "");
            0.0
        }
    };
    super::later(0, move || {
        if leaves {
            super::focus_in_place("#main");
            super::update_title();
        }
        if leaves || position > 0.0 {
            scroll(entry, position, ATTEMPTS);
        }
        PENDING.set(false);
    });
}

/// Scrolls to a position, again later if the page is not yet long enough.
fn scroll(entry: u64, position: f64, attempts: u32) {
    window().scroll_to_with_x_and_y(0.0, position);
    let reached = scroll_y();
    if attempts > 0 && reached + 1.0 < position {
        super::later(PAUSE, move || {
            // A page that was left or scrolled since is left alone.
            if SHOWN.get() == entry && (scroll_y() - reached).abs() < 1.0 {
                scroll(entry, position, attempts - 1);
            }
        });
    }
}
