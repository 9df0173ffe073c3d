//! The fields of a challenge: the player's name and seat, the other players, the time control and the visibility.

use halfboard_app::online::{Challenge, Place, Time};
use halfboard_app::phrases::{online as phrases, setup as setup_phrases};
use halfboard_app::setup::{CLOCKS, FormError, SEATS};
use halfboard_protocol::limits;
use leptos::prelude::*;

use super::{SetupPageState, seat_name};
use crate::pages::parts::{checkbox, checked_field, level_field, radio};

/// The player's name and seat, and the other seats.
pub(super) fn places(state: SetupPageState) -> AnyView {
    let place = Memo::new(move |_| state.challenge.with(|challenge| challenge.place));
    let choice = move |value: Place, id: String, label: &'static str| {
        let choose = move || state.challenge.update(|challenge| challenge.place = value);
        radio("place", id, label, None, move || place.get() == value, choose)
    };
    let names = state.seats.get_untracked();
    let seats = names
        .iter()
        .enumerate()
        .map(move |(seat, name)| choice(Place::Seat(seat), format!("place-{seat}"), seat_name(name)));
    let own = Memo::new(move |_| state.challenge.with(|challenge| challenge.own(names.len())));
    let others = move || {
        let lot = place.get() == Place::Lot;
        let others = (0..names.len().min(SEATS)).filter(|&seat| seat != own.get()).enumerate().map(|(nth, seat)| {
            let label = match (lot, names.len()) {
                (true, 2) => phrases::opponent().to_owned(),
                (true, _) => phrases::other_player(nth + 1),
                (false, _) => seat_name(names[seat]).to_owned(),
            };
            other(state, seat, label)
        });
        others.collect::<Vec<_>>()
    };
    view! {
        {state.name.view()}
        <fieldset class="plain">
            <legend>{setup_phrases::your_side()}</legend>
            <div class="picks side-by-side">
                {choice(Place::Lot, "place-lot".to_owned(), setup_phrases::random_side())}
                {seats.collect::<Vec<_>>()}
            </div>
        </fieldset>
        <div class="seat-grid">{others}</div>
        {listed(state)}
    }
    .into_any()
}

/// The choice for another seat: anyone, or the engine.
fn other(state: SetupPageState, seat: usize, label: String) -> AnyView {
    let engine = Memo::new(move |_| state.challenge.with(|challenge| challenge.engines[seat]));
    let group: &'static str = ["other-0", "other-1", "other-2", "other-3"][seat % SEATS];
    let choice = move |value: bool, label: &'static str| {
        let choose = move || state.challenge.update(|challenge| challenge.engines[seat] = value);
        radio(group, format!("{group}-{value}"), label, None, move || engine.get() == value, choose)
    };
    let level_label = StoredValue::new(label.clone());
    let level = move || {
        engine.get().then(|| {
            let rules = state.level_rules;
            let level =
                move || Some(state.challenge.with(|challenge| rules.with(|rules| challenge.level(rules, seat))));
            let set = move |level: Option<u8>| {
                let rules = rules.get_untracked();
                state.challenge.update(|challenge| challenge.set_level(&rules, seat, level.unwrap_or(1)));
            };
            let label = setup_phrases::level_of(level_label.get_value());
            level_field(format!("online-level-{seat}"), label, rules, false, level, set)
        })
    };
    view! {
        <fieldset class="plain">
            <legend>{label}</legend>
            <div class="picks side-by-side">
                {choice(false, phrases::anyone())}
                {choice(true, phrases::servers_engine())}
            </div>
            {level}
        </fieldset>
    }
    .into_any()
}

/// The kind of time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    None,
    Offered(u32, u32),
    Own,
    Days,
}

fn offered(minutes: u32, seconds: u32) -> Time {
    Time::Game { minutes: minutes.to_string(), seconds: seconds.to_string(), free: false }
}

fn way(challenge: &Challenge) -> Way {
    let found = CLOCKS.iter().find(|(minutes, seconds)| challenge.time == offered(*minutes, *seconds));
    match (&challenge.time, found) {
        (Time::None, _) => Way::None,
        (Time::Days(_), _) => Way::Days,
        (Time::Game { .. }, Some((minutes, seconds))) => Way::Offered(*minutes, *seconds),
        (Time::Game { .. }, None) => Way::Own,
    }
}

