//! Overlays of a game: lines and distances of the chosen piece, lines of sight, pushes, sets that would leave, warnings.

use std::fmt::Write as _;

use halfboard_rules::board::Square;
use halfboard_rules::present::{Overlay, Step};
use leptos::prelude::*;

use super::geometry::{Geometry, SIDE};
use super::marks::{arrow, outline};

/// What lies under the checkers: lines, and the outlines of sets.
pub(super) fn under(geometry: &Geometry, overlays: &[Overlay]) -> impl IntoView + use<> {
    let drawn: Vec<_> = overlays
        .iter()
        .filter_map(|overlay| match overlay {
            Overlay::SightLine(line) => {
                let ((x1, y1), (x2, y2)) = (geometry.middle(line.from), geometry.middle(line.to));
                let class = if line.sees { "sight sees" } else { "sight" };
                Some(view! { <line class=class x1=x1 y1=y1 x2=x2 y2=y2/> }.into_any())
            }
            Overlay::Line(squares) => Some(view! { <path class="counted" d=line(geometry, squares)/> }.into_any()),
            Overlay::Set { shape, first } => {
                Some(outline(geometry, Step::Set(*shape, *first), "set offered").into_any())
            }
            _ => None,
        })
        .collect();
    drawn
}

/// What lies over the checkers: pushes, seen checkers and warnings.
pub(super) fn over(geometry: &Geometry, overlays: &[Overlay]) -> impl IntoView + use<> {
    let drawn: Vec<_> = overlays
        .iter()
        .filter_map(|overlay| match overlay {
            Overlay::Push { from, to } => {
                Some(view! { <g class="push">{arrow(geometry, (*from, *to))}</g> }.into_any())
            }
            Overlay::SightLine(line) if line.sees => {
                let (x, y) = geometry.middle(line.to);
                Some(view! { <circle class="seen" cx=x cy=y r=SIDE * 0.42/> }.into_any())
            }
            Overlay::Warning(square) => Some(warning(geometry, *square).into_any()),
            _ => None,
        })
        .collect();
    drawn
}

/// Returns the distance to a target, if the game tells it.
pub(super) fn distance(overlays: &[Overlay], to: Square) -> Option<u8> {
    overlays.iter().find_map(|overlay| match *overlay {
        Overlay::Distance { square, distance } if square == to => Some(distance),
        _ => None,
    })
}

/// Returns the data of a path along a line. Where the line goes on at the opposite edge, it leaves the board into the
/// frame and comes in from the frame there.
fn line(geometry: &Geometry, squares: &[Square]) -> String {
    let mut path = String::new();
    for pair in squares.windows(2) {
        let ((x1, y1), (x2, y2)) = (geometry.middle(pair[0]), geometry.middle(pair[1]));
        let step =
            |difference: f64| if difference.abs() > 1.5 * SIDE { -difference.signum() * SIDE } else { difference };
        let (dx, dy) = (step(x2 - x1), step(y2 - y1));
        let is_joined = (dx, dy) != (x2 - x1, y2 - y1);
        // Writing to a string cannot fail.
        let _ = match is_joined {
            false => write!(path, "M{x1} {y1}L{x2} {y2}"),
            true => {
                let (ox, oy) = (0.7 * dx, 0.7 * dy);
                write!(path, "M{x1} {y1}l{ox} {oy}M{} {}L{x2} {y2}", x2 - ox, y2 - oy)
            }
        };
    }
    path
}

fn warning(geometry: &Geometry, square: Square) -> impl IntoView + use<> {
    let (x, y) = geometry.middle(square);
    view! {
        <g class="warning" transform=format!("translate({} {})", x + 18.0, y + 17.0)>
            <path d="M 0 -10 L 11 8.5 L -11 8.5 Z"/><text y="6.5">"!"</text>
        </g>
    }
}
