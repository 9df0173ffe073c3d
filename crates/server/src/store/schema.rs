//! The steps by which a database comes to the schema of this program, embedded from `migrations/`. Forwards only: a step
//! that was ever released is never changed, and what is to be different is a new step. What is decided here is the same for
//! all databases; how a step is run is theirs.

use sha2::{Digest, Sha256};

use super::OpenError;

/// One step.
pub(super) struct Migration {
    /// Its number, from 1, without gaps.
    pub(super) number: i64,
    /// What it does, in a word.
    pub(super) name: &'static str,
    /// The statements.
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

pub(super) const SQLITE: &[Migration] = migrations!("sqlite": 1 "tables", 2 "indexes");
pub(super) const POSTGRES: &[Migration] = migrations!("postgres": 1 "tables", 2 "indexes");

/// Where it is kept which steps were done; the same SQL for all databases.
pub(super) const TABLE: &str = "CREATE TABLE IF NOT EXISTS migrations (
    number bigint NOT NULL PRIMARY KEY,
    name text NOT NULL,
    checksum text NOT NULL
)";

impl Migration {
    /// What tells whether a step that was done is this one.
    pub(super) fn checksum(&self) -> String {
        // Git may write other line ends on other systems.
        let digest = Sha256::digest(self.sql.replace('\r', "").as_bytes());
        super::columns::hex(&digest)
    }
}

/// The step that comes next, given those that were done (number and checksum, in order); `None` when all are done. A
/// database that does not fit this program is refused, since writing to it could spoil it.
pub(super) fn next(
    known: &'static [Migration],
    done: &[(i64, String)],
) -> Result<Option<&'static Migration>, OpenError> {
    if let Some((number, _)) = done.last().filter(|(number, _)| *number > known.len() as i64) {
        return Err(OpenError(format!(
            "The database is of a newer program: its schema has number {number}, and this program knows schemas up to {}. \
             Run the newer program, or restore a backup into an empty database.",
            known.len()
        )));
    }
    for (index, (number, checksum)) in done.iter().enumerate() {
        let fits = known.get(index).is_some_and(|step| step.number == *number && step.checksum() == *checksum);
        if !fits {
            return Err(OpenError(format!(
                "The database is not one of this program: step {number} of its schema is another than this program's. \
                 Name another database, or restore a backup into an empty one."
            )));
        }
    }
    Ok(known.get(done.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_step_and_steps_come_in_order() {
        for (folder, known) in [("sqlite", SQLITE), ("postgres", POSTGRES)] {
            let path = format!("{}/migrations/{folder}", env!("CARGO_MANIFEST_DIR"));
            let entries = std::fs::read_dir(path).expect("the folder");
            let mut files: Vec<String> =
                entries.map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned()).collect();
            files.sort();
            let listed: Vec<String> =
                known.iter().map(|step| format!("{:04}_{}.sql", step.number, step.name)).collect();
            assert_eq!(files, listed, "{folder}");
            assert!(known.iter().zip(1..).all(|(step, number)| step.number == number));
        }
    }

    #[test]
    fn a_database_that_does_not_fit_is_refused() {
        let done: Vec<(i64, String)> = SQLITE.iter().map(|step| (step.number, step.checksum())).collect();
        assert_eq!(next(SQLITE, &[]).map(|step| step.map(|step| step.number)), Ok(Some(1)));
        assert_eq!(next(SQLITE, &done[..1]).map(|step| step.map(|step| step.number)), Ok(Some(2)));
        assert!(next(SQLITE, &done).expect("it fits").is_none());
        let newer = [&done[..], &[(3, "x".to_owned())]].concat();
        assert!(next(SQLITE, &newer).is_err_and(|error| error.0.contains("newer program")));
        let other = [(1, "x".to_owned())];
        assert!(next(SQLITE, &other).is_err_and(|error| error.0.contains("step 1")));
        assert!(next(SQLITE, &done[1..]).is_err());
    }
}
