//! What decided a game: the links of a group or chain, its contacts with the edges, rings round its checkers, and sets.
//! What lost it is dashed, so that colour is not the only difference.

use halfboard_rules::board::Square;
use halfboard_rules::present::{Edge, Overlay, Step};

use super::geometry::{Geometry, SIDE};
use crate::drawing::{Drawing, Rgba, Shape, Stroke, Style};
use crate::theme::Palette;

type Point = (f64, f64);

/// Draws what decided the game.
pub(super) fn decisive(out: &mut Drawing, geometry: &Geometry, overlays: &[Overlay], palette: &Palette) {
    for overlay in overlays {
        if let Overlay::Set { shape, first } = *overlay {
            out.shapes.push(outline(geometry, &Step::Set(shape, first).squares(), palette));
        }
    }
    for (wins, color) in [(true, palette.win), (false, palette.loss)] {
        let dash = |dash: f64, gap: f64| (!wins).then_some((dash, gap));
        for overlay in overlays {
            if let Overlay::Decisive { square, wins: of } = *overlay
                && of == wins
            {
                let (x, y) = geometry.middle(square);
                out.shapes.push(Shape::circle(x, y, SIDE * 0.42, line(color, 4.5, dash(9.0, 6.0))));
            }
        }
        let links = links(geometry, overlays, wins);
        // A light casing keeps the links visible on checkers and squares of every colour.
        let casing = line(palette.link_casing.faded(0.7), 11.0, None);
        out.shapes.extend(links.iter().map(|&(from, to)| Shape::Line { from, to, style: casing }));
        let style = line(color, 7.0, dash(10.0, 10.0));
        out.shapes.extend(links.into_iter().map(|(from, to)| Shape::Line { from, to, style }));
    }
}

fn line(color: Rgba, width: f64, dash: Option<(f64, f64)>) -> Style {
    Style { fill: None, stroke: Some(Stroke { color, width, dash }) }
}

/// Returns the outline of a set: a rectangle round its squares.
fn outline(geometry: &Geometry, squares: &[Square], palette: &Palette) -> Shape {
    let corners: Vec<Point> = squares.iter().map(|&square| geometry.corner(square)).collect();
    let left = corners.iter().map(|corner| corner.0).fold(f64::INFINITY, f64::min);
    let top = corners.iter().map(|corner| corner.1).fold(f64::INFINITY, f64::min);
    let right = corners.iter().map(|corner| corner.0).fold(f64::NEG_INFINITY, f64::max);
    let bottom = corners.iter().map(|corner| corner.1).fold(f64::NEG_INFINITY, f64::max);
    Shape::Rect {
        x: left + 4.0,
        y: top + 4.0,
        width: right - left + SIDE - 8.0,
        height: bottom - top + SIDE - 8.0,
        radius: 14.0,
        style: Style::fill(palette.win.faded(0.14)).with_stroke(palette.win, 5.0),
    }
}

/// Returns the links of what won, or of what lost.
fn links(geometry: &Geometry, overlays: &[Overlay], wins: bool) -> Vec<(Point, Point)> {
    let mut links = Vec::new();
    for overlay in overlays {
        match *overlay {
            Overlay::Link { from, to, wins: of } if of == wins => {
                links.push((geometry.middle(from), geometry.middle(to)));
            }
            Overlay::EdgeLink { square, edge, wins: of } if of == wins => {
                let (end, bar) = contact(geometry, square, edge);
                links.extend([bar, (geometry.middle(square), end)]);
            }
            _ => {}
        }
    }
    links
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
    ((end_x, end_y), ((end_x + dy * bar, end_y + dx * bar), (end_x - dy * bar, end_y - dx * bar)))
}
