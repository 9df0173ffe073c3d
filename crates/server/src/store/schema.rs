//! Schema migrations, embedded from `migrations/`. Forward only: a released migration never changes. Which migration comes
//! next is decided here for both backends; each backend runs it.

use sha2::{Digest, Sha256};

use super::OpenError;

/// A schema migration.
pub(super) struct Migration {
    /// Its number, starting at 1, without gaps.
    pub(super) number: i64,
    /// Its name.
    pub(super) name: &'static str,
    /// Its SQL.
    pub(super) sql: &'static str,
}

macro_rules! migrations {
    ($folder:literal: $($number:literal $name:literal),* $(,)?) => {
        &[$(Migration {
            number: $number,
            name: $name,
            sql: include_str!(concat!("../../migrations/", $folder, "/000", $number, "_", $name, ".sql")),
        }),*]
    };
}

pub(super) const SQLITE: &[Migration] = migrations!("sqlite": 1 "tables", 2 "indexes", 3 "archive");
#[cfg(any(test, feature = "postgres"))]
pub(super) const POSTGRES: &[Migration] = migrations!("postgres": 1 "tables", 2 "indexes", 3 "archive");

/// The table of applied migrations, in SQL valid for both backends.
pub(super) const TABLE: &str = "CREATE TABLE IF NOT EXISTS migrations (
    number bigint NOT NULL PRIMARY KEY,
    name text NOT NULL,
    checksum text NOT NULL
)";

impl Migration {
    /// Returns a checksum that identifies the migration.
    pub(super) fn checksum(&self) -> String {
        // Git may convert line endings.
        let digest = Sha256::digest(self.sql.replace('\r', "").as_bytes());
        super::rows::hex(&digest)
    }
}

/// Returns the next migration, given the number and checksum of those applied; `None` if all are.
///
/// # Errors
///
/// Fails if the database was migrated by a newer or different program: writing to it could corrupt it.
pub(super) fn next(
    known: &'static [Migration],
    done: &[(i64, String)],
) -> Result<Option<&'static Migration>, OpenError> {
    if let Some((number, _)) = done.last().filter(|(number, _)| *number > known.len() as i64) {
        return Err(OpenError(format!(
            "the database has schema {number} of a newer version, but this version supports schemas up to {}; upgrade, or \
             restore a backup into an empty database",
            known.len()
        )));
    }
    for (index, (number, checksum)) in done.iter().enumerate() {
        let fits =
            known.get(index).is_some_and(|migration| migration.number == *number && migration.checksum() == *checksum);
        if !fits {
            return Err(OpenError(format!(
                "the database was not created by this program: migration {number} differs; use another database, or restore \
                 a backup into an empty one"
            )));
        }
    }
    Ok(known.get(done.len()))
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
        }
    }

    #[test]
    fn unknown_schemas_are_refused() {
        let done: Vec<(i64, String)> =
            SQLITE.iter().map(|migration| (migration.number, migration.checksum())).collect();
        assert_eq!(next(SQLITE, &[]).map(|migration| migration.map(|migration| migration.number)), Ok(Some(1)));
        assert_eq!(next(SQLITE, &done[..1]).map(|migration| migration.map(|migration| migration.number)), Ok(Some(2)));
        assert!(next(SQLITE, &done).expect("all applied").is_none());
        let newer = [&done[..], &[(4, "x".to_owned())]].concat();
        assert!(next(SQLITE, &newer).is_err_and(|error| error.0.contains("newer version")));
        let other = [(1, "x".to_owned())];
        assert!(next(SQLITE, &other).is_err_and(|error| error.0.contains("migration 1")));
        assert!(next(SQLITE, &done[1..]).is_err());
    }
}
