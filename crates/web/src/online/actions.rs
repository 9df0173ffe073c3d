//! What else can be done with an online game: asking the others, giving up, looking at it closer afterwards.

use halfboard_app::analysis::AnalysisRoute;
use halfboard_app::online::{Online, OnlineRoute, saved};
use halfboard_app::phrases::{game as game_phrases, online as phrases, shell};
use halfboard_app::route::Route;
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::Proposal;
use halfboard_protocol::game::{Game, Phase};
use halfboard_protocol::message::Command;
use halfboard_rules::record;
use leptos::prelude::*;

use super::chat;
use super::state::OnlinePageState;
use super::transfer::transfer_dialog;
use crate::board::Marks;
use crate::browser::{self, BrowserStore};
use crate::game::dialog::confirm;
use crate::pictures::{copy_image, save_gif};
use crate::toolbar::{Icon, tool, toolbar};

/// The actions available to the visitor of the page.
#[derive(Clone, PartialEq)]
struct AllowedActions {
    playing: bool,
    over: bool,
    seated: bool,
    abort: bool,
    take_back: bool,
    draw: bool,
    rematch: bool,
    gift: Option<TimeControl>,
    next: Option<String>,
    reopened: bool,
}

impl AllowedActions {
    fn now(online: &Online) -> Option<AllowedActions> {
        let (game, seat) = (online.game()?, online.seat());
        let asks = |what| seat.is_some_and(|seat| game.can_propose(seat, what));
        let playing = game.phase() == Phase::Playing;
        let to_game =
            |id: &halfboard_protocol::id::GameId| Route::Online(OnlineRoute::Game { id: id.clone() }).to_string();
        Some(AllowedActions {
            playing,
            over: online.is_over(),
            seated: seat.is_some(),
            abort: game.can_abort(),
            take_back: asks(Proposal::TakeBack),
            draw: asks(Proposal::Draw),
            rematch: asks(Proposal::Rematch),
            gift: Some(game.terms().control).filter(|control| playing && control.gift().is_some()),
            next: game.rematch().map(to_game),
            reopened: game.freed_seat().is_some(),
        })
    }
}

