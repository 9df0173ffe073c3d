//! The tables of an archive, and the version of their form.

use rusqlite::Connection;

use super::error::ArchiveError;

/// Marks the file as an archive: "HbAr".
const APPLICATION_ID: i64 = 0x4862_4172;

/// The version of the tables and of the keys in them.
const VERSION: i64 = 1;

const TABLES: &str = "
    CREATE TABLE rules (id INTEGER PRIMARY KEY, rules TEXT NOT NULL UNIQUE);
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        rules INTEGER NOT NULL REFERENCES rules,
        duplicate_key INTEGER NOT NULL UNIQUE,
        start TEXT NOT NULL,
        moves TEXT NOT NULL,
        plies INTEGER NOT NULL,
        result INTEGER NOT NULL,
        outcome TEXT NOT NULL,
        reason TEXT NOT NULL,
        date TEXT NOT NULL,
        tags TEXT NOT NULL,
        comments TEXT NOT NULL
    );
    CREATE TABLE positions (
        key INTEGER NOT NULL,
        game INTEGER NOT NULL,
        place INTEGER NOT NULL,
        PRIMARY KEY (key, game)
    ) WITHOUT ROWID;
    CREATE TABLE moves (
        key INTEGER NOT NULL,
        class TEXT NOT NULL,
        games INTEGER NOT NULL,
        white INTEGER NOT NULL,
        black INTEGER NOT NULL,
        draw INTEGER NOT NULL,
        last TEXT NOT NULL,
        PRIMARY KEY (key, class)
    ) WITHOUT ROWID;
    CREATE TABLE files (
        hash BLOB PRIMARY KEY,
        name TEXT NOT NULL,
        done INTEGER NOT NULL,
        finished INTEGER NOT NULL
    ) WITHOUT ROWID;
";

/// Checks that a database is an archive that this version can read. An empty one becomes an archive if allowed.
pub(super) fn check(connection: &Connection, may_create: bool) -> Result<(), ArchiveError> {
    let number = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    let (id, version) = (number("application_id")?, number("user_version")?);
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if id == 0 && version == 0 && tables == 0 && may_create {
        connection.execute_batch(&format!(
            "BEGIN IMMEDIATE; {TABLES} PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION}; COMMIT"
        ))?;
        return Ok(());
    }
    match (id, version) {
        (APPLICATION_ID, VERSION) => Ok(()),
        (APPLICATION_ID, found) if found > VERSION => Err(ArchiveError::Newer { found, supported: VERSION }),
        _ => Err(ArchiveError::Foreign),
    }
}
