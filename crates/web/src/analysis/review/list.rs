//! What the review found: where the game turned, and each side's mistakes with the better move.

use halfboard_app::analysis::rows::move_number;
use halfboard_app::phrases::review as phrases;
use halfboard_app::review::Mistake;
use halfboard_rules::game::Team;
use leptos::prelude::*;

use super::{Reviewing, moves};
use crate::analysis::state::AnalysisPageState;

/// Returns the teams that there are.
pub(super) fn teams(seats: &[&'static str]) -> Vec<Team> {
    if seats.len() == 1 { vec![Team::One] } else { vec![Team::One, Team::Two] }
}

/// Returns the review in sentences.
pub(super) fn summary(reviewing: Reviewing) -> Vec<String> {
    reviewing.review.with(|review| {
        let Some(review) = review else { return Vec::new() };
        let seats = review.session_at(0).seats();
        let turn =
            review.turning_point().map(|ply| phrases::turning_point(review.move_number(ply), &review.moves()[ply]));
        let mut told = vec![turn.unwrap_or_else(|| phrases::no_turning_point().to_owned())];
        told.extend(
            teams(seats).into_iter().map(|team| phrases::summary(&phrases::side(seats, team), review.summary(team))),
        );
        told
    })
}

/// The list, as far as it is known.
pub(super) fn list(analysis: AnalysisPageState) -> AnyView {
    let reviewing = analysis.reviewing;
    let seats = analysis.tree.with_untracked(|tree| tree.session().seats());
    let mistakes = Memo::new(move |_| reviewing.mistakes());
    let whole = Memo::new(move |_| {
        reviewing.review.with(|review| review.as_ref().is_some_and(|review| review.next().is_none()))
    });
    let done = Memo::new(move |_| whole.get() || !reviewing.runs.get());
    let turned = move || {
        let point = reviewing.review.with(|review| {
            let review = review.as_ref()?;
            let ply = review.turning_point()?;
            Some((ply, phrases::turning_point(review.move_number(ply), &review.moves()[ply])))
        });
        match point.filter(|_| done.get()) {
            Some((ply, sentence)) => {
                let look = move |_| reviewing.look_at(analysis, ply + 1);
                view! { <p class="turned"><button class="plain" on:click=look>{sentence}</button></p> }.into_any()
            }
            // Of a review that was broken off that cannot be said.
            None if whole.get() => view! { <p class="turned faint">{phrases::no_turning_point()}</p> }.into_any(),
            None => ().into_any(),
        }
    };
    let side = move |team: Team| {
        let name = phrases::side(seats, team);
        let told = {
            let name = name.clone();
            move || {
                let summary = reviewing.review.with(|review| review.as_ref().map(|review| review.summary(team)));
                summary.map(|summary| phrases::summary(&name, summary))
            }
        };
        let rows = move || {
            let of = mistakes.get().into_iter().filter(|mistake| mistake.team == team);
            of.map(|mistake| row(analysis, mistake)).collect::<Vec<_>>()
        };
        view! {
            <section class="mistakes-of" aria-label=name>
                <h3>{told}</h3>
                <ol class="mistakes">{rows}</ol>
            </section>
        }
    };
    let learn = move || {
        let some = |team: Team| mistakes.with(|all| all.iter().any(|one| one.team == team && !one.better.is_empty()));
        let teams: Vec<Team> = teams(seats).into_iter().filter(|team| some(*team)).collect();
        (done.get() && !teams.is_empty()).then(|| {
            let button = |team: Team| {
                let label = match seats {
                    [_] => phrases::learn_solitaire().to_owned(),
                    seats => phrases::learn_as(phrases::side(seats, team)),
                };
                view! { <button class="main" on:click=move |_| reviewing.learn(analysis, team)>{label}</button> }
            };
            view! {
                <div class="learn-ways">
                    <h3>{phrases::learn()}</h3>
                    <div class="row">{teams.into_iter().map(button).collect::<Vec<_>>()}</div>
                </div>
            }
        })
    };
    view! { {turned} {teams(seats).into_iter().map(side).collect::<Vec<_>>()} {learn} }.into_any()
}

/// A mistake: what it was, what was better, and the way there.
fn row(analysis: AnalysisPageState, mistake: Mistake) -> AnyView {
    let reviewing = analysis.reviewing;
    let (ply, mv) = (mistake.ply, mistake.mv.clone());
    let number = move_number(ply, analysis.tree.with_untracked(|tree| tree.session().seats().len()));
    let current = move || (reviewing.ply(analysis) == Some(ply)).then_some("true");
    let look = move |_| reviewing.look_at(analysis, ply);
    let class = if mistake.proven { "kind proven" } else { "kind estimated" };
    let sign = if mistake.proven { "✓ " } else { "≈ " };
    let certain = if mistake.proven { phrases::proven() } else { phrases::estimated() };
    let better = match mistake.better.is_empty() {
        true => view! { <p class="faint">{phrases::no_better()}</p> }.into_any(),
        false => {
            let line = mistake.better.clone();
            let told = phrases::better(moves(&line));
            let play = move |_| {
                reviewing.look_at(analysis, ply);
                analysis.play_all(&line);
            };
            view! {
                <p>{told}</p>
                <button class="choice" aria-label=phrases::play_better_of(number) on:click=play>{phrases::play_better()}</button>
            }
            .into_any()
        }
    };
    view! {
        <li class="mistake">
            <p class="mistake-head">
                <button class="turn" aria-current=current aria-label=phrases::show(number, &mv) on:click=look>
                    {phrases::turn_of(number, &mv)}</button>
                <span class=class><span aria-hidden="true">{sign}</span>{phrases::kind(mistake.kind)}
                    " " <small>{certain}</small></span>
            </p>
            <p class="faint">{phrases::sentence(&mistake)}</p>
            {better}
        </li>
    }
    .into_any()
}
