//! Today's puzzle with its state, for the home page and the solitaire page, and earlier days. No puzzle is generated
//! here: a board is drawn only if the puzzle was started.

use halfboard_app::layout::Layout;
use halfboard_app::phrases::{board as board_phrases, solitaire as phrases};
use halfboard_app::route::Route;
use halfboard_app::solitaire::{Date, PuzzleId, SolitaireRoute, SolitaireRun, Statistics, load};
use halfboard_rules::board::Board as Kinds;
use leptos::prelude::*;

use crate::board::Board;
use crate::browser::{self, BrowserStore};

/// The number of earlier days on offer.
const DAYS: u32 = 28;

/// Returns the local date.
pub(crate) fn today() -> Date {
    // A browser whose clock is beyond all calendars is shown the first of all days.
    Date::read(&browser::today()).or(Date::new(1970, 1, 1)).expect("a day of the calendar")
}

/// The card of today's puzzle: its grade, its state, the streak, and a link.
pub(crate) fn today_card() -> AnyView {
    let date = today();
    let which = PuzzleId::Daily(date);
    let statistics = Statistics::load(&BrowserStore);
    let run = load(&BrowserStore, &which).filter(SolitaireRun::begun);
    let solved = statistics.day(date);
    let (state, action) = match (&run, solved) {
        (_, Some(day)) => (phrases::day_solved(phrases::clock(day.seconds)), phrases::look_again()),
        (Some(run), None) if run.help().solution => (phrases::day_shown().to_owned(), phrases::look_again()),
        (Some(run), None) => (phrases::day_begun(run.left()), phrases::continue_today()),
        (None, None) => (phrases::day_not_begun().to_owned(), phrases::play_today()),
    };
    let streak = phrases::streak(statistics.streak(date));
    let picture = match run {
        Some(run) => {
            let mut view = run.view();
            view.next.clear();
            let label = board_phrases::board_of(phrases::name(&which));
            view! { <Board view=Signal::stored(view) layout=Layout::new(Kinds::Half) label shows_choices=false/> }
                .into_any()
        }
        None => leaf(date),
    };
    let grade = which.grade().map(|grade| view! { <span class="grade">{phrases::grade(grade)}</span> });
    view! {
        <article class="card today-card" aria-labelledby="today-title">
            {picture}
            <div>
                <h2 id="today-title">{phrases::todays()}</h2>
                <p class="row">{grade} <span>{phrases::weekday(date)}</span></p>
                <p>{state}</p>
                <p class="faint">{streak}</p>
                <a class="button main" href=Route::Solitaire(SolitaireRoute::Daily).to_string()>{action}</a>
            </div>
        </article>
    }
    .into_any()
}

/// A calendar page, shown until there is a board.
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

/// The puzzles of earlier days.
pub(crate) fn archive() -> AnyView {
    let statistics = Statistics::load(&BrowserStore);
    let days: Vec<_> = (1..=DAYS)
        .map(|days| {
            let date = today().before(days);
            let which = PuzzleId::Daily(date);
            let (class, sign, state) = match statistics.day(date) {
                Some(day) if day.on_its_day => ("day solved", "★", phrases::solved_on_day()),
                Some(_) => ("day solved", "✓", phrases::solved_late()),
                None => ("day", "", phrases::not_solved()),
            };
            let (_, _, number) = date.parts();
            let grade = which.grade().map_or("", phrases::grade);
            let spoken = format!("{} {number}, {date}", phrases::weekday(date));
            let label = phrases::day_link(spoken, grade, state);
            view! {
                <li><a class=class href=which.route().to_string() aria-label=label.clone() title=label>
                    <strong>{number}</strong> <span aria-hidden="true">{sign}</span>
                </a></li>
            }
        })
        .collect();
    view! {
        <details class="card archive">
            <summary class="button plain">{phrases::earlier_days()}</summary>
            <ol class="days">{days}</ol>
        </details>
    }
    .into_any()
}
