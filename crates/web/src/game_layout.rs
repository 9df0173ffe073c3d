//! The layout of every page with a board: board, seats and prompt fit into the window together, and only lists scroll.
//!
//! The board is as large as the window allows in both directions. The prompt has one place and one height, so that nothing
//! moves while a turn is composed. Where things stand depends on the window alone; see `style/layout.css`.

use leptos::prelude::*;

/// A page with a board.
#[component]
pub(crate) fn GameLayout(
    /// The page's own classes.
    class: &'static str,
    /// The aspect ratio of the board with its frame.
    #[prop(into)]
    ratio: Signal<f64>,
    /// The seats above the board.
    upper: AnyView,
    /// The board.
    board: AnyView,
    /// The seats below the board.
    lower: AnyView,
    /// What there is to do now, remarks, choices, and the result.
    prompt: AnyView,
    /// The moves, and what else belongs beside the board.
    side: AnyView,
    /// The toolbar.
    tools: AnyView,
) -> impl IntoView {
    let classes = move || format!("game {class} {}", if ratio.get() > 1.3 { "broad" } else { "square-ish" });
    view! {
        <section class=classes style=("--ratio", move || format!("{:.4}", ratio.get()))>
            <div class="table">
                <div class="stack">
                    <div class="seats">{upper}</div>
                    {board}
                    <div class="seats">{lower}</div>
                </div>
            </div>
            <div class="say">{prompt}</div>
            <div class="side">{side}</div>
            {tools}
        </section>
    }
}
