//! Drawings as SVG, with attributes instead of style sheets, so that every viewer shows the same.

use std::fmt::Write as _;

use crate::drawing::{Anchor, Drawing, Rgba, Shape, Style};

/// The fonts of texts, by preference. The first is the one that other formats embed.
const FONTS: &str = "Noto Sans, system-ui, sans-serif";

impl Drawing {
    /// Returns the drawing as an SVG document, one unit being a pixel.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let (width, height) = (Number(self.width), Number(self.height));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"{FONTS}\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\">\n"
        );
        for shape in &self.shapes {
            element(&mut out, shape);
            out.push('\n');
        }
        out + "</svg>\n"
    }
}

fn element(out: &mut String, shape: &Shape) {
    // Writing to a string does not fail.
    let _ = match *shape {
        Shape::Rect { x, y, width, height, radius, style } => {
            let rounded = if radius > 0.0 { format!(" rx=\"{}\"", Number(radius)) } else { String::new() };
            let (x, y, width, height) = (Number(x), Number(y), Number(width), Number(height));
            let paint = paint(style);
            write!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{rounded}{paint}/>")
        }
        Shape::Ellipse { cx, cy, rx, ry, style } if rx == ry => {
            let (cx, cy, r) = (Number(cx), Number(cy), Number(rx));
            write!(out, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"{r}\"{}/>", paint(style))
        }
        Shape::Ellipse { cx, cy, rx, ry, style } => {
            let (cx, cy, rx, ry) = (Number(cx), Number(cy), Number(rx), Number(ry));
            write!(out, "<ellipse cx=\"{cx}\" cy=\"{cy}\" rx=\"{rx}\" ry=\"{ry}\"{}/>", paint(style))
        }
        Shape::Line { from, to, style } => {
            let (x1, y1, x2, y2) = (Number(from.0), Number(from.1), Number(to.0), Number(to.1));
            write!(out, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"{}/>", paint(style))
        }
        Shape::Polygon { ref points, style } => {
            let points: Vec<String> = points.iter().map(|&(x, y)| format!("{},{}", Number(x), Number(y))).collect();
            write!(out, "<polygon points=\"{}\"{}/>", points.join(" "), paint(style))
        }
        Shape::Text { x, y, size, bold, anchor, color, ref text } => {
            let (x, y, size) = (Number(x), Number(y), Number(size));
            let weight = if bold { " font-weight=\"700\"" } else { "" };
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let paint = filled(Some(color));
            let text = escape(text);
            write!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{weight}{anchor}{paint}>{text}</text>")
        }
    };
}

fn paint(style: Style) -> String {
    let Some(stroke) = style.stroke else { return filled(style.fill) };
    let mut out = filled(style.fill);
    out += &format!(" stroke=\"{}\" stroke-width=\"{}\"", stroke.color, Number(stroke.width));
    out += &opacity("stroke-opacity", stroke.color);
    if let Some((dash, gap)) = stroke.dash {
        out += &format!(" stroke-dasharray=\"{} {}\"", Number(dash), Number(gap));
    }
    out
}

fn filled(color: Option<Rgba>) -> String {
    match color {
        None => " fill=\"none\"".to_owned(),
        Some(color) => format!(" fill=\"{color}\"{}", opacity("fill-opacity", color)),
    }
}

fn opacity(attribute: &str, color: Rgba) -> String {
    match color.a {
        255 => String::new(),
        a => format!(" {attribute}=\"{}\"", Number(f64::from(a) / 255.0)),
    }
}

/// A number with at most three decimals.
struct Number(f64);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{:.3}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// Escapes a text for XML. Control characters, which XML cannot express, are left out.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let written: Vec<String> = [0.0, -0.0001, 12.0, 1.0 / 3.0, 100.5].map(|n| Number(n).to_string()).into();
        assert_eq!(written, ["0", "0", "12", "0.333", "100.5"]);
    }

    #[test]
    fn text_cannot_break_out() {
        let mut drawing = Drawing::new(10.0, 10.0);
        drawing.shapes.push(Shape::Text {
            x: 0.0,
            y: 5.0,
            size: 5.0,
            bold: false,
            anchor: Anchor::Start,
            color: Rgba::rgb(0),
            text: "</text><script>\"&\u{1}".to_owned(),
        });
        let svg = drawing.to_svg();
        assert!(svg.contains(">&lt;/text&gt;&lt;script&gt;&quot;&amp;</text>"), "{svg}");
    }
}
