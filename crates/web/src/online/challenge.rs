//! Making a challenge that was set up, and going to it.

use halfboard_client::kept::Store;
use halfboard_client::online::{Address, Challenge, KEY, kept, read, write};
use halfboard_client::route::Route;
use halfboard_client::setup::{Form, Problem};
use halfboard_protocol::api::Seat;
use leptos::prelude::*;

use super::{checked_name, secret, tell_problem};
use crate::app::App;
use crate::browser::{self, BrowserStore};

/// Asks the server for the game of a form. `busy` says that it is being asked.
pub(crate) fn make(
    app: App,
    form: &Form,
    challenge: &Challenge,
    name: &str,
    busy: RwSignal<bool>,
) -> Result<(), Problem> {
    let Some(name) = checked_name(app, name) else { return Ok(()) };
    let Some(token) = secret() else { return Ok(()) };
    let new = challenge.new_game(form, &name, token)?;
    // What cannot be remembered is not missed: the form just starts plain next time.
    let _ = BrowserStore.set(KEY, &challenge.write());
    busy.set(true);
    let rules = new.rules.clone();
    browser::request("games", Some(write(&new)), move |answer| {
        let _ = busy.try_set(false);
        let answer = answer.as_ref().map(|(done, text)| (*done, text.as_str()));
        match read::<Seat>(answer) {
            Ok(Seat { game, token, .. }) => {
                let seat = kept::Seat { game: game.clone(), token, used: browser::milliseconds(), over: false, rules };
                if kept::keep(&BrowserStore, &seat).is_err() {
                    app.tell(halfboard_client::words::shell::not_kept());
                }
                app.go(&Route::Online(Address::Game { id: game }));
            }
            Err(problem) => tell_problem(app, &problem),
        }
    });
    Ok(())
}
