//! Backups: all games in a file, or a folder of full and incremental backups, independent of the backend. Also the way from
//! SQLite to PostgreSQL. Index entries are not included, since they are derived from the logs; reading folds every log, so
//! that corrupt games are refused.

mod content;
mod encryption;
mod file_system;
mod line;
mod reader;
mod set;
mod set_content;
mod state;
mod time;
mod writer;

use std::fmt;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use halfboard_protocol::Millis;
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use super::rows::NewGameRows;
use super::{Store, Unavailable};
pub use content::{BackupContent, ReadOptions, verify_stream};
use content::{ContentReader, RestoredGame, check_complete, check_time};
pub use encryption::{DecryptionKeys, Encryption, read_passphrase};
use file_system::PartFile;
pub use file_system::{FileSystem, LocalFiles, SyncWrite};
use line::Checksum;
pub(super) use line::ExportedGame;
pub use reader::Damage;
pub use set::{BackupSet, SetEntry};
use set_content::read_path;
pub use set_content::verify;
pub use state::SnapshotState;
pub use time::{format_time, parse_time};
use writer::{BackupBase, BackupWriter, WrittenBackup};

/// Capacity of the channel between database and file, in games.
const CHANNEL_CAPACITY: usize = 64;

/// An error from writing or restoring a backup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupError(pub String);

impl fmt::Display for BackupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BackupError {}

impl From<Unavailable> for BackupError {
    fn from(unavailable: Unavailable) -> BackupError {
        BackupError(unavailable.0)
    }
}

/// An item of a restore.
pub(super) enum ImportItem {
    /// A game, and whether it is hidden.
    Game { rows: Box<NewGameRows>, hidden: bool },
    /// The backup is complete: commit. Without this nothing is restored.
    Commit,
}

/// How to add a backup to a folder.
#[derive(Clone, Debug, Default)]
pub struct SetOptions {
    /// Whether to write all games although an incremental backup is possible.
    pub full: bool,
    /// How many backups to keep at least; older chains are deleted. `None` keeps all.
    pub keep: Option<usize>,
    /// For whom to encrypt.
    pub encryption: Encryption,
}

/// The result of a restore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestoreReport {
    /// Number of restored games.
    pub games: u64,
    /// Number of games that did not exist at the time to restore.
    pub later: u64,
    /// When the snapshot of the backup was begun, if it says so.
    pub created: Option<Millis>,
    /// What was left out because it is damaged.
    pub damages: Vec<Damage>,
}

impl Store {
    /// Writes a snapshot of all games and returns their number. Other writes continue meanwhile.
    pub async fn export(&self, to: impl Write + Send + 'static) -> Result<u64, BackupError> {
        Ok(self.write_snapshot(to, now(), None).await?.1.written)
    }

    /// Restores a backup, such as [`Store::export`] wrote, into an empty database, all or nothing. Returns the number of games.
    pub async fn import(&self, from: impl BufRead + Send + 'static) -> Result<u64, BackupError> {
        let read = move |take: &mut dyn FnMut(RestoredGame) -> bool| {
            let options = ReadOptions::default();
            check_complete(&ContentReader::new(&options).read(None, from, take)?)
        };
        Ok(self.import_with(read).await?.0)
    }

    /// Writes a backup to a new file, atomically and durably, and returns the number of games.
    pub async fn backup(&self, to: &Path) -> Result<u64, BackupError> {
        self.backup_with(to, &Encryption::None, Arc::new(LocalFiles)).await
    }

    /// Writes a backup to a new file as [`Store::backup`] does, encrypted or through another file system.
    pub async fn backup_with(
        &self,
        to: &Path,
        encryption: &Encryption,
        files: Arc<dyn FileSystem>,
    ) -> Result<u64, BackupError> {
        let shown = to.display().to_string();
        let failed = move |error: io::Error| BackupError(format!("cannot write '{shown}': {error}"));
        if to.exists() {
            return Err(BackupError(format!("'{}' already exists; name a new file", to.display())));
        }
        let file = encryption.wrap(PartFile::create(files, to).map_err(&failed)?)?;
        let (file, written) = self.write_snapshot(file, now(), None).await?;
        blocking(move || file.finish().and_then(PartFile::publish).map_err(failed)).await?;
        Ok(written.written)
    }

