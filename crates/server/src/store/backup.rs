//! Backups: all games as a text file with one game per line, independent of the backend. Also the way from SQLite to
//! PostgreSQL. Index entries are not included, since they are derived from the logs; restoring folds every log, so that
//! corrupt games are refused.

use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use halfboard_protocol::event::LoggedEvent;
use halfboard_protocol::game::Game;
use halfboard_protocol::id::GameId;
use halfboard_protocol::json;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use super::rows::{NewGameRows, hex};
use super::{GameInsert, IndexEntry, SeatKey, Store, StoredGame, Unavailable};

/// Version of the file format. Older formats can be read.
const FORMAT: u32 = 1;

/// Maximum length of a line, in bytes.
const MAX_LINE_BYTES: u64 = 64 << 20;

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

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum BackupLine {
    /// The first line.
    HalfboardGames { format: u32 },
    /// A game: its log, and the hashed tokens of its seats in hexadecimal.
    Game { id: GameId, events: Vec<LoggedEvent>, seats: Vec<(u8, String)> },
    /// The last line, with the number of games. A file without it is incomplete.
    End { games: u64 },
}

/// An item of a restore.
pub(super) enum ImportItem {
    /// A game.
    Game(Box<NewGameRows>),
    /// The backup is complete: commit. Without this nothing is restored.
    Commit,
}

/// Encodes a game as a line of the file.
pub(super) fn encode_game(id: GameId, stored: StoredGame) -> String {
    let seats = stored.keys.iter().map(|key| (key.seat, hex(&key.hash))).collect();
    json::encode(&BackupLine::Game { id, events: stored.events, seats })
}

impl Store {
    /// Writes a snapshot of all games and returns their number. Other writes continue meanwhile.
    pub async fn export(&self, mut to: impl Write + Send + 'static) -> Result<u64, BackupError> {
        let (lines, mut waiting) = mpsc::channel::<String>(CHANNEL_CAPACITY);
        let writing = tokio::task::spawn_blocking(move || {
            writeln!(to, "{}", json::encode(&BackupLine::HalfboardGames { format: FORMAT }))?;
            while let Some(line) = waiting.blocking_recv() {
                writeln!(to, "{line}")?;
            }
            Ok(to)
        });
        let exported = match self {
            Store::Sqlite(store) => store.export(lines).await,
            #[cfg(feature = "postgres")]
            Store::Postgres(store) => store.export(lines).await,
        };
        let failed = |error: std::io::Error| BackupError(format!("cannot write the backup: {error}"));
        let ended = writing.await.map_err(|error| BackupError(format!("cannot write the backup: {error}")))?;
        let mut to = ended.map_err(failed)?;
        let games = exported?;
        writeln!(to, "{}", json::encode(&BackupLine::End { games })).and_then(|()| to.flush()).map_err(failed)?;
        Ok(games)
    }

    /// Restores what [`Store::export`] wrote into an empty database, all or nothing. Returns the number of games.
    pub async fn import(&self, from: impl BufRead + Send + 'static) -> Result<u64, BackupError> {
        let (games, waiting) = mpsc::channel(CHANNEL_CAPACITY);
        let reading = tokio::task::spawn_blocking(move || parse(from, &games));
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

    /// Writes a backup to a new file, atomically and durably, and returns the number of games.
    pub async fn backup(&self, to: &Path) -> Result<u64, BackupError> {
        let failed = |error: std::io::Error| BackupError(format!("cannot write '{}': {error}", to.display()));
        if to.exists() {
            return Err(BackupError(format!("'{}' already exists; name a new file", to.display())));
        }
        let mut part = to.as_os_str().to_owned();
        part.push(".part");
        let file = create_private(part.as_ref()).map_err(failed)?;
        let copy = file.try_clone().map_err(failed)?;
        let exported = self.export(BufWriter::new(file)).await;
        let done = exported.and_then(|games| {
            copy.sync_all().and_then(|()| std::fs::rename(&part, to)).map_err(failed)?;
            Ok(games)
        });
        if done.is_err() {
            // If the incomplete file cannot be removed, its name says so.
            let _ = std::fs::remove_file(&part);
        }
        done
    }

    /// Restores a backup file into an empty database, all or nothing. Returns the number of games.
    pub async fn restore(&self, from: &Path) -> Result<u64, BackupError> {
        let file =
            File::open(from).map_err(|error| BackupError(format!("cannot read '{}': {error}", from.display())))?;
        self.import(BufReader::new(file)).await
    }
}

/// Creates a file that only its owner can read, since backups contain private games.
fn create_private(path: &Path) -> std::io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Parses a backup and sends its games.
fn parse(mut from: impl BufRead, games: &mpsc::Sender<ImportItem>) -> Result<u64, BackupError> {
    let mut count = 0;
    let mut text = String::new();
    for number in 1.. {
        let invalid =
            |reason: &str| BackupError(format!("line {number} of the backup: {reason}; nothing was restored"));
        text.clear();
        let length =
            from.by_ref().take(MAX_LINE_BYTES).read_line(&mut text).map_err(|error| invalid(&error.to_string()))?;
        if length == 0 {
            return Err(invalid("the file ends here and is incomplete"));
        }
        let line = json::decode(&text).map_err(|error| invalid(&format!("malformed: {error}")))?;
        match line {
            BackupLine::HalfboardGames { format } if number == 1 && (1..=FORMAT).contains(&format) => {}
            BackupLine::HalfboardGames { format } if number == 1 => {
                return Err(invalid(&format!(
                    "written by a newer version (format {format}; this version reads up to {FORMAT})"
                )));
            }
            BackupLine::Game { id, events, seats } if number > 1 => {
                let game = check(&id, events, &seats).map_err(|reason| invalid(&reason))?;
                // The receiver is gone if the database failed, which is reported.
                if games.blocking_send(ImportItem::Game(Box::new(game.into()))).is_err() {
                    return Ok(count);
                }
                count += 1;
            }
            BackupLine::End { games: expected } if number > 1 && expected == count => {
                let _ = games.blocking_send(ImportItem::Commit);
                return Ok(count);
            }
            BackupLine::End { games: expected } => {
                return Err(invalid(&format!("expected {expected} games, found {count}")));
            }
            _ => return Err(invalid("unexpected header")),
        }
    }
    Ok(count)
}

/// Checks a game by folding its log, and derives its index entry.
fn check(id: &GameId, events: Vec<LoggedEvent>, seats: &[(u8, String)]) -> Result<GameInsert, String> {
    let game = Game::from_log(id.clone(), &events).map_err(|error| format!("game {id}: {error}"))?;
    let key = |(seat, hash): &(u8, String)| {
        let digits = hash.as_bytes().chunks(2).map(|two| {
            let two = str::from_utf8(two).ok().filter(|two| two.len() == 2)?;
            u8::from_str_radix(two, 16).ok()
        });
        let hash = digits.collect::<Option<Vec<u8>>>()?.try_into().ok()?;
        Some(SeatKey { seat: *seat, hash })
    };
    let keys = seats.iter().map(key).collect::<Option<Vec<_>>>();
    let keys = keys.ok_or_else(|| format!("game {id}: a token hash must be 64 hexadecimal digits"))?;
    Ok(GameInsert { events, keys, row: IndexEntry::new(&game) })
}
