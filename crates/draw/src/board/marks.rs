//! Marks on the board: the last move, highlighted squares, lines of sight, arrows, rings and labels.

use halfboard_rules::board::Square;
use halfboard_rules::present::{Overlay, Step};
use halfboard_rules::view::View;

use super::geometry::{Geometry, SIDE};
use crate::annotations::Annotations;
use crate::drawing::{Anchor, Drawing, Shape, Stroke, Style};
use crate::options::Options;
use crate::theme::Palette;

/// Draws the marks under the checkers: the last move, highlighted and chosen squares, and lines of sight.
pub(super) fn under(out: &mut Drawing, geometry: &Geometry, view: &View, options: &Options) {
    let palette = options.theme.palette();
    let last = if options.last_move { &view.last[..] } else { &[] };
    let plain = Style::fill(palette.last.faded(0.5));
    out.shapes.extend(last.iter().map(|&square| tile(geometry, square, plain, 0.0)));
    let highlighted = Style::fill(palette.hint.faded(0.25)).with_stroke(palette.hint, 3.0);
    out.shapes.extend(options.marks.squares.iter().map(|&square| tile(geometry, square, highlighted, 2.5)));
    let chosen = Style::fill(palette.accent.faded(0.18)).with_stroke(palette.target, 4.0);
    let picked = view.chosen.iter().filter(|step| !matches!(step, Step::Enter(..)));
    out.shapes.extend(picked.filter_map(|step| step.square()).map(|square| tile(geometry, square, chosen, 2.5)));
    for overlay in &options.marks.overlays {
        if let Overlay::SightLine(line) = overlay {
            let stroke = match line.sees {
                true => Stroke { color: palette.target.faded(0.9), width: 4.0, dash: None },
                false => Stroke { color: palette.ink.faded(0.35), width: 4.0, dash: Some((4.0, 6.0)) },
            };
            let style = Style { fill: None, stroke: Some(stroke) };
            let (from, to) = (geometry.middle(line.from), geometry.middle(line.to));
            out.shapes.push(Shape::Line { from, to, style });
        }
    }
}

fn tile(geometry: &Geometry, square: Square, style: Style, inset: f64) -> Shape {
    let (x, y) = geometry.corner(square);
    let side = SIDE - 2.0 * inset;
    let radius = if inset > 0.0 { 6.0 } else { 0.0 };
    Shape::Rect { x: x + inset, y: y + inset, width: side, height: side, radius, style }
}

/// Draws the marks over the checkers: arrows, rings and labels.
pub(super) fn over(out: &mut Drawing, geometry: &Geometry, marks: &Annotations, palette: &Palette) {
    for &way in &marks.arrows {
        arrow(out, geometry, way, palette);
    }
    for &square in &marks.rings {
        let (x, y) = geometry.middle(square);
        out.shapes.push(Shape::circle(x, y, SIDE * 0.45, Style::stroke(palette.hint, 5.0)));
    }
    for (square, text) in &marks.labels {
        label(out, geometry.middle(*square), text, palette);
    }
}

fn arrow(out: &mut Drawing, geometry: &Geometry, (from, to): (Square, Square), palette: &Palette) {
    let ((x1, y1), (x2, y2)) = (geometry.middle(from), geometry.middle(to));
    let length = (x2 - x1).hypot(y2 - y1);
    if length == 0.0 {
        return;
    }
    let (ux, uy) = ((x2 - x1) / length, (y2 - y1) / length);
    // A shaft and a head as one shape, so that a translucent colour is even. The head ends short of the middle, so
    // that what stands there can be seen.
    let along = |far: f64, aside: f64| (x1 + ux * far - uy * aside, y1 + uy * far + ux * aside);
    let (tip, neck) = (length - 8.0, length - 26.0);
    let points = vec![
        along(14.0, 3.5),
        along(neck, 3.5),
        along(neck, 10.0),
        along(tip, 0.0),
        along(neck, -10.0),
        along(neck, -3.5),
        along(14.0, -3.5),
    ];
    out.shapes.push(Shape::Polygon { points, style: Style::fill(palette.hint.faded(0.8)) });
}

/// Draws a label as a badge on a square.
fn label(out: &mut Drawing, (x, y): (f64, f64), text: &str, palette: &Palette) {
    let width = 14.0 + 8.5 * text.chars().count() as f64;
    let style = Style::fill(palette.surface).with_stroke(palette.hint, 1.5);
    out.shapes.push(Shape::Rect { x: x - width / 2.0, y: y - 11.0, width, height: 22.0, radius: 11.0, style });
    out.shapes.push(Shape::Text {
        x,
        y: y + 5.2,
        size: 14.5,
        bold: true,
        anchor: Anchor::Middle,
        color: palette.ink,
        text: text.to_owned(),
    });
}