    /// Adds a backup to a folder, incremental if possible.
    pub async fn backup_to_set(&self, set: &BackupSet, options: &SetOptions) -> Result<SetEntry, BackupError> {
        let failed = {
            let shown = set.folder.display().to_string();
            move |error: io::Error| BackupError(format!("cannot write to '{shown}': {error}"))
        };
        let lock = set.lock()?;
        set.remove_parts();
        let manifest = set.manifest()?;
        // Later than the last one, whatever the clock says: names and order depend on it.
        let created = now().max(manifest.backups.last().map_or(0, |last| last.created + 1));
        let base = if options.full { None } else { set.base(&manifest) };
        let full = base.is_none();
        let name = BackupSet::file_name(created, full, options.encryption.is_encrypted());
        let file = PartFile::create(Arc::clone(&set.files), &set.folder.join(&name)).map_err(&failed)?;
        let to = options.encryption.wrap(ChecksumWriter { to: file, hash: Sha256::new(), bytes: 0 })?;
        let (to, written) = self.write_snapshot(to, created, base).await?;
        let (set, keep) = (set.clone(), options.keep);
        blocking(move || {
            let ChecksumWriter { to: file, hash, bytes } = to.finish().map_err(&failed)?;
            file.publish().map_err(&failed)?;
            let WrittenBackup { written, state, identity } = written;
            let sha256: Checksum = hash.finalize().into();
            let entry = SetEntry::new(name, (created, full), (state.games(), written), (bytes, &sha256), &identity);
            set.add(manifest, entry.clone(), &state, keep)?;
            drop(lock);
            Ok(entry)
        })
        .await
    }

    /// Restores a backup file or folder into an empty database, all or nothing. Returns the number of games.
    pub async fn restore(&self, from: &Path) -> Result<u64, BackupError> {
        Ok(self.restore_with(from, ReadOptions::default()).await?.games)
    }

    /// Restores a backup as [`Store::restore`] does, up to a time or without what is damaged.
    pub async fn restore_with(&self, from: &Path, options: ReadOptions) -> Result<RestoreReport, BackupError> {
        let from = from.to_owned();
        let read = move |take: &mut dyn FnMut(RestoredGame) -> bool| {
            let mut reader = ContentReader::new(&options);
            let summary = read_path(&from, &mut reader, options.at, take)?;
            check_time(summary.created, options.at)?;
            Ok((summary.created, reader.later, reader.damages))
        };
        let (games, (created, later, damages)) = self.import_with(read).await?;
        Ok(RestoreReport { games, later, created, damages })
    }

    /// Writes a snapshot, and returns the writer with a description of what was written.
    async fn write_snapshot<W: Write + Send + 'static>(
        &self,
        to: W,
        created: Millis,
        base: Option<BackupBase>,
    ) -> Result<(W, WrittenBackup), BackupError> {
        let failed = |error: io::Error| BackupError(format!("cannot write the backup: {error}"));
        let (games, mut waiting) = mpsc::channel::<ExportedGame>(CHANNEL_CAPACITY);
        let writing = spawn_blocking(move || {
            let mut writer = BackupWriter::begin(to, created, base)?;
            while let Some(game) = waiting.blocking_recv() {
                writer.game(&game)?;
            }
            Ok(writer)
        });
        let exported = match self {
            Store::Sqlite(store) => store.export(games).await,
            #[cfg(feature = "postgres")]
            Store::Postgres(store) => store.export(games).await,
        };
        let ended = writing.await.map_err(|error| BackupError(format!("cannot write the backup: {error}")))?;
        let writer = ended.map_err(failed)?;
        exported?;
        blocking(move || writer.finish().map_err(failed)).await
    }

    /// Imports the games that `read` passes on, all or nothing. Returns their number and the result of `read`.
    async fn import_with<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut dyn FnMut(RestoredGame) -> bool) -> Result<T, BackupError> + Send + 'static,
    ) -> Result<(u64, T), BackupError> {
        let (games, waiting) = mpsc::channel(CHANNEL_CAPACITY);
        let reading = spawn_blocking(move || {
            let mut count = 0;
            // The receiver is gone if the database failed, which is reported.
            let mut take = |game: RestoredGame| {
                count += 1;
                games
                    .blocking_send(ImportItem::Game { rows: Box::new(game.insert.into()), hidden: game.hidden })
                    .is_ok()
            };
            let done = read(&mut take).map_err(|error| BackupError(format!("{error}; nothing was restored")))?;
            let _ = games.blocking_send(ImportItem::Commit);
            Ok((count, done))
        });
        let imported = match self {
            Store::Sqlite(store) => store.import(waiting).await,
            #[cfg(feature = "postgres")]
            Store::Postgres(store) => store.import(waiting).await,
        };
        let read = reading.await.map_err(|error| BackupError(format!("cannot read the backup: {error}")))?;
        // A database error comes first: it is also why reading stopped.
        imported?;
        read
    }
}

/// Runs blocking work in its own thread.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, BackupError> + Send + 'static,
) -> Result<T, BackupError> {
    spawn_blocking(work).await.map_err(|error| BackupError(format!("cannot write the backup: {error}")))?
}

/// Returns the current time.
fn now() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// A file that computes its checksum while it is written.
struct ChecksumWriter<W> {
    to: W,
    hash: Sha256,
    bytes: u64,
}

impl<W: Write> Write for ChecksumWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.to.write(bytes)?;
        self.hash.update(bytes.get(..count).unwrap_or_default());
        self.bytes += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}
