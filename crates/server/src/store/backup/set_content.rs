//! The content of a file or folder of backups, for restoring and verifying.

use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

use halfboard_protocol::Millis;

use super::BackupError;
use super::content::{BackupContent, ContentReader, ReadOptions, RestoredGame, check_complete, check_time};
use super::file_system::LocalFiles;
use super::reader::BackupSummary;
use super::set::{BackupSet, ChecksumReader, SetEntry, chain};

/// Receives games; returns false to stop.
type TakeGame<'a> = &'a mut dyn FnMut(RestoredGame) -> bool;

/// Reads a backup file, or the backup of a folder that is right for a time: the newest, or the first made at or after `at`.
pub(super) fn read_path(
    path: &Path,
    reader: &mut ContentReader<'_>,
    at: Option<Millis>,
    take: TakeGame<'_>,
) -> Result<BackupSummary, BackupError> {
    if !path.is_dir() {
        let summary = reader.read(None, BufReader::new(ChecksumReader::open(path)?), take)?;
        check_complete(&summary)?;
        return Ok(summary);
    }
    let set = BackupSet::new(path, Arc::new(LocalFiles));
    let entries = match set.entries() {
        Ok(entries) => entries,
        Err(error) => {
            reader.damaged(None, &error.0)?;
            return read_unlisted(&set, reader, take);
        }
    };
    let Some(newest) = entries.last() else {
        return Err(BackupError(format!("'{}' has no manifest of backups", path.display())));
    };
    check_time(Some(newest.created), at)?;
    let index = at.and_then(|at| entries.iter().position(|entry| entry.created >= at)).unwrap_or(entries.len() - 1);
    let chain = chain(&entries, index).ok_or_else(|| BackupError("the manifest lists no full backup".to_owned()))?;
    read_chain(&set, chain, reader, take)
}

/// Reads a full backup and the incremental ones after it, the newest first.
fn read_chain(
    set: &BackupSet,
    chain: &[SetEntry],
    reader: &mut ContentReader<'_>,
    take: TakeGame<'_>,
) -> Result<BackupSummary, BackupError> {
    let mut newest = None;
    for (index, entry) in chain.iter().enumerate().rev() {
        let name = Some(entry.file.as_str());
        let mut file = match ChecksumReader::open(&set.folder.join(&entry.file)) {
            Ok(file) => file,
            Err(error) => {
                reader.damaged(name, &error.0)?;
                continue;
            }
        };
        let summary = reader.read(name, BufReader::new(&mut file), &mut *take)?;
        let is_listed = file.finish().is_ok_and(|(bytes, sha256)| bytes == entry.bytes && entry.has_checksum(&sha256));
        let base = index.checked_sub(1).and_then(|before| chain.get(before)).map(SetEntry::identity);
        if !is_listed || summary.identity != entry.identity() || summary.created != Some(entry.created) {
            reader.damaged(name, "the file is not the one that the manifest lists")?;
        } else if summary.base != base.flatten() || summary.games != entry.written {
            reader.damaged(name, "the file does not fit the one before it")?;
        }
        newest = newest.or(Some(summary));
    }
    if let Some(entry) = chain.last()
        && reader.state.games() != entry.games
    {
        let reason = format!("expected {} games in all, found {}", entry.games, reader.state.games());
        reader.damaged(Some(&entry.file), &reason)?;
    }
    newest.ok_or_else(|| BackupError("no backup could be read".to_owned()))
}

/// Reads the last full backup of a folder without a manifest and the incremental ones after it.
fn read_unlisted(
    set: &BackupSet,
    reader: &mut ContentReader<'_>,
    take: TakeGame<'_>,
) -> Result<BackupSummary, BackupError> {
    let names = set.unlisted()?;
    let first = names.iter().rposition(|name| name.contains("-full.")).unwrap_or(0);
    let mut newest = None;
    for name in names.get(first..).unwrap_or_default().iter().rev() {
        let file = ChecksumReader::open(&set.folder.join(name))?;
        let summary = reader.read(Some(name), BufReader::new(file), &mut *take)?;
        newest = newest.or(Some(summary));
    }
    newest.ok_or_else(|| BackupError("the folder has no backup".to_owned()))
}

/// Verifies a backup file, or all backups of a folder. The content is that of the newest.
pub fn verify(path: &Path, options: &ReadOptions) -> Result<BackupContent, BackupError> {
    let mut damages = Vec::new();
    let mut files = 1;
    if path.is_dir() {
        let set = BackupSet::new(path, Arc::new(LocalFiles));
        let entries = set.entries().unwrap_or_default();
        files = entries.len();
        // The newest chain is read below.
        let mut rest = entries.as_slice();
        while let Some(next) = rest.iter().skip(1).position(|entry| entry.full) {
            let (earlier, later) = rest.split_at(next + 1);
            let mut reader = ContentReader::new(options);
            read_chain(&set, earlier, &mut reader, &mut |_| true)?;
            damages.append(&mut reader.damages);
            rest = later;
        }
    }
    let mut reader = ContentReader::new(options);
    let summary = read_path(path, &mut reader, None, &mut |_| true)?;
    damages.append(&mut reader.damages);
    Ok(BackupContent { created: summary.created, identity: summary.identity, state: reader.state, files, damages })
}
