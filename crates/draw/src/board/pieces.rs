//! Checkers and stacks. White has one ridge and black three, so that colour is not the only difference.

use halfboard_rules::game::Color;
use halfboard_rules::present::{Cell, Checker};

use super::geometry::{Geometry, SIDE};
use crate::drawing::{Anchor, Drawing, Shape, Style};
use crate::theme::Palette;

/// Draws the checkers on the board.
pub(super) fn piles(out: &mut Drawing, geometry: &Geometry, cells: &[Cell], palette: &Palette) {
    for cell in cells {
        let middle = geometry.middle(cell.square);
        pile(out, middle, &cell.pile, palette);
    }
}

/// Draws a stack centred on a point.
fn pile(out: &mut Drawing, (x, y): (f64, f64), checkers: &[Checker], palette: &Palette) {
    let count = checkers.len() as f64;
    let radius = if checkers.len() > 1 { SIDE * 0.33 } else { SIDE * 0.385 };
    // Stacks that are too high until they are cut still fit into their square.
    let lift = if checkers.len() > 3 { 18.0 / (count - 1.0) } else { 9.0 };
    for (index, &checker) in checkers.iter().enumerate() {
        disc(out, (x, y + (count - 1.0) * lift / 2.0 - index as f64 * lift), radius, checker, palette);
    }
}

/// Draws a checker centred on a point.
pub(super) fn disc(out: &mut Drawing, (x, y): (f64, f64), radius: f64, checker: Checker, palette: &Palette) {
    // Small checkers beside the board have thinner lines.
    let thin = (radius / (SIDE * 0.385)).clamp(0.5, 1.0);
    let shadow = Style::fill(palette.shadow);
    if palette.shadow.a > 0 {
        out.shapes.push(Shape::Ellipse { cx: x, cy: y + radius * 0.12, rx: radius, ry: radius * 0.98, style: shadow });
    }
    let (rim, face, ridge) = match checker.color {
        Color::White => (
            Style::fill(palette.white_2).with_stroke(palette.white_rim, 1.6 * thin),
            Style::fill(palette.white_1),
            Style::stroke(palette.white_rim.faded(0.5), 1.3 * thin),
        ),
        Color::Black => (
            Style::fill(palette.black_2).with_stroke(palette.black_rim, 1.6 * thin),
            Style::fill(palette.black_1),
            Style::stroke(palette.black_ridge, 1.3 * thin),
        ),
    };
    let ridges: &[f64] = match checker.color {
        Color::White => &[0.56],
        Color::Black => &[0.62, 0.44, 0.26],
    };
    let top = y - 0.6 * thin;
    out.shapes.push(Shape::circle(x, y, radius, rim));
    out.shapes.push(Shape::circle(x, top, radius * 0.8, face));
    out.shapes.extend(ridges.iter().map(|share| Shape::circle(x, top, radius * share, ridge)));
    if checker.marked {
        let mark = Style::fill(palette.mark).with_stroke(palette.white_1, 1.4 * thin);
        out.shapes.push(Shape::circle(x, top, radius * 0.2, mark));
    }
}

/// Draws the heights of stacks in the corners of their squares.
pub(super) fn heights(out: &mut Drawing, geometry: &Geometry, cells: &[Cell], palette: &Palette) {
    for cell in cells.iter().filter(|cell| cell.pile.len() > 1) {
        let (x, y) = geometry.middle(cell.square);
        let badge = Style::fill(palette.surface).with_stroke(palette.line, 1.0);
        out.shapes.push(Shape::circle(x + 20.0, y - 20.0, 8.5, badge));
        out.shapes.push(Shape::Text {
            x: x + 20.0,
            y: y - 15.7,
            size: 12.0,
            bold: true,
            anchor: Anchor::Middle,
            color: palette.ink,
            text: cell.pile.len().to_string(),
        });
    }
}
