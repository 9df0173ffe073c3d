//! The rules of five abstract board games: positions, legal moves, results, records.
//!
//! The games are Sight Reduction, Lines of Action, Stacks In Action, J and Sllim, each with variants. The crate has no
//! dependencies, does no I/O, and does not panic on any input.
//!
//! # Any game, by text
//!
//! A *rules string* names a game and its options. [`registry::rules`] parses it; a [`Session`](session::Session) is a
//! game in progress. Positions and moves are strings.
//!
//! ```
//! use halfboard_rules::prelude::*;
//!
//! let rules = registry::rules("lines-of-action:setup=scrambled-eggs")?;
//! let mut session = rules.start(0);
//! assert_eq!(session.moves().len(), 32);
//! session.play("a2c2")?;
//! assert_eq!(session.turn(), Seat(1));
//! session.undo();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # One game, typed
//!
//! Programs that search use the trait [`Game`](game::Game): positions and moves are small `Copy` types, and the rules
//! are a value beside them.
//!
//! ```
//! use halfboard_rules::games::j::{J, Options};
//! use halfboard_rules::prelude::*;
//!
//! let game = J::default();
//! let mut position = game.start(0);
//! for mv in game.legal_moves(&position) {
//!     let mut next = position;
//!     game.play(&mut next, mv);
//!     assert_eq!(game.ending(&next), None);
//! }
//!
//! let black_begins = J::new(Options { first: Color::Black, ..Options::default() })?;
//! assert_eq!(black_begins, "j:first=black".parse()?);
//! position = black_begins.parse_position("8/8/8/8 b w12b12")?;
//! assert_eq!(position.to_move(), Color::Black);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Match`](session::Match) adds history to a typed game: undo, repetition, passes. A session gives its match by
//! [`Session::as_any`](session::Session::as_any).
//!
//! # Records
//!
//! [`record`] reads and writes games in a format like PGN and checks every move; Lines of Action also has
//! [SGF](games::lines_of_action::sgf).
//!
//! ```
//! use halfboard_rules::record;
//!
//! let games = record::parse("[Game \"j\"]\n[White \"Ann\"]\n\n1. A5 B8 *\n")?;
//! assert_eq!(games[0].tag("White"), Some("Ann"));
//! assert_eq!(games[0].session().position(), "4w3/7b/8/8 w w11b11");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # User interfaces
//!
//! A turn is entered as a path of [steps](present::Step): [`MoveEntry`](move_entry::MoveEntry) collects them, a
//! [`View`](view::View) says what to draw, and a [`Refusal`](refusal::Refusal) says why a square cannot be chosen.
//!
//! # Features
//!
//! - `serde` (off by default): `Serialize` and `Deserialize` for plain data. Types with a text form, such as games,
//!   options and outcomes, are serialized as that text.
//! - `sixth-game` (off by default): the worked example of a new game, for the workspace's own tests. Not part of the
//!   public API.
//!
//! The folder `examples` has five small programs: a random game, perft, replaying a record, a search and a text
//! interface.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

mod overlay;
mod serde_text;

#[macro_use]
pub mod options;
#[macro_use]
pub mod games;

pub mod board;
pub mod game;
pub mod layout;
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
pub mod symmetry;
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
    pub use crate::symmetry::SymmetricImages;
}
