//! Schema migrations, embedded from `migrations/`. Forward only: a released migration never changes. Which migration comes
//! next is decided here for both backends; each backend runs it.
//!
//! Nodes of two versions share a database during an upgrade, so a migration says which older schema's programs can go on
//! using the database, and the database remembers it. Release 0.1.0 refuses every row of `migrations` that it does not know;
//! later migrations are therefore recorded in `upgrades`, which it ignores.

use sha2::{Digest, Sha256};

use super::OpenError;

/// A schema migration.
pub(super) struct Migration {
    /// Its number, starting at 1, without gaps.
    pub(super) number: i64,
    /// Its name.
    pub(super) name: &'static str,
    /// The oldest schema whose programs can use the database after it.
    pub(super) oldest: i64,
    /// Its SQL.
    pub(super) sql: &'static str,
}

macro_rules! migrations {
    ($folder:literal: $($number:literal $name:literal usable by $oldest:literal),* $(,)?) => {
        &[$(Migration {
            number: $number,
            name: $name,
            oldest: $oldest,
            sql: include_str!(concat!("../../migrations/", $folder, "/000", $number, "_", $name, ".sql")),
        }),*]
    };
}

pub(super) const SQLITE: &[Migration] = migrations!("sqlite":
    1 "tables" usable by 1,
    2 "indexes" usable by 2,
    3 "archive" usable by 3,
    4 "heartbeats" usable by 3,
    5 "operator" usable by 3,
);
#[cfg(any(test, feature = "postgres"))]
pub(super) const POSTGRES: &[Migration] = migrations!("postgres":
    1 "tables" usable by 1,
    2 "indexes" usable by 2,
    3 "archive" usable by 3,
    4 "heartbeats" usable by 3,
    5 "operator" usable by 3,
);

/// The last migration of release 0.1.0, and the last that is recorded in `migrations`.
pub(super) const FIRST_RELEASE: i64 = 3;

/// The tables of applied migrations, in SQL valid for both backends.
pub(super) const TABLES: &str = "CREATE TABLE IF NOT EXISTS migrations (
    number bigint NOT NULL PRIMARY KEY,
    name text NOT NULL,
    checksum text NOT NULL
);
CREATE TABLE IF NOT EXISTS upgrades (
    number bigint NOT NULL PRIMARY KEY,
    name text NOT NULL,
    checksum text NOT NULL,
    oldest bigint NOT NULL
)";

/// Query of the applied migrations of a database without `upgrades`.
pub(super) const APPLIED_FIRST: &str = "SELECT number, checksum, number FROM migrations ORDER BY number";
/// Query of all applied migrations.
pub(super) const APPLIED: &str = "SELECT number, checksum, number FROM migrations
    UNION ALL SELECT number, checksum, oldest FROM upgrades ORDER BY 1";

/// An applied migration.
#[derive(Clone, Debug)]
pub(super) struct AppliedMigration {
    pub(super) number: i64,
    pub(super) checksum: String,
    /// The oldest schema whose programs can use the database after it.
    pub(super) oldest: i64,
}

impl Migration {
    /// Returns a checksum that identifies the migration.
    pub(super) fn checksum(&self) -> String {
        // Git may convert line endings.
        let digest = Sha256::digest(self.sql.replace('\r', "").as_bytes());
        super::rows::hex(&digest)
    }
}

/// Returns the next migration, given those applied; `None` if all are.
///
/// # Errors
///
/// Fails if the database was migrated by a different program, or by a newer one beyond what this one can use: writing to it
/// could corrupt it.
pub(super) fn next(
    known: &'static [Migration],
    done: &[AppliedMigration],
) -> Result<Option<&'static Migration>, OpenError> {
    let newest = known.len() as i64;
    let (mine, newer): (Vec<_>, Vec<_>) = done.iter().partition(|migration| migration.number <= newest);
    if let Some(AppliedMigration { number, .. }) = newer.iter().rfind(|migration| migration.oldest > newest) {
        return Err(OpenError(format!(
            "the database has schema {number} of a newer version, but this version supports schemas up to {}; upgrade, or \
             restore a backup into an empty database",
            known.len()
        )));
    }
    for (index, AppliedMigration { number, checksum, .. }) in mine.iter().enumerate() {
        let fits =
            known.get(index).is_some_and(|migration| migration.number == *number && migration.checksum() == *checksum);
        if !fits {
            return Err(OpenError(format!(
                "the database was not created by this program: migration {number} differs; use another database, or restore \
                 a backup into an empty one"
            )));
        }
    }
    Ok(known.get(mine.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn migrations_match_the_files_and_are_in_order() {
        for (folder, known) in [("sqlite", SQLITE), ("postgres", POSTGRES)] {
            let path = format!("{}/migrations/{folder}", env!("CARGO_MANIFEST_DIR"));
            let entries = std::fs::read_dir(path).expect("the folder");
            let mut files: Vec<String> =
                entries.map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned()).collect();
            files.sort();
            let listed: Vec<String> =
                known.iter().map(|migration| format!("{:04}_{}.sql", migration.number, migration.name)).collect();
            assert_eq!(files, listed, "{folder}");
            assert!(known.iter().zip(1..).all(|(migration, number)| migration.number == number));
            let later = known.iter().filter(|migration| migration.number > FIRST_RELEASE);
            for migration in later {
                // One that programs of the previous version cannot bear would also need a row in `migrations`.
                assert!(migration.oldest <= FIRST_RELEASE, "{}: upgrades are rolling", migration.name);
            }
        }
    }

    #[test]
    fn unknown_schemas_are_refused() {
        let applied =
            |number, checksum: &str, oldest| AppliedMigration { number, checksum: checksum.to_owned(), oldest };
        let record = |migration: &Migration| applied(migration.number, &migration.checksum(), migration.oldest);
        let done: Vec<AppliedMigration> = SQLITE.iter().map(record).collect();
        assert_eq!(next(SQLITE, &[]).map(|migration| migration.map(|migration| migration.number)), Ok(Some(1)));
        assert_eq!(next(SQLITE, &done[..1]).map(|migration| migration.map(|migration| migration.number)), Ok(Some(2)));
        assert!(next(SQLITE, &done).expect("all applied").is_none());
        let known = SQLITE.len() as i64;
        let newer = |oldest| [&done[..], &[applied(known + 1, "x", oldest), applied(known + 2, "y", 1)]].concat();
        assert!(next(SQLITE, &newer(known)).expect("a newer schema that this version can use").is_none());
        assert!(next(SQLITE, &newer(known + 1)).is_err_and(|error| error.0.contains("newer version")));
        let other = [applied(1, "x", 1)];
        assert!(next(SQLITE, &other).is_err_and(|error| error.0.contains("migration 1")));
        assert!(next(SQLITE, &done[1..]).is_err());
    }
}
