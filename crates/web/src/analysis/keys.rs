//! The keys of the analysis board, and the list of them.

use halfboard_app::phrases::analysis as phrases;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::state::AnalysisPageState;
use crate::browser;
use crate::composer::ComposerPage;
use crate::game::dialog::list_of_keys;

/// Keys that work wherever the focus is, unless something is being written.
pub(super) fn follow(analysis: AnalysisPageState, help: RwSignal<bool>) {
    let listener = window_event_listener(leptos::ev::keydown, move |event: KeyboardEvent| {
        let writing = browser::is_in_field(&event);
        let key = event.key();
        // A question that is open has the keys to itself, and so has the position editor.
        if browser::has_element("dialog[open], .editor") || event.alt_key() || event.meta_key() {
            return;
        }
        if event.ctrl_key() {
            if key == "z" && !writing && analysis.deleted.with_untracked(Option::is_some) {
                event.prevent_default();
                analysis.undelete();
            }
            return;
        }
        match key.as_str() {
            "Escape" => return analysis.step_back(),
            _ if writing => return,
            "ArrowLeft" => analysis.back(),
            "ArrowRight" => analysis.on(),
            "ArrowUp" => analysis.to_branch(-1),
            "ArrowDown" => analysis.to_branch(1),
            "Home" => analysis.to_start(),
            "End" => analysis.to_end(),
            "Delete" => analysis.delete(),
            "." => analysis.lines.play(analysis, 0, 0),
            "?" => help.set(true),
            // A move that is typed anywhere goes to its field.
            _ if key.len() == 1 && key.chars().all(char::is_alphanumeric) => return browser::focus("#typed"),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || listener.remove());
}

/// The list of keys.
pub(super) fn list(open: RwSignal<bool>) -> AnyView {
    let rows = vec![
        ("← →", phrases::key_step()),
        ("↑ ↓", phrases::key_branches()),
        ("Home, End", phrases::key_ends()),
        (".", phrases::key_engine()),
        ("Delete", phrases::key_delete()),
        ("Ctrl+Z", phrases::key_undo()),
        ("↑ ↓ ← → Enter Esc", phrases::key_board()),
        ("a–z 0–9", phrases::key_type()),
        ("?", phrases::key_help()),
    ];
    list_of_keys(open, phrases::keys(), rows)
}
