//! Marks on the board: the last move, chosen squares, choices, sets, entry arrows, hints and lines of sight.

use halfboard_app::analysis::lines::LineSketch;
use halfboard_rules::board::{Push, Square};
use halfboard_rules::present::{Edge, Overlay, Step};
use halfboard_rules::view::View;
use leptos::prelude::*;

use super::frame::square_class;
use super::geometry::{Geometry, SIDE};
use super::grid::can;
use super::{Drag, Touch, overlays};

/// Marks that a page puts on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    /// Arrows from square to square.
    pub(crate) arrows: Vec<(Square, Square)>,
    /// Rings round squares.
    pub(crate) rings: Vec<Square>,
    /// Overlays of the game, such as lines of sight.
    pub(crate) overlays: Vec<Overlay>,
    /// The target squares of a puzzle.
    pub(crate) goals: Vec<Square>,
    /// Ranked moves, best first.
    pub(crate) ranked: Vec<LineSketch>,
    /// Squares with whether choosing them is good.
    pub(crate) judged: Vec<(Square, bool)>,
}

impl Marks {
    /// Returns the marks of a turn: arrows for movements, rings round the other squares it touches.
    pub(crate) fn of_turn(steps: &[Step]) -> Marks {
        let mut marks = Marks::default();
        match steps {
            [Step::From(from), rest @ ..] => {
                marks.rings.push(*from);
                let to = rest.iter().find_map(|step| match step {
                    Step::To(to) => Some(*to),
                    _ => None,
                });
                marks.arrows.extend(to.map(|to| (*from, to)));
                let others = rest.iter().filter(|step| !matches!(step, Step::To(_)));
                marks.rings.extend(others.flat_map(|step| step.squares()));
            }
            _ => marks.rings.extend(steps.iter().filter_map(|step| step.square())),
        }
        marks
    }
}

/// The number of choices above which marks would hide the board.
const MANY: usize = 12;

/// The marks under the checkers: the last move and the chosen squares.
pub(super) fn under(geometry: &Geometry, view: &View, marks: &Marks) -> impl IntoView + use<> {
    let last: Vec<_> = view.last.iter().map(|&square| tile(geometry, square, "last", 0.0)).collect();
    let picked = view.chosen.iter().filter(|step| !matches!(step, Step::Enter(..)));
    let chosen: Vec<_> =
        picked.filter_map(|step| step.square()).map(|square| tile(geometry, square, "chosen", 2.5)).collect();
    let goals: Vec<_> = marks.goals.iter().map(|&square| tile(geometry, square, "goal-square", 3.5)).collect();
    view! { {last} {goals} {chosen} {overlays::under(geometry, &marks.overlays)} }
}

fn tile(geometry: &Geometry, square: Square, class: &'static str, inset: f64) -> impl IntoView + use<> {
    let (x, y) = geometry.corner(square);
    let side = SIDE - 2.0 * inset;
    let radius = if inset > 0.0 { 6 } else { 0 };
    view! { <rect class=class x=x + inset y=y + inset width=side height=side rx=radius/> }
}

/// The choices.
pub(super) fn choices(geometry: &Geometry, view: &View, marks: &Marks, touch: Option<Touch>) -> impl IntoView + use<> {
    let mut sets = Vec::new();
    let mut arrows = Vec::new();
    let mut targets = Vec::new();
    for &step in &view.next {
        match step {
            Step::Set(..) => sets.push(outline(geometry, step, "set")),
            Step::Enter(square, push) => {
                arrows.extend(entry(geometry, square, push, touch));
                targets.push((square, "target"));
            }
            Step::From(square) => targets.push((square, "movable")),
            _ => targets.extend(step.square().map(|square| (square, "target"))),
        }
    }
    targets.dedup();
    let targets: Vec<_> = targets
        .into_iter()
        .map(|(square, class)| {
            let (x, y) = geometry.middle(square);
            let occupied = !view.cells[square.index()].pile.is_empty();
            let distance = overlays::distance(&marks.overlays, square).filter(|_| class == "target");
            match (occupied, distance) {
                (true, distance) => view! {
                    <circle class=format!("{class} ring") cx=x cy=y r=SIDE * 0.44/>
                    {distance.map(|distance| counted(distance, x - 19.0, y - 19.0, 10.0))}
                }
                .into_any(),
                (false, Some(distance)) => counted(distance, x, y, 14.5).into_any(),
                (false, None) => view! { <circle class=class cx=x cy=y r="9"/> }.into_any(),
            }
        })
        .collect();
    let class = if view.next.len() > MANY { "many" } else { "" };
    view! { <g class=class>{targets}</g> {sets} {arrows} }
}

