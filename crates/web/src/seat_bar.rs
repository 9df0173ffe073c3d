//! The bars above and below a board: a thin row for each side with its players, checkers beside the board, and clocks.

use halfboard_app::phrases::board as phrases;
use halfboard_rules::game::Color;
use halfboard_rules::present::{Checker, Supply};
use leptos::prelude::*;

use crate::board::{Supplies, checker_icon};

/// What a seat shows. Its clock and other signs come after the name.
pub(crate) struct SeatBar {
    /// The name of the player.
    pub(crate) name: Signal<String>,
    /// The colour, once it is settled.
    pub(crate) color: Signal<Option<Color>>,
    /// Whether the marked checkers of the colour are this seat's.
    pub(crate) marked: bool,
    /// Whether it is the player's turn.
    pub(crate) on_turn: Signal<bool>,
    /// Whether the player has won.
    pub(crate) won: Signal<bool>,
}

/// A seat: whose checkers are which, the name, and what else there is to see.
pub(crate) fn seat_bar(seat: SeatBar, extra: AnyView) -> AnyView {
    let SeatBar { name, color, marked, on_turn, won } = seat;
    let icon = move || match color.get() {
        Some(color) => checker_icon(color, marked).into_any(),
        None => view! { <span class="dot open"></span> }.into_any(),
    };
    // Colour and marks are told to those who do not see them.
    let told = move || {
        color
            .get()
            .map(|color| if marked { phrases::checker(&Checker { color, marked }) } else { phrases::color(color) })
    };
    view! {
        <div class="seat" class:on=on_turn>
            {icon}
            <span class="unseen">{told}</span>
            <strong title=name>{name}</strong>
            {move || won.get().then(|| view! { <span class="won" aria-hidden="true">"★"</span> })}
            {extra}
        </div>
    }
    .into_any()
}

/// A row of seats that belong together, with the checkers of their side.
pub(crate) fn seat_row(seats: Vec<AnyView>, supplies: Signal<Vec<Supply>>, color: Signal<Option<Color>>) -> AnyView {
    view! {
        {seats}
        <Supplies supplies color/>
    }
    .into_any()
}
