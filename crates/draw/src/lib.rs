//! Pictures of positions and games.
//!
//! [`board`] turns a [`View`] into a [`Drawing`], a list of plain shapes, and [`svg`] writes one as SVG. Neither knows
//! the rules, so they draw every game in the look of the browser app.
//!
//! ```
//! use halfboard_draw::{Annotations, Options};
//! use halfboard_rules::prelude::*;
//!
//! let mut session = registry::rules("lines-of-action")?.start(0);
//! session.play("a2c2")?;
//! let view = session.view(&[]);
//! let marks = Annotations { arrows: Annotations::parse_arrows(view.board, "h5f5")?, ..Annotations::default() };
//! let picture = halfboard_draw::svg(&view, &Options { marks, ..Options::default() });
//! assert!(picture.starts_with("<svg "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A page of several diagrams is one drawing with others [placed](Drawing::place) on it.
//!
//! # Features
//!
//! All are off by default. `png` paints drawings, `gif` writes animations, `pdf` writes documents. The first and the
//! last embed a subset of Noto Sans and can measure texts with `text_width`. `print` makes documents to print: boards and
//! pieces, puzzle sheets, rules.

mod annotations;
mod board;
#[cfg(any(feature = "pdf", feature = "png"))]
mod card;
mod drawing;
#[cfg(any(feature = "pdf", feature = "png"))]
mod font;
mod game;
#[cfg(feature = "gif")]
mod gif;
mod options;
#[cfg(any(feature = "pdf", feature = "png"))]
mod outline;
#[cfg(feature = "pdf")]
mod pdf;
#[cfg(feature = "png")]
mod png;
#[cfg(feature = "print")]
pub mod print;
#[cfg(any(feature = "pdf", feature = "png"))]
mod sheet;
mod svg;
mod theme;

pub use annotations::{AnnotationError, Annotations};
pub use board::{SQUARE_SIDE, board, square_corner};
#[cfg(any(feature = "pdf", feature = "png"))]
pub use card::{CARD_HEIGHT, CARD_WIDTH, CardText, card};
pub use drawing::{Anchor, Drawing, Rgba, Shape, Stroke, Style};
#[cfg(any(feature = "pdf", feature = "png"))]
pub use font::{text_width, wrap_text};
pub use game::frames;
#[cfg(feature = "gif")]
pub use gif::GifWriter;
#[cfg(all(feature = "gif", feature = "png"))]
pub use gif::{Timing, gif};
pub use options::Options;
#[cfg(feature = "pdf")]
pub use pdf::pdf;
#[cfg(feature = "png")]
pub use png::{MAX_PIXELS, Pixels, SizeError};
#[cfg(any(feature = "pdf", feature = "png"))]
pub use sheet::{PageSize, sheet};
pub use theme::{Palette, Theme};

use halfboard_rules::view::View;

/// Returns the picture of a position as an SVG document.
#[must_use]
pub fn svg(view: &View, options: &Options) -> String {
    board(view, options).to_svg()
}
