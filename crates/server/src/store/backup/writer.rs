//! Writing the lines of a backup.

use std::io::{self, Write};

use halfboard_protocol::{Millis, json};
use sha2::{Digest, Sha256};

use super::super::rows::hex;
use super::line::{BackupLine, Checksum, ExportedGame, FORMAT, checksum, pack};
use super::state::{SnapshotState, game_key};

/// What an incremental backup continues: the identity of a backup and its state.
#[derive(Clone, Debug)]
pub(super) struct BackupBase {
    pub(super) identity: Checksum,
    pub(super) state: SnapshotState,
}

/// Writes a backup line by line.
pub(super) struct BackupWriter<W> {
    to: W,
    hash: Sha256,
    base: Option<BackupBase>,
    state: SnapshotState,
    written: u64,
}

/// The result of writing a backup.
#[derive(Clone, Debug)]
pub(super) struct WrittenBackup {
    /// Number of games in the file.
    pub(super) written: u64,
    /// All games of the snapshot.
    pub(super) state: SnapshotState,
    /// The checksum of everything before the last line, which identifies the backup.
    pub(super) identity: Checksum,
}

impl<W: Write> BackupWriter<W> {
    /// Writes the headers. With a base, only games that differ from it will be written.
    pub(super) fn begin(to: W, created: Millis, base: Option<BackupBase>) -> io::Result<BackupWriter<W>> {
        let header = BackupLine::Snapshot { created, base: base.as_ref().map(|base| hex(&base.identity)) };
        let mut writer = BackupWriter { to, hash: Sha256::new(), base, state: SnapshotState::default(), written: 0 };
        writer.line(&BackupLine::HalfboardGames { format: FORMAT })?;
        writer.line(&header)?;
        Ok(writer)
    }

    /// Writes a game, unless the base has it.
    pub(super) fn game(&mut self, game: &ExportedGame) -> io::Result<()> {
        let (key, checksum) = (game_key(&game.id), checksum(game.text.as_bytes()));
        let is_known = self.base.as_ref().is_some_and(|base| base.state.0.get(&key) == Some(&checksum));
        self.state.0.insert(key, checksum);
        if is_known {
            return Ok(());
        }
        self.written += 1;
        self.line(&pack(game, &checksum)?)
    }

    /// Writes what the base has and the snapshot has not, and the end.
    pub(super) fn finish(mut self) -> io::Result<(W, WrittenBackup)> {
        if let Some(base) = self.base.take() {
            for key in base.state.0.keys() {
                if !self.state.0.contains_key(key) {
                    self.line(&BackupLine::Deleted { key: hex(key) })?;
                }
            }
        }
        let identity: Checksum = self.hash.clone().finalize().into();
        self.line(&BackupLine::End { games: self.written, sha256: Some(hex(&identity)) })?;
        self.to.flush()?;
        Ok((self.to, WrittenBackup { written: self.written, state: self.state, identity }))
    }

    fn line(&mut self, line: &BackupLine) -> io::Result<()> {
        let text = json::encode(line) + "\n";
        self.hash.update(text.as_bytes());
        self.to.write_all(text.as_bytes())
    }
}
