//! A folder of backups: full ones, each followed by incremental ones, and a manifest that lists them with their checksums.
//!
//! Every file is written under a temporary name, synced and renamed; the manifest comes last. So the manifest only lists
//! complete files, whatever happens.

use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use halfboard_protocol::{Millis, json};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::super::rows::hex;
use super::BackupError;
use super::file_system::{FileSystem, write_file};
use super::line::{Checksum, checksum, unhex};
use super::state::SnapshotState;
use super::time::file_stamp;
use super::writer::BackupBase;

/// The name of the manifest.
const MANIFEST: &str = "manifest.json";

/// The name of the state at the last backup.
const STATE: &str = "state";

/// The name of the lock file.
const LOCK: &str = "lock";

/// Version of the manifest.
const FORMAT: u32 = 1;

/// Maximum number of incremental backups that follow a full one.
const MAX_INCREMENTS: usize = 24;

/// A backup in the manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetEntry {
    /// The name of its file.
    pub file: String,
    /// When its snapshot was begun.
    pub created: Millis,
    /// Whether it has all games, not only changed ones.
    pub full: bool,
    /// Number of games of the snapshot.
    pub games: u64,
    /// Number of games in the file.
    pub written: u64,
    /// Length of the file, in bytes.
    pub bytes: u64,
    /// SHA-256 of the file.
    sha256: String,
    /// The checksum by which the next backup names it as its base.
    identity: String,
}

impl SetEntry {
    pub(super) fn new(
        file: String,
        (created, full): (Millis, bool),
        (games, written): (u64, u64),
        (bytes, sha256): (u64, &Checksum),
        identity: &Checksum,
    ) -> SetEntry {
        SetEntry { file, created, full, games, written, bytes, sha256: hex(sha256), identity: hex(identity) }
    }

    /// Returns the checksum by which the next backup names it.
    pub(super) fn identity(&self) -> Option<Checksum> {
        unhex(&self.identity)
    }

    /// Returns whether a file's checksum is the listed one.
    pub(super) fn has_checksum(&self, sha256: &Checksum) -> bool {
        self.sha256 == hex(sha256)
    }
}

/// The manifest: the backups, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    format: u32,
    pub(super) backups: Vec<SetEntry>,
    /// SHA-256 of the state at the last backup.
    state: String,
}

/// A folder of backups.
#[derive(Clone)]
pub struct BackupSet {
    pub(super) folder: PathBuf,
    pub(super) files: Arc<dyn FileSystem>,
}

/// A lock of a folder.
pub(super) struct FolderLock(File);

impl Drop for FolderLock {
    fn drop(&mut self) {
        // A process that is just being started has a copy of the file, which would hold the lock a little longer.
        let _ = self.0.unlock();
    }
}

impl BackupSet {
    /// A folder of backups that is written through `files`.
    pub fn new(folder: &Path, files: Arc<dyn FileSystem>) -> BackupSet {
        BackupSet { folder: folder.to_owned(), files }
    }

    /// Returns the backups, the oldest first.
    pub fn entries(&self) -> Result<Vec<SetEntry>, BackupError> {
        Ok(self.manifest()?.backups)
    }

