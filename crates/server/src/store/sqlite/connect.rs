//! Opening the file: settings, schema, and what an error of SQLite means to whoever waits.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, Error, ErrorCode, OpenFlags};

use super::super::{OpenError, Unavailable, schema};

/// So long a write or a read waits for a database that somebody else has locked.
const PATIENCE: Duration = Duration::from_secs(2);

/// Where the database is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In a file.
    File(std::path::PathBuf),
    /// Nowhere but in memory, for tests.
    Memory,
}

/// Opens the database for writing, makes it where there is none, and brings it to the schema of this program.
pub(super) fn open(place: &Place) -> Result<Connection, OpenError> {
    let said = |error: &Error| OpenError(words(place, error));
    if let Place::File(path) = place {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !folder.is_dir() {
            return Err(OpenError(format!(
                "The database '{}' cannot be opened: there is no folder '{}'. Make the folder or name another file.",
                path.display(),
                folder.display()
            )));
        }
    }
    let until = Instant::now() + 2 * PATIENCE;
    let mut connection = loop {
        match for_writing(place) {
            Ok(connection) => break connection,
            // Changing to write-ahead logging does not wait by itself: another node may be doing the same.
            Err(error) if is_busy(&error) && Instant::now() < until => std::thread::sleep(Duration::from_millis(50)),
            Err(error) => return Err(said(&error)),
        }
    };
    while migrate(&mut connection).map_err(|error| error.unwrap_or_else(|error| said(&error)))? {}
    Ok(connection)
}

/// A connection that writes, to a database that was opened before.
pub(super) fn for_writing(place: &Place) -> rusqlite::Result<Connection> {
    let connection = match place {
        Place::File(path) => Connection::open_with_flags(
            path,
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )?,
        Place::Memory => Connection::open_in_memory()?,
    };
    connection.busy_timeout(PATIENCE)?;
    // A turn is acknowledged when its commit is, so a commit must be on the disk (FULL). A log of 16 MB before it is
    // brought into the database keeps that work apart from most commits.
    connection.execute_batch(
        "PRAGMA journal_mode = WAL;
         PRAGMA synchronous = FULL;
         PRAGMA foreign_keys = ON;
         PRAGMA wal_autocheckpoint = 4000;
         PRAGMA journal_size_limit = 67108864;
         PRAGMA cache_size = -16000;
         PRAGMA temp_store = MEMORY;",
    )?;
    connection.set_prepared_statement_cache_capacity(32);
    Ok(connection)
}

/// A connection that only reads.
pub(super) fn for_reading(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    connection.execute_batch("PRAGMA cache_size = -4000;")?;
    Ok(connection)
}

/// Does the next step of the schema, if there is one, and says whether there was.
fn migrate(connection: &mut Connection) -> Result<bool, Result<OpenError, Error>> {
    // Nothing is locked where nothing is to be done: a backup is made beside a running server.
    if let Ok(done) = done(connection)
        && schema::next(schema::SQLITE, &done).map_err(Ok)?.is_none()
    {
        return Ok(false);
    }
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Exclusive).map_err(Err)?;
    transaction.execute_batch(schema::TABLE).map_err(Err)?;
    let done = done(&transaction).map_err(Err)?;
    let Some(step) = schema::next(schema::SQLITE, &done).map_err(Ok)? else { return Ok(false) };
    if done.is_empty() && !is_empty(&transaction).map_err(Err)? {
        return Err(Ok(OpenError(
            "The file is a database of another program. Name another file, or one that does not exist yet.".to_owned(),
        )));
    }
    transaction.execute_batch(step.sql).map_err(Err)?;
    let record = "INSERT INTO migrations (number, name, checksum) VALUES (?1, ?2, ?3)";
    transaction.execute(record, (step.number, step.name, step.checksum())).map_err(Err)?;
    transaction.commit().map_err(Err)?;
    tracing::info!(step = step.number, name = step.name, "the database's schema was brought forward");
    Ok(true)
}

fn done(connection: &Connection) -> rusqlite::Result<Vec<(i64, String)>> {
    let mut statement = connection.prepare("SELECT number, checksum FROM migrations ORDER BY number")?;
    statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    let others =
        "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('migrations', 'sqlite_sequence')";
    connection.query_row(others, [], |row| row.get::<_, i64>(0)).map(|count| count == 0)
}

/// Whether somebody else is at the database.
pub(super) fn is_busy(error: &Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// Whether a row was refused because there is one already.
pub(super) fn is_constraint(error: &Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation)
}

/// What went wrong, and what would help.
pub(super) fn words(place: &Place, error: &Error) -> String {
    let name = match place {
        Place::File(path) => format!("The database '{}'", path.display()),
        Place::Memory => "The database in memory".to_owned(),
    };
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            format!("{name} is locked by another program; nothing can be written until that lets go of it.")
        }
        Some(ErrorCode::DiskFull) => format!("{name} cannot grow: the disk is full."),
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            format!("{name} cannot be written: its file or folder is read-only for this program.")
        }
        Some(ErrorCode::SystemIoFailure) => format!("{name} cannot be read or written: the disk failed ({error})."),
        Some(ErrorCode::CannotOpen) => {
            format!("{name} cannot be opened: its file or folder is missing, or closed to this program.")
        }
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
            format!("{name} is damaged or no SQLite database ({error}); restore a backup or name another file.")
        }
        _ => format!("{name} failed: {error}."),
    }
}

/// The same as an answer to whoever waits.
pub(super) fn unavailable(place: &Place, error: &Error) -> Unavailable {
    Unavailable(words(place, error))
}
