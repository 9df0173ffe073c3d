//! The moves played, and looking at earlier positions.

use halfboard_app::composer::Compose;
use halfboard_app::phrases::{board, game as phrases};
use halfboard_rules::game::Color;
use leptos::prelude::*;

use crate::browser;
use crate::composer::ComposerPage;

/// The list of moves, `round` in a row, with buttons to browse them.
pub(crate) fn moves<P: ComposerPage>(page: P, round: usize) -> impl IntoView {
    let model = page.composer().model;
    let history = Memo::new(move |_| model.with(|model| model.parts().map_or(Vec::new(), |(game, _)| game.history())));
    let shown = Memo::new(move |_| model.with(Compose::shown_ply));
    let last = Memo::new(move |_| history.with(Vec::len));
    // Which side played a move: seats may change colours during a game.
    let color = move |ply: usize| {
        model.with_untracked(|model| {
            let (game, _) = model.parts().filter(|(game, _)| game.seats().len() > 1)?;
            game.color_of(game.turn_at(ply - 1)?)
        })
    };
    let turn = move |ply: usize, mv: String| {
        let current = move || (shown.get() == ply).then_some("true");
        let color = color(ply).map(|color| {
            let dot = if color == Color::White { "dot white" } else { "dot black" };
            view! { <span class=dot aria-hidden="true"></span><span class="unseen">{board::color(color)}</span> }
        });
        view! { <li><button class="turn" aria-current=current on:click=move |_| page.browse(ply)>{color} {mv}</button></li> }
    };
    let list = NodeRef::<leptos::html::Ol>::new();
    // The move that is looked at stays in sight.
    Effect::new(move |_| {
        shown.track();
        let Some(list) = list.get() else { return };
        request_animation_frame(move || browser::scroll_list_to(&list, "[aria-current]"));
    });
    let rows = move || {
        let moves = history.get();
        let rows: Vec<_> = moves
            .chunks(round)
            .enumerate()
            .map(|(number, turns)| {
                let first = number * round;
                let turns: Vec<_> =
                    turns.iter().enumerate().map(|(index, mv)| turn(first + index + 1, mv.clone())).collect();
                view! {
                    <li class="round">
                        <span class="number">{number + 1}</span>
                        <ol class="turns" aria-label=phrases::turn_number(number + 1)>{turns}</ol>
                    </li>
                }
            })
            .collect();
        rows
    };
    view! {
        <div class="moves">
            <h2 class="unseen">{phrases::moves()}</h2>
            <ol class="rounds" node_ref=list tabindex="0" aria-label=phrases::moves()>{rows}</ol>
            {move || (last.get() == 0).then(|| view! { <p class="faint">{phrases::no_moves()}</p> })}
            <div class="row browse">
                <button class="plain" aria-label=phrases::to_start() disabled=move || shown.get() == 0
                    on:click=move |_| page.browse(0)>"«"</button>
                <button class="plain" aria-label=phrases::previous_move() disabled=move || shown.get() == 0
                    on:click=move |_| page.browse(shown.get_untracked().saturating_sub(1))>"‹"</button>
                <button class="plain" aria-label=phrases::next_move() disabled=move || shown.get() == last.get()
                    on:click=move |_| page.browse(shown.get_untracked() + 1)>"›"</button>
                <button class="plain" aria-label=phrases::to_end() disabled=move || shown.get() == last.get()
                    on:click=move |_| page.browse(usize::MAX)>"»"</button>
            </div>
        </div>
    }
}
