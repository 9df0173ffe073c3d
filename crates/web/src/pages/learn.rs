//! The lessons: a card for each game, with the progress.

use halfboard_app::layout::Layout;
use halfboard_app::lessons::{LESSONS, Lesson, steps_done};
use halfboard_app::phrases::{game_texts, learn as phrases};
use halfboard_app::route::Route;
use leptos::prelude::*;

use crate::board::Board;
use crate::browser::BrowserStore;

/// All lessons.
pub(super) fn page() -> impl IntoView {
    let cards: Vec<_> = LESSONS.iter().map(card).collect();
    view! {
        <section class="page learn">
            <h1>{phrases::learn()}</h1>
            <p>{phrases::learn_more()}</p>
            <ul class="lessons">{cards}</ul>
            <p><a href=Route::Rules.to_string()>{phrases::full_rules()}</a></p>
        </section>
    }
}

fn card(lesson: &'static Lesson) -> impl IntoView {
    let count = lesson.steps.len();
    let done = steps_done(&BrowserStore, lesson);
    // A position from the middle of the lesson: the game is seen in it better than in its start.
    let session = lesson.steps[count / 2].start();
    let info = session.info();
    let view = session.view(&[]);
    let layout = Layout::new(view.board);
    let href = Route::Lesson { game: lesson.game.to_owned() }.to_string();
    view! {
        <li>
            <a class="card" href=href>
                // The picture says nothing that the words do not.
                <div class="miniature" aria-hidden="true">
                    <Board view=Signal::stored(view) layout=Signal::stored(layout) label=Signal::stored(String::new())
                        shows_choices=false/>
                </div>
                <strong>{info.name}</strong>
                <span>{game_texts::texts(info).summary.get()}</span>
                <span class="progress">
                    <span class="bar" aria-hidden="true">{(0..count).map(|step| {
                        view! { <i class:full=step < done></i> }
                    }).collect::<Vec<_>>()}</span>
                    {phrases::progress(done, count)}
                </span>
            </a>
        </li>
    }
}
