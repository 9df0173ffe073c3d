//! The players of an online game above and below the board: name, colour, whether they are there, whose turn it is, clock,
//! and the checkers beside the board.

use halfboard_app::online::Online;
use halfboard_app::phrases::{game as game_phrases, online as phrases};
use halfboard_protocol::clock::TimeControl;
use halfboard_rules::board::Board;
use halfboard_rules::game::{Color, Seat};
use halfboard_rules::present::Supply;
use leptos::prelude::*;

use super::state::OnlinePageState;
use crate::board::Supplies;

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

/// A seat with its player.
pub(super) fn seat(page: OnlinePageState, seat: u8, supplies: Signal<Vec<Supply>>) -> impl IntoView {
    let name = Memo::new(move |_| {
        let own = page.online.with(Online::seat);
        page.with_game(|game| phrases::player_for(game, seat, own)).unwrap_or_default()
    });
    let many = page.with_game_untracked(|game| game.seats().len() > 2).unwrap_or_default();
    let on_turn = Memo::new(move |_| {
        page.online.with(|online| !online.is_over() && online.session().is_some_and(|session| session.turn().0 == seat))
    });
    let won = Memo::new(move |_| page.with_game(|game| game.has_won(seat)).flatten() == Some(true));
    let color =
        Memo::new(move |_| page.online.with(|online| online.shown().and_then(|session| session.color_of(Seat(seat)))));
    let dot = move || match color.get() {
        Some(Color::White) => "dot white",
        Some(Color::Black) => "dot black",
        None => "dot open",
    };
    let there = Memo::new(move |_| page.online.with(|online| online.is_present(seat)));
    let presence = move || if there.get() { phrases::connected() } else { phrases::disconnected() };
    // Partners share their supplies: they are shown once.
    let shared = Signal::derive(move || color.get().filter(|_| !many || seat < 2));
    view! {
        <div class="seat" class:on=on_turn data-seat=seat.to_string()>
            <span class="who">
                <span class=dot></span>
                <strong>{name}</strong>
                <span class="presence" class:there=there title=presence><span class="unseen">{presence}</span></span>
                {move || won.get().then(|| view! { <span class="won" aria-hidden="true">"★"</span> })}
            </span>
            <Supplies supplies color=shared/>
            {clock(page, seat, name)}
        </div>
    }
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
        view! { <span class="clock" class:low=low class:days=days role="timer" aria-label=label>{time}</span> }
    })
}
