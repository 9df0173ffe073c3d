//! The settings. Each takes effect and is saved immediately.

use halfboard_app::layout::Layout;
use halfboard_app::motion::TurnEffect;
use halfboard_app::online::saved::{self as seats, SavedSeat};
use halfboard_app::phrases::players::{NAMED_LEVELS, strength_name};
use halfboard_app::phrases::{Language, online, settings as phrases};
use halfboard_app::route::Route;
use halfboard_app::saved;
use halfboard_app::settings::{MEMORIES, Motion, Pieces, Settings, Theme};
use halfboard_engine::levels::StoredLevel;
use halfboard_rules::registry;
use leptos::prelude::*;

use super::parts::{asked_twice, checkbox, radio, select_field};
use crate::app::{App, app};
use crate::board::Board;
use crate::browser::{self, BrowserStore, Sound};
use crate::online::transfer_panel;

/// The page.
pub(crate) fn page() -> impl IntoView {
    let app = app();
    let seats = RwSignal::new(seats::running(&BrowserStore));
    let forget = move || {
        saved::clear(&BrowserStore);
        browser::delete_archives();
        #[cfg(feature = "study")]
        crate::archive::library::clear();
        app.settings.set(Settings::default());
        app.turns.set(Vec::new());
        seats.set(Vec::new());
        app.notify(phrases::data_deleted());
    };
    view! {
        <section class="page narrow settings">
            <h1>{phrases::title()}</h1>
            {languages(app)}
            {themes(app)}
            {pieces(app)}
            {board(app)}
            {engine(app)}
            {move || online_games(&seats.get())}
            <section class="card">
                <h2>{phrases::stored_data()}</h2>
                <p class="faint">{phrases::stored_data_more()}</p>
                {delete_data(seats, forget)}
            </section>
            <p><a href=Route::About.to_string()>{phrases::about()}</a></p>
        </section>
    }
}

/// The online games in which this browser has a seat, each with a link for another device.
fn online_games(seats: &[SavedSeat]) -> Option<AnyView> {
    let rows: Vec<_> = seats
        .iter()
        .map(|seat| view! { <li><strong>{online::seat_in(seat)}</strong> {transfer_panel(&seat.game)}</li> })
        .collect();
    (!rows.is_empty()).then(|| {
        view! {
            <section class="card online-seats">
                <h2>{phrases::online_games()}</h2>
                <p class="faint">{phrases::online_games_more()}</p>
                <ul class="plain-list">{rows}</ul>
            </section>
        }
        .into_any()
    })
}

/// The button that deletes everything. Games online cannot be continued afterwards, so they are named, and a further
/// answer is needed.
fn delete_data(seats: RwSignal<Vec<SavedSeat>>, forget: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let sure = RwSignal::new(false);
    let running = Memo::new(move |_| !seats.with(Vec::is_empty));
    let warning = move || {
        running.get().then(|| {
            let games: Vec<_> =
                seats.with(|seats| seats.iter().map(|seat| view! { <li>{online::seat_in(seat)}</li> }).collect());
            let agreed = checkbox("lose-seats", phrases::lose_seats(), move || sure.get(), move |on| sure.set(on));
            view! {
                <div class="wrong lose-seats">
                    <p>{phrases::delete_seats()}</p>
                    <ul>{games}</ul>
                    {agreed}
                </div>
            }
        })
    };
    let refused = RwSignal::new(false);
    let delete = move || {
        let allowed = !running.get_untracked() || sure.get_untracked();
        refused.set(!allowed);
        if allowed {
            forget();
        } else {
            browser::later(0, || browser::focus("#lose-seats"));
        }
    };
    view! {
        {warning}
        {asked_twice(phrases::delete_data(), || phrases::delete_data_question().to_owned(), phrases::delete_data_now(), delete)}
        <div role="alert">{move || refused.get().then(|| view! { <p class="wrong">{phrases::confirm_seats()}</p> })}</div>
    }
}

/// A radio button of a setting.
fn choice<T: Copy + PartialEq + Send + Sync + 'static>(
    app: App,
    group: &'static str,
    word: &str,
    label: &'static str,
    value: T,
    place: fn(&mut Settings) -> &mut T,
) -> AnyView {
    let chosen = move || {
        let mut settings = app.settings.get();
        *place(&mut settings) == value
    };
    let choose = move || app.settings.update(|settings| *place(settings) = value);
    radio(group, format!("{group}-{word}"), label, None, chosen, choose)
}

