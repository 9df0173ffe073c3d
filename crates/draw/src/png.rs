//! Drawings as pixels, and pixels as PNG.

use std::fmt;

use png::{BitDepth, ColorType, Compression, Encoder, Filter};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, Pixmap, PremultipliedColorU8, StrokeDash, Transform};

use crate::drawing::{Drawing, Rgba, Shape, Stroke, Style};
use crate::font::{outline_text, text_start};
use crate::outline::{PathBuilder, outline};

/// The maximum width and height of a picture, in pixels.
pub const MAX_PIXELS: u32 = 4096;

/// The error of a picture that is empty or larger than [`MAX_PIXELS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError {
    width: u32,
    height: u32,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SizeError { width, height } = self;
        write!(f, "cannot make a picture of {width} x {height} pixels: both must be from 1 to {MAX_PIXELS}")
    }
}

impl std::error::Error for SizeError {}

/// The pixels of a drawing.
#[derive(Clone, Debug)]
pub struct Pixels(Pixmap);

impl Pixels {
    /// Returns the width.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.0.width()
    }

    /// Returns the height.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.0.height()
    }

    /// Returns red, green, blue and opacity of every pixel, row by row. Colours are multiplied by the opacity.
    #[must_use]
    pub fn data(&self) -> &[u8] {
        self.0.data()
    }

    /// Returns the pixels as PNG, without opacity if all are opaque.
    ///
    /// # Panics
    ///
    /// Does not panic: writing to memory cannot fail, and the size is valid.
    #[must_use]
    pub fn to_png(&self) -> Vec<u8> {
        let opaque = self.0.pixels().iter().all(|pixel| pixel.alpha() == 255);
        let colors = self.0.pixels().iter().map(PremultipliedColorU8::demultiply);
        let (kind, data): (ColorType, Vec<u8>) = match opaque {
            true => (ColorType::Rgb, colors.flat_map(|color| [color.red(), color.green(), color.blue()]).collect()),
            false => {
                let parts = colors.flat_map(|color| [color.red(), color.green(), color.blue(), color.alpha()]);
                (ColorType::Rgba, parts.collect())
            }
        };
        let mut out = Vec::new();
        let mut encoder = Encoder::new(&mut out, self.width(), self.height());
        encoder.set_color(kind);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::Balanced);
        // Plain areas compress best as they are.
        encoder.set_filter(Filter::NoFilter);
        let mut writer = encoder.write_header().expect("writes to memory");
        writer.write_image_data(&data).expect("writes to memory");
        writer.finish().expect("writes to memory");
        out
    }
}

impl Drawing {
    /// Returns the pixels of the drawing at this width; the height follows from the drawing.
    ///
    /// # Errors
    ///
    /// Fails if the width or the height is 0 or above [`MAX_PIXELS`].
    pub fn to_pixels(&self, width: u32) -> Result<Pixels, SizeError> {
        let scale = f64::from(width) / self.width;
        let height = (self.height * scale).round().clamp(0.0, f64::from(u32::MAX)) as u32;
        let fits = |size: u32| (1..=MAX_PIXELS).contains(&size);
        let pixmap = Pixmap::new(width, height).filter(|_| fits(width) && fits(height));
        let mut pixmap = pixmap.ok_or(SizeError { width, height })?;
        let transform = Transform::from_scale(scale as f32, scale as f32);
        for shape in &self.shapes {
            paint(&mut pixmap, shape, transform);
        }
        Ok(Pixels(pixmap))
    }

    /// Returns the drawing as PNG at this width in pixels.
    ///
    /// # Errors
    ///
    /// Fails if the width or the height is 0 or above [`MAX_PIXELS`].
    pub fn to_png(&self, width: u32) -> Result<Vec<u8>, SizeError> {
        Ok(self.to_pixels(width)?.to_png())
    }
}

fn paint(pixmap: &mut Pixmap, shape: &Shape, transform: Transform) {
    let mut builder = Builder(tiny_skia::PathBuilder::new());
    let style = match *shape {
        Shape::Text { x, y, size, bold, anchor, color, ref text } => {
            let start = text_start(x, text, size, bold, anchor);
            outline_text(&mut builder, (start, y), text, size, bold);
            Style::fill(color)
        }
        Shape::Rect { style, .. }
        | Shape::Ellipse { style, .. }
        | Shape::Line { style, .. }
        | Shape::Polygon { style, .. } => {
            outline(shape, &mut builder);
            style
        }
    };
    // A path without lines, such as that of a space, is none.
    let Some(path) = builder.0.finish() else { return };
    if let Some(color) = style.fill {
        pixmap.fill_path(&path, &brush(color), FillRule::Winding, transform, None);
    }
    if let Some(stroke) = style.stroke {
        draw_stroke(pixmap, &path, stroke, transform);
    }
}

fn draw_stroke(pixmap: &mut Pixmap, path: &Path, stroke: Stroke, transform: Transform) {
    let dash = stroke.dash.and_then(|(dash, gap)| StrokeDash::new(vec![dash as f32, gap as f32], 0.0));
    let (line_cap, line_join) = (LineCap::Round, LineJoin::Round);
    let line = tiny_skia::Stroke { width: stroke.width as f32, line_cap, line_join, dash, miter_limit: 4.0 };
    pixmap.stroke_path(path, &brush(stroke.color), &line, transform, None);
}

fn brush(color: Rgba) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(color.r, color.g, color.b, color.a);
    paint.anti_alias = true;
    paint
}

struct Builder(tiny_skia::PathBuilder);

impl PathBuilder for Builder {
    fn move_to(&mut self, (x, y): (f64, f64)) {
        self.0.move_to(x as f32, y as f32);
    }

    fn line_to(&mut self, (x, y): (f64, f64)) {
        self.0.line_to(x as f32, y as f32);
    }

    fn cubic_to(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), (x, y): (f64, f64)) {
        self.0.cubic_to(x1 as f32, y1 as f32, x2 as f32, y2 as f32, x as f32, y as f32);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
