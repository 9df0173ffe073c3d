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

mod annotations;
mod board;
mod drawing;
mod options;
mod svg;
mod theme;

pub use annotations::{AnnotationError, Annotations};
pub use board::board;
pub use drawing::{Anchor, Drawing, Rgba, Shape, Stroke, Style};
pub use options::Options;
pub use theme::{Palette, Theme};

use halfboard_rules::view::View;

/// Returns the picture of a position as an SVG document.
#[must_use]
pub fn svg(view: &View, options: &Options) -> String {
    board(view, options).to_svg()
}
