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

/// The checkers of a side beside the board.
#[derive(Clone, Copy)]
pub(crate) struct SideSupplies {
    /// All supplies of the game.
    pub(crate) supplies: Signal<Vec<Supply>>,
    /// The colour of the side.
    pub(crate) color: Signal<Option<Color>>,
}

/// A row of seats that belong together. Partners share their supplies, which are shown once.
pub(crate) fn seat_row(seats: Vec<(SeatBar, AnyView)>, side: SideSupplies) -> AnyView {
    let SideSupplies { supplies, color } = side;
    let alone = seats.len() == 1;
    let shown = move || view! { <Supplies supplies color/> };
    let seats: Vec<_> = seats.into_iter().map(|(bar, extra)| seat(bar, alone.then(shown).into_any(), extra)).collect();
    view! { {seats} {(!alone).then(shown)} }.into_any()
}

/// A seat: whose checkers are which, the name, its supplies, and what else there is to see.
fn seat(bar: SeatBar, supplies: AnyView, extra: AnyView) -> AnyView {
    let SeatBar { name, color, marked, on_turn, won } = bar;
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
            {supplies}
            {extra}
        </div>
    }
    .into_any()
}
