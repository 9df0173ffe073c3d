//! A drawing as a list of shapes, independent of the format in which it is written.

use std::fmt;

/// A colour with its opacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgba {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// Opacity: 0 is transparent, 255 opaque.
    pub a: u8,
}

impl Rgba {
    /// Creates an opaque colour from a number such as `0xf5f0e6`.
    #[must_use]
    pub const fn rgb(number: u32) -> Rgba {
        Rgba { r: (number >> 16) as u8, g: (number >> 8) as u8, b: number as u8, a: 255 }
    }

    /// Returns the colour with this share of its opacity, from 0 to 1.
    #[must_use]
    pub fn faded(self, share: f64) -> Rgba {
        Rgba { a: (f64::from(self.a) * share).round() as u8, ..self }
    }
}

/// Formats the colour as in CSS, without the opacity.
impl fmt::Display for Rgba {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.r, self.g, self.b)
    }
}

/// A line along the outline of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// The colour.
    pub color: Rgba,
    /// The width.
    pub width: f64,
    /// The lengths of dashes and gaps; `None` for a solid line.
    pub dash: Option<(f64, f64)>,
}

/// How a shape is painted. Ends and joins of lines are round.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Style {
    /// The colour of the interior, if it is painted.
    pub fill: Option<Rgba>,
    /// The outline, if it is painted.
    pub stroke: Option<Stroke>,
}

impl Style {
    /// Creates a style with an interior only.
    #[must_use]
    pub const fn fill(color: Rgba) -> Style {
        Style { fill: Some(color), stroke: None }
    }

    /// Creates a style with an outline only.
    #[must_use]
    pub const fn stroke(color: Rgba, width: f64) -> Style {
        Style { fill: None, stroke: Some(Stroke { color, width, dash: None }) }
    }

    /// Returns the style with an outline.
    #[must_use]
    pub const fn with_stroke(self, color: Rgba, width: f64) -> Style {
        Style { fill: self.fill, stroke: Some(Stroke { color, width, dash: None }) }
    }
}

/// Where a text stands in relation to its point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// The text starts at the point.
    #[default]
    Start,
    /// The middle of the text is at the point.
    Middle,
    /// The text ends at the point.
    End,
}

/// A shape. The origin is the top left corner; `y` grows downwards.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the fields are named as in SVG")]
pub enum Shape {
    /// A rectangle with rounded corners.
    Rect { x: f64, y: f64, width: f64, height: f64, radius: f64, style: Style },
    /// An ellipse, or a circle if the radii are equal.
    Ellipse { cx: f64, cy: f64, rx: f64, ry: f64, style: Style },
    /// A line.
    Line { from: (f64, f64), to: (f64, f64), style: Style },
    /// A polygon, closed by a line from the last point to the first.
    Polygon { points: Vec<(f64, f64)>, style: Style },
    /// A line of text; `y` is the baseline.
    Text { x: f64, y: f64, size: f64, bold: bool, anchor: Anchor, color: Rgba, text: String },
}

impl Shape {
    /// Creates a circle.
    #[must_use]
    pub const fn circle(cx: f64, cy: f64, radius: f64, style: Style) -> Shape {
        Shape::Ellipse { cx, cy, rx: radius, ry: radius, style }
    }

    /// Returns the shape enlarged by `scale`, and then moved.
    fn moved(&self, scale: f64, (dx, dy): (f64, f64)) -> Shape {
        let point = |(x, y): (f64, f64)| (x * scale + dx, y * scale + dy);
        let style = |style: Style| Style {
            stroke: style.stroke.map(|stroke| Stroke {
                width: stroke.width * scale,
                dash: stroke.dash.map(|(dash, gap)| (dash * scale, gap * scale)),
                ..stroke
            }),
            ..style
        };
        match *self {
            Shape::Rect { x, y, width, height, radius, style: of } => {
                let (x, y) = point((x, y));
                let (width, height, radius) = (width * scale, height * scale, radius * scale);
                Shape::Rect { x, y, width, height, radius, style: style(of) }
            }
            Shape::Ellipse { cx, cy, rx, ry, style: of } => {
                let (cx, cy) = point((cx, cy));
                Shape::Ellipse { cx, cy, rx: rx * scale, ry: ry * scale, style: style(of) }
            }
            Shape::Line { from, to, style: of } => Shape::Line { from: point(from), to: point(to), style: style(of) },
            Shape::Polygon { ref points, style: of } => {
                Shape::Polygon { points: points.iter().copied().map(point).collect(), style: style(of) }
            }
            Shape::Text { x, y, size, bold, anchor, color, ref text } => {
                let (x, y) = point((x, y));
                Shape::Text { x, y, size: size * scale, bold, anchor, color, text: text.clone() }
            }
        }
    }
}

/// A drawing: shapes from back to front on an area of this size.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The shapes, from back to front.
    pub shapes: Vec<Shape>,
}

impl Drawing {
    /// Creates an empty drawing.
    #[must_use]
    pub const fn new(width: f64, height: f64) -> Drawing {
        Drawing { width, height, shapes: Vec::new() }
    }

    /// Draws another drawing with its top left corner at a point, enlarged by `scale`.
    pub fn place(&mut self, other: &Drawing, x: f64, y: f64, scale: f64) {
        self.shapes.extend(other.shapes.iter().map(|shape| shape.moved(scale, (x, y))));
    }

    /// Draws another drawing as large as possible in the middle of a rectangle.
    pub fn place_in(&mut self, other: &Drawing, (x, y, width, height): (f64, f64, f64, f64)) {
        let scale = (width / other.width).min(height / other.height);
        let (left, top) = (x + (width - other.width * scale) / 2.0, y + (height - other.height * scale) / 2.0);
        self.place(other, left, top, scale);
    }
}
