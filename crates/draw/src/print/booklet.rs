//! The rules of games as a booklet: contents, start position, text and diagrams.

use halfboard_rules::registry::GameEntry;
use halfboard_text::book::{self, Block, Page, plain};

use super::diagram::ExampleLayout;
use super::flow::{BODY, Flow};
use super::sheet::{GREY, INK, Sheet, points};
use super::text::{Span, spans};
use super::{Paper, diagram, phrases};
use crate::annotations::Annotations;
use crate::drawing::Anchor;

/// The height of a line of the table of contents.
const ENTRY: f64 = 5.2;

/// Returns the pages of the rules of games, and of what all games share.
pub(super) fn sheets(games: &[&'static dyn GameEntry], paper: Paper) -> Vec<Sheet> {
    let mut sheets = Vec::new();
    for game in games {
        let Some(page) = book::rules_of(game.info().id) else { continue };
        let footer = phrases::footer_rules(game.info().name);
        let part = part(&page, Some(*game), paper, &footer, sheets.len());
        sheets.extend(part);
    }
    let shared = part(&book::shared(), None, paper, phrases::footer_shared(), sheets.len());
    sheets.extend(shared);
    sheets
}

/// Returns the pages of a part; `before` is the number of pages before it.
fn part(page: &Page, game: Option<&dyn GameEntry>, paper: Paper, footer: &str, before: usize) -> Vec<Sheet> {
    let mut flow = Flow::new(paper, footer);
    flow.heading(&page.title, 20.0);
    flow.space(2.0);
    blocks(&mut flow, page.opening());
    if let Some(game) = game {
        start(&mut flow, game);
    }
    let sections = page.sections();
    // The numbers of pages are known at the end.
    flow.space(2.0);
    let left = flow.left();
    let (sheet, contents) = flow.take(ENTRY * (sections.len() as f64 + 1.0));
    sheet.text((left, contents + 4.0), 12.0, true, INK, phrases::contents());
    flow.space(3.0);
    let mut numbers = Vec::new();
    for section in &sections {
        let below = first_height(&flow, &section.blocks).max(16.0);
        flow.heading_above(&plain(&section.heading), 14.0, below);
        numbers.push(before + flow.sheets.len());
        blocks(&mut flow, &section.blocks);
    }
    let right = left + flow.width();
    let first = &mut flow.sheets[0];
    for (index, (section, number)) in sections.iter().zip(numbers).enumerate() {
        let y = contents + ENTRY * (index as f64 + 1.0) + points(BODY);
        first.text((left, y), BODY, false, INK, &plain(&section.heading));
        first.anchored((right, y), BODY, false, GREY, Anchor::End, &number.to_string());
    }
    flow.sheets
}

/// Draws the start position of a game.
fn start(flow: &mut Flow, game: &dyn GameEntry) {
    let Ok(rules) = game.rules(None) else { return };
    let session = rules.start(0);
    let view = session.view(&[]);
    let picture = diagram::picture(&view, Annotations::default());
    let is_random = session.position() != rules.start(1).position();
    let label = if is_random { phrases::a_start_position() } else { phrases::start_position() };
    let caption: Vec<String> = std::iter::once(label.to_owned()).chain(diagram::beside(&view)).collect();
    let scale = (110.0 / picture.width).min(80.0 / picture.height);
    let left = flow.left();
    let (sheet, y) = flow.take(picture.height * scale + 7.0);
    sheet.drawing.place(&picture, left, y, scale);
    sheet.text((left, y + picture.height * scale + 4.5), 9.0, false, GREY, &caption.join(" · "));
}

/// Returns the height of what must be on one page at the beginning of `blocks`: an example with the paragraph that
/// introduces it, or nothing.
fn first_height(flow: &Flow, blocks: &[Block]) -> f64 {
    match blocks {
        [Block::Paragraph(words), Block::Example(example), ..] => {
            let layout = ExampleLayout::new(example, flow.width());
            layout.map_or(0.0, |layout| flow.paragraph_height(&spans(words)) + 1.0 + layout.first_height())
        }
        _ => 0.0,
    }
}

fn blocks(flow: &mut Flow, blocks: &[Block]) {
    for (index, block) in blocks.iter().enumerate() {
        match block {
            Block::Heading { words, .. } => flow.heading(&plain(words), 11.5),
            Block::Paragraph(words) => {
                flow.reserve(first_height(flow, &blocks[index..]));
                flow.paragraph(&spans(words));
            }
            Block::List { numbered, items } => {
                for (index, item) in items.iter().enumerate() {
                    let bullet = if *numbered { format!("{}.", index + 1) } else { "•".to_owned() };
                    flow.text(&spans(item), 6.0, Some(&bullet));
                    flow.space(0.6);
                }
                flow.space(1.6);
            }
            Block::Table { head, rows } => {
                let head: Vec<Vec<Span>> = head.iter().map(|cell| spans(cell)).collect();
                let rows: Vec<Vec<Vec<Span>>> =
                    rows.iter().map(|row| row.iter().map(|cell| spans(cell)).collect()).collect();
                flow.table(&head, &rows);
            }
            Block::Verbatim(text) => flow.verbatim(text),
            Block::Example(example) => {
                if let Some(layout) = ExampleLayout::new(example, flow.width()) {
                    layout.write(flow);
                }
            }
        }
    }
}
