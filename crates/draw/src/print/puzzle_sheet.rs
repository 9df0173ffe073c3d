//! The pages of puzzle sheets: diagrams in two columns, solutions at the end.

use halfboard_rules::view::View;

use super::flow::Flow;
use super::sheet::{GREY, INK, MARGIN, Sheet, points};
use super::text::Span;
use super::{Paper, diagram, phrases};
use crate::annotations::Annotations;
use crate::drawing::Drawing;
use crate::font::text_width;

/// The space between columns and between rows.
const GAP: f64 = 8.0;

/// The height of the texts above a diagram.
const ABOVE: f64 = 6.0;

/// The height of the line below a diagram.
const BELOW: f64 = 5.0;

/// A puzzle on a page.
pub(super) struct PrintedPuzzle {
    pub(super) number: u64,
    /// What there is to do.
    pub(super) task: String,
    /// Checkers beside the board.
    pub(super) details: String,
    pub(super) view: View,
    /// The moves of the solution.
    pub(super) solution: Vec<String>,
}

/// The puzzles of a game.
pub(super) struct PuzzlePart {
    /// The name of the game.
    pub(super) name: &'static str,
    pub(super) title: String,
    /// What all of these puzzles ask for.
    pub(super) note: String,
    /// What the solutions show.
    pub(super) solutions_note: &'static str,
    pub(super) puzzles: Vec<PrintedPuzzle>,
}

/// Returns the pages of all parts, then the solutions.
pub(super) fn sheets(parts: &[PuzzlePart], paper: Paper) -> Vec<Sheet> {
    let mut sheets: Vec<Sheet> = parts.iter().flat_map(|part| pages(part, paper)).collect();
    sheets.extend(solutions(parts, paper));
    sheets
}

fn pages(part: &PuzzlePart, paper: Paper) -> Vec<Sheet> {
    let begin = || {
        let mut sheet = Sheet::portrait(paper, &phrases::footer_puzzles(part.name));
        sheet.header(&part.title, &part.note);
        sheet
    };
    let (top, bottom) = (MARGIN + 20.0, paper.size().1 - MARGIN - 5.0);
    let column = (paper.size().0 - 2.0 * MARGIN - GAP) / 2.0;
    let below = if part.puzzles.iter().any(|puzzle| !puzzle.details.is_empty()) { BELOW } else { 0.0 };
    let mut sheets: Vec<Sheet> = Vec::new();
    let mut y = f64::MAX;
    for row in part.puzzles.chunks(2) {
        let pictures: Vec<Drawing> =
            row.iter().map(|puzzle| diagram::picture(&puzzle.view, Annotations::default())).collect();
        // Boards are as large as the number of rows on a page allows.
        let rows = if pictures[0].width > 1.2 * pictures[0].height { 4.0 } else { 3.0 };
        let pitch = (bottom - top) / rows;
        let scale = (column / pictures[0].width).min((pitch - ABOVE - below - GAP / 2.0) / pictures[0].height);
        if y + pitch > bottom + 0.01 {
            sheets.push(begin());
            y = top;
        }
        let sheet = sheets.last_mut().expect("a page was begun");
        for (index, puzzle) in row.iter().enumerate() {
            let x = MARGIN + index as f64 * (column + GAP);
            caption(sheet, (x, y + 3.5), puzzle, column);
            sheet.drawing.place(&pictures[index], x, y + ABOVE, scale);
            let below = y + ABOVE + pictures[index].height * scale + 3.8;
            sheet.text((x, below), 8.5, false, GREY, &puzzle.details);
        }
        y += pitch;
    }
    sheets
}

/// Writes the number and the task of a puzzle, smaller where a column is too narrow for it.
fn caption(sheet: &mut Sheet, (x, y): (f64, f64), puzzle: &PrintedPuzzle, width: f64) {
    let number = phrases::number(puzzle.number);
    sheet.text((x, y), 10.0, true, INK, &number);
    let left = text_width(&number, points(10.0), true) + 3.0;
    let size = (9.5 * (width - left) / text_width(&puzzle.task, points(9.5), false)).min(9.5);
    sheet.text((x + left, y), size, false, INK, &puzzle.task);
}

fn solutions(parts: &[PuzzlePart], paper: Paper) -> Vec<Sheet> {
    let names: Vec<&str> = parts.iter().map(|part| part.name).collect();
    let mut flow = Flow::new(paper, &phrases::footer_puzzles(names.join(", ")));
    flow.heading(phrases::solutions(), 16.0);
    flow.paragraph(&[Span::plain(phrases::checked())]);
    for part in parts {
        flow.heading(&part.title, 12.0);
        flow.paragraph(&[Span::plain(part.solutions_note)]);
        for puzzle in &part.puzzles {
            let mut spans = Vec::new();
            for mv in &puzzle.solution {
                spans.extend([Span::code(mv), Span::plain("  ")]);
            }
            flow.text(&spans, 20.0, Some(&phrases::number(puzzle.number)));
            flow.space(0.8);
        }
    }
    flow.sheets
}
