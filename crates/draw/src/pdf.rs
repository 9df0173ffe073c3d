//! Drawings as pages of a PDF, one unit being a point. Texts stay texts: they can be searched and copied.

use std::collections::{BTreeMap, BTreeSet};

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{CidFontType, FontFlags, LineCapStyle, LineJoinStyle, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use crate::drawing::{Drawing, Rgba, Shape, Style};
use crate::font::{Font, text_start};
use crate::outline::{PathBuilder, outline};

/// The level of compression, from 0 to 10.
const LEVEL: u8 = 6;

/// The names of the fonts in the pages' resources: regular and bold.
const FONTS: [Name<'static>; 2] = [Name(b"F0"), Name(b"F1")];

/// Returns a document with these pages. The same pages give the same bytes.
///
/// ```
/// use halfboard_draw::{Options, board, pdf};
/// use halfboard_rules::prelude::*;
///
/// let view = registry::rules("j")?.start(0).view(&[]);
/// let file = pdf("J", &[board(&view, &Options::default())]);
/// assert!(file.starts_with(b"%PDF-"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn pdf(title: &str, pages: &[Drawing]) -> Vec<u8> {
    let mut ids = (1..).map(Ref::new);
    let mut id = || ids.next().expect("there are enough numbers");
    let mut out = Pdf::new();
    let (catalog, tree, info) = (id(), id(), id());
    let fonts = [id(), id()];
    let numbers: Vec<(Ref, Ref)> = pages.iter().map(|_| (id(), id())).collect();
    out.catalog(catalog).pages(tree);
    out.pages(tree).kids(numbers.iter().map(|&(page, _)| page)).count(pages.len() as i32);
    out.document_info(info).title(TextStr(title)).producer(TextStr("Halfboard"));

    let mut opacities = BTreeSet::new();
    let mut used = [BTreeMap::new(), BTreeMap::new()];
    let contents: Vec<Vec<u8>> = pages.iter().map(|page| content(page, &mut opacities, &mut used)).collect();
    let states: Vec<(Ref, u8)> = opacities.iter().map(|&alpha| (id(), alpha)).collect();
    for ((page, &(number, stream)), content) in pages.iter().zip(&numbers).zip(&contents) {
        let mut writer = out.page(number);
        writer.parent(tree).media_box(Rect::new(0.0, 0.0, page.width as f32, page.height as f32)).contents(stream);
        let mut resources = writer.resources();
        let mut names = resources.fonts();
        for bold in (0..2).filter(|&bold| !used[bold].is_empty()) {
            names.pair(FONTS[bold], fonts[bold]);
        }
        names.finish();
        let mut names = resources.ext_g_states();
        for &(state, alpha) in &states {
            names.pair(Name(&state_name(alpha)), state);
        }
        names.finish();
        resources.finish();
        writer.finish();
        out.stream(stream, &compress_to_vec_zlib(content, LEVEL)).filter(Filter::FlateDecode);
    }
    for &(state, alpha) in &states {
        let share = f32::from(alpha) / 255.0;
        out.ext_graphics(state).non_stroking_alpha(share).stroking_alpha(share);
    }
    for (bold, used) in used.iter().enumerate().filter(|(_, used)| !used.is_empty()) {
        write_font(&mut out, bold == 1, fonts[bold], [id(), id(), id(), id()], used);
    }
    out.finish()
}

fn state_name(alpha: u8) -> Vec<u8> {
    format!("A{alpha}").into_bytes()
}

/// Returns a page's operators. Adds the opacities and glyphs that it uses.
fn content(page: &Drawing, opacities: &mut BTreeSet<u8>, used: &mut [BTreeMap<u16, char>; 2]) -> Vec<u8> {
    let mut out = Content::new();
    // The origin of a PDF is the bottom left corner.
    out.transform([1.0, 0.0, 0.0, -1.0, 0.0, page.height as f32]);
    out.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
    for shape in &page.shapes {
        match *shape {
            Shape::Text { x, y, size, bold, anchor, color, ref text } => {
                set_fill(&mut out, color, opacities);
                let start = text_start(x, text, size, bold, anchor);
                let mut codes = Vec::new();
                for (c, glyph) in Font::get(bold).glyphs(text) {
                    used[usize::from(bold)].entry(glyph.0).or_insert(c);
                    codes.extend(glyph.0.to_be_bytes());
                }
                out.begin_text().set_font(FONTS[usize::from(bold)], size as f32);
                out.set_text_matrix([1.0, 0.0, 0.0, -1.0, start as f32, y as f32]).show(Str(&codes)).end_text();
            }
            Shape::Rect { style, .. }
            | Shape::Ellipse { style, .. }
            | Shape::Line { style, .. }
            | Shape::Polygon { style, .. } => paint(&mut out, shape, style, opacities),
        }
    }
    out.finish().to_vec()
}

/// Paints the interior and then the outline, which may differ in opacity.
fn paint(out: &mut Content, shape: &Shape, style: Style, opacities: &mut BTreeSet<u8>) {
    if let Some(color) = style.fill {
        set_fill(out, color, opacities);
        outline(shape, &mut ContentPath(out));
        out.fill_nonzero();
    }
    if let Some(stroke) = style.stroke {
        let [r, g, b] = parts(stroke.color);
        set_opacity(out, stroke.color, opacities);
        out.set_stroke_rgb(r, g, b).set_line_width(stroke.width as f32);
        let dash = stroke.dash.map(|(dash, gap)| [dash as f32, gap as f32]);
        out.set_dash_pattern(dash.into_iter().flatten(), 0.0);
        outline(shape, &mut ContentPath(out));
        out.stroke();
    }
}

fn set_fill(out: &mut Content, color: Rgba, opacities: &mut BTreeSet<u8>) {
    let [r, g, b] = parts(color);
    set_opacity(out, color, opacities);
    out.set_fill_rgb(r, g, b);
}

fn set_opacity(out: &mut Content, color: Rgba, opacities: &mut BTreeSet<u8>) {
    opacities.insert(color.a);
    out.set_parameters(Name(&state_name(color.a)));
}

fn parts(color: Rgba) -> [f32; 3] {
    [color.r, color.g, color.b].map(|part| f32::from(part) / 255.0)
}

/// Writes a font with the widths and characters of the glyphs that are used.
fn write_font(out: &mut Pdf, bold: bool, font_id: Ref, ids: [Ref; 4], used: &BTreeMap<u16, char>) {
    let font = Font::get(bold);
    let [cid_id, descriptor_id, file_id, cmap_id] = ids;
    let name: &[u8] = if bold { b"NotoSans-Bold" } else { b"NotoSans-Regular" };
    let info = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
    // Widths and heights of a PDF's font are in thousandths of an em.
    let scaled = |units: f64| (units * 1000.0 / font.units()) as f32;
    out.type0_font(font_id)
        .base_font(Name(name))
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(cid_id)
        .to_unicode(cmap_id);
    let mut cid = out.cid_font(cid_id);
    cid.subtype(CidFontType::Type2).base_font(Name(name)).system_info(info).font_descriptor(descriptor_id);
    cid.default_width(0.0).cid_to_gid_map_predefined(Name(b"Identity"));
    let mut widths = cid.widths();
    for &glyph in used.keys() {
        widths.consecutive(glyph, [scaled(font.advance(ttf_parser::GlyphId(glyph)))]);
    }
    widths.finish();
    cid.finish();
    let bounds = font.face.global_bounding_box();
    let bounds = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(|units| scaled(f64::from(units)));
    out.font_descriptor(descriptor_id)
        .name(Name(name))
        .flags(FontFlags::NON_SYMBOLIC)
        .bbox(Rect::new(bounds[0], bounds[1], bounds[2], bounds[3]))
        .italic_angle(0.0)
        .ascent(scaled(f64::from(font.face.ascender())))
        .descent(scaled(f64::from(font.face.descender())))
        .cap_height(scaled(f64::from(font.face.capital_height().unwrap_or(714))))
        .stem_v(if bold { 140.0 } else { 80.0 })
        .font_file2(file_id);
    out.stream(file_id, &compress_to_vec_zlib(font.bytes, LEVEL))
        .filter(Filter::FlateDecode)
        .pair(Name(b"Length1"), font.bytes.len() as i32);
    let mut cmap = UnicodeCmap::new(Name(b"Halfboard"), info);
    for (&glyph, &c) in used {
        cmap.pair(glyph, c);
    }
    out.cmap(cmap_id, cmap.finish().as_slice());
}

struct ContentPath<'a>(&'a mut Content);

impl PathBuilder for ContentPath<'_> {
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
        self.0.close_path();
    }
}
