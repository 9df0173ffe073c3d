//! Saved games: one storage entry each, a game record under a number. An entry that cannot be parsed stays in storage and
//! can be exported or deleted; it does not affect the others.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;

use crate::play::{Play, ReadError};

/// A key-value store of texts, such as the `localStorage` of browsers.
pub trait Store {
    /// Returns all keys.
    fn keys(&self) -> Vec<String>;
    /// Returns the text under a key.
    fn get(&self, key: &str) -> Option<String>;
    /// Stores a text under a key.
    ///
    /// # Errors
    /// Fails if the storage is full or disabled.
    fn set(&self, key: &str, text: &str) -> Result<(), StorageError>;
    /// Removes a key.
    fn remove(&self, key: &str);
}

/// A store in memory, for tests and for texts that the browser refuses to store.
#[derive(Debug, Default)]
pub struct MemoryStore(RefCell<BTreeMap<String, String>>);

impl MemoryStore {
    /// Creates an empty store.
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

/// The error of a storage that is full or disabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StorageError;

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("browser storage is full or disabled")
    }
}

impl std::error::Error for StorageError {}

const PROGRAM: &str = "halfboard.";
const PREFIX: &str = "halfboard.game.";
const CHANGED: &str = "Changed";

/// A saved game.
#[derive(Clone, Debug)]
pub struct SavedGame {
    /// The number of the game.
    pub id: u64,
    /// The time of the last change, in milliseconds of the caller's clock; 0 if unknown.
    pub changed: u64,
    /// The stored text.
    pub text: String,
    /// The game, or the error of parsing it.
    pub play: Result<Play, ReadError>,
}

impl SavedGame {
    /// Returns whether the game was opened, but no person has made a move. One from a position that was set up or imported
    /// counts as started: it cannot be had again with a click.
    pub fn is_unstarted(&self) -> bool {
        self.play.as_ref().is_ok_and(|play| {
            play.is_untouched() && !play.is_over() && matches!(play.start(), halfboard_rules::record::Start::Seed(_))
        })
    }
}

/// The time after which a game without a move is removed, in milliseconds: another tab may have just opened it.
const UNSTARTED_FOR: u64 = 60 * 60 * 1000;

fn key(id: u64) -> String {
    format!("{PREFIX}{id}")
}

/// Loads the game of a number.
pub fn load(store: &dyn Store, id: u64) -> Option<SavedGame> {
    let text = store.get(&key(id))?;
    let play = Play::read(&text);
    let changed = play.as_ref().ok().and_then(changed).unwrap_or_default();
    Some(SavedGame { id, changed, text, play })
}

/// Returns all saved games, the last changed first.
pub fn all(store: &dyn Store) -> Vec<SavedGame> {
    let keys = store.keys();
    let ids = keys.iter().filter_map(|key| key.strip_prefix(PREFIX)?.parse().ok());
    let mut games: Vec<SavedGame> = ids.filter_map(|id| load(store, id)).collect();
    games.sort_by_key(|kept| std::cmp::Reverse((kept.changed, kept.id)));
    games
}

/// Returns the saved games in which a move was made, the last changed first. Unreadable ones are among them.
pub fn started(store: &dyn Store) -> Vec<SavedGame> {
    let mut games = all(store);
    games.retain(|kept| !kept.is_unstarted());
    games
}

/// Deletes games without a move that were opened more than an hour ago.
pub fn remove_unstarted(store: &dyn Store, now: u64) {
    for kept in all(store) {
        if kept.is_unstarted() && kept.changed.saturating_add(UNSTARTED_FOR) < now {
            delete(store, kept.id);
        }
    }
}

/// Saves a game under a number with the time of its change. `now` is the time of the game's clock.
///
/// # Errors
/// Fails if the storage is full or disabled.
pub fn save(store: &dyn Store, id: u64, play: &Play, now: f64, changed: u64) -> Result<(), StorageError> {
    let mut record = play.record(now);
    record.set_tag(CHANGED, &changed.to_string());
    store.set(&key(id), &halfboard_rules::record::format(&[record]))
}

