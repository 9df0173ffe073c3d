//! Today's puzzle with its state, for the first page and for choosing, and the days before it. Nothing is made here: a
//! board is drawn where one was begun, so that showing this costs nothing.

use halfboard_app::layout::Layout;
use halfboard_app::phrases::{board as board_words, solitaire as words};
use halfboard_app::route::Route;
use halfboard_app::solitaire::{Date, PuzzleId, SolitaireRoute, SolitaireRun, Statistics, load};
use halfboard_rules::board::Board as Kinds;
use leptos::prelude::*;

use crate::board::Board;
use crate::browser::{self, BrowserStore};

/// How many earlier days are offered.
const DAYS: u32 = 28;

/// The day where the player is.
pub(crate) fn today() -> Date {
    // A browser whose clock is beyond all calendars is shown the first of all days.
    Date::read(&browser::today()).or(Date::new(1970, 1, 1)).expect("a day of the calendar")
}

/// Today's puzzle: its grade, how far it is, the streak, and the way there.
pub(crate) fn today_card() -> AnyView {
    let date = today();
    let which = PuzzleId::Daily(date);
    let statistics = Statistics::load(&BrowserStore);
    let run = load(&BrowserStore, &which).filter(SolitaireRun::begun);
    let solved = statistics.day(date);
    let (state, action) = match (&run, solved) {
        (_, Some(day)) => (words::day_solved(words::clock(day.seconds)), words::look_again()),
        (Some(run), None) if run.help().solution => (words::day_shown().to_owned(), words::look_again()),
        (Some(run), None) => (words::day_begun(run.left()), words::go_on_today()),
        (None, None) => (words::day_not_begun().to_owned(), words::play_today()),
    };
    let streak = words::streak(statistics.streak(date));
    let picture = match run {
        Some(run) => {
            let mut view = run.view();
            view.next.clear();
            let label = board_words::board_of(words::name(&which));
            view! { <Board view=Signal::stored(view) layout=Layout::new(Kinds::Half) label shows_choices=false/> }
                .into_any()
        }
        None => leaf(date),
    };
    let grade = which.grade().map(|grade| view! { <span class="grade">{words::grade(grade)}</span> });
    view! {
        <article class="card today-card" aria-labelledby="today-title">
            {picture}
            <div>
                <h2 id="today-title">{words::todays()}</h2>
                <p class="row">{grade} <span>{words::weekday(date)}</span></p>
                <p>{state}</p>
                <p class="faint">{streak}</p>
                <a class="button main" href=Route::Solitaire(SolitaireRoute::Daily).to_string()>{action}</a>
            </div>
        </article>
    }
    .into_any()
}

/// A leaf of a calendar, where there is no board to show yet.
fn leaf(date: Date) -> AnyView {
    let (_, _, day) = date.parts();
    let dots: Vec<_> = (0..32u32)
        .map(|index| {
            // A pattern of the day: no board that could be mistaken for the puzzle's.
            let (x, y) = (f64::from(index % 8) * 20.0 + 14.0, f64::from(index / 8) * 20.0 + 14.0);
            let class = if (index * 7 + index / 8 + day) % 3 == 0 { "leaf-dot full" } else { "leaf-dot" };
            view! { <circle class=class cx=x cy=y r="6"/> }
        })
        .collect();
    view! {
        <div class="leaf" aria-hidden="true">
            <svg viewBox="0 0 168 88" focusable="false">{dots}</svg>
            <span>{day}</span>
        </div>
    }
    .into_any()
}

/// The days before today.
pub(crate) fn archive() -> AnyView {
    let statistics = Statistics::load(&BrowserStore);
    let days: Vec<_> = (1..=DAYS)
        .map(|days| {
            let date = today().before(days);
            let which = PuzzleId::Daily(date);
            let (class, sign, state) = match statistics.day(date) {
                Some(day) if day.on_its_day => ("day solved", "★", words::solved_on_day()),
                Some(_) => ("day solved", "✓", words::solved_late()),
                None => ("day", "", words::not_solved()),
            };
            let (_, _, number) = date.parts();
            let grade = which.grade().map_or("", words::grade);
            let spoken = format!("{} {number}, {date}", words::weekday(date));
            let label = words::day_link(spoken, grade, state);
            view! {
                <li><a class=class href=which.route().to_string() aria-label=label.clone() title=label>
                    <strong>{number}</strong> <span aria-hidden="true">{sign}</span>
                </a></li>
            }
        })
        .collect();
    view! {
        <details class="card archive">
            <summary class="button plain">{words::earlier_days()}</summary>
            <ol class="days">{days}</ol>
        </details>
    }
    .into_any()
}
