//! The frame, the squares, the coordinates and the owners of edges.

use halfboard_rules::game::Color;
use halfboard_rules::present::{Cell, Edge, EdgeMark, Shade};

use super::geometry::{Geometry, SIDE};
use crate::drawing::{Anchor, Drawing, Shape, Style};
use crate::theme::Palette;

/// Draws the frame with the coordinates, and the edges' owners.
pub(super) fn frame(out: &mut Drawing, geometry: &Geometry, edges: &[EdgeMark], palette: &Palette) {
    let (width, height) = (geometry.width(), geometry.height());
    let style = Style::fill(palette.frame);
    out.shapes.push(match palette.frame_line.a {
        0 => Shape::Rect { x: 0.0, y: 0.0, width, height, radius: 10.0, style },
        _ => {
            let style = style.with_stroke(palette.frame_line, 1.0);
            Shape::Rect { x: 0.5, y: 0.5, width: width - 1.0, height: height - 1.0, radius: 10.0, style }
        }
    });
    for mark in edges {
        strip(out, geometry, mark, palette);
    }
    if geometry.coordinates {
        names(out, geometry, palette);
    }
}

fn names(out: &mut Drawing, geometry: &Geometry, palette: &Palette) {
    let (along, down) = geometry.names();
    let middle = |index: usize| geometry.frame + (index as f64 + 0.5) * SIDE;
    let bottom = geometry.height() - 8.0;
    let name = |x, y, text| {
        let (size, bold, anchor) = (13.0, false, Anchor::Middle);
        Shape::Text { x, y, size, bold, anchor, color: palette.frame_ink, text }
    };
    out.shapes.extend((0..).zip(along).map(|(index, text)| name(middle(index), bottom, text)));
    out.shapes.extend((0..).zip(down).map(|(index, text)| name(12.0, middle(index) + 4.5, text)));
}

/// Draws the strip along an edge that belongs to a side. Black's is notched, so that colour is not the only
/// difference.
fn strip(out: &mut Drawing, geometry: &Geometry, mark: &EdgeMark, palette: &Palette) {
    let (ax, ay) = geometry.corner(mark.from);
    let (bx, by) = geometry.corner(mark.to);
    let (left, top) = (ax.min(bx), ay.min(by));
    let (right, bottom) = (ax.max(bx) + SIDE, ay.max(by) + SIDE);
    let thick = geometry.strip - 2.0;
    let (x, y, width, height) = match geometry.layout.edge(mark.edge) {
        Edge::Top => (left + 1.0, top - thick - 1.0, right - left - 2.0, thick),
        Edge::Bottom => (left + 1.0, bottom + 1.0, right - left - 2.0, thick),
        Edge::Left => (left - thick - 1.0, top + 1.0, thick, bottom - top - 2.0),
        Edge::Right => (right + 1.0, top + 1.0, thick, bottom - top - 2.0),
    };
    let style = match mark.color {
        Color::White => Style::fill(palette.white_1).with_stroke(palette.white_rim, 0.8),
        Color::Black => Style::fill(palette.black_2).with_stroke(palette.black_rim, 0.8),
    };
    out.shapes.push(Shape::Rect { x, y, width, height, radius: 2.0, style });
    if mark.color == Color::White {
        return;
    }
    let style = Style::fill(if palette.frame_line.a == 0 { palette.black_1 } else { palette.white_1 });
    for index in 1..(width.max(height) / 12.0) as usize {
        let at = index as f64 * 12.0;
        let (x, y, width, height) = if width > height { (x + at, y, 2.0, height) } else { (x, y + at, width, 2.0) };
        out.shapes.push(Shape::Rect { x, y, width, height, radius: 0.0, style });
    }
}

/// Draws the squares. If shades matter to the game, a square has that of its owner.
pub(super) fn squares(out: &mut Drawing, geometry: &Geometry, cells: &[Cell], palette: &Palette) {
    for cell in cells {
        let (x, y) = geometry.corner(cell.square);
        let even = (cell.square.row() + cell.square.column()).is_multiple_of(2);
        let light = match cell.shade {
            Shade::Plain => even,
            Shade::Of(color) => color == Color::White,
        };
        let fill = Style::fill(if light { palette.sq_1 } else { palette.sq_2 });
        let style = match palette.frame_line.a {
            0 => fill,
            _ => fill.with_stroke(palette.line, 0.5),
        };
        out.shapes.push(Shape::Rect { x, y, width: SIDE, height: SIDE, radius: 0.0, style });
    }
}
