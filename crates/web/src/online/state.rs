//! The state of an online game on the page: it drives the socket and notifies the player, and the components read it
//! and call it.

use halfboard_app::online::{
    ConnectionFailure, ConnectionState, Online, OnlineRoute, RequestError, SocketAction, read, saved, write,
};
use halfboard_app::phrases::{online as phrases, shell};
use halfboard_app::route::Route;
use halfboard_protocol::api::{self, ServiceStatus, TakeSeat};
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::Proposal;
use halfboard_protocol::game::Game;
use halfboard_protocol::id::{GameId, Token};
use halfboard_protocol::message::{Command, Refusal, RefusalCode};
use leptos::prelude::*;

use super::{notify_error, secret, table, waiting};
use crate::app::{App, app};
use crate::browser::{self, BrowserStore, Socket, SocketEvent};
use crate::composer::ComposerSignals;

/// An online game on the page.
#[derive(Clone, Copy)]
pub(super) struct OnlinePageState {
    pub(super) app: App,
    /// The game.
    pub(super) online: RwSignal<Online>,
    socket: StoredValue<Option<Socket>, LocalStorage>,
    /// The time of this machine's clock, which is looked at several times a second where there are clocks.
    pub(super) now: RwSignal<u64>,
    pub(super) composer: ComposerSignals<Online>,
    /// What the server said about it, in English.
    pub(super) detail: RwSignal<Option<String>>,
    /// How many lines of chat have not been seen.
    pub(super) unread: RwSignal<usize>,
    /// Whether the chat is open over the board, where there is no room for it beside it.
    pub(super) chat_open: RwSignal<bool>,
    /// A line of chat that was refused, to be said once more.
    pub(super) unsaid: RwSignal<Option<String>>,
    /// Whether a seat is being asked for.
    pub(super) busy: RwSignal<bool>,
    /// Why the seat was not given.
    pub(super) problem: RwSignal<Option<RequestError>>,
    /// What the operator tells all players.
    pub(super) service: RwSignal<ServiceStatus>,
}

/// What the page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Connecting,
    NotFound,
    Outdated,
    Waiting,
    Playing,
}

/// The page of a game.
pub(super) fn page(id: GameId) -> AnyView {
    let page = OnlinePageState::open(app(), id);
    let phase = Memo::new(move |before: Option<&Phase>| page.phase(before.copied()));
    Effect::new(move |_| {
        phase.track();
        browser::later(0, browser::update_title);
    });
    (move || match phase.get() {
        Phase::Connecting => view! {
            <section class="page narrow">
                <h1>{phrases::title()}</h1>
                <p role="status">{move || connection(page).unwrap_or(phrases::connecting())}</p>
                <p><a class="button" href=Route::Online(OnlineRoute::Lobby).to_string()>{phrases::to_lobby()}</a></p>
            </section>
        }
        .into_any(),
        Phase::NotFound => problem(phrases::not_found(), phrases::not_found_more(), false),
        Phase::Outdated => problem(phrases::outdated(), phrases::outdated_more(), true),
        Phase::Waiting => waiting::page(page),
        Phase::Playing => view! { <table::Table page/> }.into_any(),
    })
    .into_any()
}

fn problem(title: &'static str, more: &'static str, reload: bool) -> AnyView {
    view! {
        <section class="page narrow">
            <h1>{title}</h1>
            <p>{more}</p>
            <p class="row">
                {reload.then(|| view! { <button class="main" on:click=|_| browser::reload()>{phrases::reload()}</button> })}
                <a class="button" href=Route::Online(OnlineRoute::Lobby).to_string()>{phrases::to_lobby()}</a>
            </p>
        </section>
    }
    .into_any()
}

/// Returns what there is to say about the connection, if it is not as it should be.
pub(super) fn connection(page: OnlinePageState) -> Option<&'static str> {
    page.online.with(|online| match online.connection().state() {
        ConnectionState::Live | ConnectionState::Failed(_) => None,
        _ if online.connection().tries() == 0 && online.game().is_none() => Some(phrases::connecting()),
        // A connection that is opened anew in passing is not worth a word.
        ConnectionState::Connecting | ConnectionState::Greeted if online.connection().tries() == 0 => None,
        _ => Some(phrases::connection_lost()),
    })
}

/// What there is to say when the server cannot keep something just now.
pub(super) fn held_up(page: OnlinePageState) -> Option<impl IntoView> {
    let held_up = page.online.with(|online| online.connection().is_held_up());
    held_up.then(|| view! { <p class="faint held-up">{phrases::server_busy()}</p> })
}

