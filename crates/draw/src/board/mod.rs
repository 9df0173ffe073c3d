//! The picture of a position, in the look of the browser app (`crates/web/src/board`).

mod decisive;
mod frame;
mod geometry;
mod marks;
mod pieces;
mod supplies;

use halfboard_rules::board::Square;
use halfboard_rules::layout::Layout;
#[cfg(feature = "print")]
use halfboard_rules::present::Checker;
use halfboard_rules::view::View;

#[cfg(feature = "print")]
use crate::drawing::Rgba;
use crate::drawing::{Anchor, Drawing, Shape, Style};
use crate::options::Options;
#[cfg(feature = "print")]
use crate::theme::Palette;
use geometry::Geometry;

/// The space round a board with a painted ground.
const MARGIN: f64 = 12.0;

/// The size of the caption's letters.
const CAPTION: f64 = 16.0;

/// The side of a square in a picture of a board.
pub const SQUARE_SIDE: f64 = geometry::SIDE;

/// Returns the top left corner of a square in the picture that [`board`] draws.
#[must_use]
pub fn square_corner(view: &View, options: &Options, square: Square) -> (f64, f64) {
    let layout = Layout::new(view.board).turned(options.quarters % 4);
    let (x, y) = Geometry::new(layout, options.coordinates, !view.edges.is_empty()).corner(square);
    let margin = if options.background { MARGIN } else { 0.0 };
    (x + margin, y + margin)
}

/// Draws a position. A square is 60 units wide.
#[must_use]
pub fn board(view: &View, options: &Options) -> Drawing {
    let layout = Layout::new(view.board).turned(options.quarters % 4);
    let geometry = Geometry::new(layout, options.coordinates, !view.edges.is_empty());
    let palette = options.theme.palette();

    let mut board = Drawing::new(geometry.width(), geometry.height());
    frame::frame(&mut board, &geometry, &view.edges, palette);
    frame::squares(&mut board, &geometry, &view.cells, palette);
    marks::under(&mut board, &geometry, view, options);
    pieces::piles(&mut board, &geometry, &view.cells, palette);
    decisive::decisive(&mut board, &geometry, &view.decisive, palette);
    pieces::heights(&mut board, &geometry, &view.cells, palette);
    marks::over(&mut board, &geometry, &options.marks, palette);

    let margin = if options.background { MARGIN } else { 0.0 };
    let mut page = Drawing::new(board.width + 2.0 * margin, board.height + 2.0 * margin);
    let below = margin + board.height;
    let beside = options.supplies.then(|| supplies::supplies(&view.supplies, board.width, options)).flatten();
    page.height += beside.as_ref().map_or(0.0, |beside| beside.height);
    let caption = options.caption.as_ref().map(|text| Shape::Text {
        x: page.width / 2.0,
        y: page.height - margin + CAPTION * 1.4,
        size: CAPTION,
        bold: false,
        anchor: Anchor::Middle,
        color: palette.ink,
        text: text.clone(),
    });
    page.height += caption.as_ref().map_or(0.0, |_| CAPTION * 1.8);
    if options.background {
        let (width, height) = (page.width, page.height);
        let style = Style::fill(palette.paper);
        page.shapes.push(Shape::Rect { x: 0.0, y: 0.0, width, height, radius: 0.0, style });
    }
    page.place(&board, margin, margin, 1.0);
    if let Some(beside) = beside {
        page.place(&beside, margin, below, 1.0);
    }
    page.shapes.extend(caption);
    page
}

/// Draws a checker of this diameter, without its shadow.
#[cfg(feature = "print")]
pub(crate) fn checker(checker: Checker, palette: &Palette, diameter: f64) -> Drawing {
    let palette = Palette { shadow: Rgba { a: 0, ..palette.shadow }, ..*palette };
    let radius = geometry::SIDE * 0.385;
    // The rim lies half inside the disc.
    let outer = radius + 0.8;
    let mut disc = Drawing::new(2.0 * outer, 2.0 * outer);
    pieces::disc(&mut disc, (outer, outer), radius, checker, &palette);
    let mut out = Drawing::new(diameter, diameter);
    out.place(&disc, 0.0, 0.0, diameter / disc.width);
    out
}
