//! Errors of archives in files.

use std::fmt;

use rusqlite::ErrorCode;

use crate::stored_game::StoredGameError;

/// The error of reading or writing an archive.
#[derive(Debug)]
pub enum ArchiveError {
    /// The file does not exist.
    Missing,
    /// The file is not an archive of games.
    Foreign,
    /// The file was written by a newer version.
    Newer {
        /// The version of the file.
        found: i64,
        /// The newest version that can be read.
        supported: i64,
    },
    /// A game of the archive is damaged.
    Damaged {
        /// The id of the game.
        game: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// SQLite failed.
    Sqlite(rusqlite::Error),
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArchiveError::Missing => {
                f.write_str("there is no such file; `halfboard archive import` creates an archive")
            }
            ArchiveError::Foreign => f.write_str("this is not an archive of games"),
            ArchiveError::Newer { found, supported } => write!(
                f,
                "the archive has format {found}, but this version reads formats up to {supported}; update Halfboard"
            ),
            ArchiveError::Damaged { game, problem } => write!(f, "game {game} of the archive is damaged: {problem}"),
            ArchiveError::Sqlite(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                f.write_str("another program is writing to the archive; try again when it has finished")
            }
            ArchiveError::Sqlite(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ArchiveError {}

impl From<rusqlite::Error> for ArchiveError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => ArchiveError::Foreign,
            _ => ArchiveError::Sqlite(error),
        }
    }
}

impl ArchiveError {
    /// Creates the error of a game that cannot be read back.
    pub(super) fn damaged(game: u64, error: &StoredGameError) -> Self {
        ArchiveError::Damaged { game, problem: error.to_string() }
    }
}
