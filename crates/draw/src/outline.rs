//! The outlines of shapes as lines and Bézier curves.

use crate::drawing::Shape;

/// Receives the lines and curves of a path.
pub(crate) trait PathBuilder {
    fn move_to(&mut self, to: (f64, f64));
    fn line_to(&mut self, to: (f64, f64));
    fn cubic_to(&mut self, control_1: (f64, f64), control_2: (f64, f64), to: (f64, f64));
    fn close(&mut self);
}

/// The distance of control points for a quarter of a circle of radius 1.
const QUARTER: f64 = 0.552_284_75;

/// Adds the outline of a shape to a path. Texts have none here: the font draws them.
pub(crate) fn outline(shape: &Shape, path: &mut impl PathBuilder) {
    match *shape {
        Shape::Rect { x, y, width, height, radius, .. } if radius > 0.0 => {
            let radius = radius.min(width / 2.0).min(height / 2.0);
            let (right, bottom) = (x + width, y + height);
            let gap = radius * (1.0 - QUARTER);
            path.move_to((x + radius, y));
            path.line_to((right - radius, y));
            path.cubic_to((right - gap, y), (right, y + gap), (right, y + radius));
            path.line_to((right, bottom - radius));
            path.cubic_to((right, bottom - gap), (right - gap, bottom), (right - radius, bottom));
            path.line_to((x + radius, bottom));
            path.cubic_to((x + gap, bottom), (x, bottom - gap), (x, bottom - radius));
            path.line_to((x, y + radius));
            path.cubic_to((x, y + gap), (x + gap, y), (x + radius, y));
            path.close();
        }
        Shape::Rect { x, y, width, height, .. } => {
            polygon(path, &[(x, y), (x + width, y), (x + width, y + height), (x, y + height)]);
        }
        Shape::Ellipse { cx, cy, rx, ry, .. } => {
            let (kx, ky) = (rx * QUARTER, ry * QUARTER);
            path.move_to((cx + rx, cy));
            path.cubic_to((cx + rx, cy + ky), (cx + kx, cy + ry), (cx, cy + ry));
            path.cubic_to((cx - kx, cy + ry), (cx - rx, cy + ky), (cx - rx, cy));
            path.cubic_to((cx - rx, cy - ky), (cx - kx, cy - ry), (cx, cy - ry));
            path.cubic_to((cx + kx, cy - ry), (cx + rx, cy - ky), (cx + rx, cy));
            path.close();
        }
        Shape::Line { from, to, .. } => {
            path.move_to(from);
            path.line_to(to);
        }
        Shape::Polygon { ref points, .. } => polygon(path, points),
        Shape::Text { .. } => {}
    }
}

fn polygon(path: &mut impl PathBuilder, points: &[(f64, f64)]) {
    let [first, others @ ..] = points else { return };
    path.move_to(*first);
    others.iter().for_each(|&point| path.line_to(point));
    path.close();
}
