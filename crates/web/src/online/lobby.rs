//! The lobby: one's name, a new challenge, one's own games, and the public ones: open challenges, those being
//! played, and those just finished. It is asked for anew every few seconds while it is seen.

use halfboard_app::online::{OnlineRoute, RequestError, read, saved};
use halfboard_app::phrases::{language, online as phrases, rules};
use halfboard_app::route::Route;
use halfboard_protocol::api::{GameSummary, Lobby};
use halfboard_rules::registry;
use leptos::prelude::*;

use super::{NameField, service};
use crate::browser::{self, BrowserStore};

/// How often the lobby is asked for, in milliseconds.
const PACE: u32 = 4000;

/// The maximum number of the player's own games shown.
const OWN: usize = 12;

/// The page.
pub(super) fn page() -> impl IntoView {
    let name = NameField::saved();
    let service = service::asked();
    let lobby = RwSignal::new(None::<Result<Lobby, RequestError>>);
    let asked = RwSignal::new(false);
    let ask = move || {
        if !browser::is_visible() || asked.try_update(|asked| std::mem::replace(asked, true)) != Some(false) {
            return;
        }
        browser::request("lobby", None, move |answer| {
            let answer = answer.as_ref().map(|(done, text)| (*done, text.as_str()));
            let found = Some(read::<Lobby>(answer));
            let _ = asked.try_set(false);
            // What has not changed is not drawn anew: the keyboard may be on it.
            let same = lobby.try_with_untracked(|lobby| same(lobby.as_ref(), found.as_ref()));
            if same == Some(false) {
                let _ = lobby.try_set(found);
            }
        });
    };
    ask();
    browser::every(PACE, ask);
    let seen = window_event_listener_untyped("visibilitychange", move |_| ask());
    on_cleanup(move || seen.remove());
    view! {
        <section class="page lobby">
            <h1>{phrases::title()}</h1>
            <p class="lead">{phrases::lead()}</p>
            {service::banner(service)}
            <div class="lobby-top">
                <div class="card">{name.view()}</div>
                <section class="card">
                    <h2>{phrases::new_challenge()}</h2>
                    <p class="faint">{phrases::which_game()}</p>
                    {new_challenge()}
                </section>
            </div>
            {own()}
            <div class="lists">{move || lobby.with(|lobby| lists(lobby.as_ref()))}</div>
        </section>
    }
}

/// Returns whether two answers show the same, regardless of their time.
fn same(one: Option<&Result<Lobby, RequestError>>, other: Option<&Result<Lobby, RequestError>>) -> bool {
    match (one, other) {
        (Some(Ok(one)), Some(Ok(other))) => {
            (&one.open, &one.playing, &one.finished) == (&other.open, &other.playing, &other.finished)
        }
        (one, other) => one == other,
    }
}

fn new_challenge() -> impl IntoView {
    let games = registry::games().iter().map(|game| {
        let info = game.info();
        let to = Route::Online(OnlineRoute::New { game: info.id.to_owned() }).to_string();
        let short = rules::short_name(info.name);
        view! { <a class="button" href=to aria-label=phrases::challenge_in(short)>{short}</a> }
    });
    view! { <div class="row new-challenge">{games.collect::<Vec<_>>()}</div> }
}

/// The games in which this browser has a seat.
fn own() -> Option<impl IntoView> {
    let seats = saved::seats(&BrowserStore);
    let rows = seats.into_iter().filter(|seat| !seat.rules.is_empty()).take(OWN).map(|seat| {
        let variant = rules::variant(&seat.rules);
        let stands = if seat.over { phrases::game_over() } else { phrases::in_progress() };
        let when = browser::when(seat.used, language().tag());
        let to = Route::Online(OnlineRoute::Game { id: seat.game }).to_string();
        view! {
            <li class="card entry">
                <span class="about"><strong>{variant}</strong><span class="faint">{stands} " · " {when}</span></span>
                <a class="button" class:main=!seat.over href=to>{phrases::open()}</a>
            </li>
        }
    });
    let rows: Vec<_> = rows.collect();
    (!rows.is_empty()).then(|| {
        view! {
            <section class="own">
                <h2>{phrases::my_games()}</h2>
                <ul class="entries">{rows}</ul>
            </section>
        }
    })
}

fn lists(lobby: Option<&Result<Lobby, RequestError>>) -> AnyView {
    match lobby {
        None => view! { <p class="faint" role="status">{phrases::loading()}</p> }.into_any(),
        Some(Err(problem)) => view! { <p class="wrong" role="status">{phrases::request_error(problem)}</p> }.into_any(),
        Some(Ok(lobby)) => {
            let open: Vec<_> = lobby.open.iter().map(challenge).collect();
            let playing: Vec<_> = lobby.playing.iter().map(|game| played(game, false)).collect();
            let finished: Vec<_> = lobby.finished.iter().map(|game| played(game, true)).collect();
            let none = open.is_empty().then(|| view! { <p class="faint none">{phrases::no_challenges()}</p> });
            view! {
                <section class="open">
                    <h2>{phrases::challenges()}</h2>
                    {none}
                    <ul class="entries">{open}</ul>
                </section>
                {list(phrases::playing(), "playing", playing)}
                {list(phrases::finished(), "finished", finished)}
            }
            .into_any()
        }
    }
}

fn list(title: &'static str, class: &'static str, rows: Vec<AnyView>) -> Option<impl IntoView> {
    (!rows.is_empty()).then(|| {
        view! { <section class=class><h2>{title}</h2><ul class="entries">{rows}</ul></section> }
    })
}

fn game(summary: &GameSummary) -> String {
    Route::Online(OnlineRoute::Game { id: summary.id.clone() }).to_string()
}

/// An open challenge.
fn challenge(summary: &GameSummary) -> AnyView {
    let variant = rules::variant(&summary.rules);
    let who = phrases::all_players(&summary.seats);
    let label = phrases::join_game(&variant, &who);
    let own = saved::seat(&BrowserStore, &summary.id).is_some();
    let way = match own {
        true => view! { <span class="faint">{phrases::own_challenge()}</span> }.into_any(),
        false => view! { <a class="button main" aria-label=label href=game(summary)>{phrases::join()}</a> }.into_any(),
    };
    view! {
        <li class="card entry">
            <span class="about">
                <strong>{variant}</strong>
                <span>{who}</span>
                <span class="faint">{phrases::control(summary.control)}</span>
            </span>
            {way}
        </li>
    }
    .into_any()
}

/// A game to look at.
fn played(summary: &GameSummary, over: bool) -> AnyView {
    let variant = rules::variant(&summary.rules);
    let who = phrases::all_players(&summary.seats);
    let label = phrases::watch_game(&variant, &who);
    let length = phrases::length(summary.plies);
    let record = over.then(|| {
        let (address, name) = (format!("api/games/{}/record", summary.id), format!("halfboard-{}.txt", summary.id));
        view! { <a class="button plain" href=address download=name>{phrases::record()}</a> }
    });
    let result = summary.result.clone().map(|result| format!(" · {result}"));
    view! {
        <li class="card entry">
            <span class="about">
                <strong>{variant}</strong>
                <span>{who}</span>
                <span class="faint">{phrases::control(summary.control)} " · " {length} {result}</span>
            </span>
            <span class="row">
                {record}
                <a class="button" aria-label=label href=game(summary)>{if over { phrases::view_game() } else { phrases::watch() }}</a>
            </span>
        </li>
    }
    .into_any()
}
