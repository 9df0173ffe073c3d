//! Where a trial keeps its files: a folder of its own, removed at the end unless something went wrong.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::node::Recipe;

/// A folder that is removed when this is dropped.
#[derive(Debug)]
pub struct Folder(PathBuf);

/// What a server is told so that one machine may play for thousands.
const OPEN_HOUSE: [&str; 10] = [
    "--max-sockets",
    "100000",
    "--sockets-per-address",
    "100000",
    "--games-per-address",
    "1000000",
    "--requests-per-address",
    "1000000",
    "--log-level",
    "warn",
];

impl Folder {
    /// A new folder among the temporary files.
    pub fn new(name: &str) -> Result<Folder, String> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("halfboard-trial-{name}-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Folder(path))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The address of a database in a file here.
    pub fn sqlite(&self) -> String {
        format!("sqlite:{}", self.0.join("games.sqlite").display())
    }

    /// How a server is started whose words go into a file here.
    pub fn recipe(&self, program: &Path, database: &str, name: &str) -> Recipe {
        Recipe {
            program: program.to_owned(),
            database: database.to_owned(),
            more: OPEN_HOUSE.map(str::to_owned).to_vec(),
            log: self.0.join(format!("{name}.log")),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if std::env::var_os("TRIAL_KEEP").is_none() {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}