/// The toolbar. Its buttons keep their places: what is not possible now is disabled.
pub(super) fn actions(page: OnlinePageState, help: RwSignal<bool>, talks: bool) -> AnyView {
    let asks = RwSignal::new(None::<(&'static str, Callback<()>)>);
    let menu = RwSignal::new(false);
    let transfers = RwSignal::new(false);
    let may = Memo::new(move |_| page.online.with(AllowedActions::now));
    let allowed = move |one: fn(&AllowedActions) -> bool| {
        may.with(|may| may.as_ref().is_some_and(|may| may.seated && may.playing && one(may)))
    };
    let sure = move |question: &'static str, command: Command| {
        asks.set(Some((question, Callback::new(move |()| page.ask(command.clone())))));
    };
    let aborts = Memo::new(move |_| allowed(|may| may.abort));
    let give_up = move || match aborts.get_untracked() {
        true => sure(phrases::sure_abort(), Command::Abort),
        false => sure(game_phrases::resign_question(), Command::Resign),
    };
    let end_label = move || if aborts.get() { phrases::abort() } else { game_phrases::resign() };
    let seated = Memo::new(move |_| may.with(|may| may.as_ref().is_some_and(|may| may.seated)));
    let for_players = move || {
        let take_back = move || page.request(Proposal::TakeBack);
        let draw = move || page.request(Proposal::Draw);
        seated.get().then(|| {
            view! {
                {tool(Icon::Undo, game_phrases::take_back, move || !allowed(|may| may.take_back), take_back)}
                {tool(Icon::Draw, game_phrases::draw, move || !allowed(|may| may.draw), draw)}
                {tool(Icon::Resign, end_label, move || !allowed(|_| true), give_up)}
            }
        })
    };
    let mut tools = vec![for_players.into_any()];
    if talks {
        tools.push(chat::tool(page));
    }
    tools.push(tool(Icon::Flip, game_phrases::flip_short, || false, move || page.turn_board(2)));
    view! {
        {toolbar(tools, menu, move || items(page, help, transfers, may.get_untracked()))}
        {page.with_game_untracked(|game| transfer_dialog(game.id().clone(), transfers))}
        {move || asks.get().map(|(question, act)| confirm(question, act, asks))}
    }
    .into_any()
}

/// The menu.
fn items(
    page: OnlinePageState,
    help: RwSignal<bool>,
    transfers: RwSignal<bool>,
    may: Option<AllowedActions>,
) -> AnyView {
    let export = move |_| {
        if let Some((name, text)) = page.with_game_untracked(|game| (game.session().info().id, written(game))) {
            browser::download(&format!("halfboard-{name}-online.txt"), &text);
        }
    };
    let rules = page.with_game_untracked(|game| game.session().info().id.to_owned()).unwrap_or_default();
    let may = may.filter(|may| may.seated && may.playing);
    let transfer = may.is_some().then(|| {
        view! { <button on:click=move |_| transfers.set(true)>{phrases::other_device()}</button> }
    });
    let gift = may.and_then(|may| may.gift).map(|control| {
        let label =
            if matches!(control, TimeControl::Days { .. }) { phrases::give_day() } else { phrases::give_time() };
        view! { <button on:click=move |_| page.ask(Command::GiveTime)>{label}</button> }
    });
    view! {
        {gift}
        <button on:click=move |_| page.turn_board(1)>{game_phrases::rotate()}</button>
        <button on:click=move |_| copy_link(page)>{game_phrases::link()}</button>
        {transfer}
        {copy_image(page, Marks::default)}
        {save_gif(page)}
        <button on:click=export>{game_phrases::export()}</button>
        <a class="button" href=Route::RulesOf { game: rules }.to_string()>{game_phrases::rules()}</a>
        <button class="help" on:click=move |_| help.set(true)>{game_phrases::keys()}</button>
        <a class="button" href=Route::Online(OnlineRoute::Lobby).to_string()>{phrases::to_lobby()}</a>
        <a class="button" href=Route::Home.to_string()>{shell::home()}</a>
    }
    .into_any()
}

/// Buttons under the result: the rematch and the review.
pub(super) fn ways(page: OnlinePageState) -> AnyView {
    let may = Memo::new(move |_| page.online.with(AllowedActions::now));
    let rematch = move || {
        let may = may.get()?;
        let label = if may.reopened { phrases::to_challenge() } else { phrases::to_rematch() };
        let next = may.next.clone().map(|to| view! { <a class="button main" href=to>{label}</a> });
        let ask = may.rematch.then(|| {
            view! { <button class="main" on:click=move |_| page.request(Proposal::Rematch)>{phrases::rematch()}</button> }
        });
        Some((next, ask))
    };
    view! {
        <div class="row ways end-ways">
            {rematch}
            <button class="analyse" on:click=move |_| analyse(page)>{game_phrases::review()}</button>
            <a class="button" href=Route::Online(OnlineRoute::Lobby).to_string()>{phrases::to_lobby()}</a>
        </div>
    }
    .into_any()
}

fn written(game: &Game) -> String {
    record::format(&[game.record()])
}

/// Puts the address of the game on the clipboard.
pub(super) fn copy_link(page: OnlinePageState) {
    browser::copy(&page.link(), move |done| {
        page.app.notify(if done { game_phrases::link_copied() } else { game_phrases::not_copied() });
    });
}

/// Puts the game among those kept here, and goes to the analysis board with it.
fn analyse(page: OnlinePageState) {
    let id = page.with_game_untracked(|game| saved::save_record(&BrowserStore, game, browser::milliseconds()));
    match id.flatten() {
        Some(id) => page.app.go(&Route::Analysis(AnalysisRoute::Kept { id })),
        None => page.app.notify(shell::not_saved()),
    }
}
