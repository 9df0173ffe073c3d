//! Checkers beside the board: in reserve, captured, escaped. A row of small checkers with a label.

use halfboard_rules::game::Color;
use halfboard_rules::present::{Checker, Supply};

use super::pieces::disc;
use crate::drawing::{Anchor, Drawing, Shape};
use crate::options::Options;
use crate::theme::{Palette, Theme};

/// The height of a row.
const ROW: f64 = 26.0;

/// The space above the first row.
const ABOVE: f64 = 6.0;

/// The space between two supplies in a row.
const GAP: f64 = 24.0;

/// The size of letters.
const LETTERS: f64 = 14.0;

/// The radius of a checker.
const RADIUS: f64 = 8.5;

/// The distance of neighbours in a heap.
const APART: f64 = 7.0;

/// Draws the checkers beside the board in rows of at most this width; `None` if there are none.
pub(super) fn supplies(supplies: &[Supply], width: f64, options: &Options) -> Option<Drawing> {
    let mut out = Drawing::new(width, 0.0);
    let (mut x, mut row) = (0.0, 0);
    for color in [Color::White, Color::Black] {
        for supply in supplies.iter().filter(|supply| supply.color == color && supply.count > 0) {
            let item = item(supply, options);
            if x > 0.0 && x + item.width > width {
                (x, row) = (0.0, row + 1);
            }
            out.height = ABOVE + f64::from(row + 1) * ROW;
            out.place(&item, x, out.height - ROW, 1.0);
            x += item.width + GAP;
        }
    }
    (out.height > 0.0).then_some(out)
}

fn item(supply: &Supply, options: &Options) -> Drawing {
    // On a dark page black checkers need a rim that is not.
    let palette = match options.theme {
        Theme::Dark => &Palette { black_rim: Theme::Dark.palette().ink_2, ..*Theme::Dark.palette() },
        theme => theme.palette(),
    };
    let checker = Checker { color: supply.color, marked: false };
    let mut out = Drawing::new(0.0, ROW);
    let heap = 2.0 * RADIUS + 3.0 + (f64::from(supply.count) - 1.0) * APART;
    for index in 0..supply.count {
        let x = RADIUS + 1.5 + f64::from(index) * APART;
        disc(&mut out, (x, ROW / 2.0), RADIUS, checker, palette);
    }
    let text = (options.supply_label)(supply);
    // Half an em is about the width of a letter.
    out.width = heap + 6.0 + text.chars().count() as f64 * LETTERS * 0.53;
    out.shapes.push(Shape::Text {
        x: heap + 6.0,
        y: ROW / 2.0 + 5.0,
        size: LETTERS,
        bold: false,
        anchor: Anchor::Start,
        color: palette.ink_2,
        text,
    });
    out
}
