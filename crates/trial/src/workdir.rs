//! The working directory of a trial, removed at the end.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::node::NodeConfig;

/// A temporary folder, removed when dropped unless `TRIAL_KEEP` is set.
#[derive(Debug)]
pub struct WorkDir(PathBuf);

/// Server flags that lift the limits per address, since all clients share one.
const UNLIMITED: [&str; 22] = [
    "--max-sockets",
    "100000",
    "--sockets-per-address",
    "100000",
    "--games-per-address",
    "1000000",
    "--requests-per-address",
    "1000000",
    "--files-per-address",
    "1000000",
    "--challenges-per-address",
    "1000000",
    "--seats-per-address",
    "1000000",
    "--waiting-seats-per-address",
    "1000000",
    "--storage-per-address",
    "1000000",
    "--first-move",
    "0",
    "--log-level",
    "warn",
];

impl WorkDir {
    /// Creates a folder.
    pub fn new(name: &str) -> Result<WorkDir, String> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("halfboard-trial-{name}-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(WorkDir(path))
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the URL of an SQLite database in the folder.
    pub fn sqlite(&self) -> String {
        format!("sqlite:{}", self.0.join("games.sqlite").display())
    }

    /// Returns the configuration of a server that logs to the folder.
    pub fn node_config(&self, program: &Path, database: &str, name: &str) -> NodeConfig {
        NodeConfig {
            program: program.to_owned(),
            database: database.to_owned(),
            more: UNLIMITED.map(str::to_owned).to_vec(),
            log: self.0.join(format!("{name}.log")),
        }
    }
}

impl Drop for WorkDir {
    fn drop(&mut self) {
        if std::env::var_os("TRIAL_KEEP").is_none() {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}
