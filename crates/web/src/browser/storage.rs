//! The browser's storage as a store of texts. It may be missing or closed; then nothing is kept, and callers are told.

use halfboard_client::kept::{NotKept, Store};
use leptos::prelude::window;

/// The storage of this browser for this site.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BrowserStore;

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

impl Store for BrowserStore {
    fn keys(&self) -> Vec<String> {
        let Some(storage) = storage() else { return Vec::new() };
        (0..storage.length().unwrap_or_default()).filter_map(|index| storage.key(index).ok().flatten()).collect()
    }

    fn get(&self, key: &str) -> Option<String> {
        storage()?.get_item(key).ok().flatten()
    }

    fn set(&self, key: &str, text: &str) -> Result<(), NotKept> {
        storage().ok_or(NotKept)?.set_item(key, text).map_err(|_| NotKept)
    }

    fn remove(&self, key: &str) {
        if let Some(storage) = storage() {
            let _ = storage.remove_item(key);
        }
    }
}
