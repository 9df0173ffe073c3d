//! The browser's clocks and timers.

use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// Returns the milliseconds since the Unix epoch.
pub(crate) fn milliseconds() -> u64 {
    js_sys::Date::now() as u64
}

/// Returns the seconds of a monotonic clock.
pub(crate) fn seconds() -> f64 {
    window().performance().map_or_else(js_sys::Date::now, |performance| performance.now()) / 1000.0
}

/// Returns the local date, as records write it.
pub(crate) fn today() -> String {
    let date = js_sys::Date::new_0();
    format!("{:04}.{:02}.{:02}", date.get_full_year(), date.get_month() + 1, date.get_date())
}

/// Returns a random number from 0 to 1, exclusive. Not for secrets.
pub(crate) fn random() -> f64 {
    js_sys::Math::random()
}

/// Returns a random seed that is short enough to type.
pub(crate) fn seed() -> u64 {
    1 + (random() * 999_998.0) as u64
}

/// Calls `f` once, after a delay.
pub(crate) fn later(milliseconds: u32, f: impl FnOnce() + 'static) {
    set_timeout(f, Duration::from_millis(u64::from(milliseconds)));
}

/// Waits until the page was drawn and has handled what happened meanwhile.
pub(crate) async fn pause() {
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        later(0, move || {
            let _ = resolve.call0(&JsValue::NULL);
        });
    });
    let _ = JsFuture::from(promise).await;
}

/// Calls `f` periodically, as long as the component lives.
pub(crate) fn every(milliseconds: u32, f: impl Fn() + 'static) {
    if let Ok(handle) = set_interval_with_handle(f, Duration::from_millis(u64::from(milliseconds))) {
        on_cleanup(move || handle.clear());
    }
}

/// Formats a time in a language and the local time zone.
pub(crate) fn when(milliseconds: u64, language: &str) -> String {
    let date = js_sys::Date::new(&wasm_bindgen::JsValue::from_f64(milliseconds as f64));
    let options = js_sys::Object::new();
    for (name, value) in [("dateStyle", "medium"), ("timeStyle", "short")] {
        let _ = js_sys::Reflect::set(&options, &name.into(), &value.into());
    }
    date.to_locale_string(language, &options).into()
}
