//! Keys of a page where a game is played.

use leptos::prelude::*;
use web_sys::KeyboardEvent;

use crate::browser;

/// What the keys do.
#[derive(Clone, Copy)]
pub(crate) struct Keys {
    /// Takes back one step of the turn.
    pub(crate) step_back: Callback<()>,
    /// Looks so many turns further on, or back.
    pub(crate) look_on: Callback<isize>,
    /// Looks at the position after so many turns.
    pub(crate) look_at: Callback<usize>,
    /// Takes back a turn, where one can do so alone.
    pub(crate) take_back: Option<Callback<()>>,
    /// Whether the list of keys is open.
    pub(crate) help: RwSignal<bool>,
}

/// Keys that work wherever the focus is, unless something is being written.
pub(crate) fn follow(keys: Keys) {
    let listener = window_event_listener(leptos::ev::keydown, move |event: KeyboardEvent| {
        let writing = browser::is_writing(&event);
        let key = event.key();
        // A question that is open has the keys to itself.
        if browser::is_there("dialog[open]") || event.alt_key() || event.meta_key() {
            return;
        }
        if event.ctrl_key() {
            if let Some(take_back) = keys.take_back.filter(|_| key == "z" && !writing) {
                event.prevent_default();
                take_back.run(());
            }
            return;
        }
        match key.as_str() {
            "Escape" => keys.step_back.run(()),
            _ if writing => {}
            "ArrowLeft" => keys.look_on.run(-1),
            "ArrowRight" => keys.look_on.run(1),
            "Home" => keys.look_at.run(0),
            "End" => keys.look_at.run(usize::MAX),
            "?" => keys.help.set(true),
            // A move that is typed anywhere goes to its field.
            _ if key.len() == 1 && key.chars().all(char::is_alphanumeric) => browser::focus("#typed"),
            _ => {}
        }
    });
    on_cleanup(move || listener.remove());
}
