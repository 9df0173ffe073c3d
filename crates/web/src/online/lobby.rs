//! The lobby: one's name, a new challenge, one's own games, and the public ones: open challenges, those being
//! played, and those just finished. It is asked for anew every few seconds while it is seen.

use halfboard_app::online::{LobbyLists, OnlineRoute, RequestError, lobby_page_path, lobby_path, read, saved};
use halfboard_app::phrases::{archive, language, online as phrases, rules};
use halfboard_app::route::Route;
use halfboard_protocol::api::{GameStatus, GameSummary, Lobby, LobbyPage};
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
    let state = LobbyState::new();
    let ask = move || state.ask();
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
            {state.filter()}
            <div class="lists">{move || state.lists.with(|lists| view_lists(state, lists.as_ref()))}</div>
        </section>
    }
}

/// What the lobby shows.
#[derive(Clone, Copy)]
struct LobbyState {
    lists: RwSignal<Option<Result<LobbyLists, RequestError>>>,
    /// The ID of the only game shown; empty for all.
    game: RwSignal<String>,
    /// Whether the first pages are being asked for.
    asked: RwSignal<bool>,
    /// Whether a further page is.
    asked_more: RwSignal<bool>,
}

impl LobbyState {
    fn new() -> LobbyState {
        LobbyState {
            lists: RwSignal::new(None),
            game: RwSignal::new(String::new()),
            asked: RwSignal::new(false),
            asked_more: RwSignal::new(false),
        }
    }

    /// Asks for the first pages.
    fn ask(self) {
        if !browser::is_visible() || self.asked.try_update(|asked| std::mem::replace(asked, true)) != Some(false) {
            return;
        }
        let game = self.game.get_untracked();
        browser::request(&lobby_path(&game), None, move |answer| {
            if !self.shows(&game) {
                return;
            }
            let _ = self.asked.try_set(false);
            let answer = answer.as_ref().map(|(done, text)| (*done, text.as_str()));
            let old = self.lists.try_get_untracked().flatten();
            let new = Some(read::<Lobby>(answer).map(|lobby| {
                let mut lists = old.clone().and_then(Result::ok).unwrap_or_default();
                lists.refresh(lobby);
                lists
            }));
            // What has not changed is not drawn anew: the keyboard may be on it.
            if new != old {
                let _ = self.lists.try_set(new);
            }
        });
    }

    /// Asks for the next page of a list.
    fn ask_more(self, status: GameStatus) {
        let next = self.lists.with_untracked(|lists| {
            let lists = lists.as_ref().and_then(|lists| lists.as_ref().ok());
            lists.and_then(|lists| lists.next(status)).map(str::to_owned)
        });
        let Some(next) = next else { return };
        if self.asked_more.try_update(|asked| std::mem::replace(asked, true)) != Some(false) {
            return;
        }
        let game = self.game.get_untracked();
        browser::request(&lobby_page_path(&game, status, &next), None, move |answer| {
            let _ = self.asked_more.try_set(false);
            let answer = answer.as_ref().map(|(done, text)| (*done, text.as_str()));
            if let Ok(page) = read::<LobbyPage>(answer)
                && self.shows(&game)
            {
                let _ = self.lists.try_update(|lists| {
                    if let Some(Ok(lists)) = lists {
                        lists.append(status, page);
                    }
                });
            }
        });
    }

    /// Returns whether the page is still there and shows this game.
    fn shows(self, game: &str) -> bool {
        self.game.try_with_untracked(|shown| shown == game) == Some(true)
    }

    /// The choice of the game.
    fn filter(self) -> impl IntoView {
        let choose = move |event| {
            self.game.set(event_target_value(&event));
            self.lists.set(None);
            self.asked.set(false);
            self.ask();
        };
        let games = registry::games().iter().map(|game| {
            let info = game.info();
            view! { <option value=info.id>{info.name}</option> }
        });
        view! {
            <p class="field lobby-filter">
                <label for="lobby-game">{phrases::variant()}</label>
                <select id="lobby-game" on:change=choose>
                    <option value="">{archive::any_game()}</option>
                    {games.collect::<Vec<_>>()}
                </select>
            </p>
        }
    }

    /// The button for the next page of a list, if there is one.
    fn more(self, lists: &LobbyLists, status: GameStatus, list: &str) -> Option<impl IntoView + use<>> {
        let label = format!("{}: {list}", archive::show_more());
        lists.next(status).map(|_| {
            view! {
                <button type="button" aria-label=label on:click=move |_| self.ask_more(status)>{archive::show_more()}</button>
            }
        })
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

fn view_lists(state: LobbyState, lists: Option<&Result<LobbyLists, RequestError>>) -> AnyView {
    match lists {
        None => view! { <p class="faint" role="status">{phrases::loading()}</p> }.into_any(),
        Some(Err(problem)) => view! { <p class="wrong" role="status">{phrases::request_error(problem)}</p> }.into_any(),
        Some(Ok(lists)) => {
            let open: Vec<_> = lists.games(GameStatus::Open).into_iter().map(challenge).collect();
            let none = open.is_empty().then(|| view! { <p class="faint none">{phrases::no_challenges()}</p> });
            view! {
                <section class="open">
                    <h2>{phrases::challenges()}</h2>
                    {none}
                    <ul class="entries">{open}</ul>
                    {state.more(lists, GameStatus::Open, phrases::challenges())}
                </section>
                {list(state, lists, GameStatus::Playing, phrases::playing())}
                {list(state, lists, GameStatus::Finished, phrases::finished())}
            }
            .into_any()
        }
    }
}

fn list(
    state: LobbyState,
    lists: &LobbyLists,
    status: GameStatus,
    title: &'static str,
) -> Option<impl IntoView + use<>> {
    let over = status == GameStatus::Finished;
    let rows: Vec<_> = lists.games(status).into_iter().map(|game| played(game, over)).collect();
    let more = state.more(lists, status, title);
    (!rows.is_empty() || more.is_some()).then(|| {
        view! { <section class=status.as_str()><h2>{title}</h2><ul class="entries">{rows}</ul>{more}</section> }
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
