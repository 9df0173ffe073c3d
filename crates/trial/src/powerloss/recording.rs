//! A recording of everything that is written below a folder, by SQLite through the VFS and by backups through their file
//! system: writes, syncs, and changes of names, in one order, with marks of what was acknowledged.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use halfboard_server::store::{FileSystem, LocalFiles, SyncWrite};

/// The number of a file, which is independent of its name.
pub(super) type Inode = usize;

/// A recorded operation. Names are relative to the folder.
#[derive(Clone, Debug)]
pub(super) enum DiskOp {
    /// A name is given to a file.
    Bind(String, Inode),
    /// A name is removed.
    Unbind(String),
    /// A file is renamed, replacing another.
    Rename(String, String, Inode),
    /// Bytes are written at an offset.
    Write(Inode, u64, Vec<u8>),
    /// A file is cut or extended to a length.
    Truncate(Inode, u64),
    /// The content of a file is made durable.
    Sync(Inode),
    /// The names of a folder are made durable.
    SyncFolder(String),
    /// Something was acknowledged: an index into the facts of the workload.
    Mark(usize),
}

#[derive(Debug)]
struct RecordingState {
    root: PathBuf,
    ops: Vec<DiskOp>,
    names: HashMap<String, Inode>,
    inodes: usize,
}

/// A recording; clones share it.
#[derive(Clone, Debug)]
pub(super) struct Recording(Arc<Mutex<RecordingState>>);

impl Recording {
    /// Starts to record what happens below a folder, which must be its canonical path.
    pub(super) fn new(root: &Path) -> Recording {
        let root = root.to_owned();
        Recording(Arc::new(Mutex::new(RecordingState { root, ops: Vec::new(), names: HashMap::new(), inodes: 0 })))
    }

    fn lock(&self) -> MutexGuard<'_, RecordingState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether two handles share a recording.
    pub(super) fn is_same(&self, other: &Recording) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Notes that something was acknowledged.
    pub(super) fn mark(&self, fact: usize) {
        self.lock().ops.push(DiskOp::Mark(fact));
    }

    /// Returns the operations.
    pub(super) fn ops(&self) -> Vec<DiskOp> {
        self.lock().ops.clone()
    }

    /// Opens a file by its absolute path; `None` if it is not below the folder. A file that exists without having been
    /// created in the recording was created durably by other means.
    pub(super) fn open(&self, path: &Path, existed: bool) -> Option<Inode> {
        let mut state = self.lock();
        let name = state.name(path)?;
        if let Some(inode) = state.names.get(&name) {
            return Some(*inode);
        }
        let inode = state.create(&name);
        if existed {
            state.ops.push(DiskOp::SyncFolder(folder_of(&name)));
        }
        Some(inode)
    }

    pub(super) fn write(&self, inode: Inode, offset: u64, bytes: &[u8]) {
        self.lock().ops.push(DiskOp::Write(inode, offset, bytes.to_vec()));
    }

    pub(super) fn truncate(&self, inode: Inode, length: u64) {
        self.lock().ops.push(DiskOp::Truncate(inode, length));
    }

    pub(super) fn sync(&self, inode: Inode) {
        self.lock().ops.push(DiskOp::Sync(inode));
    }

    pub(super) fn sync_folder(&self, folder: &Path) {
        let mut state = self.lock();
        let name = if folder == state.root { Some(String::new()) } else { state.name(folder) };
        state.ops.extend(name.map(DiskOp::SyncFolder));
    }

    pub(super) fn remove(&self, path: &Path) {
        let mut state = self.lock();
        let Some(name) = state.name(path) else { return };
        if state.names.remove(&name).is_some() {
            state.ops.push(DiskOp::Unbind(name));
        }
    }

    /// Records a new file, also over an existing one.
    fn create(&self, path: &Path) -> Option<Inode> {
        let mut state = self.lock();
        let name = state.name(path)?;
        Some(state.create(&name))
    }

    fn rename(&self, from: &Path, to: &Path) {
        let mut state = self.lock();
        let (Some(from), Some(to)) = (state.name(from), state.name(to)) else { return };
        if let Some(inode) = state.names.remove(&from) {
            state.names.insert(to.clone(), inode);
            state.ops.push(DiskOp::Rename(from, to, inode));
        }
    }
}

impl RecordingState {
    fn name(&self, path: &Path) -> Option<String> {
        Some(path.strip_prefix(&self.root).ok()?.to_string_lossy().into_owned())
    }

    fn create(&mut self, name: &str) -> Inode {
        let inode = self.inodes;
        self.inodes += 1;
        self.names.insert(name.to_owned(), inode);
        self.ops.push(DiskOp::Bind(name.to_owned(), inode));
        inode
    }
}

/// Returns the folder of a relative name.
pub(super) fn folder_of(name: &str) -> String {
    name.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned())
}

/// The file system of backups, recorded. Nothing is synced to the real disk.
impl FileSystem for Recording {
    fn create(&self, path: &Path) -> io::Result<Box<dyn SyncWrite>> {
        let file = LocalFiles.create(path)?;
        Ok(Box::new(RecordedFile { file, inode: Recording::create(self, path), offset: 0, recording: self.clone() }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        LocalFiles.rename(from, to)?;
        Recording::rename(self, from, to);
        Ok(())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        LocalFiles.remove(path)?;
        Recording::remove(self, path);
        Ok(())
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        Recording::sync_folder(self, folder);
        Ok(())
    }
}

struct RecordedFile {
    file: Box<dyn SyncWrite>,
    inode: Option<Inode>,
    offset: u64,
    recording: Recording,
}

impl Write for RecordedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        if let Some(inode) = self.inode {
            self.recording.write(inode, self.offset, bytes.get(..count).unwrap_or_default());
        }
        self.offset += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl SyncWrite for RecordedFile {
    fn sync(&mut self) -> io::Result<()> {
        if let Some(inode) = self.inode {
            self.recording.sync(inode);
        }
        Ok(())
    }
}
