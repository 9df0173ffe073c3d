//! A page in millimetres, with what all pages have: header, page number, and the marks for cutting and measuring.

use crate::drawing::{Anchor, Drawing, Rgba, Shape, Stroke, Style};
use crate::font::text_width;
use crate::pdf;
use crate::print::{Paper, phrases};

/// Points in a millimetre.
const POINTS: f64 = 72.0 / 25.4;

/// The margin, in millimetres. Printers cannot print up to the edge of the paper.
pub(super) const MARGIN: f64 = 12.0;

pub(super) const INK: Rgba = Rgba::rgb(0);
pub(super) const GREY: Rgba = Rgba::rgb(0x606060);

/// Converts a size of letters from points to millimetres.
pub(super) const fn points(size: f64) -> f64 {
    size / POINTS
}

/// A page that is being filled.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    pub(super) drawing: Drawing,
    /// The line at the bottom, beside the page number.
    pub(super) footer: String,
}

impl Sheet {
    pub(super) fn portrait(paper: Paper, footer: &str) -> Sheet {
        let (width, height) = paper.size();
        Sheet { drawing: Drawing::new(width, height), footer: footer.to_owned() }
    }

    pub(super) fn landscape(paper: Paper, footer: &str) -> Sheet {
        let (width, height) = paper.size();
        Sheet { drawing: Drawing::new(height, width), footer: footer.to_owned() }
    }

    pub(super) fn width(&self) -> f64 {
        self.drawing.width
    }

    pub(super) fn height(&self) -> f64 {
        self.drawing.height
    }

    /// Writes a line of text; `y` is the baseline and `size` in points.
    pub(super) fn text(&mut self, (x, y): (f64, f64), size: f64, bold: bool, color: Rgba, text: &str) {
        self.anchored((x, y), size, bold, color, Anchor::Start, text);
    }

    /// Writes a line of text that starts, ends or is centred at a point.
    pub(super) fn anchored(
        &mut self,
        (x, y): (f64, f64),
        size: f64,
        bold: bool,
        color: Rgba,
        anchor: Anchor,
        text: &str,
    ) {
        self.drawing.shapes.push(Shape::Text { x, y, size: points(size), bold, anchor, color, text: text.to_owned() });
    }

    /// Writes the title of the page and a line below it.
    pub(super) fn header(&mut self, title: &str, line: &str) {
        // A long list of games is written smaller rather than cut off.
        let space = self.width() - 2.0 * MARGIN;
        let size = (16.0 * space / text_width(title, points(16.0), true)).min(16.0);
        self.text((MARGIN, MARGIN + 5.0), size, true, INK, title);
        self.text((MARGIN, MARGIN + 11.0), 9.5, false, GREY, line);
    }

    /// Draws a line of 100 mm to check the size of the print, at the bottom.
    pub(super) fn ruler(&mut self) {
        let (left, y) = (MARGIN, self.height() - MARGIN - 7.0);
        let style = Style::stroke(INK, 0.25);
        let mut line = |from, to| self.drawing.shapes.push(Shape::Line { from, to, style });
        line((left, y), (left + 100.0, y));
        for at in 0..=10 {
            let x = left + f64::from(at) * 10.0;
            line((x, y), (x, y - if at % 5 == 0 { 3.0 } else { 2.0 }));
        }
        self.text((left + 103.0, y), 8.5, false, GREY, phrases::ruler());
    }

    /// Draws a dashed rectangle to cut along.
    pub(super) fn cut_rectangle(&mut self, (x, y, width, height): (f64, f64, f64, f64)) {
        let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
        for (index, &from) in corners.iter().enumerate() {
            let to = corners[(index + 1) % 4];
            let stroke = Stroke { color: GREY, width: 0.25, dash: Some((2.0, 1.5)) };
            self.drawing.shapes.push(Shape::Line { from, to, style: Style { fill: None, stroke: Some(stroke) } });
        }
        self.scissors((x + 8.0, y), (1.0, 0.0));
    }

    /// Draws scissors that point in a direction, a unit vector.
    pub(super) fn scissors(&mut self, (x, y): (f64, f64), (dx, dy): (f64, f64)) {
        let place = |along: f64, aside: f64| (x + dx * along - dy * aside, y + dy * along + dx * aside);
        let style = Style::stroke(INK, 0.35);
        for side in [-1.0, 1.0] {
            let (cx, cy) = place(-2.6, 1.1 * side);
            self.drawing.shapes.push(Shape::circle(cx, cy, 0.8, Style { fill: Some(Rgba::rgb(0xff_ffff)), ..style }));
            let (from, to) = (place(-1.9, 0.7 * side), place(2.8, -side));
            self.drawing.shapes.push(Shape::Line { from, to, style });
        }
    }

    /// Returns the page in points, with its footer.
    fn finish(mut self, number: usize, count: usize) -> Drawing {
        let (right, y) = (self.width() - MARGIN, self.height() - MARGIN + 3.0);
        let footer = std::mem::take(&mut self.footer);
        self.text((MARGIN, y), 8.0, false, GREY, &footer);
        let page = format!("{number} / {count}");
        self.anchored((right, y), 8.0, false, GREY, Anchor::End, &page);
        let mut page = Drawing::new(self.width() * POINTS, self.height() * POINTS);
        page.place(&self.drawing, 0.0, 0.0, POINTS);
        page
    }
}

/// Returns a PDF of pages with their numbers.
pub(super) fn document(title: &str, sheets: Vec<Sheet>) -> Vec<u8> {
    let count = sheets.len();
    let pages: Vec<Drawing> =
        sheets.into_iter().enumerate().map(|(index, sheet)| sheet.finish(index + 1, count)).collect();
    pdf(title, &pages)
}
