//! Continuing an online game on another device: a link with the secret of the seat, also as a QR code, and the page that
//! it opens.

use halfboard_app::online::{OnlineRoute, saved};
use halfboard_app::phrases::{games, online as phrases, shell};
use halfboard_app::route::Route;
use halfboard_protocol::id::{GameId, Token};
use leptos::prelude::*;
use qrcodegen::{QrCode, QrCodeEcc};

use crate::app::{App, app};
use crate::browser::{self, BrowserStore};
use crate::game::dialog::{close, opened};

/// The light border of a QR code, in modules, as the standard requires.
const QUIET_ZONE: i32 = 4;

/// A button that shows a link to continue a game on another device, if this browser has a seat in it.
pub(crate) fn transfer_panel(game: &GameId) -> Option<AnyView> {
    let link = transfer_link(game)?;
    let panel = view! {
        <details class="transfer">
            <summary class="button">{phrases::other_device()}</summary>
            {link}
        </details>
    };
    Some(panel.into_any())
}

/// A dialog with such a link, as long as it is open.
pub(super) fn transfer_dialog(game: GameId, open: RwSignal<bool>) -> impl IntoView {
    move || {
        let link = open.get().then(|| transfer_link(&game))??;
        let dialog = opened();
        Some(view! {
            <dialog node_ref=dialog class="card transfer" aria-labelledby="transfer-title" on:close=move |_| open.set(false)>
                <h2 id="transfer-title">{phrases::other_device()}</h2>
                {link}
                <button class="main" on:click=move |_| close(dialog)>{shell::close()}</button>
            </dialog>
        })
    }
}

/// The link with the seat that this browser has in a game, as a code and as buttons that copy and share it.
fn transfer_link(game: &GameId) -> Option<AnyView> {
    let seat = saved::seat(&BrowserStore, game)?;
    let link = browser::base_url() + &Route::Online(OnlineRoute::Seat { id: seat.game, token: seat.token }).to_string();
    let (app, code) = (app(), qr_code(&link));
    let link = StoredValue::new(link);
    let parts = view! {
        <p class="faint">{phrases::other_device_more()}</p>
        {code}
        <div class="row">
            <button type="button" on:click=move |_| copy(app, &link.get_value())>{phrases::copy()}</button>
            {browser::can_share().then(|| view! {
                <button type="button" on:click=move |_| browser::share(&link.get_value())>{phrases::share()}</button>
            })}
        </div>
    };
    Some(parts.into_any())
}

fn copy(app: App, link: &str) {
    browser::copy(link, move |done| app.notify(if done { games::copied() } else { games::not_copied() }));
}

/// A text as a QR code; nothing if it is too long.
fn qr_code(text: &str) -> Option<impl IntoView + use<>> {
    let code = QrCode::encode_binary(text.as_bytes(), QrCodeEcc::Low).ok()?;
    let size = code.size();
    let dark = (0..size).flat_map(|y| (0..size).map(move |x| (x, y))).filter(|&(x, y)| code.get_module(x, y));
    let path: String = dark.map(|(x, y)| format!("M{x} {y}h1v1h-1z")).collect();
    let frame = format!("{0} {0} {1} {1}", -QUIET_ZONE, size + 2 * QUIET_ZONE);
    Some(view! {
        <svg class="qr" viewBox=frame role="img" aria-label=phrases::qr_code()><path d=path/></svg>
    })
}

/// The page of such a link: stores the seat and goes to the game. A seat that this browser has already is only replaced
/// on request.
pub(super) fn page(game: &GameId, token: &Token) -> AnyView {
    let app = app();
    let other = saved::seat(&BrowserStore, game).is_some_and(|own| own.token != *token);
    let (game, token) = (game.clone(), token.clone());
    let to = Route::Online(OnlineRoute::Game { id: game.clone() }).to_string();
    let here = to.clone();
    let keep = move |_| browser::go_instead(&here);
    let take = move || {
        let used = browser::milliseconds();
        // The page of the game fills in the rest.
        let seat =
            saved::SavedSeat { game: game.clone(), token: token.clone(), used, over: false, rules: String::new() };
        if saved::save_seat(&BrowserStore, &seat).is_err() {
            app.notify(shell::not_saved());
        }
        browser::go_instead(&to);
    };
    if !other {
        browser::later(0, take);
        return view! { <section class="page narrow"><h1>{phrases::taking_seat()}</h1></section> }.into_any();
    }
    view! {
        <section class="page narrow">
            <h1>{phrases::two_seats()}</h1>
            <p>{phrases::two_seats_more()}</p>
            <p class="row">
                <button type="button" class="main" on:click=move |_| take()>{phrases::use_other_seat()}</button>
                <button type="button" on:click=keep>{phrases::keep_seat()}</button>
            </p>
        </section>
    }
    .into_any()
}
