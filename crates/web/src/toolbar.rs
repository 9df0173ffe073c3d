//! The bar of actions of a page with a board: icons with words, always in the same places, and a menu for the rest.

use halfboard_app::phrases::game as phrases;
use leptos::html::Dialog;
use leptos::prelude::*;

use crate::game::dialog::{close, opened};
use halfboard_app::phrases::shell;

/// A sign in the toolbar, as the path of its outline in a square of 24.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Icon {
    Undo,
    Redo,
    Hint,
    Draw,
    Resign,
    Flip,
    Menu,
    Pause,
    Restart,
    Eye,
    Graph,
}

impl Icon {
    const fn path(self) -> &'static str {
        match self {
            Icon::Undo => "M4 9h10a5 5 0 0 1 0 10h-3M4 9l4-4M4 9l4 4",
            Icon::Redo => "M20 9H10a5 5 0 0 0 0 10h3M20 9l-4-4M20 9l-4 4",
            Icon::Hint => "M9.5 20h5M10 17h4c0-3 3-3.500 3-7a5 5 0 1 0-10 0c0 3.500 3 4 3 7z",
            Icon::Draw => "M5 9h14M5 15h14",
            Icon::Resign => "M6 21V4h12l-3 4 3 4H6",
            Icon::Flip => "M8 4v16M8 20l-4-4M16 20V4M16 4l4 4",
            Icon::Menu => "M5 7h14M5 12h14M5 17h14",
            Icon::Pause => "M8 5v14M16 5v14",
            Icon::Restart => "M5 12a7 7 0 1 1 2 5M5 21v-4h4",
            Icon::Graph => "M4 4v16h16M7 15l4-5 4 3 5-7",
            Icon::Eye => "M2 12c5-8 15-8 20 0-5 8-15 8-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
        }
    }
}

/// A button of the toolbar.
pub(crate) fn tool(
    icon: Icon,
    label: impl Fn() -> &'static str + Send + Sync + 'static,
    disabled: impl Fn() -> bool + Send + Sync + 'static,
    act: impl Fn() + 'static,
) -> AnyView {
    view! {
        <button class="tool" disabled=disabled on:click=move |_| act()>
            <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=icon.path()/></svg>
            <span>{label}</span>
        </button>
    }
    .into_any()
}

/// A link in the toolbar.
pub(crate) fn tool_link(icon: Icon, label: &'static str, href: impl Fn() -> String + Send + Sync + 'static) -> AnyView {
    view! {
        <a class="tool" href=href>
            <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=icon.path()/></svg>
            <span>{label}</span>
        </a>
    }
    .into_any()
}

/// The toolbar: its buttons, and the last one, which opens the menu.
pub(crate) fn toolbar(
    tools: Vec<AnyView>,
    menu: RwSignal<bool>,
    items: impl Fn() -> AnyView + Send + Sync + 'static,
) -> AnyView {
    view! {
        <div class="tools actions" role="group" aria-label=phrases::actions()>
            {tools}
            {tool(Icon::Menu, phrases::menu, || false, move || menu.set(true))}
        </div>
        {move || menu.get().then(|| sheet(menu, items()))}
    }
    .into_any()
}

/// The menu. Choosing anything in it closes it.
fn sheet(open: RwSignal<bool>, items: AnyView) -> impl IntoView {
    let dialog: NodeRef<Dialog> = opened();
    // A click that reaches the dialog itself is on the backdrop.
    let shut = move |_| close(dialog);
    view! {
        <dialog node_ref=dialog class="card menu actions" aria-label=phrases::menu()
            on:close=move |_| open.set(false) on:click=shut>
            <div class="items">{items}</div>
            <button class="plain">{shell::close()}</button>
        </dialog>
    }
}
