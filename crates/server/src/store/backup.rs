//! All games as a text file, a line a game, from either database into either: a backup while the server runs, and the way
//! from SQLite to PostgreSQL. Rows with which games are found are not in it, since they follow from the logs; reading a
//! backup folds every log, so that nothing broken gets in.

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

use super::columns::{GameColumns, hex};
use super::{Kept, NewGame, Row, SeatKey, Store, Unavailable};

/// The form of the file. A program reads its own form and older ones.
const FORMAT: u32 = 1;

/// No game is longer, in bytes.
const LONGEST: u64 = 64 << 20;

/// So many games are on their way between the database and the file.
const UNDER_WAY: usize = 64;

/// Why a backup could not be made or restored, in a sentence.
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
enum Line {
    /// The first.
    HalfboardGames { format: u32 },
    /// A game: its log, and hashes of its seats' secrets in hexadecimal digits.
    Game { id: GameId, events: Vec<LoggedEvent>, seats: Vec<(u8, String)> },
    /// The last, with the number of games: a file without it is not whole.
    End { games: u64 },
}

/// What a database is given to be restored.
pub(super) enum Restored {
    /// A game.
    Game(Box<GameColumns>),
    /// There are no more, and all of them may be kept. Without this none may.
    All,
}

/// A game as a line of the file.
pub(super) fn line(id: GameId, kept: Kept) -> String {
    let seats = kept.keys.iter().map(|key| (key.seat, hex(&key.hash))).collect();
    json::encode(&Line::Game { id, events: kept.events, seats })
}

impl Store {
    /// Writes all games as they are at one moment, and says how many. Others go on writing meanwhile.
    pub async fn export(&self, mut to: impl Write + Send + 'static) -> Result<u64, BackupError> {
        let (lines, mut waiting) = mpsc::channel::<String>(UNDER_WAY);
        let writing = tokio::task::spawn_blocking(move || {
            writeln!(to, "{}", json::encode(&Line::HalfboardGames { format: FORMAT }))?;
            while let Some(line) = waiting.blocking_recv() {
                writeln!(to, "{line}")?;
            }
            Ok(to)
        });
        let exported = match self {
            Store::Sqlite(store) => store.export(lines).await,
            Store::Postgres(store) => store.export(lines).await,
        };
        let failed = |error: std::io::Error| BackupError(format!("The backup cannot be written: {error}."));
        let ended = writing.await.map_err(|error| BackupError(format!("The backup was not written: {error}.")))?;
        let mut to = ended.map_err(failed)?;
        let games = exported?;
        writeln!(to, "{}", json::encode(&Line::End { games })).and_then(|()| to.flush()).map_err(failed)?;
        Ok(games)
    }

    /// Reads what [`Store::export`] wrote into a database without games: all of it or nothing. Says how many games.
    pub async fn import(&self, from: impl BufRead + Send + 'static) -> Result<u64, BackupError> {
        let (games, waiting) = mpsc::channel(UNDER_WAY);
        let reading = tokio::task::spawn_blocking(move || read(from, &games));
        let kept = match self {
            Store::Sqlite(store) => store.import(waiting).await,
            Store::Postgres(store) => store.import(waiting).await,
        };
        let read = reading.await.map_err(|error| BackupError(format!("The backup was not read: {error}.")))?;
        // What is wrong with the database comes first: it is also why nobody reads on.
        kept?;
        read
    }

    /// Writes a backup to a new file, and says how many games it has. The file is whole and on the disk, or not there.
    pub async fn backup(&self, to: &Path) -> Result<u64, BackupError> {
        let failed = |error: std::io::Error| BackupError(format!("'{}' cannot be written: {error}.", to.display()));
        if to.exists() {
            return Err(BackupError(format!("'{}' is there already; name a new file.", to.display())));
        }
        let mut part = to.as_os_str().to_owned();
        part.push(".part");
        let file = private(part.as_ref()).map_err(failed)?;
        let copy = file.try_clone().map_err(failed)?;
        let exported = self.export(BufWriter::new(file)).await;
        let done = exported.and_then(|games| {
            copy.sync_all().and_then(|()| std::fs::rename(&part, to)).map_err(failed)?;
            Ok(games)
        });
        if done.is_err() {
            // What is left of it is of no use; and if it cannot be removed, its name says so.
            let _ = std::fs::remove_file(&part);
        }
        done
    }

    /// Restores a backup into a database without games: all of it or nothing. Says how many games.
    pub async fn restore(&self, from: &Path) -> Result<u64, BackupError> {
        let file =
            File::open(from).map_err(|error| BackupError(format!("'{}' cannot be read: {error}.", from.display())))?;
        self.import(BufReader::new(file)).await
    }
}

/// A file that only its owner can read: private games are in it.
fn private(path: &Path) -> std::io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Reads a file and hands its games over.
fn read(mut from: impl BufRead, games: &mpsc::Sender<Restored>) -> Result<u64, BackupError> {
    let mut count = 0;
    let mut text = String::new();
    for number in 1.. {
        let broken = |why: &str| BackupError(format!("Line {number} of the backup: {why}. Nothing was restored."));
        text.clear();
        let length = from.by_ref().take(LONGEST).read_line(&mut text).map_err(|error| broken(&error.to_string()))?;
        if length == 0 {
            return Err(broken("it ends here, before its last line; it is not whole"));
        }
        let line =
            json::decode(&text).map_err(|error| broken(&format!("it is not as backups are written: {error}")))?;
        match line {
            Line::HalfboardGames { format } if number == 1 && (1..=FORMAT).contains(&format) => {}
            Line::HalfboardGames { format } if number == 1 => {
                return Err(broken(&format!(
                    "it is of a newer program (form {format}; this one reads up to {FORMAT})"
                )));
            }
            Line::Game { id, events, seats } if number > 1 => {
                let game = whole(&id, events, &seats).map_err(|why| broken(&why))?;
                // Nobody reads on when the database failed, and that is said.
                if games.blocking_send(Restored::Game(Box::new(game.into()))).is_err() {
                    return Ok(count);
                }
                count += 1;
            }
            Line::End { games: told } if number > 1 && told == count => {
                let _ = games.blocking_send(Restored::All);
                return Ok(count);
            }
            Line::End { games: told } => return Err(broken(&format!("it tells of {told} games, but has {count}"))),
            _ => return Err(broken("a backup has one first line, and then games")),
        }
    }
    Ok(count)
}

/// A game of a backup, with the row that follows from its log.
fn whole(id: &GameId, events: Vec<LoggedEvent>, seats: &[(u8, String)]) -> Result<NewGame, String> {
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
    let keys = keys.ok_or_else(|| format!("game {id}: a seat's hash is 64 hexadecimal digits"))?;
    Ok(NewGame { events, keys, row: Row::of(&game) })
}