/// The time control, the same for every player.
pub(super) fn times(state: SetupPageState) -> AnyView {
    let way = RwSignal::new(state.challenge.with_untracked(way));
    let choice = move |value: Way, id: String, label: String, time: Time| {
        let choose = move || {
            way.set(value);
            state.challenge.update(|challenge| challenge.time = time.clone());
        };
        radio("time", id, label, None, move || way.get() == value, choose)
    };
    let clocks = CLOCKS.iter().map(|&(minutes, seconds)| {
        let label = setup_phrases::clock_of(minutes, seconds);
        choice(Way::Offered(minutes, seconds), format!("time-{minutes}-{seconds}"), label, offered(minutes, seconds))
    });
    let inside = move || match way.get() {
        Way::None | Way::Offered(..) => ().into_any(),
        Way::Own => own_time(state),
        Way::Days => days(state),
    };
    let wrong = move || state.problem.get() == Some(FormError::Clock);
    view! {
        <fieldset class="card clock-part">
            <legend>{setup_phrases::clock()}</legend>
            <div class="picks side-by-side">
                {choice(Way::None, "time-none".to_owned(), setup_phrases::no_clock().to_owned(), Time::None)}
                {clocks.collect::<Vec<_>>()}
                {choice(Way::Days, "time-days".to_owned(), phrases::days_a_turn().to_owned(), Time::Days("3".to_owned()))}
                {choice(Way::Own, "time-own".to_owned(), setup_phrases::own_clock().to_owned(), offered(20, 0))}
            </div>
            {inside}
            <div aria-live="polite">
                {move || wrong().then(|| view! { <p class="wrong" id="time-wrong">{phrases::no_time()}</p> })}
            </div>
        </fieldset>
    }
    .into_any()
}

fn why(state: SetupPageState) -> Option<&'static str> {
    (state.problem.get() == Some(FormError::Clock)).then_some("time-wrong")
}

/// The fields of a custom time control.
fn own_time(state: SetupPageState) -> AnyView {
    let part = move |ask: fn(&str, &str) -> String| {
        move || {
            state.challenge.with(|challenge| match &challenge.time {
                Time::Game { minutes, seconds, .. } => ask(minutes, seconds),
                _ => String::new(),
            })
        }
    };
    let set = move |to: fn(&mut String, &mut String, &mut bool, String)| {
        move |text: String| {
            state.challenge.update(|challenge| {
                if let Time::Game { minutes, seconds, free } = &mut challenge.time {
                    to(minutes, seconds, free, text);
                }
            });
        }
    };
    let free =
        Memo::new(move |_| state.challenge.with(|challenge| matches!(challenge.time, Time::Game { free: true, .. })));
    let choice = move |value: bool, label: &'static str| {
        let choose = move || {
            state.challenge.update(|challenge| {
                if let Time::Game { free, .. } = &mut challenge.time {
                    *free = value;
                }
            });
        };
        radio("time-free", format!("time-free-{value}"), label, None, move || free.get() == value, choose)
    };
    let minutes = part(|minutes, _| minutes.to_owned());
    let seconds = part(|_, seconds| seconds.to_owned());
    let set_minutes = set(|minutes, _, _, text| *minutes = text);
    let set_seconds = set(|_, seconds, _, text| *seconds = text);
    let why = move || why(state);
    view! {
        <div class="fields">
            {checked_field("time-minutes".to_owned(), setup_phrases::minutes().to_owned(), minutes, set_minutes, why)}
            {checked_field("time-seconds".to_owned(), phrases::seconds().to_owned(), seconds, set_seconds, why)}
        </div>
        <div class="picks side-by-side">{choice(false, phrases::added())} {choice(true, phrases::delay_per_move())}</div>
    }
    .into_any()
}

fn days(state: SetupPageState) -> AnyView {
    let text = move || {
        state
            .challenge
            .with(|challenge| if let Time::Days(days) = &challenge.time { days.clone() } else { String::new() })
    };
    let set = move |text| state.challenge.update(|challenge| challenge.time = Time::Days(text));
    checked_field("time-in-days".to_owned(), phrases::days().to_owned(), text, set, move || why(state))
}

/// Whether the lobby lists the game. It is remembered, so it is always in sight.
fn listed(state: SetupPageState) -> AnyView {
    checkbox(
        "online-public",
        phrases::is_public(),
        move || state.challenge.with(|challenge| challenge.public),
        move |on| state.challenge.update(|challenge| challenge.public = on),
    )
}

/// The chat and the delay for spectators.
pub(super) fn more(state: SetupPageState) -> AnyView {
    let chat = checkbox(
        "online-chat",
        phrases::with_chat(),
        move || state.challenge.with(|challenge| challenge.chat),
        move |on| state.challenge.update(|challenge| challenge.chat = on),
    );
    let delay = move |event| {
        let turns = event_target_value(&event).parse::<u8>().unwrap_or_default().min(limits::MAX_SPECTATOR_DELAY);
        state.challenge.update(|challenge| challenge.delay = turns);
    };
    view! {
        <fieldset class="card seen-part">
            <legend>{phrases::more_choices()}</legend>
            <div class="picks">{chat}</div>
            <p class="field">
                <label for="online-delay">{phrases::delay()}</label>
                <input type="number" id="online-delay" min="0" max=limits::MAX_SPECTATOR_DELAY.to_string() inputmode="numeric"
                    prop:value=move || state.challenge.with(|challenge| challenge.delay.to_string()) on:change=delay/>
            </p>
        </fieldset>
    }
    .into_any()
}
