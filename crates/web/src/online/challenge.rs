//! Making a challenge that was set up, and going to it.

use halfboard_app::online::{self, Challenge, KEY, OnlineRoute, read, saved, write};
use halfboard_app::route::Route;
use halfboard_app::saved::Store;
use halfboard_app::setup::{Form, FormError};
use halfboard_protocol::api::SeatGrant;
use halfboard_protocol::id::Token;
use leptos::prelude::*;

use super::{NameField, notify_error, secret};
use crate::app::App;
use crate::browser::{self, BrowserStore};

/// How far a form is on its way to the server.
#[derive(Clone, Copy)]
pub(crate) struct Making {
    /// Whether the server is being asked.
    pub(crate) busy: RwSignal<bool>,
    /// Why it was not made.
    pub(crate) problem: RwSignal<Option<online::RequestError>>,
    /// One secret for the form: whichever of several tries the server has carried out, it opens that.
    secret: StoredValue<Option<Token>>,
}

impl Making {
    /// Creates a form that has not been sent.
    pub(crate) fn new() -> Making {
        Making { busy: RwSignal::new(false), problem: RwSignal::new(None), secret: StoredValue::new(None) }
    }
}

/// Asks the server for the game of a form, unless it is being asked already.
pub(crate) fn make(
    app: App,
    form: &Form,
    challenge: &Challenge,
    name: NameField,
    making: Making,
) -> Result<(), FormError> {
    let Making { busy, problem: refused, secret: kept_secret } = making;
    if busy.get_untracked() {
        return Ok(());
    }
    let Some(name) = name.checked() else { return Ok(()) };
    let Some(token) = kept_secret.get_value().or_else(|| secret(app)) else { return Ok(()) };
    kept_secret.set_value(Some(token.clone()));
    let new = challenge.new_game(form, &name, token)?;
    refused.set(None);
    // What cannot be remembered is not missed: the form just starts plain next time.
    let _ = BrowserStore.set(KEY, &challenge.write());
    busy.set(true);
    let rules = new.rules.clone();
    browser::request("games", Some(write(&new)), move |answer| {
        let _ = busy.try_set(false);
        let answer = answer.as_ref().map(|(done, text)| (*done, text.as_str()));
        match read::<SeatGrant>(answer) {
            Ok(SeatGrant { game, token, .. }) => {
                let seat =
                    saved::SavedSeat { game: game.clone(), token, used: browser::milliseconds(), over: false, rules };
                if saved::save_seat(&BrowserStore, &seat).is_err() {
                    app.notify(halfboard_app::phrases::shell::not_saved());
                }
                app.go(&Route::Online(OnlineRoute::Game { id: game }));
            }
            Err(problem) => {
                notify_error(app, &problem);
                let _ = refused.try_set(Some(problem));
            }
        }
    });
    Ok(())
}
