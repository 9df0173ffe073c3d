//! The games kept in the browser: one entry of its storage each, a record under a number. What cannot be read stays
//! there, is told, and can be taken out or deleted; it never hinders the others.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;

use crate::play::{Play, ReadError};

/// A place that keeps texts under keys, as browsers have.
pub trait Store {
    /// All keys.
    fn keys(&self) -> Vec<String>;
    /// The text under a key.
    fn get(&self, key: &str) -> Option<String>;
    /// Keeps a text under a key.
    fn set(&self, key: &str, text: &str) -> Result<(), StorageError>;
    /// Forgets a key.
    fn remove(&self, key: &str);
}

/// A store that lasts as long as the program, for tests and for what a browser will not keep.
#[derive(Debug, Default)]
pub struct MemoryStore(RefCell<BTreeMap<String, String>>);

impl MemoryStore {
    /// A store with nothing in it.
    pub const fn new() -> MemoryStore {
        MemoryStore(RefCell::new(BTreeMap::new()))
    }
}

impl Store for MemoryStore {
    fn keys(&self) -> Vec<String> {
        self.0.borrow().keys().cloned().collect()
    }

    fn get(&self, key: &str) -> Option<String> {
        self.0.borrow().get(key).cloned()
    }

    fn set(&self, key: &str, text: &str) -> Result<(), StorageError> {
        self.0.borrow_mut().insert(key.to_owned(), text.to_owned());
        Ok(())
    }

    fn remove(&self, key: &str) {
        self.0.borrow_mut().remove(key);
    }
}

/// A text could not be kept: the storage is full or closed to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StorageError;

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the browser's storage is full or closed")
    }
}

impl std::error::Error for StorageError {}

const PROGRAM: &str = "halfboard.";
const PREFIX: &str = "halfboard.game.";
const CHANGED: &str = "Changed";

/// A kept game.
#[derive(Clone, Debug)]
pub struct SavedGame {
    /// Its number.
    pub id: u64,
    /// When it was last changed, in milliseconds of the caller's clock; 0 when that is not known.
    pub changed: u64,
    /// The text as it is kept.
    pub text: String,
    /// The game, or why it cannot be read.
    pub play: Result<Play, ReadError>,
}

fn key(id: u64) -> String {
    format!("{PREFIX}{id}")
}

/// Reads a kept game by its number.
pub fn load(store: &dyn Store, id: u64) -> Option<SavedGame> {
    let text = store.get(&key(id))?;
    let play = Play::read(&text);
    let changed = play.as_ref().ok().and_then(changed).unwrap_or_default();
    Some(SavedGame { id, changed, text, play })
}

/// All kept games, the last changed first.
pub fn all(store: &dyn Store) -> Vec<SavedGame> {
    let keys = store.keys();
    let ids = keys.iter().filter_map(|key| key.strip_prefix(PREFIX)?.parse().ok());
    let mut games: Vec<SavedGame> = ids.filter_map(|id| load(store, id)).collect();
    games.sort_by_key(|kept| std::cmp::Reverse((kept.changed, kept.id)));
    games
}

/// Keeps a game under a number, changed at this time. `now` is the time of its clock.
pub fn save(store: &dyn Store, id: u64, play: &Play, now: f64, changed: u64) -> Result<(), StorageError> {
    let mut record = play.record(now);
    record.set_tag(CHANGED, &changed.to_string());
    store.set(&key(id), &halfboard_rules::record::format(&[record]))
}

/// Keeps a text as it is, such as one that was deleted by mistake.
pub fn restore(store: &dyn Store, id: u64, text: &str) -> Result<(), StorageError> {
    store.set(&key(id), text)
}

/// Forgets a game.
pub fn delete(store: &dyn Store, id: u64) {
    store.remove(&key(id));
}

/// A number for a new game: the time, or the next that is free.
pub fn new_id(store: &dyn Store, now: u64) -> u64 {
    (now..).find(|&id| store.get(&key(id)).is_none()).unwrap_or(now)
}

/// Forgets everything that this program keeps: games, settings, set-ups.
pub fn clear(store: &dyn Store) {
    for key in store.keys().iter().filter(|key| key.starts_with(PROGRAM)) {
        store.remove(key);
    }
}

/// When a game was last changed, as its record says, if it does.
pub fn changed(play: &Play) -> Option<u64> {
    play.tag(CHANGED)?.parse().ok()
}

/// Whether all words of a search occur in what describes a game.
pub fn matches(search: &str, description: &str) -> bool {
    let description = description.to_lowercase();
    search.to_lowercase().split_whitespace().all(|word| description.contains(word))
}

#[cfg(test)]
mod tests {
    use halfboard_rules::record::Start;

    use super::*;
    use crate::play::Setup;

    fn game() -> Play {
        let start = Start::Seed(0);
        let (rules, players, names) = ("j".to_owned(), Vec::new(), Vec::new());
        Play::new(&Setup { rules, start, players, names, control: None, seed: 0 }, "2026.01.01").expect("valid")
    }

    #[test]
    fn the_last_changed_comes_first_and_broken_ones_do_not_hinder() {
        let store = MemoryStore::default();
        save(&store, 5, &game(), 0.0, 100).expect("kept");
        save(&store, 6, &game(), 0.0, 300).expect("kept");
        save(&store, 7, &game(), 0.0, 200).expect("kept");
        store.set("halfboard.game.8", "<img onerror=alert(1)>").expect("kept");
        store.set("halfboard.game.nine", "x").expect("kept");
        store.set("another program", "x").expect("kept");
        let games = all(&store);
        assert_eq!(games.iter().map(|kept| kept.id).collect::<Vec<_>>(), [6, 7, 5, 8]);
        assert!(games[3].play.is_err() && games[3].text.starts_with('<'));
        assert_eq!(new_id(&store, 5), 9);
        delete(&store, 6);
        assert!(load(&store, 6).is_none());
        restore(&store, 6, &games[0].text).expect("kept");
        assert_eq!(load(&store, 6).map(|kept| kept.changed), Some(300));
        clear(&store);
        assert_eq!(store.keys(), ["another program"]);
    }

    #[test]
    fn a_search_wants_all_its_words() {
        assert!(matches("ann LINES", "Lines of Action, Ann against the engine"));
        assert!(!matches("ann j", "Lines of Action, Ann"));
        assert!(matches("  ", "anything"));
    }
}