impl OnlinePageState {
    /// Opens a game: the connection lasts as long as the page.
    fn open(app: App, id: GameId) -> OnlinePageState {
        let token = saved::seat(&BrowserStore, &id).map(|seat| seat.token);
        let online = RwSignal::new(Online::new(id, token));
        let page = OnlinePageState {
            app,
            online,
            composer: ComposerSignals::new(app, online, 0),
            socket: StoredValue::new_local(None),
            now: RwSignal::new(browser::milliseconds()),
            detail: RwSignal::new(None),
            unread: RwSignal::new(0),
            chat_open: RwSignal::new(false),
            unsaid: RwSignal::new(None),
            busy: RwSignal::new(false),
            problem: RwSignal::new(None),
            service: RwSignal::new(ServiceStatus::default()),
        };
        // A player who takes a seat sees the board from its side.
        let seat = Memo::new(move |_| online.with(Online::seat));
        Effect::new(move |before: Option<Option<u8>>| {
            let now = seat.get();
            if before.is_some_and(|before| before != now) {
                page.composer.quarters.set(page.opening_turn());
            }
            now
        });
        page.tick();
        browser::every(150, move || page.tick());
        for event in ["online", "visibilitychange", "pageshow"] {
            let listener = window_event_listener_untyped(event, move |_| page.wake());
            on_cleanup(move || listener.remove());
        }
        let listener = window_event_listener_untyped("offline", move |_| page.on_socket_event(SocketEvent::Closed));
        on_cleanup(move || listener.remove());
        on_cleanup(move || {
            let _ = page.socket.try_update_value(|socket| *socket = None);
            browser::update_title();
        });
        page
    }

    fn phase(self, before: Option<Phase>) -> Phase {
        self.online.with(|online| match (online.connection().state(), online.game()) {
            (ConnectionState::Failed(ConnectionFailure::NotFound), _) => Phase::NotFound,
            (ConnectionState::Failed(ConnectionFailure::Outdated), _) => Phase::Outdated,
            // A game that is asked for anew stays as it was seen.
            (_, None) => before.unwrap_or(Phase::Connecting),
            (_, Some(game)) if game.seats().iter().any(Option::is_none) => Phase::Waiting,
            _ => Phase::Playing,
        })
    }

    /// Lets the game do something that may want the socket to be used.
    pub(super) fn drive(self, by: impl FnOnce(&mut Online, u64) -> Vec<SocketAction>) {
        let now = browser::milliseconds();
        let Some(acts) = self.online.try_update(|online| by(online, now)) else { return };
        self.act(acts);
    }

    fn act(self, acts: Vec<SocketAction>) {
        for act in acts {
            match act {
                SocketAction::Open => self.open_socket(),
                SocketAction::Send(text) => {
                    let _ = self.socket.try_with_value(|socket| socket.as_ref().map(|socket| socket.send(&text)));
                }
                SocketAction::Close => self.on_socket_event(SocketEvent::Closed),
            }
        }
    }

    fn open_socket(self) {
        let path = self.online.with_untracked(|online| format!("games/{}/socket", online.id()));
        // What a socket tells may come while its page is going away.
        let socket = Socket::open(&path, move |told| self.on_socket_event(told));
        let none = socket.is_none();
        let _ = self.socket.try_update_value(|place| *place = socket);
        if none {
            self.on_socket_event(SocketEvent::Closed);
        }
    }

    fn on_socket_event(self, told: SocketEvent) {
        match told {
            SocketEvent::Opened => self.drive(Online::opened),
            SocketEvent::Message(text) => {
                let mut news = Vec::new();
                let told = &mut news;
                let mut again = false;
                self.drive(|online, now| {
                    again = online.connection().tries() > 0 && online.game().is_some();
                    let (acts, heard) = online.heard(&text, now);
                    again &= online.connection().tries() == 0;
                    *told = heard;
                    acts
                });
                if again {
                    self.app.announce(phrases::connected_again());
                }
                for news in news {
                    self.on_news(news);
                }
            }
            SocketEvent::Closed => {
                let _ = self.socket.try_update_value(|socket| *socket = None);
                let was_live = self.online.try_with_untracked(|online| online.connection().is_live());
                self.drive(|online, now| {
                    online.connection_mut().closed(now, browser::random());
                    Vec::new()
                });
                match was_live {
                    Some(true) => self.app.announce(phrases::connection_lost()),
                    Some(false) => self.check_game_exists(),
                    None => {}
                }
            }
        }
    }

    /// A socket that cannot be opened does not say why: the server is asked whether there is such a game at all.
    fn check_game_exists(self) {
        let unknown = self.online.try_with_untracked(|online| {
            (online.game().is_none() && online.connection().tries() == 1).then(|| online.id().clone())
        });
        let Some(Some(id)) = unknown else { return };
        browser::request(&format!("games/{id}"), None, move |answer| {
            let answer = answer.as_ref().map(|(done, text)| (*done, text.as_str()));
            if let Err(RequestError::Refused(refusal)) = read::<api::GameSnapshot>(answer) {
                self.drive(|online, _| online.connection_mut().refused(&refusal));
            }
        });
    }

    fn tick(self) {
        let now = browser::milliseconds();
        let acts = self.online.try_update_untracked(|online| online.connection_mut().tick(now));
        if let Some(acts) = acts.filter(|acts| !acts.is_empty()) {
            self.online.notify();
            self.act(acts);
        }
        let clocks = |game: &Game| game.terms().control != TimeControl::None && game.clocks().running().is_some();
        if self.online.try_with_untracked(|online| online.game().is_some_and(clocks)) == Some(true) {
            self.now.set(now);
        }
    }

