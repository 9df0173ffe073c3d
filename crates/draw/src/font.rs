//! The embedded font: subsets of Noto Sans with Latin, Greek and Cyrillic letters, punctuation and arrows.

use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

use crate::drawing::Anchor;
use crate::outline::PathBuilder;

/// A weight of the font.
pub(crate) struct Font {
    /// The file.
    #[cfg_attr(not(feature = "pdf"), expect(dead_code, reason = "only documents embed it"))]
    pub(crate) bytes: &'static [u8],
    pub(crate) face: Face<'static>,
}

/// Regular and bold.
static FONTS: LazyLock<[Font; 2]> = LazyLock::new(|| {
    let regular: &[u8] = include_bytes!("../fonts/NotoSans-Regular.ttf");
    let bold: &[u8] = include_bytes!("../fonts/NotoSans-Bold.ttf");
    [regular, bold].map(|bytes| Font { bytes, face: Face::parse(bytes, 0).expect("the embedded font is valid") })
});

impl Font {
    pub(crate) fn get(bold: bool) -> &'static Font {
        &FONTS[usize::from(bold)]
    }

    /// Returns the width of an em in the font's own units.
    pub(crate) fn units(&self) -> f64 {
        f64::from(self.face.units_per_em())
    }

    /// Returns the glyphs of a text; characters that the font lacks become empty boxes.
    pub(crate) fn glyphs(&self, text: &str) -> impl Iterator<Item = (char, GlyphId)> {
        text.chars().map(|c| (c, self.face.glyph_index(c).unwrap_or(GlyphId(0))))
    }

    /// Returns the advance of a glyph in the font's own units.
    pub(crate) fn advance(&self, glyph: GlyphId) -> f64 {
        f64::from(self.face.glyph_hor_advance(glyph).unwrap_or_default())
    }

    fn width(&self, text: &str, size: f64) -> f64 {
        self.glyphs(text).map(|(_, glyph)| self.advance(glyph)).sum::<f64>() * size / self.units()
    }
}

/// Returns the width of a line of text in letters of this size.
#[must_use]
pub fn text_width(text: &str, size: f64, bold: bool) -> f64 {
    Font::get(bold).width(text, size)
}

/// Breaks a text into lines of at most this width. A word that is longer is broken, too.
#[must_use]
pub fn wrap_text(text: &str, size: f64, bold: bool, width: f64) -> Vec<String> {
    let fits = |line: &str| text_width(line, size, bold) <= width;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if fits(&format!("{line} {word}")) => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
        while let Some(line) = lines.last_mut().filter(|line| !fits(line) && line.chars().count() > 1) {
            let ends = line.char_indices().map(|(at, _)| at).skip(1);
            let at = ends
                .take_while(|&at| fits(&line[..at]))
                .last()
                .unwrap_or(line.chars().next().map_or(0, char::len_utf8));
            let rest = line.split_off(at);
            lines.push(rest);
        }
    }
    lines
}

/// Returns where a text begins that stands at `x`.
pub(crate) fn text_start(x: f64, text: &str, size: f64, bold: bool, anchor: Anchor) -> f64 {
    match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - text_width(text, size, bold) / 2.0,
        Anchor::End => x - text_width(text, size, bold),
    }
}

/// Adds the outlines of a text to a path; `y` is the baseline.
#[cfg_attr(not(feature = "png"), expect(dead_code, reason = "documents embed the font"))]
pub(crate) fn outline_text(path: &mut impl PathBuilder, (x, y): (f64, f64), text: &str, size: f64, bold: bool) {
    let font = Font::get(bold);
    let scale = size / font.units();
    let mut pen = Pen { path, x, y, scale, at: (0.0, 0.0) };
    for (_, glyph) in font.glyphs(text) {
        font.face.outline_glyph(glyph, &mut pen);
        pen.x += font.advance(glyph) * scale;
    }
}

/// Draws glyphs, whose `y` grows upwards.
struct Pen<'a, P> {
    path: &'a mut P,
    x: f64,
    y: f64,
    scale: f64,
    at: (f64, f64),
}

impl<P: PathBuilder> Pen<'_, P> {
    fn place(&self, x: f32, y: f32) -> (f64, f64) {
        (self.x + f64::from(x) * self.scale, self.y - f64::from(y) * self.scale)
    }
}

impl<P: PathBuilder> OutlineBuilder for Pen<'_, P> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = self.place(x, y);
        self.path.move_to(self.at);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.at = self.place(x, y);
        self.path.line_to(self.at);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (start, control, end) = (self.at, self.place(x1, y1), self.place(x, y));
        let towards = |(ax, ay): (f64, f64)| (ax + (control.0 - ax) * 2.0 / 3.0, ay + (control.1 - ay) * 2.0 / 3.0);
        self.path.cubic_to(towards(start), towards(end), end);
        self.at = end;
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.at = self.place(x, y);
        self.path.cubic_to(self.place(x1, y1), self.place(x2, y2), self.at);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_our_texts_is_in_the_font() {
        for bold in [false, true] {
            for (c, glyph) in Font::get(bold).glyphs("Az09 äöüßÄÖÜ „“” –—·×…→←−≤ ŁčΩЖ")
            {
                assert_ne!(glyph, GlyphId(0), "{c}");
            }
        }
        assert_eq!(Font::get(false).glyphs("将").next().map(|(_, glyph)| glyph), Some(GlyphId(0)));
    }

    #[test]
    fn lines_are_broken_at_spaces_and_inside_long_words() {
        let wide = text_width("two words", 10.0, false);
        assert_eq!(wrap_text("two words and more", 10.0, false, wide), ["two words", "and more"]);
        let parts = wrap_text(&"ж".repeat(40), 10.0, false, wide);
        assert!(parts.len() > 2 && parts.iter().all(|part| text_width(part, 10.0, false) <= wide), "{parts:?}");
        assert_eq!(parts.concat(), "ж".repeat(40));
        assert_eq!(wrap_text("wide", 100.0, false, 1.0), ["w", "i", "d", "e"]);
    }

    #[test]
    fn widths_grow_with_size_and_weight() {
        let (plain, bold) = (text_width("Halfboard", 10.0, false), text_width("Halfboard", 10.0, true));
        assert!(bold > plain && plain > 40.0 && plain < 60.0, "{plain} {bold}");
        assert!((text_width("Halfboard", 20.0, false) - 2.0 * plain).abs() < 1e-9);
        assert_eq!(text_start(100.0, "ab", 10.0, false, Anchor::End), 100.0 - text_width("ab", 10.0, false));
    }
}
