//! The rules of five abstract board games: positions, legal moves, results, records.
//!
//! One rules core referees every move everywhere. There are two ways in: [`registry::rules`] for programs that handle
//! any game through text (command line, server, browser), and the [`game::Game`] trait for programs that search.
//!
//! ```
//! let rules = halfboard_rules::registry::rules("lines-of-action:setup=scrambled-eggs")?;
//! let mut session = rules.start(0);
//! assert_eq!(session.moves().len(), 32);
//! session.play("a2c2")?;
//! session.undo();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! No dependencies, no input or output, no clock; nothing that comes from outside makes it panic.

mod serde_text;

#[macro_use]
pub mod options;
#[macro_use]
pub mod games;

pub mod board;
pub mod game;
pub mod move_entry;
pub mod perft;
pub mod playout;
pub mod position_format;
pub mod present;
pub mod prompt;
pub mod proof;
pub mod random;
pub mod record;
pub mod refusal;
pub mod registry;
pub mod session;
pub mod text;
pub mod view;

/// The items that most programs need: `use halfboard_rules::prelude::*;`.
pub mod prelude {
    pub use crate::board::{Board, Square};
    pub use crate::game::{Color, Ending, Game, Outcome, Reason, Seat, Team};
    pub use crate::move_entry::MoveEntry;
    pub use crate::options::OptionSet;
    pub use crate::present::{Present, Step};
    pub use crate::record::Record;
    pub use crate::registry::{self, Rules};
    pub use crate::session::{Match, Session};
}
