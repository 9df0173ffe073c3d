//! Boards at their true size. The 8×8 board is two halves that are glued together.

use halfboard_rules::board::Board;
use halfboard_rules::present::EdgeMark;
use halfboard_rules::registry::GameEntry;
use halfboard_rules::view::View;

use super::sheet::{GREY, INK, MARGIN, Sheet};
use super::{Paper, phrases};
use crate::drawing::{Anchor, Drawing, Rgba, Shape, Style};
use crate::options::Options;
use crate::theme::Theme;

/// The side of a square in millimetres: the largest whole number at which a half board fits on A4 and on Letter.
pub(super) const SIDE: f64 = 28.0;

/// Units of a drawing to a square.
const UNITS: f64 = 60.0;

/// The height of the tab that joins two halves.
const TAB: f64 = 14.0;

/// Games that share a board.
struct SharedBoard {
    view: View,
    names: Vec<&'static str>,
}

/// Returns pages with the boards of the games.
pub(super) fn sheets(games: &[&'static dyn GameEntry], paper: Paper) -> Vec<Sheet> {
    let mut shared: Vec<SharedBoard> = Vec::new();
    for game in games {
        let Ok(rules) = game.rules(None) else { continue };
        let view = empty(rules.start(0).view(&[]));
        let same = |other: &&mut SharedBoard| other.view.board == view.board && edges(&other.view) == edges(&view);
        match shared.iter_mut().find(same) {
            Some(board) => board.names.push(game.info().name),
            None => shared.push(SharedBoard { view, names: vec![game.info().name] }),
        }
    }
    shared.iter().flat_map(|board| board.sheets(paper)).collect()
}

/// Returns the view without pieces.
fn empty(mut view: View) -> View {
    view.cells.iter_mut().for_each(|cell| cell.pile.clear());
    view.supplies.clear();
    view.last.clear();
    view
}

fn edges(view: &View) -> &[EdgeMark] {
    &view.edges
}

impl SharedBoard {
    fn sheets(&self, paper: Paper) -> Vec<Sheet> {
        let names = self.names.join(", ");
        let options =
            Options { theme: Theme::Print, last_move: false, supplies: false, background: false, ..Options::default() };
        let board = crate::board::board(&self.view, &options);
        match self.view.board {
            Board::Half => vec![self.half(paper, &phrases::half_board(&names), &board)],
            Board::Full => vec![
                upper(paper, &phrases::upper_half(&names), &board),
                lower(paper, &phrases::lower_half(&names), &board),
            ],
        }
    }

    /// Returns the page of a half board.
    fn half(&self, paper: Paper, title: &str, board: &Drawing) -> Sheet {
        let mut sheet = begin(paper, title);
        if !self.view.edges.is_empty() {
            sheet.text((MARGIN, MARGIN + 16.0), 9.5, false, GREY, phrases::edges());
        }
        let (width, height) = (scaled(board.width), scaled(board.height));
        let (x, y) = ((sheet.width() - width) / 2.0, top(&sheet, height));
        sheet.drawing.place(board, x, y, SIDE / UNITS);
        sheet.cut_rectangle((x - 2.0, y - 2.0, width + 4.0, height + 4.0));
        sheet
    }
}

fn scaled(units: f64) -> f64 {
    units * SIDE / UNITS
}

fn begin(paper: Paper, title: &str) -> Sheet {
    let mut sheet = Sheet::landscape(paper, phrases::footer_boards());
    sheet.header(title, &phrases::actual_size(SIDE));
    sheet.ruler();
    sheet
}

/// Returns where something of this height begins in the middle between header and ruler.
fn top(sheet: &Sheet, height: f64) -> f64 {
    let (from, to) = (MARGIN + 18.0, sheet.height() - MARGIN - 12.0);
    from + (to - from - height) / 2.0
}

/// Returns the page of the upper half, with a tab below it.
fn upper(paper: Paper, title: &str, board: &Drawing) -> Sheet {
    let mut sheet = begin(paper, title);
    sheet.text((MARGIN, MARGIN + 16.0), 9.5, false, GREY, phrases::cut_and_glue());
    let half = part(board, true);
    let (width, height) = (scaled(half.width), scaled(half.height));
    let (x, y) = ((sheet.width() - width) / 2.0, top(&sheet, height + TAB));
    sheet.drawing.place(&half, x, y, SIDE / UNITS);
    let style = Style::fill(Rgba::rgb(0xff_ffff)).with_stroke(GREY, 0.2);
    sheet.drawing.shapes.push(Shape::Rect { x, y: y + height, width, height: TAB, radius: 0.0, style });
    let middle = (sheet.width() / 2.0, y + height + TAB / 2.0 + 1.5);
    sheet.anchored(middle, 9.5, false, GREY, Anchor::Middle, phrases::glue_tab());
    sheet.cut_rectangle((x - 2.0, y - 2.0, width + 4.0, height + TAB + 2.0));
    sheet
}

/// Returns the page of the lower half, which is cut off exactly where it joins the upper one.
fn lower(paper: Paper, title: &str, board: &Drawing) -> Sheet {
    let mut sheet = begin(paper, title);
    sheet.text((MARGIN, MARGIN + 16.0), 9.5, false, GREY, phrases::cut_and_glue());
    let half = part(board, false);
    let (width, height) = (scaled(half.width), scaled(half.height));
    let (x, y) = ((sheet.width() - width) / 2.0, top(&sheet, height));
    sheet.drawing.place(&half, x, y, SIDE / UNITS);
    sheet.cut_rectangle((x - 2.0, y, width + 4.0, height + 2.0));
    sheet
}

/// Returns the upper or lower half of the picture of a board. Its frame is open where the halves meet.
fn part(board: &Drawing, upper: bool) -> Drawing {
    let middle = board.height / 2.0;
    let mut half = Drawing::new(board.width, middle);
    let (outer, inner) = if upper { (0.5, middle) } else { (middle - 0.5, 0.0) };
    let corners = [(0.5, inner), (0.5, outer), (board.width - 0.5, outer), (board.width - 0.5, inner)];
    for ends in corners.windows(2) {
        half.shapes.push(Shape::Line { from: ends[0], to: ends[1], style: Style::stroke(INK, 1.0) });
    }
    let mut shapes = Drawing::new(board.width, board.height);
    shapes.shapes = board.shapes.iter().filter(|shape| is_in_half(shape, middle, upper)).cloned().collect();
    half.place(&shapes, 0.0, if upper { 0.0 } else { -middle }, 1.0);
    half
}

/// Returns whether a shape lies in a half; the frame lies in neither.
fn is_in_half(shape: &Shape, middle: f64, upper: bool) -> bool {
    let (top, bottom) = match shape {
        Shape::Rect { y, height, .. } => (*y, y + height),
        Shape::Ellipse { cy, ry, .. } => (cy - ry, cy + ry),
        Shape::Line { from, to, .. } => (from.1.min(to.1), from.1.max(to.1)),
        Shape::Polygon { points, .. } => {
            let ys = points.iter().map(|point| point.1);
            (ys.clone().fold(f64::MAX, f64::min), ys.fold(f64::MIN, f64::max))
        }
        Shape::Text { y, .. } => (*y, *y),
    };
    if upper { bottom <= middle + 0.01 } else { top >= middle - 0.01 }
}
