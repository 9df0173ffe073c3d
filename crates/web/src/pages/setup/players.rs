//! The players: people on this device and engines, with the people's names.

use halfboard_app::adaptive;
use halfboard_app::phrases::{home, online as online_phrases, setup as phrases};
use halfboard_app::setup::{Opponent, SideChoice, THINKING_TIMES, is_full_strength};
use leptos::prelude::*;

use super::{SetupPageState, online, seat_name};
use crate::browser::BrowserStore;
use crate::pages::parts::{level_field, radio, text_field};

/// The players, by the number of seats. A solitaire has no choice.
pub(super) fn players(state: SetupPageState) -> impl IntoView {
    move || {
        let seats = state.seats.get();
        let inside = match seats {
            [_] => return None,
            [first, second] => two(state, first, second),
            seats => many_or_online(state, seats),
        };
        Some(view! {
            <fieldset class="card players">
                <legend>{phrases::players()}</legend>
                {inside}
            </fieldset>
        })
    }
}

/// The players of a game with two seats: the opponent, and the side.
fn two(state: SetupPageState, first: &'static str, second: &'static str) -> AnyView {
    let opponent = Memo::new(move |_| state.form.with(|form| form.opponent));
    let choice = move |value: Opponent, id: &str, label: &'static str| {
        let choose = move || {
            state.wants_online.set(false);
            state.form.update(|form| form.opponent = value);
        };
        let chosen = move || !state.online.get() && opponent.get() == value;
        radio("opponent", id.to_owned(), label, None, chosen, choose)
    };
    let online = radio(
        "opponent",
        "opponent-online".to_owned(),
        online_phrases::friend_online(),
        None,
        move || state.online.get(),
        move || state.wants_online.set(true),
    );
    let inside = move || match opponent.get() {
        _ if state.online.get() => online::places(state),
        Opponent::Engine => against_engine(state, first, second),
        Opponent::Person => ().into_any(),
        Opponent::Engines => view! {
            <div class="fields">{level(state, 0, phrases::level_of(seat_name(first)))}
                {level(state, 1, phrases::level_of(seat_name(second)))}</div>
            {think(state)}
        }
        .into_any(),
    };
    view! {
        <div class="picks side-by-side">
            {choice(Opponent::Engine, "opponent-engine", phrases::person_and_engine())}
            {choice(Opponent::Person, "opponent-person", phrases::two_people())}
            {choice(Opponent::Engines, "opponent-engines", phrases::engines())}
            {online}
        </div>
        {inside}
        {is_open(first).then(|| view! { <p class="faint">{phrases::seats_open()}</p> })}
    }
    .into_any()
}

/// Returns whether a seat has no fixed colour, so that colours are chosen in play.
fn is_open(seat: &str) -> bool {
    halfboard_rules::game::Color::BOTH.iter().all(|color| color.to_string() != seat)
}

fn against_engine(state: SetupPageState, first: &'static str, second: &'static str) -> AnyView {
    let side = Memo::new(move |_| state.form.with(|form| form.side));
    let choice = move |value: SideChoice, id: &str, label: &'static str| {
        let choose = move || state.form.update(|form| form.side = value);
        radio("side", id.to_owned(), label, None, move || side.get() == value, choose)
    };
    view! {
        <div class="fields">
            <fieldset class="plain">
                <legend>{phrases::your_side()}</legend>
                <div class="picks side-by-side">
                    {choice(SideChoice::First, "side-first", seat_name(first))}
                    {choice(SideChoice::Second, "side-second", seat_name(second))}
                    {choice(SideChoice::Lot, "side-lot", phrases::random_side())}
                </div>
            </fieldset>
            {own_level(state)}
        </div>
        {adaptive_note(state)}
        {think(state)}
    }
    .into_any()
}

/// The players of a game with more than two seats: each is a person or the engine.
fn many(state: SetupPageState, seats: &'static [&'static str]) -> AnyView {
    let rows = seats.iter().enumerate().map(|(seat, seat_word)| {
        let engine = Memo::new(move |_| state.form.with(|form| form.engines[seat]));
        let group = *seat_word;
        let choice = move |value: bool, label: &'static str| {
            let choose = move || state.form.update(|form| form.engines[seat] = value);
            radio(group, format!("seat-{seat}-{value}"), label, None, move || engine.get() == value, choose)
        };
        let inside = move || {
            if engine.get() {
                level(state, seat, phrases::level_of(seat_name(seat_word)))
            } else {
                name(state, seat, phrases::name_of(seat_name(seat_word)))
            }
        };
        view! {
            <fieldset class="plain">
                <legend>{seat_name(seat_word)}</legend>
                <div class="picks side-by-side">
                    {choice(false, phrases::a_person())}
                    {choice(true, phrases::the_engine())}
                </div>
                {inside}
            </fieldset>
        }
    });
    view! { <div class="seat-grid">{rows.collect::<Vec<_>>()}</div> }.into_any()
}

