//! The lock that gives an SQLite database to one server, since servers on one file would not notice each other's events.
//! Commands that replace the file take it, too. Backups do not need it.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use super::super::OpenError;
use super::files::{beside, create_private, resolve, restrict};

/// A held lock on an SQLite database. Must outlive the connections of this process: closing the files of a lock would release
/// SQLite's own locks.
#[derive(Debug)]
pub struct DatabaseLock {
    path: PathBuf,
    files: Vec<File>,
}

impl DatabaseLock {
    /// Locks the database of a URL; `None` if it is not an SQLite file.
    ///
    /// # Errors
    ///
    /// Fails if another process has the lock, under this name or through a symbolic or hard link.
    pub fn acquire(url: &str) -> Result<Option<DatabaseLock>, OpenError> {
        let Some(path) = sqlite_path(url) else { return Ok(None) };
        let path = resolve(path);
        let name = beside(&path, ".lock");
        let failed = |error: &dyn std::fmt::Display| {
            OpenError(format!("cannot lock the database with {}: {error}", name.display()))
        };
        create_private(&name).map_err(|error| failed(&error))?;
        let mut files = vec![File::options().write(true).open(&name).map_err(|error| failed(&error))?];
        if path.is_dir() {
            return Err(OpenError(format!("'{}' is a folder; name a file in it", path.display())));
        }
        check_links(&path)?;
        // The lock on the database itself also holds if the lock file is deleted or the database moved. Elsewhere such a lock
        // would exclude SQLite's own.
        if cfg!(target_os = "linux") {
            create_private(&path).map_err(|error| failed(&error))?;
            files.push(File::open(&path).map_err(|error| failed(&error))?);
        }
        restrict(&path);
        for file in &files {
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(OpenError(format!(
                        "{}: another server uses this database; stop it, or choose another with --database sqlite:PATH",
                        path.display()
                    )));
                }
                Err(TryLockError::Error(error)) => return Err(failed(&error)),
            }
        }
        Ok(Some(DatabaseLock { path, files }))
    }

    /// Returns the path of the database without symbolic links.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for DatabaseLock {
    fn drop(&mut self) {
        // A process that is just being started has copies of the files, which would hold the lock a little longer.
        for file in &self.files {
            let _ = file.unlock();
        }
    }
}

/// Returns the path of an SQLite file in a URL.
fn sqlite_path(url: &str) -> Option<&Path> {
    let path = url.strip_prefix("sqlite:")?;
    let path = path.strip_prefix("//").unwrap_or(path);
    (!path.is_empty() && path != ":memory:").then(|| Path::new(path))
}

/// Refuses a file with several names: the write-ahead log is named after the database, so under another name commits would
/// be missing.
#[cfg(unix)]
fn check_links(path: &Path) -> Result<(), OpenError> {
    use std::os::unix::fs::MetadataExt;
    match fs::metadata(path) {
        Ok(metadata) if metadata.nlink() > 1 => Err(OpenError(format!(
            "{}: the database has {} names (hard links), which SQLite does not support; remove the others, and keep the name \
             that has a -wal file beside it",
            path.display(),
            metadata.nlink()
        ))),
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
fn check_links(path: &Path) -> Result<(), OpenError> {
    let _ = fs::metadata(path);
    Ok(())
}
