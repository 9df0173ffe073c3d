//! What the operator tells all players: an announcement, and whether the server accepts games and moves.

use halfboard_app::online::read;
use halfboard_app::phrases::{language, online as phrases};
use halfboard_protocol::api::{Announcement, ServiceMode, ServiceStatus};
use leptos::prelude::*;

use crate::browser;

/// How often a page without a socket asks for the status, in milliseconds.
const PACE: u32 = 15_000;

/// Shows a status, if there is anything to say.
pub(super) fn banner(status: RwSignal<ServiceStatus>) -> impl IntoView {
    let mode = move || match status.with(|status| status.mode) {
        ServiceMode::Normal => None,
        ServiceMode::Draining => Some(phrases::draining()),
        ServiceMode::Maintenance => Some(phrases::maintenance()),
    };
    let announced = move || status.with(|status| status.announcement.clone()).map(announcement);
    view! {
        <div class="service" role="status">
            {move || mode().map(|words| view! { <p>{words}</p> })}
            {announced}
        </div>
    }
}

fn announcement(announcement: Announcement) -> impl IntoView {
    let when = announcement.at.map(|at| phrases::announced_for(browser::when(at, language().tag())));
    view! {
        <p><strong>{phrases::announcement()}</strong> " " <span>{announcement.text}</span>
            {when.map(|when| view! { <span class="faint">" " {when}</span> })}</p>
    }
}

/// Asks the server for its status as long as the page is open. A server that has none is in normal service.
pub(super) fn asked() -> RwSignal<ServiceStatus> {
    let status = RwSignal::new(ServiceStatus::default());
    let ask = move || {
        if !browser::is_visible() {
            return;
        }
        browser::request("status", None, move |answer| {
            let answer = answer.as_ref().map(|(done, text)| (*done, text.as_str()));
            if let Ok(found) = read::<ServiceStatus>(answer)
                && status.try_with_untracked(|status| *status != found) == Some(true)
            {
                let _ = status.try_set(found);
            }
        });
    };
    ask();
    browser::every(PACE, ask);
    status
}
