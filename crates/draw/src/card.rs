//! The picture of a link: a board with a few words beside it, in the size that most services show.

use crate::drawing::{Anchor, Drawing, Shape, Style};
use crate::font::wrap_text;
use crate::theme::Theme;

/// The width of a card, in pixels.
pub const CARD_WIDTH: u32 = 1200;

/// The height of a card, in pixels.
pub const CARD_HEIGHT: u32 = 630;

/// The space round everything.
const MARGIN: f64 = 44.0;

/// The width of the words.
const WORDS: f64 = 360.0;

/// The words of a card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardText {
    /// The heading.
    pub title: String,
    /// The paragraphs below it.
    pub lines: Vec<String>,
    /// The name at the bottom.
    pub footer: String,
}

/// Draws a card. The board should have no background. Words that do not fit are left out.
#[must_use]
pub fn card(board: &Drawing, text: &CardText, theme: Theme) -> Drawing {
    let (width, height) = (f64::from(CARD_WIDTH), f64::from(CARD_HEIGHT));
    let palette = theme.palette();
    let mut out = Drawing::new(width, height);
    let style = Style::fill(palette.paper);
    out.shapes.push(Shape::Rect { x: 0.0, y: 0.0, width, height, radius: 0.0, style });
    let left = width - MARGIN - WORDS;
    out.place_in(board, (MARGIN, MARGIN, left - 2.0 * MARGIN, height - 2.0 * MARGIN));

    let bottom = height - MARGIN;
    let mut y = MARGIN + 8.0;
    let title = [(text.title.as_str(), 40.0, true)];
    let lines = text.lines.iter().map(|line| (line.as_str(), 27.0, false));
    for (paragraph, size, bold) in title.into_iter().chain(lines) {
        for line in wrap_text(paragraph, size, bold, WORDS) {
            y += size * 1.3;
            if y > bottom - 50.0 {
                break;
            }
            let color = if bold { palette.ink } else { palette.ink_2 };
            out.shapes.push(Shape::Text { x: left, y, size, bold, anchor: Anchor::Start, color, text: line });
        }
        y += 20.0;
    }
    let (size, color, anchor) = (26.0, palette.accent, Anchor::Start);
    out.shapes.push(Shape::Text { x: left, y: bottom, size, bold: true, anchor, color, text: text.footer.clone() });
    out
}
