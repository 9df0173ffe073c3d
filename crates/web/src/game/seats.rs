//! The players above and below the board: name, colour, whose turn it is, clock, and the checkers beside the board.

use halfboard_app::phrases::{game as phrases, players};
use halfboard_rules::game::Seat;
use leptos::prelude::*;

use super::state::GamePageState;
use crate::browser;
use crate::seat_bar::{SeatBar, SideSupplies, seat_row};

/// Returns the seats above and below the board. A single person against engines sits below; flipping changes it.
pub(super) fn order(game: GamePageState) -> (Vec<Seat>, Vec<Seat>) {
    let flipped = game.composer.quarters.get() >= 2;
    let (count, person, full) = game.play.with(|play| {
        let full = play.session().info().board == halfboard_rules::board::Board::Full;
        (play.players().len() as u8, play.lone_person(), full)
    });
    if count == 1 {
        return (Vec::new(), vec![Seat(0)]);
    }
    // On the full board the board itself is turned for Black, and the seats follow it. Half boards have no bottom side.
    let below = match person {
        Some(seat) if !full => Seat((seat.0 + u8::from(flipped)) % 2),
        _ => Seat(u8::from(flipped)),
    };
    let seats = (0..count).map(Seat);
    let (lower, upper): (Vec<Seat>, Vec<Seat>) = seats.partition(|seat| seat.team() == below.team());
    (upper, lower)
}

/// A side: its seats, and its checkers beside the board.
pub(super) fn side(game: GamePageState, seats: &[Seat]) -> AnyView {
    let Some(&first) = seats.first() else { return ().into_any() };
    let supplies = Signal::derive(move || game.view.with(|view| view.supplies.clone()));
    let color = Signal::derive(move || game.color_of(first));
    seat_row(seats.iter().map(|&one| seat(game, one)).collect(), SideSupplies { supplies, color })
}

/// A seat with its player.
fn seat(game: GamePageState, seat: Seat) -> (SeatBar, AnyView) {
    let on_turn = Signal::derive(move || game.play.with(|play| !play.is_over() && play.session().turn() == seat));
    let thinks = move || {
        let engine = game.play.with(|play| play.engine_to_move().is_some());
        (on_turn.get() && engine).then(|| game.engine.progress.get()).flatten()
    };
    let bar = SeatBar {
        name: Signal::derive(move || game.play.with(|play| players::player(play, seat))),
        color: Signal::derive(move || game.color_of(seat)),
        marked: game.play.with_untracked(|play| play.session().holds_marked(seat)),
        on_turn,
        won: Signal::derive(move || game.play.with(|play| play.has_won(seat) == Some(true))),
    };
    let extra = view! {
        {clock(game, seat)}
        {move || thinks().map(|share| view! {
            <progress class="thinks" max="1" value=share.to_string() aria-label=phrases::thinking()></progress>
        })}
    };
    (bar, extra.into_any())
}

/// The clock of a seat, if there are clocks.
fn clock(game: GamePageState, seat: Seat) -> Option<impl IntoView> {
    game.play.with_untracked(|play| play.clocks().is_some()).then(|| {
        let now = RwSignal::new(browser::seconds());
        browser::every(200, move || {
            let time = browser::seconds();
            now.set(time);
            if game.play.with_untracked(|play| play.expired(time).is_some())
                && game.play.try_update(|play| play.check_clock(time)) == Some(true)
            {
                game.ended();
            }
        });
        let left = move || game.play.with(|play| play.remaining(seat, now.get()).unwrap_or_default());
        let label = move || game.play.with(|play| phrases::time_left(players::player(play, seat), time(left())));
        let low = move || left() < 20.0;
        view! { <span class="clock" class:low=low role="timer" aria-label=label>{move || time(left())}</span> }
    })
}

/// Seconds as minutes and seconds, with tenths when they are few.
fn time(seconds: f64) -> String {
    if seconds < 10.0 {
        return format!("0:{seconds:04.1}");
    }
    let whole = seconds.ceil() as u64;
    format!("{}:{:02}", whole / 60, whole % 60)
}
