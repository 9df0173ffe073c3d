//! Blocks of text that flow over as many pages as they need.

use super::Paper;
use super::sheet::{GREY, INK, MARGIN, Sheet, points};
use super::text::{Span, Wrapped, wrap};
use crate::drawing::{Anchor, Rgba, Shape, Style};

/// The size of letters of the text, in points.
pub(super) const BODY: f64 = 10.0;

/// Pages that are filled from top to bottom.
pub(super) struct Flow {
    paper: Paper,
    footer: String,
    pub(super) sheets: Vec<Sheet>,
    y: f64,
}

impl Flow {
    /// Starts with an empty page.
    pub(super) fn new(paper: Paper, footer: &str) -> Flow {
        let mut flow = Flow { paper, footer: footer.to_owned(), sheets: Vec::new(), y: 0.0 };
        flow.new_page();
        flow
    }

    pub(super) fn new_page(&mut self) {
        self.sheets.push(Sheet::portrait(self.paper, &self.footer));
        self.y = MARGIN + 4.0;
    }

    /// Returns the width of the text.
    pub(super) fn width(&self) -> f64 {
        // Wider lines are hard to read.
        (self.paper.size().0 - 2.0 * self.left()).min(178.0)
    }

    /// Returns the left edge of the text.
    pub(super) fn left(&self) -> f64 {
        MARGIN + 6.0
    }

    fn bottom(&self) -> f64 {
        self.paper.size().1 - MARGIN - 5.0
    }

    fn is_at_top(&self) -> bool {
        self.y <= MARGIN + 4.0
    }

    /// Starts a new page unless this height is left.
    pub(super) fn reserve(&mut self, height: f64) {
        if self.y + height > self.bottom() && !self.is_at_top() {
            self.new_page();
        }
    }

    /// Returns the page and the position, and moves on by a height, which is on one page.
    pub(super) fn take(&mut self, height: f64) -> (&mut Sheet, f64) {
        self.reserve(height);
        let y = self.y;
        self.y += height;
        (self.sheets.last_mut().expect("there is a page"), y)
    }

    /// Leaves space, but not at the top of a page.
    pub(super) fn space(&mut self, height: f64) {
        if !self.is_at_top() {
            self.y += height;
        }
    }

    /// Writes a heading, which stays with the lines below it.
    pub(super) fn heading(&mut self, text: &str, size: f64) {
        self.heading_above(text, size, 16.0);
    }

    /// Writes a heading, which stays with something of the height `below`.
    pub(super) fn heading_above(&mut self, text: &str, size: f64, below: f64) {
        self.space(size * 0.35);
        let left = self.left();
        let wrapped = wrap(&[Span::bold(text)], size, self.width());
        self.reserve(wrapped.height() + 1.0 + below);
        let (sheet, y) = self.take(wrapped.height());
        wrapped.draw(sheet, (left, y));
        self.space(1.0);
    }

    /// Writes text line by line, with an indent and something in front of the first line.
    pub(super) fn text(&mut self, spans: &[Span], indent: f64, bullet: Option<&str>) {
        let left = self.left() + indent;
        let wrapped = wrap(spans, BODY, self.width() - indent);
        // A single first line at the bottom of a page looks lost.
        self.reserve(wrapped.line_height() * wrapped.len().min(2) as f64);
        for index in 0..wrapped.len() {
            let (sheet, y) = self.take(wrapped.line_height());
            // First, as it is read and copied.
            if let Some(bullet) = bullet.filter(|_| index == 0) {
                let at = (left - 1.5, y + points(BODY) * 1.05);
                sheet.anchored(at, BODY, false, INK, Anchor::End, bullet);
            }
            wrapped.draw_line(sheet, index, (left, y));
        }
    }

    /// Returns the height of a paragraph.
    pub(super) fn paragraph_height(&self, spans: &[Span]) -> f64 {
        wrap(spans, BODY, self.width()).height() + 2.0
    }

    pub(super) fn paragraph(&mut self, spans: &[Span]) {
        self.text(spans, 0.0, None);
        self.space(2.0);
    }

