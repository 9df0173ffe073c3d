//! The end of a puzzle: how it came out, what it took, the text to share, and the ways on.

use halfboard_app::analysis::AnalysisRoute;
use halfboard_app::phrases::solitaire as phrases;
use halfboard_app::route::Route;
use halfboard_app::solitaire::{PuzzleId, PuzzleNumber, SolitaireRun, Statistics, text};
use halfboard_rules::game::Outcome;
use leptos::prelude::*;

use super::state::SolitairePageState;
use super::table::random_board;
use super::today;
use crate::browser::{self, BrowserStore};

/// The result in the prompt, once it is over, with the ways on.
pub(super) fn result(page: SolitairePageState) -> AnyView {
    ended(page, |page, run| {
        let reached = run.is_goal_reached() && run.won().is_some();
        let class = if reached { "result reached" } else { "result" };
        view! {
            <div class=class>
                <p class="task verdict" id="task">{phrases::ended(run).unwrap_or_default()}</p>
                <div class="row">{ways(page, run)}</div>
            </div>
        }
        .into_any()
    })
}

/// What it took, beside the board.
pub(super) fn details(page: SolitairePageState) -> AnyView {
    ended(page, |page, run| {
        view! {
            <div class="result more">
                {proven(run).map(|proven| view! { <p>{proven}</p> })}
                {took(run)}
                {(!run.is_goal_reached()).then(|| view! { <p>{phrases::stuck_more()}</p> })}
                {move || page.unshared.get().map(|text| view! {
                    <p>{phrases::not_copied()}</p>
                    <textarea class="code" readonly rows="3" aria-label=phrases::share()>{text}</textarea>
                })}
            </div>
        }
        .into_any()
    })
}

/// Shows something while the puzzle is over and its solution is not being shown.
fn ended(page: SolitairePageState, inside: fn(SolitairePageState, &SolitaireRun) -> AnyView) -> AnyView {
    let state = Memo::new(move |_| {
        page.run.with(|run| (run.outcome().is_some(), run.is_goal_reached(), run.won().is_some(), run.best()))
    });
    (move || {
        let (over, ..) = state.get();
        (over && page.show.with(Option::is_none)).then(|| inside(page, &page.run.get_untracked()))
    })
    .into_any()
}

/// Returns how good it was, where that is not plain to see.
fn proven(run: &SolitaireRun) -> Option<String> {
    let best = run.best()?;
    let plain = best == Outcome::Solved && (run.is_goal_reached() || run.which().grade().is_some());
    (!plain).then(|| phrases::proven(run.goal(), best))
}

/// What it took: time, help, and the way in ten parts.
fn took(run: &SolitaireRun) -> Option<impl IntoView + use<>> {
    let won = run.won()?;
    let streak = matches!(run.which(), PuzzleId::Daily(_)).then(|| Statistics::load(&BrowserStore).streak(today()));
    let trace = run.trace();
    let straight = trace.iter().all(|part| *part == (false, false));
    let means = if straight { phrases::row_straight() } else { phrases::row_means() };
    let parts = trace.map(|(back, helped)| match (helped, back) {
        (true, _) => view! { <span class="helped">"?"</span> }.into_any(),
        (false, true) => view! { <span class="back">"↩"</span> }.into_any(),
        (false, false) => view! { <span></span> }.into_any(),
    });
    let streak = streak.filter(|&days| days > 0).map(phrases::streak);
    Some(view! {
        <p class="took">{phrases::in_time(phrases::clock(won.seconds))} ", " {phrases::help(won.help)}</p>
        {streak.map(|streak| view! { <p>{streak}</p> })}
        <p class="way" aria-hidden="true">{parts}</p>
        <p class="faint">{means}</p>
    })
}

/// The ways on.
fn ways(page: SolitairePageState, run: &SolitaireRun) -> Vec<AnyView> {
    let mut ways = Vec::new();
    if run.won().is_some() {
        let share = move |_| {
            let text = page.run.with_untracked(|run| text(run, &browser::link_to(&run.which().route())));
            browser::copy(&text.clone(), move |done| {
                page.unshared.set((!done).then(|| text.clone()));
                if done {
                    page.app.notify(phrases::shared());
                }
            });
        };
        ways.push(view! { <button class="main share" on:click=share>{phrases::share()}</button> }.into_any());
    }
    let (label, next) = next(run);
    ways.push(view! { <a class="button next" href=next.to_string()>{label}</a> }.into_any());
    let analysis = Route::Analysis(AnalysisRoute::Link(run.shared()));
    ways.push(view! { <a class="button" href=analysis.to_string()>{phrases::analyse()}</a> }.into_any());
    ways
}

/// Returns the puzzle after this one: of the same kind, by chance.
fn next(run: &SolitaireRun) -> (&'static str, Route) {
    match run.which() {
        PuzzleId::Board { rules, .. } => (phrases::next_board(), random_board(rules)),
        which => {
            let route = which
                .numbered()
                .map(|numbered| PuzzleId::Number(PuzzleNumber { number: browser::seed(), ..numbered }).route());
            (phrases::next_puzzle(), route.unwrap_or(Route::Home))
        }
    }
}
