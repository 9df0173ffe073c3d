//! Online games: the lobby, a challenge that waits, and the game itself. The server is asked and heard here; what that means
//! is for `halfboard_app::online` to say.

mod actions;
mod challenge;
mod chat;
mod lobby;
mod my_turns;
mod news;
mod panel;
mod seats;
mod service;
mod state;
mod table;
mod transfer;
mod turns;
mod waiting;

use halfboard_app::online::{OnlineRoute, RequestError, saved};
use halfboard_app::phrases::online as phrases;
use halfboard_protocol::id::{Token, id_from_random};
use halfboard_protocol::name::{self, NameError};
use leptos::prelude::*;

use crate::app::App;
use crate::browser::{self, BrowserStore};

pub(crate) use challenge::{Making, make};
pub(crate) use my_turns::{OnlineTurn, watch_turns};
pub(crate) use transfer::transfer_panel;

/// The page of an address.
pub(crate) fn page(address: &OnlineRoute) -> AnyView {
    match address {
        OnlineRoute::Game { id } => state::page(id.clone()),
        OnlineRoute::Seat { id, token } => transfer::page(id, token),
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

/// The player's name in online games: a field that is saved as it is typed, with its error beside it.
#[derive(Clone, Copy)]
pub(crate) struct NameField {
    text: RwSignal<String>,
    /// Why the name was refused when it was needed.
    error: RwSignal<Option<NameError>>,
}

impl NameField {
    /// Creates a field with the saved name.
    pub(crate) fn saved() -> NameField {
        NameField { text: RwSignal::new(saved::name(&BrowserStore)), error: RwSignal::new(None) }
    }

    /// Returns the name if it is valid; otherwise shows an error at the field and focuses it.
    pub(crate) fn checked(self) -> Option<String> {
        let name = name::parse(&self.text.get_untracked());
        self.error.set(name.as_ref().err().copied());
        if name.is_err() {
            browser::focus("#online-name");
        }
        name.ok()
    }

    /// The field with its label.
    pub(crate) fn view(self) -> impl IntoView {
        let typed = move |event| {
            let text = event_target_value(&event);
            // What cannot be kept is asked for again next time.
            let _ = saved::save_name(&BrowserStore, &text);
            self.text.set(text);
            self.error.set(None);
        };
        let error = self.error;
        let described =
            move || if error.get().is_some() { "online-name-wrong online-name-more" } else { "online-name-more" };
        view! {
            <div class="field name-field">
                <label for="online-name">{phrases::name()}</label>
                <input type="text" id="online-name" maxlength="24" autocomplete="nickname" aria-describedby=described
                    aria-invalid=move || error.get().map(|_| "true")
                    prop:value=move || self.text.get() on:input=typed/>
                <div role="alert">
                    {move || error.get().map(|error| view! {
                        <p class="wrong" id="online-name-wrong">{phrases::name_error(error)}</p>
                    })}
                </div>
                <span class="faint" id="online-name-more">{phrases::name_more()}</span>
            </div>
        }
    }
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
