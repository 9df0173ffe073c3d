//! The board of Halfboard as a custom element for any web page: `<halfboard-board>`.
//!
//! [`EmbeddedGame`] holds the game of one element and draws it. `static/halfboard-board.js` defines the element and calls
//! this through `bindings`. Small on purpose: the rules and the drawing, no framework and no engine.

#[cfg(target_arch = "wasm32")]
mod bindings;
mod game;

pub use game::{Choice, EmbeddedGame, Look};
