//! Keys of a page where a game is played.

use halfboard_app::composer::Compose;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::browser;
use crate::composer::ComposerPage;

/// Handles keys wherever the focus is, except in text fields. `take_back` undoes a turn where one player can do so alone;
/// `help` opens the list of keys.
pub(crate) fn follow<P: ComposerPage>(page: P, take_back: Option<Callback<()>>, help: RwSignal<bool>) {
    let browse = move |by: isize| {
        let shown = page.composer().model.with_untracked(Compose::shown_ply);
        page.browse(shown.saturating_add_signed(by));
    };
    let listener = window_event_listener(leptos::ev::keydown, move |event: KeyboardEvent| {
        let writing = browser::is_in_field(&event);
        let key = event.key();
        // A question that is open has the keys to itself.
        if browser::has_element("dialog[open]") || event.alt_key() || event.meta_key() {
            return;
        }
        if event.ctrl_key() {
            if let Some(take_back) = take_back.filter(|_| key == "z" && !writing) {
                event.prevent_default();
                take_back.run(());
            }
            return;
        }
        match key.as_str() {
            "Escape" => page.step_back(),
            _ if writing => {}
            "ArrowLeft" => browse(-1),
            "ArrowRight" => browse(1),
            "Home" => page.browse(0),
            "End" => page.browse(usize::MAX),
            "?" => help.set(true),
            // A move that is typed anywhere goes to its field.
            _ if key.len() == 1 && key.chars().all(char::is_alphanumeric) => browser::focus("#typed"),
            _ => {}
        }
    });
    on_cleanup(move || listener.remove());
}
