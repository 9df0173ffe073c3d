//! The player's own statistics: a table by grade, and streaks.

use halfboard_app::phrases::solitaire as phrases;
use halfboard_app::solitaire::{Statistics, Tally};
use halfboard_engine::games::sight_reduction::solitaire::Grade;
use leptos::prelude::*;

use super::today;
use crate::app::app;
use crate::browser::BrowserStore;
use crate::pages::parts::asked_twice;

/// The statistics; changing `changed` reads them anew.
pub(super) fn figures(changed: RwSignal<u32>) -> AnyView {
    let app = app();
    let kept = move || {
        changed.track();
        Statistics::load(&BrowserStore)
    };
    let row = |name: &'static str, tally: &Tally| {
        let time = |seconds: Option<f64>| seconds.map_or("–".to_owned(), phrases::clock);
        view! {
            <tr>
                <th scope="row">{name}</th>
                <td>{phrases::solved_of(tally.solved, tally.begun)}</td>
                <td>{tally.unhelped}</td>
                <td>{time(tally.best)}</td>
                <td>{time(tally.average())}</td>
            </tr>
        }
    };
    let rows = move || {
        let statistics = kept();
        let grades = Grade::ALL.into_iter().map(|grade| (phrases::grade(grade), *statistics.tally(Some(grade))));
        let others = (phrases::other_boards(), *statistics.tally(None));
        grades.chain([others]).map(|(name, tally)| row(name, &tally)).collect::<Vec<_>>()
    };
    let streaks = move || {
        let statistics = kept();
        (phrases::streak_now(statistics.streak(today())), phrases::streak_longest(statistics.longest_streak()))
    };
    let reset = move || {
        Statistics::forget(&BrowserStore);
        changed.update(|changed| *changed += 1);
        app.notify(phrases::was_reset());
    };
    let table = move || {
        view! {
                <p class="row streaks"><strong>{move || streaks().0}</strong> <span>{move || streaks().1}</span></p>
                <div class="wide-table" tabindex="0" role="group" aria-labelledby="figures-title">
                    <table>
                        <thead><tr>
                            <th scope="col">{phrases::column_grade()}</th>
                            <th scope="col">{phrases::column_solved()}</th>
                            <th scope="col">{phrases::column_unhelped()}</th>
                            <th scope="col">{phrases::column_best()}</th>
                            <th scope="col">{phrases::column_average()}</th>
                        </tr></thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
                <p class="faint">{phrases::statistics_more()}</p>
                {asked_twice(phrases::reset(), || phrases::reset_question().to_owned(), phrases::reset_now(), reset)}
        }
    };
    let empty = Memo::new(move |_| kept().is_empty());
    view! {
        <section class="card figures" aria-labelledby="figures-title">
            <h2 id="figures-title">{phrases::statistics()}</h2>
            {move || if empty.get() {
                view! { <p class="faint">{phrases::statistics_none()}</p> }.into_any()
            } else {
                table().into_any()
            }}
        </section>
    }
    .into_any()
}
