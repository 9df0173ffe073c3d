//! SQLite connections: settings, migrations, error messages.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, Error, ErrorCode, OpenFlags};

use super::super::schema::{self, AppliedMigration};
use super::super::{OpenError, Unavailable};
use super::files;

/// Time to wait for a database locked by another process.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(2);

/// Where a database is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Location {
    /// A file.
    File(std::path::PathBuf),
    /// In memory, for tests.
    Memory,
}

impl Location {
    /// Returns the path of the file.
    pub(super) fn path(&self) -> Option<&Path> {
        match self {
            Location::File(path) => Some(path),
            Location::Memory => None,
        }
    }
}

/// Opens or creates the database for writing and migrates it to the current schema.
pub(super) fn open(location: &Location) -> Result<Connection, OpenError> {
    let failed = |error: &Error| OpenError(describe(location, error));
    if let Location::File(path) = location {
        let folder = files::folder(path);
        if !folder.is_dir() {
            return Err(OpenError(format!(
                "cannot open database '{}': there is no folder '{}'; create it or name another file",
                path.display(),
                folder.display()
            )));
        }
        // If it cannot be created, SQLite says why.
        let _ = files::create_private(path);
        files::restrict(path);
    }
    let deadline = Instant::now() + 2 * BUSY_TIMEOUT;
    let mut connection = loop {
        match open_writer(location) {
            Ok(connection) => break connection,
            // Switching to WAL mode ignores the busy timeout; another process may be doing the same.
            Err(error) if is_busy(&error) && Instant::now() < deadline => std::thread::sleep(Duration::from_millis(50)),
            Err(error) => return Err(failed(&error)),
        }
    };
    while migrate(&mut connection).map_err(|error| error.unwrap_or_else(|error| failed(&error)))? {}
    Ok(connection)
}

/// Opens a connection for writing to an existing database, without migrating.
pub(super) fn open_writer(location: &Location) -> rusqlite::Result<Connection> {
    let connection = match location {
        Location::File(path) => {
            Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?
        }
        Location::Memory => Connection::open_in_memory()?,
    };
    connection.busy_timeout(BUSY_TIMEOUT)?;
    // A turn is acknowledged after its commit, so a commit must be on disk (FULL). Checkpointing every 16 MB keeps that
    // work out of most commits.
    connection.execute_batch(
        "PRAGMA journal_mode = WAL;
         PRAGMA synchronous = FULL;
         PRAGMA foreign_keys = ON;
         PRAGMA wal_autocheckpoint = 4000;
         PRAGMA journal_size_limit = 67108864;
         PRAGMA cache_size = -16000;
         PRAGMA temp_store = MEMORY;",
    )?;
    connection.set_prepared_statement_cache_capacity(128);
    keep_plans(&connection)?;
    Ok(connection)
}

/// Opens a read-only connection.
pub(super) fn open_reader(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.execute_batch("PRAGMA cache_size = -4000;")?;
    keep_plans(&connection)?;
    Ok(connection)
}

/// Keeps the plan of a prepared statement whatever its parameters are. Otherwise SQLite looks at a bound `LIMIT` and prepares
/// the statement again for each value.
fn keep_plans(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).map(drop)
}

/// Applies the next migration; returns whether there was one.
fn migrate(connection: &mut Connection) -> Result<bool, Result<OpenError, Error>> {
    // Without a pending migration nothing is locked: a backup may run beside a server.
    if let Ok(applied) = applied(connection)
        && schema::next(schema::SQLITE, &applied).map_err(Ok)?.is_none()
    {
        return Ok(false);
    }
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Exclusive).map_err(Err)?;
    transaction.execute_batch(schema::TABLES).map_err(Err)?;
    let applied = applied(&transaction).map_err(Err)?;
    let Some(migration) = schema::next(schema::SQLITE, &applied).map_err(Ok)? else { return Ok(false) };
    if applied.is_empty() && !is_empty(&transaction).map_err(Err)? {
        return Err(Ok(OpenError("the file is a database of another program; name another file".to_owned())));
    }
    transaction.execute_batch(migration.sql).map_err(Err)?;
    let (number, name, checksum) = (migration.number, migration.name, migration.checksum());
    let recorded = if number > schema::FIRST_RELEASE {
        let record = "INSERT INTO upgrades (number, name, checksum, oldest) VALUES (?1, ?2, ?3, ?4)";
        transaction.execute(record, (number, name, checksum, migration.oldest))
    } else {
        transaction
            .execute("INSERT INTO migrations (number, name, checksum) VALUES (?1, ?2, ?3)", (number, name, checksum))
    };
    recorded.map_err(Err)?;
    transaction.commit().map_err(Err)?;
    tracing::info!(migration = migration.number, name = migration.name, "applied migration");
    Ok(true)
}

fn applied(connection: &Connection) -> rusqlite::Result<Vec<AppliedMigration>> {
    let upgraded = connection.table_exists(None, "upgrades")?;
    let mut statement = connection.prepare(if upgraded { schema::APPLIED } else { schema::APPLIED_FIRST })?;
    let row = |row: &rusqlite::Row<'_>| {
        Ok(AppliedMigration { number: row.get(0)?, checksum: row.get(1)?, oldest: row.get(2)? })
    };
    statement.query_map([], row)?.collect()
}

fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    let others = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('migrations', 'upgrades', 'sqlite_sequence')";
    connection.query_row(others, [], |row| row.get::<_, i64>(0)).map(|count| count == 0)
}

/// Returns whether the database is locked by another process.
pub(super) fn is_busy(error: &Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// Returns whether a constraint was violated: the row already exists.
pub(super) fn is_constraint(error: &Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation)
}

/// Describes an error for operators.
pub(super) fn describe(location: &Location, error: &Error) -> String {
    let name = match location {
        Location::File(path) => format!("database '{}'", path.display()),
        Location::Memory => "in-memory database".to_owned(),
    };
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            format!("{name} is locked by another program")
        }
        Some(ErrorCode::DiskFull) => format!("cannot write {name}: the disk is full"),
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            format!("cannot write {name}: the file or folder is read-only")
        }
        Some(ErrorCode::SystemIoFailure) => format!("cannot access {name}: disk I/O error ({error})"),
        Some(ErrorCode::CannotOpen) => {
            format!("cannot open {name}: the file or folder is missing or not accessible")
        }
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
            format!("{name} is corrupt or not an SQLite database ({error}); restore a backup or name another file")
        }
        _ => format!("{name} failed: {error}"),
    }
}

/// Converts an error to [`Unavailable`].
pub(super) fn unavailable(location: &Location, error: &Error) -> Unavailable {
    Unavailable(describe(location, error))
}
