//! The files of a database: their place, permissions and identity. SQLite goes on writing to a file that was deleted or
//! replaced, and every commit would be lost with the process, so the identity is compared before anything is acknowledged.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::super::Unavailable;

/// Suffixes of the files that SQLite keeps beside a database while it is open.
const COMPANIONS: [&str; 2] = ["-wal", "-shm"];

/// Maximum number of symbolic links to follow for a file that does not exist yet.
const MAX_LINKS: usize = 40;

/// Identifies a file independently of its name, by device and inode.
type FileId = (u64, u64);

#[cfg(unix)]
fn file_id(metadata: &Metadata) -> FileId {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

/// Files have no such numbers elsewhere: only a missing one is noticed.
#[cfg(not(unix))]
fn file_id(_: &Metadata) -> FileId {
    (0, 0)
}

/// Returns the path of a file without symbolic links, also if the file does not exist yet.
pub(super) fn resolve(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        if let Ok(resolved) = fs::canonicalize(&path) {
            return resolved;
        }
        let Ok(target) = fs::read_link(&path) else { break };
        path = folder(&path).join(target);
    }
    match (fs::canonicalize(folder(&path)), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}

/// Returns the folder of a file.
pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Appends a suffix to a path.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Creates a file that only its owner can use, unless it exists. SQLite gives its companions the same permissions.
///
/// Must not open an existing file: closing it would release the locks that this process has on it.
pub(super) fn create_private(path: &Path) -> io::Result<()> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(_) => sync_folder(folder(path)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}

/// Makes the names in a folder durable.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Takes the permissions of group and others from the files of a database.
pub(super) fn restrict(path: &Path) {
    for suffix in ["", "-wal", "-shm", ".lock"] {
        restrict_file(&beside(path, suffix));
    }
}

#[cfg(unix)]
fn restrict_file(path: &Path) {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let Ok(metadata) = fs::metadata(path) else { return };
    let mode = metadata.mode() & 0o777;
    if !metadata.is_file() || mode & 0o077 == 0 {
        return;
    }
    let shown = path.display();
    match fs::set_permissions(path, PermissionsExt::from_mode(mode & 0o700)) {
        Ok(()) => tracing::warn!(path = %shown, "{shown} was accessible to other users (mode {mode:o}); now it is not"),
        Err(error) => tracing::warn!(path = %shown, %error, "{shown} is accessible to other users (mode {mode:o})"),
    }
}

#[cfg(not(unix))]
fn restrict_file(_: &Path) {}

/// The identities of the open files of a database.
#[derive(Debug)]
pub(super) struct FileWatch {
    path: PathBuf,
    main: Option<FileId>,
    /// Those of the companions, known once SQLite has created them.
    companions: Mutex<[Option<FileId>; COMPANIONS.len()]>,
}

impl FileWatch {
    /// Starts to watch an open database; `None` is one in memory, which cannot be replaced.
    pub(super) fn new(path: Option<&Path>) -> FileWatch {
        let main = path.and_then(|path| fs::metadata(path).ok()).map(|metadata| file_id(&metadata));
        FileWatch { path: path.map(Path::to_owned).unwrap_or_default(), main, companions: Mutex::default() }
    }

    /// Checks that the files are those that were opened.
    pub(super) fn check(&self) -> Result<(), Unavailable> {
        let Some(main) = &self.main else { return Ok(()) };
        self.compare(&self.path, main)?;
        let mut companions = self.companions.lock().unwrap_or_else(PoisonError::into_inner);
        for (suffix, known) in COMPANIONS.iter().zip(companions.iter_mut()) {
            let path = beside(&self.path, suffix);
            match known {
                Some(known) => self.compare(&path, known)?,
                None => *known = fs::metadata(&path).ok().map(|metadata| file_id(&metadata)),
            }
        }
        Ok(())
    }

    /// Forgets the companions that SQLite deleted when the last connection was closed.
    pub(super) fn forget_deleted(&self) {
        let mut companions = self.companions.lock().unwrap_or_else(PoisonError::into_inner);
        for (suffix, known) in COMPANIONS.iter().zip(companions.iter_mut()) {
            if !beside(&self.path, suffix).exists() {
                *known = None;
            }
        }
    }

    fn compare(&self, path: &Path, known: &FileId) -> Result<(), Unavailable> {
        let problem = match fs::metadata(path) {
            Ok(metadata) if file_id(&metadata) == *known => return Ok(()),
            Ok(_) => "was replaced".to_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => "was deleted or moved".to_owned(),
            Err(error) => format!("cannot be accessed ({error})"),
        };
        Err(Unavailable(format!(
            "database file '{}' {problem} while in use, so nothing is written; put it back, or stop the server and restore \
             a backup",
            path.display()
        )))
    }
}
