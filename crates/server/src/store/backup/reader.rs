//! Reading the lines of a backup. Everything is checked: each game by its checksum, the file by that of its end.

use std::fmt;
use std::io::{BufRead, Read};

use halfboard_protocol::{Millis, json};
use sha2::{Digest, Sha256};

use super::super::rows::hex;
use super::BackupError;
use super::line::{BackupLine, Checksum, FORMAT, MAX_LINE_BYTES, checksum, unhex, unpack};
use super::state::GameKey;

/// A damaged part of a backup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The name of the file in a folder of backups.
    pub file: Option<String>,
    /// The number of the line, if the damage is in one.
    pub line: Option<u64>,
    /// The ID of the damaged game, as far as it is legible.
    pub game: Option<String>,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}: ")?;
        }
        match self.line {
            Some(line) => write!(f, "line {line} of the backup: ")?,
            None => f.write_str("the backup: ")?,
        }
        match &self.game {
            Some(game) => write!(f, "game {game}: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

/// An entry of a backup.
pub(super) enum BackupEntry {
    /// A game: its checksum, and its decoded line.
    Game(Checksum, BackupLine),
    /// A game that was deleted since the base.
    Deleted(GameKey),
}

/// What a backup says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BackupSummary {
    pub(super) created: Option<Millis>,
    pub(super) base: Option<Checksum>,
    /// The checksum that identifies it; format 1 has none.
    pub(super) identity: Option<Checksum>,
    pub(super) games: u64,
}

/// Reads a backup. `visit` is called for each entry and returns an error message if the entry is invalid. Damages are passed
/// to `damaged`, which ends reading by returning an error.
pub(super) fn read(
    mut from: impl BufRead,
    mut visit: impl FnMut(BackupEntry) -> Result<(), String>,
    mut damaged: impl FnMut(Damage) -> Result<(), BackupError>,
) -> Result<BackupSummary, BackupError> {
    let mut summary = BackupSummary::default();
    let mut hash = Sha256::new();
    let mut format = FORMAT;
    let mut bytes = Vec::new();
    for number in 1.. {
        let damage = |reason: String, game: Option<String>| Damage { file: None, line: Some(number), game, reason };
        bytes.clear();
        let read = from.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes);
        if let Err(error) = read {
            // What follows cannot be read: a disk error, or a damaged encrypted file.
            damaged(damage(error.to_string(), None))?;
            return Ok(summary);
        }
        if bytes.is_empty() {
            damaged(damage("the file ends here and is incomplete".to_owned(), None))?;
            return Ok(summary);
        }
        let parsed = str::from_utf8(&bytes)
            .map_err(|_| "malformed: not UTF-8".to_owned())
            .and_then(|text| json::decode::<BackupLine>(text).map_err(|error| format!("malformed: {error}")));
        let line = match parsed {
            Ok(line) => line,
            Err(reason) => {
                damaged(damage(reason, legible_id(&bytes)))?;
                hash.update(&bytes);
                continue;
            }
        };
        let entry = match line {
            BackupLine::HalfboardGames { format: found } if number == 1 && (1..=FORMAT).contains(&found) => {
                format = found;
                None
            }
            BackupLine::HalfboardGames { format } if number == 1 => {
                return Err(BackupError(format!(
                    "line 1 of the backup: written by a newer version (format {format}; this version reads up to {FORMAT})"
                )));
            }
            BackupLine::Snapshot { created, base } if number == 2 && format > 1 => {
                summary.created = Some(created);
                summary.base = base.as_deref().and_then(unhex);
                if base.is_some() && summary.base.is_none() {
                    damaged(damage("the base is not a checksum".to_owned(), None))?;
                }
                None
            }
            BackupLine::Game { .. } if number > 1 && format == 1 => {
                Some((legible_id(&bytes), Ok(BackupEntry::Game(checksum(bytes.trim_ascii_end()), line))))
            }
            BackupLine::Packed { id, sha256, data } if number > 2 && format > 1 => {
                let name = id.to_string();
                let unpacked =
                    unpack(&sha256, &data).and_then(|(text, checksum)| match json::decode::<BackupLine>(&text) {
                        Ok(line @ BackupLine::Game { .. }) if is_of(&line, name.as_str()) => {
                            Ok(BackupEntry::Game(checksum, line))
                        }
                        Ok(_) => Err("contains another game".to_owned()),
                        Err(error) => Err(format!("malformed: {error}")),
                    });
                Some((Some(name), unpacked))
            }
            BackupLine::Deleted { key } if number > 2 && format > 1 => {
                let key = unhex(&key).map(BackupEntry::Deleted);
                Some((None, key.ok_or_else(|| "a deleted game must be 32 hexadecimal digits".to_owned())))
            }
            BackupLine::End { games, sha256 } if number > 1 => {
                let mut problems = Vec::new();
                if games != summary.games {
                    problems.push(format!("expected {games} games, found {}", summary.games));
                }
                if format > 1 {
                    let identity: Checksum = hash.finalize().into();
                    summary.identity = Some(identity);
                    let end = BackupLine::End { games, sha256: Some(hex(&identity)) };
                    if sha256.is_none_or(|found| found != hex(&identity)) {
                        problems.push("the checksum of the file does not match".to_owned());
                    } else if bytes != (json::encode(&end) + "\n").as_bytes() {
                        problems.push("malformed end".to_owned());
                    }
                    bytes.clear();
                    let more = from.take(1).read_to_end(&mut bytes);
                    if !matches!(more, Ok(0)) {
                        problems.push("something follows the end".to_owned());
                    }
                }
                for problem in problems {
                    damaged(damage(problem, None))?;
                }
                return Ok(summary);
            }
            _ if number == 1 => {
                damaged(damage("unexpected header".to_owned(), None))?;
                None
            }
            _ => Some((None, Err("unexpected line".to_owned()))),
        };
        hash.update(&bytes);
        let Some((game, entry)) = entry else { continue };
        let is_game = matches!(entry, Ok(BackupEntry::Game(..)));
        match entry.and_then(&mut visit) {
            Ok(()) => summary.games += u64::from(is_game),
            Err(reason) => damaged(damage(reason, game))?,
        }
    }
    Ok(summary)
}

fn is_of(line: &BackupLine, name: &str) -> bool {
    matches!(line, BackupLine::Game { id, .. } if id.as_str() == name)
}

/// Returns the ID in a line that cannot be parsed, as far as it is legible.
fn legible_id(bytes: &[u8]) -> Option<String> {
    const MARK: &[u8] = b"\"id\":\"";
    let start = bytes.windows(MARK.len()).position(|window| window == MARK)? + MARK.len();
    let id = bytes.get(start..)?.split(|byte| *byte == b'"').next()?;
    let id = id.get(..id.len().min(22))?;
    (!id.is_empty() && id.iter().all(u8::is_ascii_alphanumeric)).then(|| String::from_utf8_lossy(id).into_owned())
}
