//! The browser's local storage as a store of texts. If it is full or disabled, saving fails, but the text is kept in
//! memory while the page is open.

use halfboard_app::saved::{MemoryStore, StorageError, Store};
use leptos::prelude::window;

/// The storage of this browser for this site.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BrowserStore;

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// Returns the session storage, which lasts as long as the browser's tab.
fn passing() -> Option<web_sys::Storage> {
    window().session_storage().ok().flatten()
}

/// The prefix of the keys of handed-over texts.
const HANDED: &str = "halfboard.handed.";

/// Hands texts that could not be stored over to the next page through the session storage, and requests the study
/// pages.
#[cfg(not(feature = "study"))]
pub(super) fn hand_over() {
    let Some(passing) = passing() else { return };
    let _ = passing.set_item("halfboard.study", "");
    UNKEPT.with(|unkept| {
        for key in unkept.keys() {
            let text = unkept.get(&key).unwrap_or_default();
            let _ = passing.set_item(&format!("{HANDED}{key}"), &text);
        }
    });
}

/// Restores the texts that the previous page handed over.
pub(crate) fn restore_handed_over() {
    let Some(passing) = passing() else { return };
    let names = (0..passing.length().unwrap_or_default()).filter_map(|index| passing.key(index).ok().flatten());
    let handed: Vec<String> = names.filter(|name| name.starts_with(HANDED)).collect();
    for name in handed {
        let text = passing.get_item(&name).ok().flatten().unwrap_or_default();
        let _ = UNKEPT.with(|unkept| unkept.set(&name[HANDED.len()..], &text));
        let _ = passing.remove_item(&name);
    }
}

/// The name of the IndexedDB database, which has the imported archives.
pub(super) const DATABASE: &str = "halfboard";

/// Deletes all imported archives.
pub(crate) fn delete_archives() {
    if let Ok(Some(factory)) = window().indexed_db() {
        let _ = factory.delete_database(DATABASE);
    }
}

thread_local! {
    /// Texts that could not be stored.
    static UNKEPT: MemoryStore = const { MemoryStore::new() };
}

impl Store for BrowserStore {
    fn keys(&self) -> Vec<String> {
        let mut keys = UNKEPT.with(MemoryStore::keys);
        if let Some(storage) = storage() {
            let kept = (0..storage.length().unwrap_or_default()).filter_map(|index| storage.key(index).ok().flatten());
            keys.extend(kept.filter(|key| UNKEPT.with(|unkept| unkept.get(key)).is_none()));
        }
        keys
    }

    fn get(&self, key: &str) -> Option<String> {
        UNKEPT.with(|unkept| unkept.get(key)).or_else(|| storage()?.get_item(key).ok().flatten())
    }

    fn set(&self, key: &str, text: &str) -> Result<(), StorageError> {
        let kept = storage().is_some_and(|storage| storage.set_item(key, text).is_ok());
        if kept {
            UNKEPT.with(|unkept| unkept.remove(key));
            return Ok(());
        }
        UNKEPT.with(|unkept| unkept.set(key, text))?;
        Err(StorageError)
    }

    fn remove(&self, key: &str) {
        UNKEPT.with(|unkept| unkept.remove(key));
        if let Some(storage) = storage() {
            let _ = storage.remove_item(key);
        }
    }
}
