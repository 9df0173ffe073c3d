//! The disk after a power loss: what was synced is there; of everything later any part may be, in sectors of 512 bytes.

use std::collections::BTreeMap;
use std::path::Path;

use halfboard_rules::random::SplitMix64;

use super::recording::{DiskOp, Inode, folder_of};

/// Size of a sector, the unit that a disk writes as a whole, in bytes.
const SECTOR: usize = 512;

/// Which syncs a disk ignores, to show that the checks notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IgnoredSyncs {
    /// None: an honest disk.
    None,
    /// All, as if SQLite ran with `synchronous = OFF`.
    All,
    /// Those of the write-ahead log, as if commits were not synced (`synchronous = NORMAL`).
    WriteAheadLog,
}

/// A file on the disk.
#[derive(Clone, Debug, Default)]
struct DiskFile {
    durable: Vec<u8>,
    /// Writes and truncations since the last sync.
    pending: Vec<DiskOp>,
    is_log: bool,
}

/// A disk that is written step by step.
#[derive(Debug)]
pub(super) struct Disk {
    ignored: IgnoredSyncs,
    files: Vec<DiskFile>,
    names: BTreeMap<String, Inode>,
    /// Changes of names since the last sync of their folder.
    pending: Vec<DiskOp>,
}

/// How much of what was not synced survives.
#[derive(Clone, Copy, Debug)]
enum Survival {
    Nothing,
    Everything,
    /// Each write with one half, or two thirds of its sectors.
    Random,
    /// All but the last writes, which tears the end.
    Prefix,
}

impl Disk {
    /// Creates an empty disk.
    pub(super) fn new(ignored: IgnoredSyncs) -> Disk {
        Disk { ignored, files: Vec::new(), names: BTreeMap::new(), pending: Vec::new() }
    }

    /// Performs an operation.
    pub(super) fn perform(&mut self, op: &DiskOp) {
        match op {
            DiskOp::Bind(name, inode) => {
                self.file(*inode).is_log = name.ends_with("-wal");
                self.pending.push(op.clone());
            }
            DiskOp::Unbind(_) | DiskOp::Rename(..) => self.pending.push(op.clone()),
            DiskOp::Write(inode, ..) | DiskOp::Truncate(inode, _) => self.file(*inode).pending.push(op.clone()),
            DiskOp::Sync(inode) => {
                let ignored = self.ignored;
                let file = self.file(*inode);
                let is_ignored = match ignored {
                    IgnoredSyncs::None => false,
                    IgnoredSyncs::All => true,
                    IgnoredSyncs::WriteAheadLog => file.is_log,
                };
                if !is_ignored {
                    for op in std::mem::take(&mut file.pending) {
                        apply(&mut file.durable, &op, |_| true);
                    }
                }
            }
            DiskOp::SyncFolder(folder) => {
                let all = std::mem::take(&mut self.pending).into_iter();
                let (synced, pending): (Vec<_>, Vec<_>) = all.partition(|op| folder_of(name_of(op)) == *folder);
                self.pending = pending;
                for op in synced {
                    rename(&mut self.names, &op);
                }
            }
            DiskOp::Mark(_) => {}
        }
    }

    /// Returns whether anything is not synced.
    pub(super) fn has_pending(&self) -> bool {
        !self.pending.is_empty() || self.files.iter().any(|file| !file.pending.is_empty())
    }

    fn file(&mut self, inode: Inode) -> &mut DiskFile {
        if self.files.len() <= inode {
            self.files.resize_with(inode + 1, DiskFile::default);
        }
        &mut self.files[inode]
    }

    /// Returns the files after a power loss now.
    pub(super) fn crash(&self, random: &mut SplitMix64) -> BTreeMap<String, Vec<u8>> {
        let survival = match random.below(8) {
            0 => Survival::Nothing,
            1 => Survival::Everything,
            2 | 3 => Survival::Prefix,
            _ => Survival::Random,
        };
        let mut names = self.names.clone();
        let kept = random.below(self.pending.len() as u64 + 1) as usize;
        for (index, op) in self.pending.iter().enumerate() {
            let survives = match survival {
                Survival::Nothing => false,
                Survival::Everything => true,
                Survival::Random => random.below(2) == 0,
                Survival::Prefix => index < kept,
            };
            if survives {
                rename(&mut names, op);
            }
        }
        let content = |inode: Inode, random: &mut SplitMix64| {
            let Some(file) = self.files.get(inode) else { return Vec::new() };
            let mut content = file.durable.clone();
            let kept = random.below(file.pending.len() as u64 + 1) as usize;
            for (index, op) in file.pending.iter().enumerate() {
                match survival {
                    Survival::Nothing => {}
                    Survival::Everything => apply(&mut content, op, |_| true),
                    Survival::Prefix if index < kept => apply(&mut content, op, |_| true),
                    // The next one is torn.
                    Survival::Prefix if index == kept => apply(&mut content, op, |_| random.below(2) == 0),
                    Survival::Prefix => {}
                    Survival::Random => match random.below(4) {
                        0 => {}
                        1 | 2 => apply(&mut content, op, |_| true),
                        _ => apply(&mut content, op, |_| random.below(3) > 0),
                    },
                }
            }
            content
        };
        names.iter().map(|(name, inode)| (name.clone(), content(*inode, random))).collect()
    }
}

fn name_of(op: &DiskOp) -> &str {
    match op {
        DiskOp::Bind(name, _) | DiskOp::Unbind(name) | DiskOp::Rename(_, name, _) => name,
        _ => "",
    }
}

fn rename(names: &mut BTreeMap<String, Inode>, op: &DiskOp) {
    match op {
        DiskOp::Bind(name, inode) => {
            names.insert(name.clone(), *inode);
        }
        DiskOp::Unbind(name) => {
            names.remove(name);
        }
        DiskOp::Rename(from, to, inode) => {
            names.remove(from);
            names.insert(to.clone(), *inode);
        }
        _ => {}
    }
}

/// Applies a write or truncation; `survives` decides for each sector of a write.
fn apply(content: &mut Vec<u8>, op: &DiskOp, mut survives: impl FnMut(usize) -> bool) {
    match op {
        DiskOp::Write(_, offset, bytes) => {
            let offset = *offset as usize;
            let mut at = 0;
            while at < bytes.len() {
                let sector = (offset + at) / SECTOR;
                let next = ((sector + 1) * SECTOR - offset).min(bytes.len());
                if survives(sector) {
                    // A file grows with zeros where earlier writes are lost.
                    if content.len() < offset + next {
                        content.resize(offset + next, 0);
                    }
                    content[offset + at..offset + next].copy_from_slice(&bytes[at..next]);
                }
                at = next;
            }
        }
        DiskOp::Truncate(_, length) if survives(usize::MAX) => content.resize(*length as usize, 0),
        _ => {}
    }
}

/// Writes the files of a disk to an empty folder.
pub(super) fn write_image(folder: &Path, files: &BTreeMap<String, Vec<u8>>) -> Result<(), String> {
    for (name, content) in files {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|error| format!("{}: {error}", parent.display()))?;
        }
        std::fs::write(&path, content).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}