fn group(title: &'static str, inside: impl IntoView + 'static) -> AnyView {
    view! {
        <fieldset class="card">
            <legend>{title}</legend>
            {inside}
        </fieldset>
    }
    .into_any()
}

fn languages(app: App) -> AnyView {
    let place: fn(&mut Settings) -> &mut Option<Language> = |settings| &mut settings.language;
    let spoken = Language::ALL
        .map(|language| choice(app, "language", language.tag(), language.own_name(), Some(language), place));
    let browser = choice(app, "language", "browser", phrases::as_browser(), None, place);
    group(phrases::language(), view! { <div class="picks side-by-side">{browser} {spoken}</div> })
}

fn themes(app: App) -> AnyView {
    let choices: Vec<_> = Theme::ALL
        .iter()
        .map(|&theme| {
            choice(app, "theme", theme.word(), phrases::theme_name(theme), theme, |settings| &mut settings.theme)
        })
        .collect();
    group(phrases::theme(), view! { <div class="picks side-by-side">{choices}</div> })
}

/// The checker styles, with a sample board.
fn pieces(app: App) -> AnyView {
    let choices: Vec<_> = Pieces::ALL
        .iter()
        .map(|&pieces| {
            choice(app, "pieces", pieces.word(), phrases::pieces_name(pieces), pieces, |settings| &mut settings.pieces)
        })
        .collect();
    // A board with piles and single checkers of both colours: the first of the registry that has piles, or any.
    let views =
        || registry::games().iter().filter_map(|game| game.rules(None).ok()).map(|rules| rules.start(0).view(&[]));
    let has_piles = |view: &halfboard_rules::view::View| view.cells.iter().any(|cell| cell.pile.len() > 1);
    let sample = views().find(has_piles).or_else(|| views().next()).map(|view| {
        let layout = Layout::new(view.board);
        let coordinates = Signal::derive(move || app.settings.with(|settings| settings.coordinates));
        view! { <Board view=Signal::stored(view) layout coordinates label=phrases::sample().to_owned() shows_choices=false/> }
    });
    group(
        phrases::pieces(),
        view! {
            <div class="picks">{choices}</div>
            <div class="sample">{sample}</div>
        },
    )
}

fn board(app: App) -> AnyView {
    let coordinates = checkbox(
        "coordinates",
        phrases::coordinates(),
        move || app.settings.with(|settings| settings.coordinates),
        move |on| app.settings.update(|settings| settings.coordinates = on),
    );
    let motion = checkbox(
        "motion",
        phrases::motion(),
        move || app.settings.with(|settings| settings.motion != Motion::Off),
        move |on| app.settings.update(|settings| settings.motion = phrases::motion_of(on)),
    );
    let sounds = checkbox(
        "sounds",
        phrases::sounds_on(),
        move || app.settings.with(|settings| settings.sounds),
        move |on| app.settings.update(|settings| settings.sounds = on),
    );
    let test = move |_| browser::sound(Sound::Turn(TurnEffect::Captured));
    group(
        phrases::board(),
        view! {
            <div class="picks">{coordinates} {motion} {sounds}</div>
            <button type="button" on:click=test>{phrases::test_sound()}</button>
        },
    )
}

fn engine(app: App) -> AnyView {
    let strengths = (1..=NAMED_LEVELS).map(|number| (number.to_string(), strength_name(number).to_owned())).collect();
    let chosen = move || app.settings.with(|settings| settings.level.number.to_string());
    let label = phrases::quick_level().to_owned();
    let level = select_field("quick-level".to_owned(), label, strengths, chosen, move |value| {
        if let Ok(number) = value.parse() {
            app.settings.update(|settings| settings.level = StoredLevel { number, of: Some(NAMED_LEVELS) });
        }
    });
    let memories = MEMORIES.map(|memory| {
        let chosen = move || app.settings.with(|settings| settings.memory) == memory;
        let choose = move || app.settings.update(|settings| settings.memory = memory);
        radio("memory", format!("memory-{memory}"), phrases::memory_of(memory), None, chosen, choose)
    });
    group(
        phrases::engine(),
        view! {
            {level}
            <fieldset class="plain">
                <legend>{phrases::memory()}</legend>
                <div class="picks side-by-side">{memories}</div>
                <p class="faint">{phrases::memory_more()}</p>
            </fieldset>
        },
    )
}
