//! The page of an online game: the board with its players, what there is to do, the moves, and the chat.

use halfboard_app::online::Online;
use halfboard_app::phrases::{board as board_phrases, rules};
use halfboard_protocol::game::Game;
use halfboard_rules::view::View;
use leptos::prelude::*;

use super::state::OnlinePageState;
use super::{actions, chat, panel, seats};
use crate::board::{Board, Marks};
use crate::composer::ComposerPage;
use crate::game::{dialog, keys, moves};
use crate::game_layout::GameLayout;

#[component]
pub(super) fn Table(page: OnlinePageState) -> impl IntoView {
    let app = page.app;
    let what = |game: &Game| {
        let (info, string) = (game.session().info(), game.terms().rules.clone());
        (
            info.name,
            info.board,
            rules::variant(&string),
            rules::summary(&string).to_owned(),
            game.seats().len(),
            game.terms().chat,
        )
    };
    let (game, first) = (page.with_game_untracked(what), page.online.with_untracked(Online::view));
    // The page is shown only when there is a game.
    let Some(((name, board, variant, goal, count, talks), first)) = game.zip(first) else { return ().into_any() };
    let view = Memo::new(move |before: Option<&View>| {
        // While the game is asked for anew it is shown as it was.
        page.online.with(Online::view).unwrap_or_else(|| before.unwrap_or(&first).clone())
    });
    let (layout, touch) = (page.composer.layout(board), page.touch());
    let help = RwSignal::new(false);
    keys::follow(page, None, help);
    let order = Memo::new(move |_| seats::order(page));
    let board = view! {
        <Board
            view layout touch
            marks=Signal::derive(move || Marks { overlays: page.overlays(), ..Marks::default() })
            label=board_phrases::board_of(name)
            coordinates=Signal::derive(move || app.settings.with(|settings| settings.coordinates))
            animated=Signal::derive(move || app.animations_enabled())
        />
    };
    let side = view! {
        <div class="about">
            <h1 class="what">{variant}</h1>
            <p class="goal faint">{goal}</p>
            {move || panel::about(page)}
        </div>
        {moves::moves(page, count.max(2))}
        {talks.then(|| view! { <chat::Chat page/> })}
        {panel::typed(page)}
    };
    view! {
        <GameLayout
            class="played online-game" ratio=page.ratio(view)
            upper=(move || seats::side(page, &order.get().0, view)).into_any()
            board=board.into_any()
            lower=(move || seats::side(page, &order.get().1, view)).into_any()
            prompt=view! { <panel::Prompt page view/> }.into_any()
            side=side.into_any()
            tools=actions::actions(page, help, talks)
        />
        {dialog::keys(help, false)}
    }
    .into_any()
}
