//! Writing files that are complete and durable, or not there at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The operations by which backups are written. The power-loss trial records them.
pub trait FileSystem: Send + Sync {
    /// Creates a file, or empties it, that only its owner can read.
    fn create(&self, path: &Path) -> io::Result<Box<dyn SyncWrite>>;
    /// Renames a file, replacing another.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Deletes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// Makes the names of the files in a folder durable.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
}

/// A file whose content can be made durable.
pub trait SyncWrite: Write + Send {
    /// Makes everything that was written durable.
    fn sync(&mut self) -> io::Result<()>;
}

/// The file system of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct LocalFiles;

impl FileSystem for LocalFiles {
    fn create(&self, path: &Path) -> io::Result<Box<dyn SyncWrite>> {
        let mut options = File::options();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        Ok(Box::new(options.open(path)?))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        // Folders cannot be opened as files elsewhere.
        if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
    }
}

impl SyncWrite for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_all()
    }
}

/// A new file under a temporary name, removed when dropped before it is published.
pub(super) struct PartFile {
    files: Arc<dyn FileSystem>,
    to: BufWriter<Box<dyn SyncWrite>>,
    part: PathBuf,
    path: PathBuf,
    published: bool,
}

impl PartFile {
    /// Creates the file beside `path`.
    pub(super) fn create(files: Arc<dyn FileSystem>, path: &Path) -> io::Result<PartFile> {
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let to = BufWriter::new(files.create(&part)?);
        Ok(PartFile { files, to, part, path: path.to_owned(), published: false })
    }

    /// Makes the content durable, then gives the file its name, durably.
    pub(super) fn publish(mut self) -> io::Result<()> {
        self.to.flush()?;
        self.to.get_mut().sync()?;
        self.files.rename(&self.part, &self.path)?;
        self.published = true;
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        self.files.sync_folder(folder)
    }
}

impl Write for PartFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if !self.published {
            // If the incomplete file cannot be removed, its name says so.
            let _ = self.files.remove(&self.part);
        }
    }
}

/// Writes a whole file durably.
pub(super) fn write_file(files: &Arc<dyn FileSystem>, path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = PartFile::create(Arc::clone(files), path)?;
    file.write_all(content)?;
    file.publish()
}
