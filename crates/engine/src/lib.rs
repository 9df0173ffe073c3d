//! Search, evaluation and exact solvers for the games of [`halfboard_rules`].
//!
//! The crate depends on the rules only: it reads no files, prints nothing, and takes the clock from the caller, so it
//! runs in browsers as well.
//!
//! # Play a move
//!
//! [`player::for_session`] creates an engine for any game behind a [`Session`](halfboard_rules::session::Session):
//!
//! ```
//! use halfboard_engine::prelude::*;
//!
//! let mut session = halfboard_rules::registry::rules("lines-of-action")?.start(0);
//! let mut engine = player::for_session(&*session, 16, system_now)?;
//! let report = engine.search(&Limits::nodes(2000), &mut |_| {})?;
//! let best = &report.lines[0];
//! session.play(&best.moves[0])?;
//! println!("{} is worth {}", best.moves[0], best.value);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Solve a position
//!
//! ```
//! use halfboard_engine::prelude::*;
//!
//! let rules = halfboard_rules::registry::rules("j")?;
//! let session = rules.position("1b1wbwbb/1bwbw3/www5/1wbbw3 w w3b4")?;
//! let mut observer = ProgressObserver { cancel: &CancelToken::default(), on_progress: &mut |_, _| {} };
//! let request = SolveRequest { nodes: Some(100_000), ..SolveRequest::default() };
//! let report = solve(&*session, &request, None, system_now, &mut observer)?;
//! assert_eq!(report.verdict.map(|verdict| verdict.to_string()).as_deref(), Some("1-0"));
//! assert_eq!(report.distance, Some(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! - [`search`] is the typed search, [`player`] the same with the game's type erased.
//! - [`evaluate`], [`network`], [`levels`] and [`solve`] hold the traits that a game implements; [`games`] has one folder
//!   per game and the umbrella trait [`games::EngineGame`].
//! - [`value`] keeps proven values and estimates apart: see [`value::Value`].
//! - [`book`] holds opening books.
//! - [`arena`], [`sprt`] and [`sparring`] measure strength, [`train`] fits evaluations.
//! - [`puzzle`], [`fairness`] and [`study`] generate puzzles and statistics.
//!
//! # Features
//!
//! - `books` and `networks` (on by default): embed the opening books and the networks.
//! - `serde` (off by default): `Serialize` and `Deserialize` for values, reports and solitaire puzzles. Enables the
//!   feature of `halfboard-rules`, too.
//! - `sixth-game` (off by default): the worked example of a new game, for the workspace's own tests. Not part of the
//!   public API.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

pub mod advice;
pub mod arena;
pub mod book;
pub mod endgame_table;
pub mod evaluate;
pub mod explanation;
pub mod fairness;
pub mod games;
pub mod levels;
pub mod limits;
mod move_ordering;
pub mod network;
pub mod player;
pub mod puzzle;
mod repetition;
pub mod report;
pub mod search;
mod simd;
pub mod solve;
pub mod sparring;
pub mod sprt;
pub mod study;
pub mod train;
mod transposition_table;
pub mod value;

/// The names that most programs need.
pub mod prelude {
    pub use crate::levels::{Level, StrengthLimit};
    #[cfg(not(target_arch = "wasm32"))]
    pub use crate::limits::system_now;
    pub use crate::limits::{CancelToken, Limits};
    pub use crate::player::{self, Player};
    pub use crate::report::{PrincipalVariation, SearchReport};
    pub use crate::search::{GameHistory, Search, SearchSettings};
    pub use crate::solve::{ProgressObserver, SolveReport, SolveRequest, Verdict, solve};
    pub use crate::value::{Proof, Value};
}