/// Stores the text of a deleted game again.
///
/// # Errors
/// Fails if the storage is full or disabled.
pub fn restore(store: &dyn Store, id: u64, text: &str) -> Result<(), StorageError> {
    store.set(&key(id), text)
}

/// Deletes a game.
pub fn delete(store: &dyn Store, id: u64) {
    store.remove(&key(id));
}

/// Returns a number for a new game: the time, or the next free number.
pub fn new_id(store: &dyn Store, now: u64) -> u64 {
    (now..).find(|&id| store.get(&key(id)).is_none()).unwrap_or(now)
}

/// Removes everything that this program has stored: games, settings, set-ups.
pub fn clear(store: &dyn Store) {
    for key in store.keys().iter().filter(|key| key.starts_with(PROGRAM)) {
        store.remove(key);
    }
}

/// Returns the time of the last change from a game's record.
pub fn changed(play: &Play) -> Option<u64> {
    play.tag(CHANGED)?.parse().ok()
}

/// Returns whether all words of a search occur in the description of a game.
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
        Play::new(
            &Setup { rules, start, players, names, control: None, seed: 0, think: None, adaptive: false },
            "2026.01.01",
        )
        .expect("valid")
    }

    #[test]
    fn the_last_changed_comes_first_and_invalid_entries_do_not_matter() {
        let store = MemoryStore::default();
        save(&store, 5, &game(), 0.0, 100).expect("saved");
        save(&store, 6, &game(), 0.0, 300).expect("saved");
        save(&store, 7, &game(), 0.0, 200).expect("saved");
        store.set("halfboard.game.8", "<img onerror=alert(1)>").expect("saved");
        store.set("halfboard.game.nine", "x").expect("saved");
        store.set("another program", "x").expect("saved");
        let games = all(&store);
        assert_eq!(games.iter().map(|kept| kept.id).collect::<Vec<_>>(), [6, 7, 5, 8]);
        assert!(games[3].play.is_err() && games[3].text.starts_with('<'));
        assert_eq!(new_id(&store, 5), 9);
        delete(&store, 6);
        assert!(load(&store, 6).is_none());
        restore(&store, 6, &games[0].text).expect("saved");
        assert_eq!(load(&store, 6).map(|kept| kept.changed), Some(300));
        clear(&store);
        assert_eq!(store.keys(), ["another program"]);
    }

    #[test]
    fn games_without_a_move_are_neither_listed_nor_kept_for_long() {
        let store = MemoryStore::default();
        let mut moved = game();
        moved.play("A5", 0.0).expect("legal");
        let mut resigned = game();
        resigned.resign(halfboard_rules::game::Seat(0), 0.0);
        // The engine has opened the game, but the person has not answered.
        let setup = moved.again(false, 0);
        let players = vec![crate::play::Player::Engine(1), crate::play::Player::Person];
        let mut opened = Play::new(&Setup { players, ..setup }, "2026.01.01").expect("valid");
        opened.play("A5", 0.0).expect("legal");
        save(&store, 6, &opened, 0.0, 15).expect("saved");
        save(&store, 1, &moved, 0.0, 10).expect("saved");
        save(&store, 2, &game(), 0.0, 20).expect("saved");
        save(&store, 3, &resigned, 0.0, 30).expect("saved");
        save(&store, 4, &game(), 0.0, UNSTARTED_FOR).expect("saved");
        store.set("halfboard.game.5", "broken").expect("saved");
        let ids = |games: Vec<SavedGame>| games.iter().map(|kept| kept.id).collect::<Vec<_>>();
        assert_eq!(ids(started(&store)), [3, 1, 5]);
        remove_unstarted(&store, UNSTARTED_FOR + 21);
        assert_eq!(ids(all(&store)), [4, 3, 1, 5]);
    }

    #[test]
    fn a_search_wants_all_its_words() {
        assert!(matches("ann LINES", "Lines of Action, Ann against the engine"));
        assert!(!matches("ann j", "Lines of Action, Ann"));
        assert!(matches("  ", "anything"));
    }
}
