//! The archive of the browser: games imported from files or kept by the server, search among them, and the opening
//! explorer.

pub mod explorer;
mod import;
mod library;
mod route;
mod search;
pub mod server;

pub use import::{FileReport, iter_records, read_file};
pub use library::{ArchiveLibrary, GameOrigin, StoredImport};
pub use route::ArchiveRoute;
pub use search::{ArchiveSearch, SearchError, SearchField};

use halfboard_rules::record::Record;

use crate::import::write_sgf;

/// Returns the games that the Smart Game Format can represent in that format, and how many they are.
#[must_use]
pub fn format_sgf(records: &[Record]) -> (String, usize) {
    let trees: Vec<String> = records.iter().filter_map(write_sgf).collect();
    (trees.concat(), trees.len())
}
