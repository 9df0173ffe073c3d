//! What decided a game: the links of a group or chain, its contacts with the edges, rings round its checkers, and sets.

use std::fmt::Write as _;

use halfboard_rules::board::Square;
use halfboard_rules::present::{Edge, Overlay, Step};
use leptos::prelude::*;

use super::geometry::{Geometry, SIDE};
use super::marks::outline;

/// What decided the game. What lost it is dashed, so that colour is not the only difference.
pub(super) fn decisive(geometry: &Geometry, overlays: &[Overlay]) -> impl IntoView + use<> {
    let sets: Vec<_> = overlays
        .iter()
        .filter_map(|overlay| match *overlay {
            Overlay::Set { shape, first } => Some(outline(geometry, Step::Set(shape, first), "set winning")),
            _ => None,
        })
        .collect();
    let sides = [(true, "link winning", "ring winning"), (false, "link losing", "ring losing")];
    let groups = sides.map(|(wins, link, ring)| {
        let links = links(geometry, overlays, wins);
        let links = (!links.is_empty()).then(|| {
            // A light casing keeps the links visible on checkers and squares of every colour.
            view! { <path class="link casing" d=links.clone()/> <path class=link d=links/> }
        });
        let rings: Vec<_> = overlays
            .iter()
            .filter_map(|overlay| match *overlay {
                Overlay::Decisive { square, wins: of } if of == wins => Some(geometry.middle(square)),
                _ => None,
            })
            .map(|(x, y)| view! { <circle class=ring cx=x cy=y r=SIDE * 0.42/> })
            .collect();
        view! { {rings} {links} }
    });
    view! { <g class="decisive">{sets} {groups.into_iter().collect::<Vec<_>>()}</g> }
}

/// Returns the links of what won, or of what lost, as the data of a path.
fn links(geometry: &Geometry, overlays: &[Overlay], wins: bool) -> String {
    let mut path = String::new();
    for overlay in overlays {
        let ends = match *overlay {
            Overlay::Link { from, to, wins: of } if of == wins => (geometry.middle(from), geometry.middle(to)),
            Overlay::EdgeLink { square, edge, wins: of } if of == wins => {
                let (end, bar) = contact(geometry, square, edge);
                line(&mut path, bar);
                (geometry.middle(square), end)
            }
            _ => continue,
        };
        line(&mut path, ends);
    }
    path
}

type Point = (f64, f64);

fn line(path: &mut String, ((x1, y1), (x2, y2)): (Point, Point)) {
    // Writing to a string cannot fail.
    let _ = write!(path, "M{x1} {y1}L{x2} {y2}");
}

/// Returns where a chain meets an edge, and a bar along the edge of that square.
fn contact(geometry: &Geometry, square: Square, edge: Edge) -> (Point, (Point, Point)) {
    let (x, y) = geometry.middle(square);
    let (half, bar) = (SIDE / 2.0, SIDE * 0.36);
    let (dx, dy) = match geometry.layout.edge(edge) {
        Edge::Top => (0.0, -1.0),
        Edge::Bottom => (0.0, 1.0),
        Edge::Left => (-1.0, 0.0),
        Edge::Right => (1.0, 0.0),
    };
    let (end_x, end_y) = (x + dx * half, y + dy * half);
    // The bar is at right angles to the way out.
    ((end_x, end_y), ((end_x + dy * bar, end_y + dx * bar), (end_x - dy * bar, end_y - dx * bar)))
}
