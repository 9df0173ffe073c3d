//! The players above and below the board: name, colour, whose turn it is, clock, and the checkers beside the board.

use halfboard_app::phrases::{game as phrases, players};
use halfboard_rules::game::{Color, Seat};
use leptos::prelude::*;

use super::state::GamePageState;
use crate::board::Supplies;
use crate::browser;

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

/// A seat with its player.
pub(super) fn seat(game: GamePageState, seat: Seat) -> impl IntoView {
    let name = move || game.play.with(|play| players::player(play, seat));
    let on_turn = move || game.play.with(|play| !play.is_over() && play.session().turn() == seat);
    let won = move || game.play.with(|play| play.has_won(seat) == Some(true));
    let dot = move || match game.color_of(seat) {
        Some(Color::White) => "dot white",
        Some(Color::Black) => "dot black",
        None => "dot open",
    };
    let thinks = move || {
        let engine = game.play.with(|play| play.engine_to_move().is_some());
        (on_turn() && engine).then(|| game.engine.progress.get()).flatten()
    };
    let partner = game.play.with_untracked(|play| play.players().len() > 2);
    let supplies = Signal::derive(move || game.view.with(|view| view.supplies.clone()));
    // Partners share their supplies: they are shown once.
    let color = Signal::derive(move || game.color_of(seat).filter(|_| !partner || seat.0 < 2));
    view! {
        <div class="seat" class:on=on_turn>
            <span class=dot></span>
            <strong>{name}</strong>
            {move || won().then(|| view! { <span class="won" aria-hidden="true">"★"</span> })}
            <Supplies supplies color/>
            {clock(game, seat)}
            {move || thinks().map(|share| view! {
                <progress class="thinks" max="1" value=share.to_string() aria-label=phrases::thinking()></progress>
            })}
        </div>
    }
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