    /// Returns whether another program is writing a backup to the folder.
    pub fn is_busy(&self) -> bool {
        File::open(self.folder.join(LOCK))
            .is_ok_and(|file| matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock)))
    }

    /// Locks the folder against other writers, until the lock is dropped.
    pub(super) fn lock(&self) -> Result<FolderLock, BackupError> {
        let path = self.folder.join(LOCK);
        let failed = |error: &dyn std::fmt::Display| BackupError(format!("cannot lock '{}': {error}", path.display()));
        let mut options = File::options();
        options.write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&path).map_err(|error| failed(&error))?;
        match file.try_lock() {
            Ok(()) => Ok(FolderLock(file)),
            Err(fs::TryLockError::WouldBlock) => {
                Err(BackupError(format!("another backup to '{}' is running", self.folder.display())))
            }
            Err(fs::TryLockError::Error(error)) => Err(failed(&error)),
        }
    }

    /// Deletes what an interrupted backup left. Requires the lock.
    pub(super) fn remove_parts(&self) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            if path.extension().is_some_and(|extension| extension == "part") {
                // Left for the next time.
                let _ = self.files.remove(&path);
            }
        }
    }

    /// Reads the manifest. A folder without one has no backups.
    pub(super) fn manifest(&self) -> Result<Manifest, BackupError> {
        let path = self.folder.join(MANIFEST);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Manifest { format: FORMAT, ..Manifest::default() });
            }
            Err(error) => return Err(BackupError(format!("cannot read '{}': {error}", path.display()))),
        };
        parse_manifest(&text).map_err(|reason| BackupError(format!("'{}': {reason}", path.display())))
    }

    /// Returns the backups in the order of their names, for a folder whose manifest is damaged.
    pub(super) fn unlisted(&self) -> Result<Vec<String>, BackupError> {
        let failed = |error| BackupError(format!("cannot read '{}': {error}", self.folder.display()));
        let entries = fs::read_dir(&self.folder).map_err(failed)?.collect::<Result<Vec<_>, _>>().map_err(failed)?;
        let names = entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> =
            names.filter(|name| name.ends_with(".backup") || name.ends_with(".backup.age")).collect();
        names.sort();
        Ok(names)
    }

    /// Returns the name of a new backup.
    pub(super) fn file_name(created: Millis, full: bool, encrypted: bool) -> String {
        let kind = if full { "full" } else { "incremental" };
        format!("{}-{kind}.backup{}", file_stamp(created), if encrypted { ".age" } else { "" })
    }

    /// Returns what an incremental backup can continue; `None` if a full one is due.
    pub(super) fn base(&self, manifest: &Manifest) -> Option<BackupBase> {
        let last = manifest.backups.last()?;
        let chain = chain(&manifest.backups, manifest.backups.len() - 1)?;
        let (full, increments) = chain.split_first()?;
        let grown: u64 = increments.iter().map(|entry| entry.bytes).sum();
        let complete = chain.iter().all(|entry| {
            fs::metadata(self.folder.join(&entry.file)).is_ok_and(|metadata| metadata.len() == entry.bytes)
        });
        if increments.len() >= MAX_INCREMENTS || grown > full.bytes || !complete {
            return None;
        }
        let state = fs::read(self.folder.join(STATE)).ok()?;
        if hex(&checksum(&state)) != manifest.state {
            return None;
        }
        Some(BackupBase { identity: last.identity()?, state: SnapshotState::decode(&state)? })
    }

    /// Adds a backup whose file is complete, and deletes the oldest chains as long as `keep` backups remain.
    pub(super) fn add(
        &self,
        mut manifest: Manifest,
        entry: SetEntry,
        state: &SnapshotState,
        keep: Option<usize>,
    ) -> Result<(), BackupError> {
        let failed = |error| BackupError(format!("cannot write to '{}': {error}", self.folder.display()));
        let state = state.encode();
        write_file(&self.files, &self.folder.join(STATE), &state).map_err(failed)?;
        manifest.backups.push(entry);
        manifest.state = hex(&checksum(&state));
        let mut dropped = Vec::new();
        while let Some(next) = keep.and_then(|keep| expired(&manifest.backups, keep)) {
            dropped.extend(manifest.backups.drain(..next));
        }
        let text = json::encode(&manifest);
        let text = format!("{text}\n{}\n", hex(&checksum(text.as_bytes())));
        write_file(&self.files, &self.folder.join(MANIFEST), text.as_bytes()).map_err(failed)?;
        for entry in dropped {
            if let Err(error) = self.files.remove(&self.folder.join(&entry.file)) {
                tracing::warn!(file = entry.file, %error, "cannot delete an old backup");
            }
        }
        Ok(())
    }
}

/// Parses a manifest: a line of JSON and a line with its checksum.
fn parse_manifest(text: &str) -> Result<Manifest, String> {
    let damaged = || "the manifest is damaged: its checksum does not match".to_owned();
    let (body, rest) = text.split_once('\n').ok_or_else(damaged)?;
    if rest != format!("{}\n", hex(&checksum(body.as_bytes()))) {
        return Err(damaged());
    }
    let manifest: Manifest = json::decode(body).map_err(|error| format!("the manifest is malformed: {error}"))?;
    if manifest.format != FORMAT {
        return Err(format!("written by a newer version (format {}; this version reads {FORMAT})", manifest.format));
    }
    Ok(manifest)
}

/// Returns the chain that ends with a backup: a full one and the incremental ones after it.
pub(super) fn chain(backups: &[SetEntry], last: usize) -> Option<&[SetEntry]> {
    let until = backups.get(..=last)?;
    let first = until.iter().rposition(|entry| entry.full)?;
    until.get(first..)
}

/// Returns where the second chain begins, if the first can be deleted.
fn expired(backups: &[SetEntry], keep: usize) -> Option<usize> {
    let next = backups.iter().skip(1).position(|entry| entry.full)? + 1;
    (backups.len() - next >= keep).then_some(next)
}

/// A file that computes its checksum while it is read.
pub(super) struct ChecksumReader<R> {
    from: R,
    hash: Sha256,
    bytes: u64,
}

impl ChecksumReader<BufReader<File>> {
    /// Opens a file.
    pub(super) fn open(path: &Path) -> Result<Self, BackupError> {
        let file =
            File::open(path).map_err(|error| BackupError(format!("cannot read '{}': {error}", path.display())))?;
        Ok(ChecksumReader { from: BufReader::new(file), hash: Sha256::new(), bytes: 0 })
    }
}

impl<R: Read> ChecksumReader<R> {
    /// Reads the rest and returns length and checksum.
    pub(super) fn finish(mut self) -> std::io::Result<(u64, Checksum)> {
        std::io::copy(&mut self, &mut std::io::sink())?;
        Ok((self.bytes, self.hash.finalize().into()))
    }
}

impl<R: Read> Read for ChecksumReader<R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let count = self.from.read(into)?;
        self.hash.update(into.get(..count).unwrap_or_default());
        self.bytes += count as u64;
        Ok(count)
    }
}