/// A target with the number of squares to it.
fn counted(distance: u8, x: f64, y: f64, radius: f64) -> impl IntoView + use<> {
    view! {
        <circle class="target counts" cx=x cy=y r=radius/>
        <text class="distance" x=x y=y + radius * 0.38 font-size=radius * 1.15>{distance}</text>
    }
}

/// What a drag shows: the square that the checkers left, and the target under the pointer.
pub(super) fn dragging(geometry: &Geometry, view: &View, drag: Drag) -> impl IntoView + use<> {
    let (x, y) = geometry.corner(drag.from);
    let shade = view.cells[drag.from.index()].shade;
    let target = drag.over.filter(|&square| square != drag.from && can(view, square));
    let target = target.map(|square| tile(geometry, square, "drop-target", 2.0));
    view! {
        {target}
        <rect class=format!("{} origin", square_class(drag.from, shade)) x=x y=y width=SIDE height=SIDE/>
    }
}

/// The outline of a set that can leave the board; its squares or the buttons choose it.
pub(super) fn outline(geometry: &Geometry, step: Step, class: &'static str) -> impl IntoView + use<> {
    let corners: Vec<(f64, f64)> = step.squares().into_iter().map(|square| geometry.corner(square)).collect();
    let least = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::INFINITY, f64::min);
    let most = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::NEG_INFINITY, f64::max);
    let (left, top) = (least(&mut corners.iter().map(|c| c.0)), least(&mut corners.iter().map(|c| c.1)));
    let (right, bottom) = (most(&mut corners.iter().map(|c| c.0)), most(&mut corners.iter().map(|c| c.1)));
    view! {
        <rect class=class x=left + 4.0 y=top + 4.0 width=right - left + SIDE - 8.0 height=bottom - top + SIDE - 8.0
            rx="14"/>
    }
}

/// The arrow at the edge by which a checker enters. Without a push, a corner could be entered from two sides, so the
/// dot on the square is enough there.
fn entry(geometry: &Geometry, square: Square, push: Push, touch: Option<Touch>) -> Option<impl IntoView + use<>> {
    let (top, left) = (square.row() == 0, square.column() == 0);
    let edge = match push {
        Push::Column if top => Edge::Top,
        Push::Column => Edge::Bottom,
        Push::Row if left => Edge::Left,
        Push::Row => Edge::Right,
        Push::Nothing => match (square.row(), square.column()) {
            (0 | 3, 0 | 7) => return None,
            (0, _) => Edge::Top,
            (3, _) => Edge::Bottom,
            (_, 0) => Edge::Left,
            _ => Edge::Right,
        },
    };
    let (x, y) = geometry.middle(square);
    let away = SIDE / 2.0 + geometry.strip + 11.0;
    let (x, y, turn) = match geometry.layout.edge(edge) {
        Edge::Top => (x, y - away, 0),
        Edge::Right => (x + away, y, 90),
        Edge::Bottom => (x, y + away, 180),
        Edge::Left => (x - away, y, 270),
    };
    let step = Step::Enter(square, push);
    let choose = move |_| {
        if let Some(touch) = touch {
            touch.step.run(step);
        }
    };
    let over = move |square: Option<Square>| {
        // The board may be drawn anew under the pointer, and then the page may be gone.
        let _ = touch.map(|touch| touch.over.try_run(square));
    };
    let class = if push == Push::Nothing { "entry" } else { "entry pushes" };
    Some(view! {
        <g class=class transform=format!("translate({x} {y}) rotate({turn})") on:click=choose
            on:pointerenter=move |_| over(Some(square)) on:pointerleave=move |_| over(None)>
            <rect class="hit" x="-30" y="-12" width="60" height="24"/>
            <path d="M -9 -6 L 9 -6 L 0 8 Z"/>
        </g>
    })
}

