//! The browser's storage as a store of texts. It may be full or closed; then callers are told, and the text is still there
//! as long as the page is open.

use std::cell::RefCell;
use std::collections::BTreeMap;

use halfboard_client::kept::{NotKept, Store};
use leptos::prelude::window;

/// The storage of this browser for this site.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BrowserStore;

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

thread_local! {
    /// What the browser would not keep.
    static UNKEPT: RefCell<BTreeMap<String, String>> = const { RefCell::new(BTreeMap::new()) };
}

impl Store for BrowserStore {
    fn keys(&self) -> Vec<String> {
        let mut keys: Vec<String> = UNKEPT.with_borrow(|unkept| unkept.keys().cloned().collect());
        if let Some(storage) = storage() {
            let kept = (0..storage.length().unwrap_or_default()).filter_map(|index| storage.key(index).ok().flatten());
            keys.extend(kept.filter(|key| !UNKEPT.with_borrow(|unkept| unkept.contains_key(key))));
        }
        keys
    }

    fn get(&self, key: &str) -> Option<String> {
        let unkept = UNKEPT.with_borrow(|unkept| unkept.get(key).cloned());
        unkept.or_else(|| storage()?.get_item(key).ok().flatten())
    }

    fn set(&self, key: &str, text: &str) -> Result<(), NotKept> {
        let kept = storage().is_some_and(|storage| storage.set_item(key, text).is_ok());
        UNKEPT.with_borrow_mut(
            |unkept| {
                if kept { unkept.remove(key) } else { unkept.insert(key.to_owned(), text.to_owned()) }
            },
        );
        if kept { Ok(()) } else { Err(NotKept) }
    }

    fn remove(&self, key: &str) {
        UNKEPT.with_borrow_mut(|unkept| unkept.remove(key));
        if let Some(storage) = storage() {
            let _ = storage.remove_item(key);
        }
    }
}
