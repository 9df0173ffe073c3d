//! Online games: the lobby, a challenge that waits, and the game itself. The server is asked and heard here; what that means
//! is for `halfboard_app::online` to say.

mod actions;
mod challenge;
mod chat;
mod lobby;
mod news;
mod panel;
mod seats;
mod state;
mod table;
mod turns;
mod waiting;

use halfboard_app::online::{OnlineRoute, RequestError, saved};
use halfboard_app::phrases::online as phrases;
use halfboard_protocol::id::{Token, id_from_random};
use halfboard_protocol::limits;
use leptos::prelude::*;

use crate::app::App;
use crate::browser::{self, BrowserStore};

pub(crate) use challenge::{Making, make};

/// The page of an address.
pub(crate) fn page(address: &OnlineRoute) -> AnyView {
    match address {
        OnlineRoute::Game { id } => state::page(id.clone()),
        // Setting up a challenge has a page that it shares with other games.
        OnlineRoute::Lobby | OnlineRoute::New { .. } => lobby::page().into_any(),
    }
}

/// Returns an unguessable secret, or notifies the player that the browser has no source of randomness.
fn secret(app: App) -> Option<Token> {
    let secret = (0..8).find_map(|_| id_from_random(&browser::random_bytes::<48>()?)?.parse().ok());
    if secret.is_none() {
        app.notify(phrases::no_secure_random());
    }
    secret
}

/// Returns the name that was typed, if it is one; otherwise shows what is missing and focuses the field.
fn checked_name(app: App, name: &str) -> Option<String> {
    let name = limits::sanitize(name, limits::MAX_NAME_CHARS);
    if name.is_none() {
        app.notify(phrases::name_missing());
        browser::focus("#online-name");
    }
    name
}

/// The field for one's name, which is kept as it is typed.
pub(crate) fn name_field(name: RwSignal<String>) -> impl IntoView {
    let typed = move |event| {
        let text = event_target_value(&event);
        // What cannot be kept is asked for again next time.
        let _ = saved::save_name(&BrowserStore, &text);
        name.set(text);
    };
    view! {
        <p class="field name-field">
            <label for="online-name">{phrases::name()}</label>
            <input type="text" id="online-name" maxlength="24" autocomplete="nickname" aria-describedby="online-name-more"
                prop:value=move || name.get() on:input=typed/>
            <span class="faint" id="online-name-more">{phrases::name_more()}</span>
        </p>
    }
}

/// Returns the name that is kept.
pub(crate) fn saved_name() -> RwSignal<String> {
    RwSignal::new(saved::name(&BrowserStore))
}

/// Tells why there is no answer.
fn notify_error(app: App, problem: &RequestError) {
    app.notify(phrases::request_error(problem));
    if let RequestError::Refused(refusal) = problem {
        browser::log_info(&refusal.message);
    }
}

/// Why there is no answer, with what exactly the server said, which is English.
pub(crate) fn error_text(problem: &RequestError) -> impl IntoView + use<> {
    let detail = match problem {
        RequestError::NoServer => None,
        RequestError::Refused(refusal) => Some(refusal.message.clone()),
    };
    let detail = detail.map(|detail| view! { <p class="faint detail" lang="en">{detail}</p> });
    view! { <p class="remark">{phrases::request_error(problem)}</p>{detail} }
}
