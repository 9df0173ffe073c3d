//! The players of an online game above and below the board: name, colour, whether they are there, whose turn it is, clock,
//! and the checkers beside the board.

use halfboard_app::online::Online;
use halfboard_app::phrases::{game as game_phrases, online as phrases};
use halfboard_protocol::clock::TimeControl;
use halfboard_rules::board::Board;
use halfboard_rules::game::{Color, Seat};
use halfboard_rules::view::View;
use leptos::prelude::*;

use super::state::OnlinePageState;
use crate::seat_bar::{SeatBar, SideSupplies, seat_row};

/// A clock warns when it has less than this left, in milliseconds.
const LOW: u64 = 20_000;

/// Returns the seats above and below the board. The player is below, with the partner; flipping changes it.
pub(super) fn order(page: OnlinePageState) -> (Vec<u8>, Vec<u8>) {
    let flipped = page.composer.quarters.get() >= 2;
    let (count, own, full) = page.online.with(|online| {
        let game = online.game();
        let full = game.is_some_and(|game| game.session().info().board == Board::Full);
        (game.map_or(0, |game| game.seats().len() as u8), online.seat(), full)
    });
    // On the full board the board itself is turned for Black, and the seats follow it. Half boards have no bottom side.
    let below = match own {
        Some(seat) if !full => Seat((seat + u8::from(flipped)) % 2),
        _ => Seat(u8::from(flipped)),
    };
    let (lower, upper): (Vec<u8>, Vec<u8>) = (0..count).partition(|&seat| Seat(seat).team() == below.team());
    (upper, lower)
}

/// A side: its seats, and its checkers beside the board.
pub(super) fn side(page: OnlinePageState, seats: &[u8], view: Memo<View>) -> AnyView {
    let Some(&first) = seats.first() else { return ().into_any() };
    let supplies = Signal::derive(move || view.with(|view| view.supplies.clone()));
    let side = SideSupplies { supplies, color: color_of(page, first).into() };
    seat_row(seats.iter().map(|&one| seat(page, one)).collect(), side)
}

fn color_of(page: OnlinePageState, seat: u8) -> Memo<Option<Color>> {
    Memo::new(move |_| page.online.with(|online| online.shown().and_then(|session| session.color_of(Seat(seat)))))
}

/// A seat with its player.
fn seat(page: OnlinePageState, seat: u8) -> (SeatBar, AnyView) {
    let name = Memo::new(move |_| {
        let own = page.online.with(Online::seat);
        page.with_game(|game| phrases::player_for(game, seat, own)).unwrap_or_default()
    });
    let on_turn = Memo::new(move |_| {
        page.online.with(|online| !online.is_over() && online.session().is_some_and(|session| session.turn().0 == seat))
    });
    let won = Memo::new(move |_| page.with_game(|game| game.has_won(seat)).flatten() == Some(true));
    let there = Memo::new(move |_| page.online.with(|online| online.is_present(seat)));
    let presence = move || if there.get() { phrases::connected() } else { phrases::disconnected() };
    let bar = SeatBar {
        name: name.into(),
        color: color_of(page, seat).into(),
        marked: page.with_game_untracked(|game| game.session().holds_marked(Seat(seat))).unwrap_or_default(),
        on_turn: on_turn.into(),
        won: won.into(),
    };
    let extra = view! {
        <span class="presence" class:there=there title=presence><span class="unseen">{presence}</span></span>
        {clock(page, seat, name)}
    };
    (bar, extra.into_any())
}

/// The clock of a seat, if there are clocks.
fn clock(page: OnlinePageState, seat: u8, name: Memo<String>) -> Option<impl IntoView> {
    let control = page.with_game_untracked(|game| game.terms().control)?;
    (control != TimeControl::None).then(|| {
        let left = Memo::new(move |_| {
            let now = page.now.get();
            page.online.with(|online| online.left(seat, now)).unwrap_or_default()
        });
        let time = Memo::new(move |_| phrases::clock(left.get()));
        let low = Memo::new(move |_| left.get() < LOW);
        let label = move || game_phrases::time_left(name.get(), time.get());
        let days = matches!(control, TimeControl::Days { .. });
        view! { <span class="clock" class:low=low class:daily=days role="timer" aria-label=label>{time}</span> }
    })
}
