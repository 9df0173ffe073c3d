//! Checkers and piles. White has one ridge and black three, so that colour is not the only difference.

use halfboard_app::motion::{Departure, Motion};
use halfboard_rules::game::Color;
use halfboard_rules::present::{Cell, Checker};
use leptos::prelude::*;

use super::Changes;
use super::geometry::{Geometry, SIDE};
use super::marks::outline;

/// The checkers on the board; those that have just moved slide to their squares, and those that have left fade.
pub(super) fn pieces(geometry: &Geometry, cells: &[Cell], changes: &Changes) -> impl IntoView + use<> {
    let moved = &changes.motions;
    let departures: Vec<_> = changes.departures.iter().map(|departure| departing(geometry, departure)).collect();
    let set = changes.set.map(|set| outline(geometry, set, "set leaves"));
    // What slides is drawn last, over what it passes.
    let mut occupied: Vec<&Cell> = cells.iter().filter(|cell| !cell.pile.is_empty()).collect();
    let slides = |cell: &Cell| moved.iter().find(|motion| motion.to == cell.square);
    occupied.sort_by_key(|cell| slides(cell).is_some());
    let piles: Vec<_> = occupied
        .into_iter()
        .map(|cell| {
            let (x, y) = geometry.middle(cell.square);
            let place = format!("translate({x} {y})");
            let pile = pile(&cell.pile);
            let (class, dx, dy) = match slides(cell) {
                None => ("pile", 0.0, 0.0),
                Some(Motion { from: None, .. }) => ("pile comes", 0.0, 0.0),
                Some(Motion { from: Some(from), .. }) => {
                    let (from_x, from_y) = geometry.middle(*from);
                    ("pile slides", from_x - x, from_y - y)
                }
            };
            view! {
                <g transform=place>
                    <g class=class style:--dx=format!("{dx}px") style:--dy=format!("{dy}px")>{pile}</g>
                </g>
            }
        })
        .collect();
    view! { {set} {departures} {piles} }
}

/// Checkers that leave the board, after they came to their square if they moved in the same turn.
fn departing(geometry: &Geometry, departure: &Departure) -> impl IntoView + use<> {
    let (x, y) = geometry.middle(departure.square);
    let (from_x, from_y) = geometry.middle(departure.from.unwrap_or(departure.square));
    let (dx, dy) = (format!("{}px", from_x - x), format!("{}px", from_y - y));
    view! {
        <g transform=format!("translate({x} {y})")>
            <g class="pile leaves" style:--dx=dx style:--dy=dy>{pile(&departure.pile)}</g>
        </g>
    }
}

/// The heights of stacks in the corners of their squares, above all marks.
pub(super) fn heights(geometry: &Geometry, cells: &[Cell]) -> impl IntoView + use<> {
    let high = cells.iter().filter(|cell| cell.pile.len() > 1);
    let heights: Vec<_> = high
        .map(|cell| {
            let (x, y) = geometry.middle(cell.square);
            view! {
                <circle class="badge" cx=x + 20.0 cy=y - 20.0 r="8.5"/>
                <text class="height" x=x + 20.0 y=y - 16.0>{cell.pile.len()}</text>
            }
        })
        .collect();
    heights
}

/// A stack centred on the origin.
pub(super) fn pile(checkers: &[Checker]) -> impl IntoView + use<> {
    let count = checkers.len() as f64;
    let radius = if checkers.len() > 1 { SIDE * 0.33 } else { SIDE * 0.385 };
    // Piles that are too high until they are cut still fit into their square.
    let lift = if checkers.len() > 3 { 18.0 / (count - 1.0) } else { 9.0 };
    let discs: Vec<_> = checkers
        .iter()
        .enumerate()
        .map(|(index, checker)| disc(*checker, (count - 1.0) * lift / 2.0 - index as f64 * lift, radius))
        .collect();
    discs
}

/// A checker at height `y` above the origin.
pub(super) fn disc(checker: Checker, y: f64, radius: f64) -> impl IntoView + use<> {
    let class = match checker.color {
        Color::White => "disc white",
        Color::Black => "disc black",
    };
    let ridges: &[f64] = match checker.color {
        Color::White => &[0.56],
        Color::Black => &[0.62, 0.44, 0.26],
    };
    let ridges: Vec<_> =
        ridges.iter().map(|share| view! { <circle class="ridge" cy=y - 0.6 r=radius * share/> }).collect();
    let mark = checker.marked.then(|| view! { <circle class="mark" cy=y - 0.6 r=radius * 0.2/> });
    let letter = match checker.color {
        Color::White => "W",
        Color::Black => "B",
    };
    view! {
        <g class=class>
            <ellipse class="shadow" cy=y + radius * 0.12 rx=radius ry=radius * 0.98/>
            <circle class="rim" cy=y r=radius/>
            <circle class="face" cy=y - 0.6 r=radius * 0.8/>
            {ridges}
            <circle class="dot" cy=y - 0.6 r=radius * 0.22/>
            <text class="letter" y=y + radius * 0.28 font-size=radius * 0.9>{letter}</text>
            {mark}
        </g>
    }
}
