//! An archive in one SQLite file.
//!
//! `games` has a row for each game, with its moves as text. `positions` has a row for each position of each game: 8 bytes
//! of key, the game, and the place in it. Positions that are frequent, such as the start, also have their counts by move
//! in `moves`, so that the explorer never reads more than [`FREQUENT`] games.

mod error;
mod explore;
mod importer;
mod rows;
mod schema;
mod search;
mod stats;

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

pub use error::ArchiveError;
pub use importer::{FileProgress, Importer};
pub use search::{FoundGame, GameSearch};
pub use stats::{ArchiveStats, RulesStats};

/// From this number of games on, the counts of a position are stored.
const FREQUENT: usize = 64;

/// An archive in one SQLite file.
#[derive(Debug)]
pub struct FileArchive {
    connection: Connection,
}

impl FileArchive {
    /// Opens an archive.
    ///
    /// # Errors
    ///
    /// Fails if the file does not exist, is not an archive, or is of a newer version.
    pub fn open(path: &Path) -> Result<FileArchive, ArchiveError> {
        if !path.exists() {
            return Err(ArchiveError::Missing);
        }
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        Self::prepare(connection, false)
    }

    /// Opens an archive, or creates an empty one if there is no such file.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be created, is not an archive, or is of a newer version.
    pub fn open_or_create(path: &Path) -> Result<FileArchive, ArchiveError> {
        Self::prepare(Connection::open(path)?, true)
    }

    fn prepare(connection: Connection, may_create: bool) -> Result<FileArchive, ArchiveError> {
        connection.busy_timeout(std::time::Duration::from_secs(5))?;
        schema::check(&connection, may_create)?;
        // In KiB: a large archive's index is read and written at random places.
        connection.pragma_update(None, "cache_size", -131_072)?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.set_prepared_statement_cache_capacity(32);
        Ok(FileArchive { connection })
    }
}
