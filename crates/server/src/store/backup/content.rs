//! The content of one or several backups: the newest state of each game, checked by folding its log, and cut at a time if one
//! is given.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};

use halfboard_protocol::Millis;
use halfboard_protocol::event::LoggedEvent;
use halfboard_protocol::game::Game;
use halfboard_protocol::id::GameId;

use super::super::{GameInsert, IndexEntry, SeatKey};
use super::BackupError;
use super::encryption::{self, DecryptionKeys};
use super::line::{BackupLine, unhex};
use super::reader::{self, BackupEntry, BackupSummary, Damage};
use super::state::{GameKey, SnapshotState, game_key};

/// How to read backups.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// Only events up to this time, and games that have some.
    pub at: Option<Millis>,
    /// Whether to go on after a damaged game.
    pub skip_damaged: bool,
    /// For encrypted backups.
    pub keys: DecryptionKeys,
}

/// A game of a backup.
pub(super) struct RestoredGame {
    pub(super) insert: GameInsert,
    pub(super) hidden: bool,
}

/// Reads backups from the newest to the oldest that it needs. A game is taken from the first that has it.
pub(super) struct ContentReader<'a> {
    options: &'a ReadOptions,
    /// The games seen, with the number of the file.
    seen: HashMap<GameKey, usize>,
    files: usize,
    /// The state that the backups describe.
    pub(super) state: SnapshotState,
    /// The damages, if they are skipped.
    pub(super) damages: Vec<Damage>,
    /// Number of games that did not exist at the time to restore.
    pub(super) later: u64,
}

impl<'a> ContentReader<'a> {
    pub(super) fn new(options: &'a ReadOptions) -> ContentReader<'a> {
        ContentReader {
            options,
            seen: HashMap::new(),
            files: 0,
            state: SnapshotState::default(),
            damages: Vec::new(),
            later: 0,
        }
    }

    /// Reads a backup and passes its games to `take`, which returns false to stop.
    pub(super) fn read(
        &mut self,
        name: Option<&str>,
        from: impl BufRead,
        mut take: impl FnMut(RestoredGame) -> bool,
    ) -> Result<BackupSummary, BackupError> {
        self.files += 1;
        let (file, at) = (self.files, self.options.at);
        let (seen, state, later) = (&mut self.seen, &mut self.state, &mut self.later);
        let (damages, skip) = (&mut self.damages, self.options.skip_damaged);
        let mut stopped = false;
        let mut visit = |entry| {
            let (checksum, line) = match entry {
                BackupEntry::Deleted(key) => {
                    seen.entry(key).or_insert(file);
                    return Ok(());
                }
                BackupEntry::Game(checksum, line) => (checksum, line),
            };
            let BackupLine::Game { id, events, seats, hidden } = line else { return Ok(()) };
            let key = game_key(&id);
            match seen.get(&key) {
                Some(other) if *other == file => return Err("the backup contains it twice".to_owned()),
                Some(_) => return Ok(()),
                None => {}
            }
            let game = check(&id, events, &seats, at)?;
            seen.insert(key, file);
            state.0.insert(key, checksum);
            match game {
                Some(insert) if !stopped => stopped = !take(RestoredGame { insert, hidden }),
                Some(_) => {}
                None => *later += 1,
            }
            Ok(())
        };
        let damaged = |mut damage: Damage| {
            damage.file = name.map(str::to_owned);
            if skip {
                damages.push(damage);
                Ok(())
            } else {
                Err(BackupError(damage.to_string()))
            }
        };
        let plain = match encryption::decrypt(from, &self.options.keys) {
            Ok(plain) => plain,
            Err(error) => {
                return Err(BackupError(name.map(|name| format!("{name}: ")).unwrap_or_default() + &error.0));
            }
        };
        reader::read(BufReader::new(plain), &mut visit, damaged)
    }

    /// Notes a damage of a whole file, or fails.
    pub(super) fn damaged(&mut self, file: Option<&str>, reason: &str) -> Result<(), BackupError> {
        let damage = Damage { file: file.map(str::to_owned), line: None, game: None, reason: reason.to_owned() };
        if !self.options.skip_damaged {
            return Err(BackupError(damage.to_string()));
        }
        self.damages.push(damage);
        Ok(())
    }
}

/// Checks that a backup is not an incremental one, which is useless without its base.
pub(super) fn check_complete(summary: &BackupSummary) -> Result<(), BackupError> {
    match summary.base {
        None => Ok(()),
        Some(_) => Err(BackupError(
            "this is an incremental backup, which has changed games only; name the folder of the backups".to_owned(),
        )),
    }
}

/// Checks that a backup contains everything up to a time.
pub(super) fn check_time(created: Option<Millis>, at: Option<Millis>) -> Result<(), BackupError> {
    match (created, at) {
        (Some(created), Some(at)) if at > created => Err(BackupError(format!(
            "the newest backup is of {}, before the time to restore",
            super::format_time(created)
        ))),
        _ => Ok(()),
    }
}

/// Checks a game by folding its log up to a time, and derives its index entry; `None` if it did not exist then.
fn check(
    id: &GameId,
    mut events: Vec<LoggedEvent>,
    seats: &[(u8, String)],
    at: Option<Millis>,
) -> Result<Option<GameInsert>, String> {
    Game::from_log(id.clone(), &events).map_err(|error| error.to_string())?;
    let key = |(seat, hash): &(u8, String)| Some(SeatKey { seat: *seat, hash: unhex(hash)? });
    let keys = seats.iter().map(key).collect::<Option<Vec<_>>>();
    let mut keys = keys.ok_or_else(|| "a token hash must be 64 hexadecimal digits".to_owned())?;
    if let Some(at) = at {
        let kept = events.iter().take_while(|logged| logged.at <= at).count();
        events.truncate(kept);
        if events.is_empty() {
            return Ok(None);
        }
    }
    let game = Game::from_log(id.clone(), &events).map_err(|error| error.to_string())?;
    if at.is_some() {
        // A token becomes valid with its seat.
        keys.retain(|key| game.player(key.seat).is_some());
    }
    Ok(Some(GameInsert { events, keys, row: IndexEntry::new(&game) }))
}

/// A verified backup: when it was made, and the checksums of its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupContent {
    /// When the newest snapshot was begun; backups of format 1 do not say.
    pub created: Option<Millis>,
    /// The checksum that identifies the backup; format 1 has none.
    pub identity: Option<[u8; 32]>,
    /// The games.
    pub state: SnapshotState,
    /// Number of verified files.
    pub files: usize,
    /// The damages, if they are skipped.
    pub damages: Vec<Damage>,
}

/// Verifies a backup from any source.
pub fn verify_stream(from: impl BufRead, options: &ReadOptions) -> Result<BackupContent, BackupError> {
    let mut reader = ContentReader::new(options);
    let summary = reader.read(None, from, |_| true)?;
    Ok(BackupContent {
        created: summary.created,
        identity: summary.identity,
        state: reader.state,
        files: 1,
        damages: reader.damages,
    })
}