    /// Writes text whose lines and spaces matter, with letters in columns.
    pub(super) fn verbatim(&mut self, text: &str) {
        let lines: Vec<&str> = text.trim_end().lines().collect();
        let (left, width) = (self.left(), self.width());
        let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0).max(1) as f64;
        // Long lines are set smaller rather than cut off.
        let size = (9.0 * (width - 4.0) / (longest * points(9.0) * 0.62)).min(9.0);
        let (height, cell) = (points(size) * 1.4, points(size) * 0.62);
        for chunk in lines.chunks(40) {
            let (sheet, y) = self.take(chunk.len() as f64 * height + 3.0);
            let style = Style::fill(Rgba::rgb(0xf2_f2f2));
            let ground = chunk.len() as f64 * height + 2.0;
            sheet.drawing.shapes.push(Shape::Rect { x: left, y, width, height: ground, radius: 1.0, style });
            for (line, row) in chunk.iter().zip(0..) {
                let baseline = y + 1.0 + f64::from(row) * height + points(size);
                for (c, column) in line.chars().zip(0..).filter(|(c, _)| *c != ' ') {
                    let x = left + 2.0 + (f64::from(column) + 0.5) * cell;
                    sheet.anchored((x, baseline), size, false, INK, Anchor::Middle, &c.to_string());
                }
            }
        }
        self.space(2.0);
    }

    /// Writes a table. Columns are as wide as their content asks for, and the widest is broken into lines.
    pub(super) fn table(&mut self, head: &[Vec<Span>], rows: &[Vec<Vec<Span>>]) {
        let size = 9.0;
        let bold: Vec<Vec<Span>> =
            head.iter().map(|cell| cell.iter().map(|span| Span { bold: true, ..span.clone() }).collect()).collect();
        let all: Vec<&Vec<Vec<Span>>> = std::iter::once(&bold).chain(rows).collect();
        let widths = column_widths(&all, size, self.width());
        let left = self.left();
        for (index, row) in all.iter().enumerate() {
            let cells: Vec<Wrapped> =
                row.iter().zip(&widths).map(|(cell, width)| wrap(cell, size, width - 3.0)).collect();
            let height = cells.iter().map(Wrapped::height).fold(0.0, f64::max) + 1.6;
            if index == 0 {
                self.reserve(height * 3.0);
            }
            let (sheet, y) = self.take(height);
            let mut x = left;
            for (cell, width) in cells.iter().zip(&widths) {
                cell.draw(sheet, (x + 1.0, y + 0.8));
                x += width;
            }
            let stroke = Style::stroke(GREY, if index == 0 { 0.35 } else { 0.15 });
            sheet.drawing.shapes.push(Shape::Line { from: (left, y + height), to: (x, y + height), style: stroke });
        }
        self.space(3.0);
    }
}

/// Returns the widths of columns: what their content needs, and less for those that need most if the sum is too large.
fn column_widths(rows: &[&Vec<Vec<Span>>], size: f64, width: f64) -> Vec<f64> {
    let columns = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    let needs = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| wrap(cell, size, f64::MAX).width()).fold(0.0, f64::max) + 3.5
    };
    let needed: Vec<f64> = (0..columns).map(needs).collect();
    // The largest width at which all columns fit that are not wider than it.
    let (mut low, mut high) = (0.0, width);
    for _ in 0..40 {
        let limit = f64::midpoint(low, high);
        let sum: f64 = needed.iter().map(|need| need.min(limit)).sum();
        if sum <= width { low = limit } else { high = limit }
    }
    needed.iter().map(|need| need.min(low)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_columns_keep_their_width_and_wide_ones_share_the_rest() {
        let long = "many words that fill more than a line of the page ".repeat(4);
        let row = vec![vec![Span::code("a")], vec![Span::plain(&*long)], vec![Span::plain(&*long)]];
        let widths = column_widths(&[&row], 9.0, 170.0);
        assert!(widths.iter().sum::<f64>() <= 170.01, "{widths:?}");
        assert!(widths[0] < 8.0 && (widths[1] - widths[2]).abs() < 0.1 && widths[1] > 75.0, "{widths:?}");
    }

    #[test]
    fn text_goes_on_over_pages_and_stays_inside_them() {
        let mut flow = Flow::new(Paper::Letter, "footer");
        for _ in 0..60 {
            flow.paragraph(&[Span::plain("one two three four five six seven eight nine ten ".repeat(6))]);
        }
        assert!(flow.sheets.len() >= 3, "{} pages", flow.sheets.len());
        for sheet in &flow.sheets {
            for shape in &sheet.drawing.shapes {
                let Shape::Text { y, .. } = shape else { continue };
                assert!(*y > MARGIN && *y < Paper::Letter.size().1 - MARGIN - 4.0, "{y}");
            }
        }
    }
}
