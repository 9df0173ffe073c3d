//! The graph of values over the game: a slider over its turns. What is proven is drawn as a heavy line, what is estimated
//! as a light one with dashes.

use halfboard_app::phrases::review as phrases;
use halfboard_app::review::{GraphPoint, Mistake, MistakeKind, Review};
use halfboard_rules::game::Team;
use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html::Div;
use leptos::prelude::*;

use crate::analysis::state::AnalysisPageState;

/// The size of the picture in its own units.
const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 110.0;
/// Room round the graph, so that heavy lines at its edge are whole.
const EDGE: f64 = 6.0;

fn place(point: GraphPoint, plies: usize) -> (f64, f64) {
    (across(point.ply, plies), EDGE + (HEIGHT - 2.0 * EDGE) * (1.0 - point.height / 100.0))
}

fn across(ply: usize, plies: usize) -> f64 {
    EDGE + (WIDTH - 2.0 * EDGE) * ply as f64 / plies.max(1) as f64
}

/// The graph.
pub(super) fn graph(analysis: AnalysisPageState) -> AnyView {
    let reviewing = analysis.reviewing;
    let seats = analysis.tree.with_untracked(|tree| tree.session().seats());
    let plies = Memo::new(move |_| reviewing.review.with(|review| review.as_ref().map_or(0, Review::plies)));
    let points =
        Memo::new(move |_| reviewing.review.with(|review| review.as_ref().map(Review::points).unwrap_or_default()));
    let mistakes = Memo::new(move |_| reviewing.mistakes());
    let now = Memo::new(move |_| reviewing.ply(analysis));
    let label = match seats {
        [_] => phrases::graph_solitaire().to_owned(),
        seats => phrases::graph_of(phrases::side(seats, Team::One)),
    };
    // What is up and what is down, for those who see it.
    let ends = match seats {
        [_] => (phrases::solved().to_owned(), String::new()),
        seats => (phrases::side(seats, Team::One), phrases::side(seats, Team::Two)),
    };
    let told = Memo::new(move |_| {
        let ply = now.get().unwrap_or_default();
        reviewing
            .review
            .with(|review| review.as_ref().map(|review| phrases::point(review, ply, seats)).unwrap_or_default())
    });
    let bar = NodeRef::<Div>::new();
    let point_at = move |event: &PointerEvent| {
        let Some(bar) = bar.get_untracked() else { return };
        let area = bar.get_bounding_client_rect();
        let edge = EDGE / WIDTH;
        let share = (f64::from(event.client_x()) - area.left()) / area.width().max(1.0);
        let share = ((share - edge) / (1.0 - 2.0 * edge)).clamp(0.0, 1.0);
        let ply = (share * plies.get_untracked() as f64).round() as usize;
        if now.get_untracked() != Some(ply) {
            reviewing.look_at(analysis, ply);
        }
    };
    let keys = move |event: KeyboardEvent| {
        let (at, last) = (now.get_untracked().unwrap_or_default(), plies.get_untracked());
        let next = match event.key().as_str() {
            "ArrowLeft" | "ArrowDown" => at.saturating_sub(1),
            "ArrowRight" | "ArrowUp" => (at + 1).min(last),
            "Home" => 0,
            "End" => last,
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        reviewing.look_at(analysis, next);
    };
    let drawn =
        move || view! { {curve(&points.get(), plies.get())} {flags(&mistakes.get(), &points.get(), plies.get())} };
    let cursor = move || {
        now.get().map(|ply| {
            let x = across(ply, plies.get());
            view! { <line class="now" x1=x x2=x y1="0" y2=HEIGHT/> }
        })
    };
    view! {
        <div class="graph-box">
            <div class="graph" node_ref=bar role="slider" tabindex="0" aria-label=label.clone() aria-valuemin="0"
                aria-valuemax=move || plies.get().to_string() aria-valuenow=move || now.get().unwrap_or_default().to_string()
                aria-valuetext=move || told.get() on:keydown=keys
                on:pointerdown=move |event| point_at(&event)
                on:pointermove=move |event| if event.buttons() == 1 { point_at(&event) }>
                <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") preserveAspectRatio="none" aria-hidden="true" focusable="false">
                    <line class="middle" x1="0" x2=WIDTH y1=HEIGHT / 2.0 y2=HEIGHT / 2.0/>
                    {cursor}
                    {drawn}
                </svg>
                <span class="graph-end up" aria-hidden="true">{ends.0}</span>
                <span class="graph-end down" aria-hidden="true">{ends.1}</span>
            </div>
            <p class="faint graph-words" id="graph-words">{move || told.get()}"."</p>
            <p class="faint legend">
                <svg viewBox="0 0 28 8" width="28" height="8" aria-hidden="true" class="graph-key">
                    <line class="curve proven" x1="0" x2="28" y1="4" y2="4"/></svg>
                <span>{phrases::proven()}</span>
                <svg viewBox="0 0 28 8" width="28" height="8" aria-hidden="true" class="graph-key">
                    <line class="curve estimated" x1="0" x2="28" y1="4" y2="4"/></svg>
                <span>{phrases::estimated()}</span>
            </p>
        </div>
    }
    .into_any()
}

/// The curve: pieces between neighbours, and below it the area that they enclose.
fn curve(points: &[GraphPoint], plies: usize) -> impl IntoView + use<> {
    let neighbours = || points.windows(2).filter(|pair| pair[1].ply == pair[0].ply + 1);
    let areas: Vec<_> = neighbours()
        .map(|pair| {
            let ((x1, y1), (x2, y2)) = (place(pair[0], plies), place(pair[1], plies));
            view! { <path class="area" d=format!("M {x1} {HEIGHT} L {x1} {y1} L {x2} {y2} L {x2} {HEIGHT} Z")/> }
        })
        .collect();
    let lines: Vec<_> = neighbours()
        .map(|pair| {
            let ((x1, y1), (x2, y2)) = (place(pair[0], plies), place(pair[1], plies));
            let class = if pair[0].proven && pair[1].proven { "curve proven" } else { "curve estimated" };
            view! { <line class=class x1=x1 y1=y1 x2=x2 y2=y2/> }
        })
        .collect();
    view! { {areas} {lines} }
}

/// Flags where mistakes were made: filled for those that are proven or grave.
fn flags(mistakes: &[Mistake], points: &[GraphPoint], plies: usize) -> impl IntoView + use<> {
    let flags: Vec<_> = mistakes
        .iter()
        .filter_map(|mistake| {
            let after = points.iter().find(|point| point.ply == mistake.ply + 1)?;
            let (x, y) = place(*after, plies);
            let grave = !matches!(mistake.kind, MistakeKind::Mistake | MistakeKind::LeavesMore);
            let class = if grave { "flag grave" } else { "flag" };
            Some(view! { <ellipse class=class cx=x cy=y rx="4" ry="4"/> })
        })
        .collect();
    flags
}
