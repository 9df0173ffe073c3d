//! The checks after a simulated power loss, with the store's own code: the database opens and is intact, every acknowledged
//! command is there, nothing is there in part, and every backup is complete or absent.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use halfboard_protocol::Version;
use halfboard_protocol::id::GameId;
use halfboard_server::store::{BackupSet, LocalFiles, ReadOptions, SeatKey, Store, verify};
use rusqlite::Connection;

use super::workload::{AcknowledgedFact, AttemptedGame, BACKUPS, DATABASE, Worked};

/// What was acknowledged before a power loss.
#[derive(Debug, Default)]
pub(super) struct AcknowledgedState {
    versions: HashMap<GameId, Version>,
    files: HashSet<String>,
    last_entry: Option<String>,
}

impl AcknowledgedState {
    /// Adds a fact.
    pub(super) fn add(&mut self, fact: &AcknowledgedFact) {
        match fact {
            AcknowledgedFact::Version(game, version) => {
                self.versions.insert(game.clone(), *version);
            }
            AcknowledgedFact::File(name) => {
                self.files.insert(name.clone());
            }
            AcknowledgedFact::SetEntry(name) => self.last_entry = Some(name.clone()),
        }
    }
}

/// Checks the files in a folder. Returns what is wrong.
pub(super) async fn check_image(
    folder: &Path,
    names: &BTreeMap<String, Vec<u8>>,
    worked: &Worked,
    acknowledged: &AcknowledgedState,
) -> Result<(), String> {
    check_backups(folder, names, acknowledged)?;
    let path = folder.join(DATABASE);
    if !path.exists() {
        let none = acknowledged.versions.is_empty();
        return if none { Ok(()) } else { Err("the database is gone".to_owned()) };
    }
    let store = Store::open(&format!("sqlite:{}", path.display())).await.map_err(|error| error.to_string())?;
    let checked = check_games(&store, worked, acknowledged).await;
    store.close().await;
    checked?;
    check_tables(&path).map_err(|error| format!("the database cannot be read: {error}"))?
}

async fn check_games(store: &Store, worked: &Worked, acknowledged: &AcknowledgedState) -> Result<(), String> {
    store.check().await.map_err(|error| error.0)?;
    let mut found = HashMap::new();
    for attempted in &worked.games {
        let id = attempted.game.id();
        let stored = store.read(id, 0).await.map_err(|error| error.0)?;
        let version = stored.as_ref().map_or(0, |stored| stored.events.len() as Version);
        let least = acknowledged.versions.get(id).copied().unwrap_or(0);
        if version < least {
            return Err(format!("game {id}: version {least} was acknowledged, but the log ends at {version}"));
        }
        if let Some(stored) = stored {
            check_game(attempted, version, &stored.events, &stored.keys)?;
        }
        found.insert(id, version);
    }
    for attempted in &worked.games {
        let Some((since, rematch)) = &attempted.rematch else { continue };
        let named = found.get(attempted.game.id()).is_some_and(|version| version >= since);
        if named != (found.get(rematch).copied().unwrap_or(0) > 0) {
            return Err(format!(
                "game {}: its rematch is there without the event, or the reverse",
                attempted.game.id()
            ));
        }
    }
    Ok(())
}

fn check_game(
    attempted: &AttemptedGame,
    version: Version,
    events: &[halfboard_protocol::event::LoggedEvent],
    keys: &[SeatKey],
) -> Result<(), String> {
    let id = attempted.game.id();
    if !attempted.boundaries.contains(&version) {
        return Err(format!("game {id}: an append is there in part: the log ends at {version}"));
    }
    if attempted.log.get(..version as usize) != Some(events) {
        return Err(format!("game {id}: the log differs from what was written"));
    }
    let expected = attempted.keys.iter().filter(|(since, _)| *since <= version).map(|(_, key)| key);
    if !expected.eq(keys) {
        return Err(format!("game {id}: the keys of its seats do not fit its log"));
    }
    Ok(())
}

/// Checks the file itself, and that the index fits the logs.
fn check_tables(path: &Path) -> rusqlite::Result<Result<(), String>> {
    let connection = Connection::open(path)?;
    let integrity: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
    if integrity != "ok" {
        return Ok(Err(format!("integrity_check: {integrity}")));
    }
    for (what, query) in [
        (
            "games whose version is not that of their last event",
            "SELECT count(*) FROM games WHERE version <> (SELECT max(version) FROM events WHERE game = id)",
        ),
        (
            "games whose events have gaps",
            "SELECT count(*) FROM games WHERE version <> (SELECT count(*) FROM events WHERE game = id)",
        ),
        ("events without a game", "SELECT count(*) FROM events WHERE game NOT IN (SELECT id FROM games)"),
        ("seats without a game", "SELECT count(*) FROM seats WHERE game NOT IN (SELECT id FROM games)"),
    ] {
        let count: i64 = connection.query_row(query, [], |row| row.get(0))?;
        if count > 0 {
            return Ok(Err(format!("{count} {what}")));
        }
    }
    Ok(Ok(()))
}

/// Checks that acknowledged backups are there, and that all that are there are complete.
fn check_backups(
    folder: &Path,
    names: &BTreeMap<String, Vec<u8>>,
    acknowledged: &AcknowledgedState,
) -> Result<(), String> {
    let options = ReadOptions::default();
    for name in &acknowledged.files {
        if !names.contains_key(name) {
            return Err(format!("backup {name} was acknowledged and is gone"));
        }
    }
    for name in names.keys().filter(|name| name.ends_with(".backup") && !name.contains('/')) {
        verify(&folder.join(name), &options).map_err(|error| format!("backup {name}: {error}"))?;
    }
    let set = folder.join(BACKUPS);
    if !names.contains_key(&format!("{BACKUPS}/manifest.json")) {
        let none = acknowledged.last_entry.is_none();
        return if none { Ok(()) } else { Err("the manifest of the backups is gone".to_owned()) };
    }
    verify(&set, &options).map_err(|error| format!("folder of backups: {error}"))?;
    let entries = BackupSet::new(&set, Arc::new(LocalFiles)).entries().map_err(|error| error.to_string())?;
    match &acknowledged.last_entry {
        Some(name) if !entries.iter().any(|entry| entry.file == *name) => {
            Err(format!("backup {name} was acknowledged and is not in the manifest"))
        }
        _ => Ok(()),
    }
}