/// The marks over the checkers: arrows and rings.
pub(super) fn over(geometry: &Geometry, marks: &Marks) -> impl IntoView + use<> {
    let arrows: Vec<_> = marks.arrows.iter().map(|&way| arrow(geometry, way)).collect();
    let rings: Vec<_> = marks
        .rings
        .iter()
        .map(|&square| {
            let (x, y) = geometry.middle(square);
            view! { <circle class="hinted" cx=x cy=y r=SIDE * 0.45/> }
        })
        .collect();
    let judged: Vec<_> = marks.judged.iter().map(|&(square, good)| judged(geometry, square, good)).collect();
    view! { {overlays::over(geometry, &marks.overlays)} {ranked(geometry, &marks.ranked)} {arrows} {rings} {judged} }
}

pub(super) fn arrow(geometry: &Geometry, (from, to): (Square, Square)) -> impl IntoView + use<> {
    let ((x1, y1), (x2, y2)) = (geometry.middle(from), geometry.middle(to));
    let length = (x2 - x1).hypot(y2 - y1).max(1.0);
    let (ux, uy) = ((x2 - x1) / length, (y2 - y1) / length);
    // The head ends short of the middle, so that what stands there can be seen.
    let (tip_x, tip_y) = (x2 - ux * 8.0, y2 - uy * 8.0);
    let (neck_x, neck_y) = (tip_x - ux * 18.0, tip_y - uy * 18.0);
    let head = format!(
        "M {tip_x} {tip_y} L {} {} L {} {} Z",
        neck_x - uy * 10.0,
        neck_y + ux * 10.0,
        neck_x + uy * 10.0,
        neck_y - ux * 10.0
    );
    view! {
        <g class="arrow">
            <line x1=x1 + ux * 14.0 y1=y1 + uy * 14.0 x2=neck_x y2=neck_y/>
            <path d=head/>
        </g>
    }
}

/// Ranked moves: the best is drawn last and strongest. A ring is labelled with the ranks of its moves.
fn ranked(geometry: &Geometry, moves: &[LineSketch]) -> impl IntoView + use<> {
    let mut rings: Vec<(Square, usize, String)> = Vec::new();
    for (rank, sketch) in (1..).zip(moves) {
        for &square in &sketch.rings {
            match rings.iter_mut().find(|(ring, ..)| *ring == square) {
                Some((.., ranks)) => ranks.push_str(&format!("·{rank}")),
                None => rings.push((square, rank, rank.to_string())),
            }
        }
    }
    let arrows: Vec<_> = moves
        .iter()
        .enumerate()
        .rev()
        .map(|(index, sketch)| {
            let rank = index + 1;
            let arrows: Vec<_> = sketch.arrows.iter().map(|&way| arrow(geometry, way)).collect();
            view! { <g class=format!("ranked rank-{rank}")>{arrows}</g> }
        })
        .collect();
    let rings: Vec<_> = rings
        .into_iter()
        .rev()
        .map(|(square, rank, ranks)| {
            let (x, y) = geometry.middle(square);
            let width = 10.0 + 8.0 * ranks.chars().count() as f64;
            view! {
                <g class=format!("ranked rank-{rank}")>
                    <circle class="hinted" cx=x cy=y r=SIDE * 0.42/>
                    <rect class="rank-badge" x=x - 28.0 y=y - 28.0 width=width height="18" rx="9"/>
                    <text class="rank-number" x=x - 28.0 + width / 2.0 y=y - 14.6>{ranks}</text>
                </g>
            }
        })
        .collect();
    view! { {arrows} {rings} }
}

/// The verdict on a square: a tick in a disc if choosing it is good, or else a cross in a diamond.
fn judged(geometry: &Geometry, square: Square, good: bool) -> impl IntoView + use<> {
    let (x, y) = geometry.middle(square);
    let place = format!("translate({} {})", x + 17.0, y + 17.0);
    match good {
        true => view! {
            <g class="judged good" transform=place>
                <circle r="10.5"/><path d="M -5 0.5 L -1.5 4 L 5 -3.5"/>
            </g>
        }
        .into_any(),
        false => view! {
            <g class="judged bad" transform=place>
                <rect x="-8.5" y="-8.5" width="17" height="17" transform="rotate(45)"/>
                <path d="M -3.5 -3.5 L 3.5 3.5 M -3.5 3.5 L 3.5 -3.5"/>
            </g>
        }
        .into_any(),
    }
}
