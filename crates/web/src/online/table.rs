//! The page of an online game: the board with its players, what there is to do, the moves, and the chat.

use halfboard_app::layout::Layout;
use halfboard_app::online::Online;
use halfboard_app::words::{board as board_words, rules};
use halfboard_protocol::game::Game;
use halfboard_rules::session::Session;
use halfboard_rules::view::View;
use leptos::prelude::*;

use super::room::Room;
use super::{actions, chat, panel, seats};
use crate::board::{Board, Marks, Touch};
use crate::game::keys::{self, Keys};
use crate::game::{dialog, moves};

#[component]
pub(super) fn Table(room: Room) -> impl IntoView {
    let app = room.app;
    let what = |game: &Game| {
        let (info, string) = (game.session().info(), game.terms().rules.clone());
        // A variant is told by what is different in it, the plain game by what it is about.
        let preset = rules::preset(&string).filter(|_| string != info.id);
        let goal = preset.map_or(rules::say(info.summary), |preset| rules::say(preset.summary));
        (info.name, info.board, rules::variant(&string), goal.to_owned(), game.seats().len(), game.terms().chat)
    };
    let (game, first) = (room.with_game_untracked(what), room.online.with_untracked(Online::view));
    // The page is shown only when there is a game.
    let Some(((name, board, variant, goal, count, talks), first)) = game.zip(first) else { return ().into_any() };
    let view = Memo::new(move |before: Option<&View>| {
        // While the game is asked for anew it is shown as it was.
        room.online.with(Online::view).unwrap_or_else(|| before.unwrap_or(&first).clone())
    });
    let layout = Signal::derive(move || Layout::new(board).turned(room.quarters.get()));
    let touch = Touch {
        tap: Callback::new(move |square| room.tap(square)),
        step: Callback::new(move |step| room.choose(step)),
        over: Callback::new(move |square| room.over.set(square)),
    };
    let help = RwSignal::new(false);
    let look_at = Callback::new(move |ply| room.look_at(ply));
    let history =
        Memo::new(move |_| room.online.with(|online| online.session().map(Session::history).unwrap_or_default()));
    let shown = Memo::new(move |_| room.online.with(Online::shown_ply));
    keys::follow(Keys {
        step_back: Callback::new(move |()| room.step_back()),
        look_on: Callback::new(move |by| look_at.run(shown.get_untracked().saturating_add_signed(by))),
        look_at,
        take_back: None,
        help,
    });
    let order = Memo::new(move |_| seats::order(room));
    let supplies = Signal::derive(move || view.with(|view| view.supplies.clone()));
    let seat = move |seat: u8| seats::seat(room, seat, supplies);
    view! {
        <section class="game online-game">
            <div class="play">
                <div class="seats">{move || order.get().0.into_iter().map(seat).collect::<Vec<_>>()}</div>
                <Board
                    view layout touch
                    marks=Signal::derive(move || marks(room))
                    label=board_words::board_of(name)
                    coordinates=Signal::derive(move || app.settings.with(|settings| settings.coordinates))
                    animated=Signal::derive(move || app.animations_enabled())
                />
                <div class="seats">{move || order.get().1.into_iter().map(seat).collect::<Vec<_>>()}</div>
            </div>
            <div class="side">
                <h1 class="what">{variant}</h1>
                <p class="goal faint">{goal}</p>
                <panel::Panel room view/>
                <moves::Moves round=count.max(2) history shown look_at/>
                <actions::Actions room help/>
                {talks.then(|| view! { <chat::Chat room/> })}
            </div>
            {dialog::keys(help, false)}
        </section>
    }
    .into_any()
}

/// Lines of sight from the square under the pointer.
fn marks(room: Room) -> Marks {
    let mut marks = Marks::default();
    if let Some(square) = room.over.get() {
        room.online.with(|online| {
            if let Some(session) = online.shown().filter(|_| !online.is_over()) {
                marks.overlays = session.overlays(online.chosen(), Some(square));
            }
        });
    }
    marks
}
