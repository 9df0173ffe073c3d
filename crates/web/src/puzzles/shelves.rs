//! The puzzles of the games, fetched once each and then at hand as long as the page is open.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use halfboard_app::phrases::puzzles as phrases;
use halfboard_app::puzzles::{PuzzleSet, file_name};
use leptos::prelude::*;

use crate::browser;

/// Puzzles that are there, or why they are not.
pub(super) type FetchedSet = Result<Rc<PuzzleSet>, Missing>;

/// Why there are no puzzles.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Missing {
    /// They could not be fetched.
    NotThere,
    /// They cannot be read; the words are the reader's, in English.
    Broken(String),
}

thread_local! {
    static SHELVES: RefCell<BTreeMap<String, Rc<PuzzleSet>>> = const { RefCell::new(BTreeMap::new()) };
}

/// Fetches the puzzles of a game of the registry into a signal.
pub(super) fn fetch(game: &'static str) -> RwSignal<Option<FetchedSet>, LocalStorage> {
    let fetched = RwSignal::new_local(None);
    if let Some(shelf) = SHELVES.with_borrow(|shelves| shelves.get(game).cloned()) {
        fetched.set(Some(Ok(shelf)));
    } else {
        fetch_again(game, fetched);
    }
    fetched
}

fn fetch_again(game: &'static str, fetched: RwSignal<Option<FetchedSet>, LocalStorage>) {
    browser::fetch_text(&file_name(game), move |text| {
        let shelf = match text {
            Err(_) => Err(Missing::NotThere),
            // A game without a file has no puzzles.
            Ok(None) => Ok(Rc::new(PuzzleSet { game: game.to_owned(), puzzles: Vec::new(), commands: Vec::new() })),
            Ok(Some(text)) => {
                PuzzleSet::read(game, &text).map(Rc::new).map_err(|error| Missing::Broken(error.to_string()))
            }
        };
        if let Ok(shelf) = &shelf {
            SHELVES.with_borrow_mut(|shelves| shelves.insert(game.to_owned(), shelf.clone()));
        }
        // The page may be another by now.
        fetched.try_set(Some(shelf));
    });
}

/// What is shown while the puzzles are not there.
pub(super) fn waiting(game: &'static str, fetched: RwSignal<Option<FetchedSet>, LocalStorage>) -> AnyView {
    match fetched.get() {
        None | Some(Ok(_)) => view! { <p class="faint">{phrases::loading()}</p> }.into_any(),
        Some(Err(missing)) => {
            let (says, more) = match missing {
                Missing::NotThere => (phrases::load_failed(), None),
                Missing::Broken(why) => (phrases::unreadable(), Some(why)),
            };
            let again = move |_| {
                fetched.set(None);
                fetch_again(game, fetched);
            };
            view! {
                <p class="remark">{says} {more.map(|why| view! { " " <span lang="en">{why}</span> })}</p>
                <p><button on:click=again>{phrases::retry()}</button></p>
            }
            .into_any()
        }
    }
}
