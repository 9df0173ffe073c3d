//! Pieces to cut out, and how many of them each game needs.

use halfboard_rules::present::Checker;
use halfboard_rules::registry::GameEntry;

use super::counts::{KINDS, PieceCounts};
use super::sheet::{GREY, INK, MARGIN, Sheet, points};
use super::text::{Span, wrap};
use super::{Paper, phrases};
use crate::board::checker;
use crate::drawing::{Shape, Style};
use crate::font::text_width;
use crate::theme::Theme;

/// The diameter of a piece in millimetres. It leaves room in a square of [`super::boards::SIDE`].
pub(super) const DIAMETER: f64 = 22.0;

/// The distance of neighbours: eight fit into a row on A4 and on Letter.
const PITCH: f64 = 23.2;

/// More pieces of each kind than needed: some get lost.
const SPARE: usize = 2;

/// Returns pages with the pieces that suffice for each of the games.
pub(super) fn sheets(games: &[&'static dyn GameEntry], paper: Paper) -> Vec<Sheet> {
    let needs: Vec<(&str, PieceCounts, PieceCounts)> = games
        .iter()
        .map(|game| (game.info().name, PieceCounts::plain(*game), PieceCounts::all_variants(*game)))
        .collect();
    let most = needs.iter().fold(PieceCounts::default(), |most, (_, plain, all)| most.max(*plain).max(*all));
    let first = begin(paper, &needs);
    let mut layout = Layouter { paper, y: first.1, sheets: vec![first.0] };
    let columns = ((paper.size().0 - 2.0 * MARGIN) / PITCH) as usize;
    let kinds = KINDS.into_iter().zip(most.0).filter(|(_, count)| *count > 0);
    let pieces: Vec<Checker> = kinds.flat_map(|(kind, count)| std::iter::repeat_n(kind, count + SPARE)).collect();
    for (index, row) in pieces.chunks(columns).enumerate() {
        let y = layout.next_row();
        let sheet = layout.sheets.last_mut().expect("there is a page");
        let left = (sheet.width() - columns as f64 * PITCH) / 2.0;
        let gap = (PITCH - DIAMETER) / 2.0;
        for (column, kind) in row.iter().enumerate() {
            let piece = checker(*kind, Theme::Print.palette(), DIAMETER);
            sheet.drawing.place(&piece, left + column as f64 * PITCH + gap, y + gap, 1.0);
        }
        if index == 0 {
            sheet.scissors((left + PITCH / 2.0, y + gap), (1.0, 0.0));
        }
    }
    layout.sheets
}

/// Places rows of pieces on pages.
struct Layouter {
    paper: Paper,
    y: f64,
    sheets: Vec<Sheet>,
}

impl Layouter {
    /// Returns the top of the next row.
    fn next_row(&mut self) -> f64 {
        let bottom = self.paper.size().1 - MARGIN - 12.0;
        if self.y + PITCH > bottom {
            let (sheet, y) = begin(self.paper, &[]);
            self.sheets.push(sheet);
            self.y = y;
        }
        self.y += PITCH;
        self.y - PITCH
    }
}

/// Starts a page; returns it and the top of its first row.
fn begin(paper: Paper, needs: &[(&str, PieceCounts, PieceCounts)]) -> (Sheet, f64) {
    let mut sheet = Sheet::portrait(paper, phrases::footer_boards());
    sheet.header(phrases::pieces(), &phrases::pieces_more(DIAMETER));
    sheet.ruler();
    let mut y = MARGIN + 17.0;
    if !needs.is_empty() {
        sheet.text((MARGIN, y), 9.5, false, GREY, phrases::two_spare());
        y += 2.0;
        y = table(&mut sheet, y, needs);
    }
    (sheet, y + 2.0)
}

/// Writes how many pieces each game needs; returns where the table ends.
fn table(sheet: &mut Sheet, top: f64, needs: &[(&str, PieceCounts, PieceCounts)]) -> f64 {
    let mut y = top;
    let widest = needs.iter().map(|(name, ..)| text_width(name, points(9.5), true)).fold(0.0, f64::max);
    for (name, plain, all) in needs {
        y += 5.0;
        sheet.text((MARGIN, y), 9.5, true, INK, name);
        let mut words = list(plain);
        if all != plain {
            words += &format!("; {}", phrases::with_variants(list(&plain.max(*all))));
        }
        let left = MARGIN + widest + 5.0;
        let wrapped = wrap(&[Span::plain(words)], 9.5, sheet.width() - MARGIN - left);
        wrapped.draw(sheet, (left, y - points(9.5) * 1.05));
        y += wrapped.height() - wrapped.line_height();
    }
    y += 2.5;
    let (from, to) = ((MARGIN, y), (sheet.width() - MARGIN, y));
    sheet.drawing.shapes.push(Shape::Line { from, to, style: Style::stroke(GREY, 0.2) });
    y
}

/// Returns numbers of pieces in words, such as "12 white, 12 black".
fn list(counts: &PieceCounts) -> String {
    let [white, marked_white, black, marked_black] = counts.0;
    let words = [
        (white, phrases::white(white)),
        (marked_white, phrases::marked_white(marked_white)),
        (black, phrases::black(black)),
        (marked_black, phrases::marked_black(marked_black)),
    ];
    words.into_iter().filter(|(count, _)| *count > 0).map(|(_, words)| words).collect::<Vec<_>>().join(", ")
}
