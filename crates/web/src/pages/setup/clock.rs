//! The time control.

use halfboard_app::phrases::setup as phrases;
use halfboard_app::setup::{CLOCKS, FormError};
use leptos::prelude::*;

use super::SetupPageState;
use crate::pages::parts::{checked_field, radio};

/// The clock, if there is an opponent.
pub(super) fn clock(state: SetupPageState) -> impl IntoView {
    let offered = state.form.with_untracked(|form| {
        form.clock
            .as_ref()
            .is_none_or(|clock| CLOCKS.iter().any(|(minutes, seconds)| *clock == typed(*minutes, *seconds)))
    });
    let own = RwSignal::new(!offered);
    let alone = Memo::new(move |_| state.seats.with(|seats| seats.len() < 2));
    move || {
        (!alone.get()).then(|| {
            view! {
                <fieldset class="card clock-part">
                    <legend>{phrases::clock()}</legend>
                    {choices(state, own)}
                    {move || own.get().then(|| fields(state))}
                </fieldset>
            }
        })
    }
}

/// Returns minutes and seconds as text.
fn typed(minutes: u32, seconds: u32) -> (String, String) {
    (minutes.to_string(), seconds.to_string())
}

fn choices(state: SetupPageState, own: RwSignal<bool>) -> impl IntoView {
    let set = move |clock: Option<(String, String)>, is_own: bool| {
        own.set(is_own);
        state.form.update(|form| form.clock = clock);
    };
    let no_clock = move || state.form.with(|form| form.clock.is_none());
    let offered = CLOCKS.iter().map(|&(minutes, seconds)| {
        let chosen = move || !own.get() && state.form.with(|form| form.clock == Some(typed(minutes, seconds)));
        let choose = move || set(Some(typed(minutes, seconds)), false);
        let label = phrases::clock_of(minutes, seconds);
        radio("clock", format!("clock-{minutes}-{seconds}"), label, None, chosen, choose)
    });
    let choose_own = move || {
        let now = state.form.with_untracked(|form| form.clock.clone());
        set(Some(now.unwrap_or_else(|| typed(20, 0))), true);
    };
    view! {
        <div class="picks side-by-side">
            {radio("clock", "clock-none".to_owned(), phrases::no_clock(), None, no_clock, move || set(None, false))}
            {offered.collect::<Vec<_>>()}
            {radio("clock", "clock-own".to_owned(), phrases::own_clock(), None, move || own.get(), choose_own)}
        </div>
    }
}

/// The fields of a custom time control.
fn fields(state: SetupPageState) -> impl IntoView {
    let minutes = move || state.form.with(|form| form.clock.clone()).unwrap_or_default().0;
    let seconds = move || state.form.with(|form| form.clock.clone()).unwrap_or_default().1;
    let set_minutes = move |text| state.form.update(|form| form.clock.get_or_insert_default().0 = text);
    let set_seconds = move |text| state.form.update(|form| form.clock.get_or_insert_default().1 = text);
    let why = move || (state.problem.get() == Some(FormError::Clock)).then_some("clock-wrong");
    view! {
        <div class="fields">
            {checked_field("clock-minutes".to_owned(), phrases::minutes().to_owned(), minutes, set_minutes, why)}
            {checked_field("clock-seconds".to_owned(), phrases::seconds().to_owned(), seconds, set_seconds, why)}
        </div>
        <div aria-live="polite">
            {move || why().map(|id| view! { <p class="wrong" id=id>{phrases::invalid_clock()}</p> })}
        </div>
    }
}