    /// Tries at once, if there is something to try.
    pub(super) fn wake(self) {
        if !browser::is_visible() {
            return;
        }
        browser::update_title();
        self.now.set(browser::milliseconds());
        self.drive(|online, now| online.connection_mut().wake(now));
    }

    /// Asks for something to be done.
    pub(super) fn ask(self, command: Command) {
        self.drive(|online, now| online.ask(command, key(), now));
    }

    /// Asks the others for something.
    pub(super) fn request(self, what: Proposal) {
        let ply = self.plies_confirmed();
        self.ask(Command::Ask { ply, what });
    }

    /// Answers what was asked for.
    pub(super) fn answer(self, what: Proposal, yes: bool) {
        let ply = self.plies_confirmed();
        self.ask(Command::Answer { ply, what, yes });
    }

    fn plies_confirmed(self) -> u32 {
        self.with_game_untracked(Game::plies).unwrap_or_default()
    }

    /// Asks the server for a seat; any when none is named.
    pub(super) fn take_seat(self, name: &str, seat: Option<u8>) {
        let name = name.to_owned();
        let id = self.online.with_untracked(|online| online.id().clone());
        // The answer to an earlier try may have been lost: with the same secret the server gives the same seat.
        let earlier = saved::seat(&BrowserStore, &id).map(|seat| seat.token);
        let is_new = earlier.is_none();
        let Some(token) = earlier.or_else(|| secret(self.app)) else { return };
        let rules = self.with_game_untracked(|game| game.terms().rules.clone()).unwrap_or_default();
        // Kept before it is asked for: when the answer is lost on its way the seat is not.
        let own = saved::SavedSeat {
            game: id.clone(),
            token: token.clone(),
            used: browser::milliseconds(),
            over: false,
            rules,
        };
        if saved::save_seat(&BrowserStore, &own).is_err() {
            self.app.notify(shell::not_saved());
        }
        self.busy.set(true);
        self.problem.set(None);
        let body = write(&TakeSeat { name, seat, token: Some(token.clone()) });
        browser::request(&format!("games/{id}/seats"), Some(body), move |answer| {
            let _ = self.busy.try_set(false);
            let answer = answer.as_ref().map(|(done, text)| (*done, text.as_str()));
            match read::<api::SeatGrant>(answer) {
                Ok(given) => self.drive(|online, now| online.connection_mut().sit_down(given.token, now)),
                Err(problem) => {
                    self.no_seat_given(&problem, token, is_new);
                    notify_error(self.app, &problem);
                    let _ = self.problem.try_set(Some(problem));
                }
            }
        });
    }

    /// Decides what becomes of the secret of a seat that was not given.
    fn no_seat_given(self, problem: &RequestError, token: Token, is_new: bool) {
        match problem {
            // It may have been given all the same. The server says so, or says that the secret opens nothing.
            RequestError::NoServer | RequestError::Refused(Refusal { code: RefusalCode::Unavailable, .. }) => {
                self.drive(|online, now| online.connection_mut().sit_down(token, now));
            }
            RequestError::Refused(refusal) => {
                let never = matches!(refusal.code, RefusalCode::Taken | RefusalCode::Over | RefusalCode::NotFound);
                let id = self.online.try_with_untracked(|online| online.id().clone());
                if let Some(id) = id.filter(|_| never && is_new) {
                    saved::forget(&BrowserStore, &id);
                }
            }
        }
    }

    /// Returns whether the secret of a seat in this game is kept here.
    pub(super) fn has_secret(self) -> bool {
        let id = self.online.with_untracked(|online| online.id().clone());
        saved::seat(&BrowserStore, &id).is_some()
    }

    /// The chat has been seen, if it can be.
    pub(super) fn see_chat(self) {
        if self.unread.try_get_untracked().unwrap_or_default() > 0 && browser::is_in_view(".chat .lines") {
            let _ = self.unread.try_set(0);
        }
    }

    /// Asks the game something, if it is there.
    pub(super) fn with_game<T>(self, ask: impl FnOnce(&Game) -> T) -> Option<T> {
        self.online.with(|online| online.game().map(ask))
    }

    /// Returns the same, without following what becomes of it.
    pub(super) fn with_game_untracked<T>(self, ask: impl FnOnce(&Game) -> T) -> Option<T> {
        self.online.with_untracked(|online| online.game().map(ask))
    }

    /// Rotates the board by quarter turns.
    pub(super) fn turn_board(self, quarters: u8) {
        self.composer.quarters.update(|q| *q = (*q + quarters) % 4);
    }

    /// Returns the address of the game's page, to be sent to others.
    pub(super) fn link(self) -> String {
        let id = self.online.with_untracked(|online| online.id().clone());
        browser::link_to(&Route::Online(OnlineRoute::Game { id }))
    }
}

/// Returns a key for a command. It tells a player's commands apart and is no secret.
pub(super) fn key() -> u32 {
    (browser::random() * f64::from(u32::MAX)) as u32
}
