//! A question before something that cannot be undone, and the list of keys.

use halfboard_app::phrases::{game as phrases, shell};
use leptos::html::Dialog;
use leptos::prelude::*;

/// A question with yes and no.
pub(crate) fn confirm(
    question: &'static str,
    act: Callback<()>,
    asks: RwSignal<Option<(&'static str, Callback<()>)>>,
) -> impl IntoView {
    let dialog = opened();
    view! {
        <dialog node_ref=dialog class="card" aria-label=question on:close=move |_| asks.set(None)>
            <p>{question}</p>
            <div class="row">
                <button class="main" on:click=move |_| { close(dialog); act.run(()); }>{phrases::yes()}</button>
                <button on:click=move |_| close(dialog)>{phrases::no()}</button>
            </div>
        </dialog>
    }
}

/// Returns a dialog that opens as soon as it is in the page, over everything else.
pub(crate) fn opened() -> NodeRef<Dialog> {
    let dialog = NodeRef::<Dialog>::new();
    Effect::new(move |_| {
        if let Some(dialog) = dialog.get() {
            let _ = dialog.show_modal();
        }
    });
    dialog
}

/// Closes a dialog, which gives the focus back to where it was.
pub(crate) fn close(dialog: NodeRef<Dialog>) {
    if let Some(dialog) = dialog.get_untracked() {
        dialog.close();
    }
}

/// The list of keys of a game, in which a turn can be taken back alone or not.
pub(crate) fn keys(open: RwSignal<bool>, take_back: bool) -> AnyView {
    let mut rows = vec![
        ("↑ ↓ ← →", phrases::key_arrows()),
        ("Enter", phrases::key_enter()),
        ("Esc", phrases::key_escape()),
        ("← →", phrases::key_browse()),
        ("Home, End", phrases::key_ends()),
        ("Ctrl+Z", phrases::key_undo()),
        ("a–z 0–9", phrases::key_type()),
        ("?", phrases::key_help()),
    ];
    rows.retain(|(key, _)| take_back || *key != "Ctrl+Z");
    list_of_keys(open, phrases::keys_title(), rows)
}

/// A list of keys with what each does, as long as it is open.
pub(crate) fn list_of_keys(
    open: RwSignal<bool>,
    title: &'static str,
    rows: Vec<(&'static str, &'static str)>,
) -> AnyView {
    (move || {
        open.get().then(|| {
            let dialog = opened();
            let row = |&(key, what): &(&'static str, &'static str)| view! { <dt><kbd>{key}</kbd></dt><dd>{what}</dd> };
            view! {
                <dialog node_ref=dialog class="card keys" aria-labelledby="keys-title" on:close=move |_| open.set(false)>
                    <h2 id="keys-title">{title}</h2>
                    <dl>{rows.iter().map(row).collect::<Vec<_>>()}</dl>
                    <button class="main" on:click=move |_| close(dialog)>{shell::close()}</button>
                </dialog>
            }
        })
    })
    .into_any()
}
