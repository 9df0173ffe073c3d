//! The online games in which it is the player's turn. The server is asked now and then about every game in which this
//! browser has a seat, while the page is visible.

use halfboard_app::online::{read, saved};
use halfboard_app::phrases::{online as phrases, rules};
use halfboard_protocol::api::GameSnapshot;
use halfboard_protocol::game::{Game, Phase};
use halfboard_protocol::id::GameId;
use halfboard_rules::board::Board;
use halfboard_rules::view::View;
use leptos::prelude::*;

use crate::app::App;
use crate::browser::{self, BrowserStore};

/// The interval between two rounds of requests, in milliseconds.
const PACE: u32 = 15_000;

/// The maximum number of games asked about.
const MOST: usize = 12;

/// A game in which it is the player's turn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OnlineTurn {
    pub(crate) id: GameId,
    /// The name of the variant.
    pub(crate) variant: String,
    /// The other players.
    pub(crate) opponents: String,
    pub(crate) board: Board,
    pub(crate) view: View,
    /// The player's remaining time when the server was asked, in milliseconds; `None` without a clock.
    pub(crate) left: Option<u64>,
}

/// Keeps the list of games up to date as long as the app runs.
pub(crate) fn watch_turns(app: App) {
    browser::every(PACE, move || ask(app));
    let listener = window_event_listener_untyped("visibilitychange", move |_| ask(app));
    on_cleanup(move || listener.remove());
    // A game may just have been left after a move, or a seat forgotten.
    Effect::new(move |_| {
        app.route.track();
        ask(app);
    });
}

fn ask(app: App) {
    if !browser::is_visible() {
        return;
    }
    let seats: Vec<_> = saved::running(&BrowserStore).into_iter().take(MOST).collect();
    let is_known = |turn: &OnlineTurn| seats.iter().any(|seat| seat.game == turn.id);
    if !app.turns.with_untracked(|turns| turns.iter().all(is_known)) {
        app.turns.update(|turns| turns.retain(is_known));
    }
    for seat in seats {
        let (secret, path) = (seat.token.reveal().to_owned(), format!("games/{}", seat.game));
        browser::request_as(&secret, &path, move |answer| {
            let answer = answer.as_ref().map(|(done, text)| (*done, text.as_str()));
            // Without an answer the list stays as it is.
            if let Ok(snapshot) = read::<GameSnapshot>(answer) {
                take(app, &seat, &snapshot);
            }
        });
    }
}

/// Takes over what the server says about a game.
fn take(app: App, seat: &saved::SavedSeat, snapshot: &GameSnapshot) {
    let Ok(game) = Game::from_log(snapshot.id.clone(), &snapshot.events) else { return };
    if matches!(game.phase(), Phase::Over(_)) {
        // It need not be asked about again.
        let _ = saved::save_seat(&BrowserStore, &saved::SavedSeat { over: true, ..seat.clone() });
    }
    let turn = snapshot.seat.filter(|&own| game.turn() == Some(own)).map(|own| online_turn(&game, own, snapshot.now));
    let Some(before) = app.turns.try_with_untracked(|turns| turns.iter().find(|one| one.id == seat.game).cloned())
    else {
        return;
    };
    let unchanged = match (&before, &turn) {
        (Some(before), Some(turn)) => OnlineTurn { left: before.left, ..turn.clone() } == *before,
        (before, turn) => before.is_none() && turn.is_none(),
    };
    // A list that is the same is not drawn anew: the keyboard may be on it.
    if unchanged {
        return;
    }
    app.turns.update(|turns| {
        turns.retain(|one| one.id != seat.game);
        turns.extend(turn);
    });
}

fn online_turn(game: &Game, own: u8, now: u64) -> OnlineTurn {
    let mut view = game.session().view(&[]);
    view.next.clear();
    let seats = game.seats().iter().enumerate().filter(|(seat, _)| *seat != usize::from(own));
    let opponents: Vec<String> = seats.map(|(_, who)| phrases::player_name(who.as_ref())).collect();
    OnlineTurn {
        id: game.id().clone(),
        variant: rules::variant(&game.terms().rules),
        opponents: opponents.join(", "),
        board: game.session().info().board,
        view,
        left: game.clocks().remaining(own, now),
    }
}
