//! A challenge that waits for others: its link, what was agreed, who is there, and the free seats.

use halfboard_app::layout::Layout;
use halfboard_app::online::{Online, OnlineRoute};
use halfboard_app::phrases::{board as board_phrases, game as game_phrases, online as phrases, players, rules};
use halfboard_app::route::Route;
use halfboard_protocol::event::Player;
use halfboard_protocol::game::{Game, Phase};
use halfboard_protocol::message::Command;
use leptos::prelude::*;

use super::actions::copy_link;
use super::state::{OnlinePageState, connection, held_up};
use super::{NameField, error_text, service};
use crate::board::Board;
use crate::browser;
use crate::composer;

/// The page.
pub(super) fn page(page: OnlinePageState) -> AnyView {
    let seated = Memo::new(move |_| page.online.with(Online::seat).is_some());
    let over = Memo::new(move |_| page.online.with(Online::is_over));
    let lost = Memo::new(move |_| connection(page));
    let host = page.with_game_untracked(host).unwrap_or_default();
    let title = move || match (over.get(), seated.get()) {
        (true, _) => phrases::withdrawn().to_owned(),
        (false, true) => phrases::waiting().to_owned(),
        (false, false) => phrases::invited(&host),
    };
    let inside = move || match (over.get(), seated.get()) {
        (true, _) => view! {
            <p><a class="button main" href=Route::Online(OnlineRoute::Lobby).to_string()>{phrases::to_lobby()}</a></p>
        }
        .into_any(),
        (false, true) => invite(page),
        (false, false) => join(page),
    };
    let board = page.with_game_untracked(|game| {
        let (info, mut view) = (game.session().info(), game.session().view(&[]));
        view.next.clear();
        let label = board_phrases::board_of(info.name);
        view! { <Board view=Signal::stored(view) layout=Layout::new(info.board) label shows_choices=false/> }
    });
    view! {
        <section class="page waiting">
            <h1>{title}</h1>
            {service::banner(page.service)}
            <div role="status">{move || lost.get().map(|words| view! { <p class="connection">{words}</p> })}</div>
            <div class="waiting-grid">
                <div class="card">{inside}</div>
                <div class="card agreed">
                    <h2>{phrases::details()}</h2>
                    <div class="start">{board}</div>
                    {move || page.with_game(agreed)}
                    {move || places(page)}
                </div>
            </div>
        </section>
    }
    .into_any()
}

/// Returns who made the challenge: the first person at the board.
fn host(game: &Game) -> String {
    let person = game.seats().iter().flatten().find(|who| matches!(who, Player::Person { .. }));
    phrases::player_name(person)
}

/// For those who have a seat: the link to send, and the way out.
fn invite(page: OnlinePageState) -> AnyView {
    let free =
        move || page.with_game(|game| game.seats().iter().filter(|seat| seat.is_none()).count()).unwrap_or_default();
    let link = page.link();
    let shared = link.clone();
    let select = move |event: leptos::ev::FocusEvent| browser::select_text(&event);
    view! {
        <p class="task" role="status">{move || phrases::places_free(free())}</p>
        <p>{phrases::send_link()}</p>
        <p class="field">
            <label for="game-link">{phrases::link()}</label>
            <input id="game-link" class="code" readonly value=link on:focus=select/>
        </p>
        <div class="row">
            <button class="main" on:click=move |_| copy_link(page)>{phrases::copy()}</button>
            {browser::can_share().then(|| view! {
                <button on:click=move |_| browser::share(&shared)>{phrases::share()}</button>
            })}
            <button on:click=move |_| page.ask(Command::Abort)>{phrases::withdraw()}</button>
        </div>
        {move || held_up(page)}
        {composer::remark(page)}
    }
    .into_any()
}

/// For those who come: a name, and a seat.
fn join(page: OnlinePageState) -> AnyView {
    let name = NameField::saved();
    let free = Memo::new(move |_| {
        let free = |game: &Game| {
            let seats = game.seats().iter().enumerate().filter(|(_, who)| who.is_none());
            seats.map(|(seat, _)| seat as u8).collect::<Vec<_>>()
        };
        page.with_game(free).unwrap_or_default()
    });
    let sit = move |seat: Option<u8>| {
        if let Some(name) = name.checked() {
            page.take_seat(&name, seat);
        }
    };
    let take = move |seat: Option<u8>| move |_| sit(seat);
    let buttons = move || {
        let free = free.get();
        if let [_] = free.as_slice() {
            let all = view! {
                <button class="main join" disabled=move || page.busy.get() on:click=take(None)>{phrases::join_game_now()}</button>
            };
            return all.into_any();
        }
        let names = page.with_game_untracked(|game| game.session().seats()).unwrap_or_default();
        let choices = free.into_iter().map(|seat| {
            let place = players::seat(names.get(usize::from(seat)).copied().unwrap_or_default());
            view! {
                <button class="main join" disabled=move || page.busy.get() on:click=take(Some(seat))>{phrases::play_seat(place)}</button>
            }
        });
        choices.collect::<Vec<_>>().into_any()
    };
    // With the name known, Enter is enough.
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if !page.busy.get_untracked() {
            sit(None);
        }
    };
    let rules = page.with_game_untracked(|game| game.session().info().id.to_owned()).unwrap_or_default();
    view! {
        <form on:submit=submit novalidate>{name.view()}</form>
        <div class="row joins">{buttons}</div>
        {move || page.problem.with(|problem| problem.as_ref().map(error_text))}
        <p><a class="button plain" href=Route::RulesOf { game: rules }.to_string()>{game_phrases::rules()}</a></p>
    }
    .into_any()
}

/// What was agreed on, as a list.
fn agreed(game: &Game) -> impl IntoView + use<> {
    let terms = game.terms();
    let chat = match terms.chat {
        true if game.seats().len() > 2 => phrases::chat_after_game(),
        true => phrases::with(),
        false => phrases::without_chat(),
    };
    let mut rows = vec![
        (phrases::variant(), rules::variant(&terms.rules)),
        (phrases::time(), phrases::control(terms.control)),
        (phrases::visibility(), if terms.public { phrases::in_lobby() } else { phrases::link_only() }.to_owned()),
        (phrases::chat_on(), chat.to_owned()),
    ];
    if let Some(late) = phrases::spectator_delay(terms.delay) {
        rows.push((phrases::watch(), late));
    }
    let row = |(name, value): (&'static str, String)| view! { <dt>{name}</dt><dd>{value}</dd> };
    view! { <dl class="terms">{rows.into_iter().map(row).collect::<Vec<_>>()}</dl> }
}

/// Who sits where.
fn places(page: OnlinePageState) -> Option<impl IntoView> {
    let own = page.online.with(Online::seat);
    let open = page.with_game(Game::phase) == Some(Phase::Open);
    let rows = page.with_game(|game| {
        let names = game.session().seats();
        let row = |(seat, place): (usize, &&'static str)| {
            let seat = seat as u8;
            let name = phrases::player_name(game.player(seat));
            let name = if own == Some(seat) { phrases::you(name) } else { name };
            (players::seat(place).to_owned(), name, game.player(seat).is_some())
        };
        names.iter().enumerate().map(row).collect::<Vec<_>>()
    })?;
    let row = |(place, name, taken): (String, String, bool)| {
        view! { <li><span class="faint">{place}</span> <strong class:free=!taken>{name}</strong></li> }
    };
    open.then(
        || view! { <ul class="places" aria-label=phrases::seats()>{rows.into_iter().map(row).collect::<Vec<_>>()}</ul> },
    )
}
