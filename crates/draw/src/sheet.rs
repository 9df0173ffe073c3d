//! A game as a sheet of diagrams with the moves that led to them.

use halfboard_rules::session::Session;

use crate::drawing::{Anchor, Drawing, Shape};
use crate::font::{text_width, wrap_text};
use crate::game::frames;
use crate::options::Options;

/// A size of paper, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageSize {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

impl PageSize {
    /// 210 mm by 297 mm.
    pub const A4: PageSize = PageSize { width: 595.28, height: 841.89 };
    /// 8.5 inches by 11 inches.
    pub const LETTER: PageSize = PageSize { width: 612.0, height: 792.0 };
}

/// The margin of a page.
const MARGIN: f64 = 42.0;

/// The space between diagrams.
const GAP: f64 = 14.0;

/// The size of a diagram's caption.
const CAPTION: f64 = 9.0;

/// The number of diagrams in a row of boards that are 8 squares wide; narrow boards take more.
const COLUMNS: usize = 3;

/// Draws a game as pages of diagrams: the start, and the position after every turn, each with its move. The first
/// line of the heading is large; the others are below it.
#[must_use]
pub fn sheet(session: &dyn Session, heading: &[String], options: &Options, page: PageSize) -> Vec<Drawing> {
    let options = Options { background: false, caption: None, ..options.clone() };
    let diagrams = frames(session, &options);
    let moves = session.history();
    let text_width_limit = page.width - 2.0 * MARGIN;
    let (board_width, board_height) = (diagrams[0].width, diagrams[0].height);
    let columns = if board_width * 1.5 < board_height { COLUMNS + 2 } else { COLUMNS };
    let width = (text_width_limit - GAP * (columns - 1) as f64) / columns as f64;
    let height = width * board_height / board_width;
    let row = CAPTION * 1.6 + height + GAP;

    let mut pages = vec![Drawing::new(page.width, page.height)];
    let mut y = MARGIN;
    for (index, line) in heading.iter().enumerate() {
        let (size, bold) = if index == 0 { (18.0, true) } else { (10.5, false) };
        for line in wrap_text(line, size, bold, text_width_limit) {
            y += size * 1.35;
            push_text(&mut pages[0], MARGIN, y, size, bold, &options, line);
        }
    }
    y += GAP * 1.5;
    for (index, diagram) in diagrams.iter().enumerate() {
        let column = index % columns;
        if column == 0 && index > 0 {
            y += row;
        }
        if y + row - GAP > page.height - MARGIN {
            pages.push(Drawing::new(page.width, page.height));
            y = MARGIN;
        }
        let x = MARGIN + column as f64 * (width + GAP);
        let sheet = pages.last_mut().expect("there is a page");
        let caption = match index.checked_sub(1).and_then(|ply| moves.get(ply)) {
            Some(mv) => format!("{index}. {mv}"),
            None => "0".to_owned(),
        };
        push_text(sheet, x, y + CAPTION, CAPTION, true, &options, caption);
        sheet.place(diagram, x, y + CAPTION * 1.6, width / board_width);
    }
    number(&mut pages, &options);
    pages
}

/// Writes the numbers of pages at the bottom if there are several.
fn number(pages: &mut [Drawing], options: &Options) {
    let count = pages.len();
    for (index, page) in pages.iter_mut().enumerate().filter(|_| count > 1) {
        let text = format!("{} / {count}", index + 1);
        let x = (page.width - text_width(&text, CAPTION, false)) / 2.0;
        push_text(page, x, page.height - MARGIN / 2.0, CAPTION, false, options, text);
    }
}

fn push_text(page: &mut Drawing, x: f64, y: f64, size: f64, bold: bool, options: &Options, text: String) {
    let color = options.theme.palette().ink;
    page.shapes.push(Shape::Text { x, y, size, bold, anchor: Anchor::Start, color, text });
}