/// The players of a game with more than two seats, local or online.
fn many_or_online(state: SetupPageState, seats: &'static [&'static str]) -> AnyView {
    let choice = move |value: bool, id: &str, label: &'static str| {
        let choose = move || state.wants_online.set(value);
        radio("where", id.to_owned(), label, None, move || state.online.get() == value, choose)
    };
    view! {
        <div class="picks side-by-side">
            {choice(false, "where-here", online_phrases::on_this_device())}
            {choice(true, "where-online", online_phrases::friend_online())}
        </div>
        {move || if state.online.get() { online::places(state) } else { many(state, seats) }}
    }
    .into_any()
}

/// The names of people in a game with two seats on this device.
pub(super) fn names(state: SetupPageState) -> impl IntoView {
    let opponent = Memo::new(move |_| state.form.with(|form| form.opponent));
    move || {
        let &[first, second] = state.seats.get() else { return None };
        let fields = match opponent.get() {
            _ if state.online.get() => return None,
            Opponent::Engines => return None,
            Opponent::Engine => name(state, 0, phrases::your_name().to_owned()),
            Opponent::Person => view! {
                {name(state, 0, phrases::name_of(seat_name(first)))}
                {name(state, 1, phrases::name_of(seat_name(second)))}
            }
            .into_any(),
        };
        Some(view! { <div class="card fields">{fields}</div> })
    }
}

/// The thinking time, if an engine plays at full strength.
fn think(state: SetupPageState) -> impl IntoView {
    let full = Memo::new(move |_| {
        state.form.with(|form| {
            let seats = if form.opponent == Opponent::Engine { 1 } else { 2 };
            let rules = form.level_rules();
            form.is_adaptive() || (0..seats).any(|seat| is_full_strength(&rules, form.level(seat)))
        })
    });
    let choices = move || {
        THINKING_TIMES.map(|seconds| {
            let chosen = move || state.form.with(|form| form.think == seconds);
            let choose = move || state.form.update(|form| form.think = seconds);
            radio("think", format!("think-{seconds}"), home::seconds(seconds), None, chosen, choose)
        })
    };
    move || {
        full.get().then(|| {
            view! {
                <fieldset class="plain">
                    <legend>{phrases::think()}</legend>
                    <div class="picks side-by-side">{choices()}</div>
                </fieldset>
            }
        })
    }
}

fn name(state: SetupPageState, seat: usize, label: String) -> AnyView {
    let text = move || state.form.with(|form| form.names[seat].clone());
    text_field(format!("name-{seat}"), label, text, move |name| state.form.update(|form| form.names[seat] = name))
}

fn level(state: SetupPageState, seat: usize, label: String) -> AnyView {
    let level = move || Some(state.form.with(|form| form.level(seat)));
    level_field(format!("level-{seat}"), label, state.level_rules, false, level, move |level| {
        state.form.update(|form| form.set_level(seat, level.unwrap_or(1)));
    })
}

/// The level in a game of one person against the engine, which may adapt.
fn own_level(state: SetupPageState) -> AnyView {
    let level = move || state.form.with(|form| (!form.adaptive).then(|| form.level(0)));
    level_field("level-0".to_owned(), phrases::level().to_owned(), state.level_rules, true, level, move |level| {
        state.form.update(|form| {
            form.adaptive = level.is_none();
            if let Some(level) = level {
                form.set_level(0, level);
            }
        });
    })
}

/// What the adaptive opponent does, if it is chosen.
fn adaptive_note(state: SetupPageState) -> impl IntoView {
    let is_adaptive = Memo::new(move |_| state.form.with(|form| form.adaptive));
    let text = move || {
        let rules = state.level_rules.get();
        let rating = adaptive::load(&BrowserStore, &rules);
        let level = rating.level(&rules).number();
        match rating.games {
            0 => phrases::adaptive_first(level),
            1 => phrases::adaptive_second(rating.rounded(), level),
            games => phrases::adaptive_more(rating.rounded(), games, level),
        }
    };
    move || is_adaptive.get().then(|| view! { <p class="faint">{text()}</p> })
}
