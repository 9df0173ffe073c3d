//! The imported games, loaded once for all pages and indexed in slices, so that the page never freezes.

use std::cell::{Cell, RefCell};

use halfboard_app::archive::{ArchiveLibrary, StoredImport};
use halfboard_app::phrases::shell;
use leptos::prelude::*;

use crate::app::App;
use crate::browser;

/// The length of a slice, in seconds.
pub(super) const SLICE: f64 = 0.012;

/// The time between updates of the page while games are indexed, in seconds.
const UPDATE_INTERVAL: f64 = 0.3;

/// How far loading is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Loading {
    NotBegun,
    Begun,
    Done,
}

thread_local! {
    static LIBRARY: RefCell<ArchiveLibrary> = RefCell::default();
    static LOADING: Cell<Loading> = const { Cell::new(Loading::NotBegun) };
    static INDEXING: Cell<bool> = const { Cell::new(false) };
    /// Changes with the library. It belongs to no page.
    static VERSION: ArcRwSignal<u64> = ArcRwSignal::new(0);
}

fn notify() {
    VERSION.with(|version| version.update(|version| *version += 1));
}

/// Loads the imports, unless that has begun.
pub(crate) fn open() {
    if LOADING.get() != Loading::NotBegun {
        return;
    }
    LOADING.set(Loading::Begun);
    browser::load_imports(|imports| {
        // Without storage, what is imported lasts as long as the page.
        LIBRARY.with(|library| *library.borrow_mut() = ArchiveLibrary::new(imports.unwrap_or_default()));
        LOADING.set(Loading::Done);
        notify();
        index();
    });
}

/// Returns whether the imports are loaded, and tracks the library.
pub(crate) fn is_loaded() -> bool {
    read(|_| LOADING.get() == Loading::Done)
}

/// Reads the library, and tracks it.
pub(crate) fn read<T>(f: impl FnOnce(&ArchiveLibrary) -> T) -> T {
    VERSION.with(|version| version.track());
    read_untracked(f)
}

/// Reads the library without tracking it.
pub(crate) fn read_untracked<T>(f: impl FnOnce(&ArchiveLibrary) -> T) -> T {
    LIBRARY.with(|library| f(&library.borrow()))
}

/// Adds an import and stores it.
pub(super) fn add(app: App, import: StoredImport) {
    browser::store_import(&import, move |stored| {
        if !stored {
            app.notify(shell::not_saved());
        }
    });
    LIBRARY.with(|library| library.borrow_mut().add(import));
    notify();
    index();
}

/// Deletes an import and returns it.
pub(super) fn delete(id: u64) -> Option<StoredImport> {
    browser::delete_import(id);
    let removed = LIBRARY.with(|library| library.borrow_mut().remove(id));
    notify();
    index();
    removed
}

/// Forgets all imports, which the storage has lost.
pub(crate) fn clear() {
    LIBRARY.with(RefCell::take);
    notify();
}

/// Indexes what is not indexed.
fn index() {
    if INDEXING.replace(true) {
        return;
    }
    let updated = Cell::new(browser::seconds());
    let step = || LIBRARY.with(|library| library.borrow_mut().index_next());
    run_in_slices(step, move |more| {
        INDEXING.set(more);
        if !more || browser::seconds() - updated.get() > UPDATE_INTERVAL {
            updated.set(browser::seconds());
            notify();
        }
    });
}

/// Calls `step` until it returns false, a slice of time at once, and `after` with whether there is more after each slice.
pub(crate) fn run_in_slices(step: impl Fn() -> bool + 'static, after: impl Fn(bool) + 'static) {
    browser::later(0, move || {
        let end = browser::seconds() + SLICE;
        let mut more = true;
        while more && browser::seconds() < end {
            more = step();
        }
        after(more);
        if more {
            run_in_slices(step, after);
        }
    });
}
