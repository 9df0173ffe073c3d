//! Text with emphasis and code, broken into lines.

use halfboard_text::book::Inline;

use super::sheet::{INK, Sheet, points};
use crate::drawing::{Rgba, Shape, Style};
use crate::font::text_width;

/// The ground of code.
const CODE_GROUND: Rgba = Rgba::rgb(0xee_eeee);

/// A stretch of text in one style.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Span {
    pub(super) text: String,
    pub(super) bold: bool,
    pub(super) code: bool,
}

impl Span {
    pub(super) fn plain(text: impl Into<String>) -> Span {
        Span { text: text.into(), bold: false, code: false }
    }

    pub(super) fn bold(text: impl Into<String>) -> Span {
        Span { text: text.into(), bold: true, code: false }
    }

    pub(super) fn code(text: impl Into<String>) -> Span {
        Span { text: text.into(), bold: false, code: true }
    }
}

/// Returns the spans of a line of the rules. The font has no italics, so that emphasis is bold as well.
pub(super) fn spans(words: &[Inline]) -> Vec<Span> {
    let mut spans = Vec::new();
    add(words, false, &mut spans);
    spans
}

fn add(words: &[Inline], bold: bool, out: &mut Vec<Span>) {
    for inline in words {
        match inline {
            Inline::Words(text) => out.push(Span { text: text.clone(), bold, code: false }),
            Inline::Code(text) => out.push(Span { text: text.clone(), bold, code: true }),
            Inline::Strong(words) | Inline::Stressed(words) => add(words, true, out),
            Inline::Link { words, .. } => add(words, bold, out),
        }
    }
}

/// A piece of a line: where it begins, and its text.
#[derive(Clone, Debug, PartialEq)]
struct Run {
    x: f64,
    span: Span,
}

/// Text broken into lines of a width.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wrapped {
    lines: Vec<Vec<Run>>,
    /// The size of letters in points.
    size: f64,
}

/// Breaks text into lines of at most this width in millimetres; a word that is wider is broken as well.
pub(super) fn wrap(spans: &[Span], size: f64, width: f64) -> Wrapped {
    let mut lines: Vec<Vec<Run>> = vec![Vec::new()];
    let mut x = 0.0;
    let mut space_before = 0.0;
    let measure = |text: &str, bold: bool| text_width(text, points(size), bold);
    for word in words(spans) {
        let word_width: f64 = word.spans.iter().map(|span| measure(&span.text, span.bold)).sum();
        if x > 0.0 && x + space_before + word_width > width {
            lines.push(Vec::new());
            x = 0.0;
        } else if x > 0.0 {
            x += space_before;
        }
        for span in &word.spans {
            for part in fitting_parts(span, width, &measure) {
                let part_width = measure(&part.text, part.bold);
                if x > 0.0 && x + part_width > width + 0.01 {
                    lines.push(Vec::new());
                    x = 0.0;
                }
                lines.last_mut().expect("there is a line").push(Run { x, span: part });
                x += part_width;
            }
        }
        space_before = if word.space_after { measure(" ", false) } else { 0.0 };
    }
    Wrapped { lines, size }
}

/// A word: spans without a space between them.
struct Word {
    spans: Vec<Span>,
    space_after: bool,
}

/// Splits spans at spaces. A full stop after code belongs to the same word.
fn words(spans: &[Span]) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut joins = false;
    for span in spans {
        for (index, text) in span.text.split(' ').enumerate() {
            if index > 0 {
                joins = false;
                if let Some(word) = words.last_mut() {
                    word.space_after = true;
                }
            }
            if text.is_empty() {
                continue;
            }
            let part = Span { text: text.to_owned(), ..*span };
            match words.last_mut().filter(|_| joins) {
                Some(word) => word.spans.push(part),
                None => words.push(Word { spans: vec![part], space_after: false }),
            }
            joins = true;
        }
    }
    words
}

/// Splits a span that is wider than a line.
fn fitting_parts(span: &Span, width: f64, measure: &dyn Fn(&str, bool) -> f64) -> Vec<Span> {
    let mut parts = vec![Span { text: String::new(), ..*span }];
    for c in span.text.chars() {
        let last = parts.last_mut().expect("there is a part");
        let longer = format!("{}{c}", last.text);
        if last.text.is_empty() || measure(&longer, span.bold) <= width {
            last.text = longer;
        } else {
            parts.push(Span { text: c.to_string(), ..*span });
        }
    }
    parts
}

impl Wrapped {
    /// Returns the height of a line.
    pub(super) fn line_height(&self) -> f64 {
        points(self.size) * 1.38
    }

    pub(super) fn height(&self) -> f64 {
        self.lines.len() as f64 * self.line_height()
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns the width of the longest line.
    pub(super) fn width(&self) -> f64 {
        let end = |run: &Run| run.x + text_width(&run.span.text, points(self.size), run.span.bold);
        self.lines.iter().filter_map(|line| line.last().map(end)).fold(0.0, f64::max)
    }

    /// Draws the text with its top left corner at a point.
    pub(super) fn draw(&self, sheet: &mut Sheet, (x, y): (f64, f64)) {
        for index in 0..self.len() {
            self.draw_line(sheet, index, (x, y + index as f64 * self.line_height()));
        }
    }

    /// Draws a line with its top left corner at a point.
    pub(super) fn draw_line(&self, sheet: &mut Sheet, index: usize, (x, y): (f64, f64)) {
        let letters = points(self.size);
        let baseline = y + letters * 1.05;
        for run in &self.lines[index] {
            if run.span.code {
                let width = text_width(&run.span.text, letters, run.span.bold) + 0.6;
                let (x, y, height) = (x + run.x - 0.3, baseline - letters * 0.85, letters * 1.12);
                let style = Style::fill(CODE_GROUND);
                sheet.drawing.shapes.push(Shape::Rect { x, y, width, height, radius: 0.5, style });
            }
            sheet.text((x + run.x, baseline), self.size, run.span.bold, INK, &run.span.text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(wrapped: &Wrapped) -> Vec<String> {
        wrapped
            .lines
            .iter()
            .map(|line| line.iter().map(|run| run.span.text.as_str()).collect::<Vec<_>>().join("|"))
            .collect()
    }

    #[test]
    fn no_line_is_wider_than_asked_for() {
        let text = "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich ".repeat(5);
        let long = "W".repeat(100);
        for width in [20.0, 45.0, 90.0] {
            let wrapped = wrap(&[Span::plain(&*text), Span::bold(&*long), Span::code("end")], 10.0, width);
            assert!(wrapped.width() <= width + 0.02, "{} in {width}", wrapped.width());
            assert!(wrapped.len() > 5);
        }
    }

    #[test]
    fn what_follows_code_without_a_space_stays_with_it() {
        let spans = [Span::plain("see "), Span::code("A1"), Span::plain(", then stop")];
        assert_eq!(texts(&wrap(&spans, 10.0, 500.0)), ["see|A1|,|then|stop"]);
        // "A1," is one word: it goes to the next line as a whole.
        let width = text_width("see A1", points(10.0), false) + 0.1;
        assert_eq!(texts(&wrap(&spans, 10.0, width))[..2], ["see", "A1|,"]);
    }
}
