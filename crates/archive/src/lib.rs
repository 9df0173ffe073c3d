//! Archives of games: positions indexed up to symmetry, an opening explorer, search, and detection of duplicates.
//!
//! Everything but the features is free of I/O, so that the browser uses it too. [`MemoryArchive`] holds an archive in
//! memory. The feature `sqlite` adds `FileArchive`, an archive in one SQLite file, and `json` lines of JSON.
//!
//! ```
//! use halfboard_archive::MemoryArchive;
//! use halfboard_rules::{record, registry};
//!
//! let mut archive = MemoryArchive::new();
//! for game in record::parse("[Game \"j\"]\n\n1. A5 A8 *\n\n[Game \"j\"]\n\n1. D5 D7 *\n")? {
//!     archive.add(&game);
//! }
//! // The two first moves are mirror images: they count as the first of them in the order of moves.
//! let answer = archive.explore(registry::rules("j")?.start(0).as_ref());
//! assert_eq!((answer.moves[0].mv.as_str(), answer.moves[0].tally.games), ("A5", 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod explorer;
mod filter;
mod index;
#[cfg(feature = "json")]
mod json;
#[cfg(feature = "json")]
mod json_answer;
mod key;
mod memory;
mod pattern;
#[cfg(feature = "sqlite")]
mod sqlite;
mod stored_game;
mod summary;

pub use explorer::{ExplorerAnswer, ExplorerBuilder, ExplorerMove, Tally};
pub use filter::GameFilter;
pub use index::{ClassifiedPosition, GameIndex, IndexedPosition, classify_moves, line_key};
#[cfg(feature = "json")]
pub use json::{JsonGameError, format_json_line, parse_json_line};
#[cfg(feature = "json")]
pub use json_answer::parse_explorer_answer;
pub use key::{PositionKey, position_key};
pub use memory::{AddOutcome, MemoryArchive, ReachedGame};
pub use pattern::{PatternError, PiecePattern};
#[cfg(feature = "sqlite")]
pub use sqlite::{ArchiveError, ArchiveStats, FileArchive, FileProgress, FoundGame, GameSearch, Importer, RulesStats};
pub use stored_game::{StoredGame, StoredGameError};
pub use summary::{GameResult, GameSummary, normalize_date};
