//! The analyses kept in the browser: one entry of its storage each. Those with a branch or a comment
//! stay until they are deleted; those that only show what a link or a game says make room for newer ones.

use super::text::{self, ParsedAnalysis, TextError};
use super::tree::Tree;
use crate::route::Shared;
use crate::saved::{self, StorageError, Store};

const PREFIX: &str = "halfboard.analysis.";

/// How many are kept, unless more than these have something of their own in them.
pub const MAX_SAVED: usize = 12;

/// An analysis that is kept.
#[derive(Clone, Debug)]
pub struct SavedAnalysis {
    /// Its number.
    pub id: u64,
    /// The text as it is kept.
    pub text: String,
    /// The analysis, or why it cannot be read.
    pub written: Result<ParsedAnalysis, TextError>,
}

fn key(id: u64) -> String {
    format!("{PREFIX}{id}")
}

fn ids(store: &dyn Store) -> Vec<u64> {
    store.keys().iter().filter_map(|key| key.strip_prefix(PREFIX)?.parse().ok()).collect()
}

/// Reads an analysis by its number.
pub fn read(store: &dyn Store, id: u64) -> Option<SavedAnalysis> {
    let text = store.get(&key(id))?;
    let written = text::read(&text);
    Some(SavedAnalysis { id, text, written })
}

/// Returns the value of a line of the head, without reading the moves.
fn head<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let lines = text.lines().take_while(|line| !line.is_empty());
    lines.filter_map(|line| line.split_once(' ')).find(|(line, _)| *line == name).map(|(_, value)| value)
}

fn changed(text: &str) -> u64 {
    head(text, "changed").and_then(|value| value.parse().ok()).unwrap_or(0)
}

/// Returns all analyses, the last changed first.
pub fn all(store: &dyn Store) -> Vec<SavedAnalysis> {
    let mut kept: Vec<SavedAnalysis> = ids(store).into_iter().filter_map(|id| read(store, id)).collect();
    kept.sort_by_key(|kept| std::cmp::Reverse((changed(&kept.text), kept.id)));
    kept
}

/// Returns the number of the one that was changed last, if it can be read.
pub fn last(store: &dyn Store) -> Option<u64> {
    let texts = ids(store).into_iter().filter_map(|id| Some((changed(&store.get(&key(id))?), id)));
    let mut texts: Vec<(u64, u64)> = texts.collect();
    texts.sort_unstable();
    texts.into_iter().rev().map(|(_, id)| id).find(|&id| read(store, id).is_some_and(|kept| kept.written.is_ok()))
}

/// Returns the analysis of a source, if there is one that can be read.
pub fn find_by_source(store: &dyn Store, source: &str) -> Option<SavedAnalysis> {
    ids(store).into_iter().find_map(|id| {
        let kept = read(store, id)?;
        let same = kept.written.as_ref().is_ok_and(|written| written.source == source);
        same.then_some(kept)
    })
}

/// Returns a number for a new analysis: the time, or the next that is free.
pub fn new_id(store: &dyn Store, now: u64) -> u64 {
    (now..).find(|&id| store.get(&key(id)).is_none()).unwrap_or(now)
}

/// Keeps an analysis under a number.
pub fn save(store: &dyn Store, id: u64, tree: &Tree, source: &str, now: u64) -> Result<(), StorageError> {
    let written = ParsedAnalysis { tree: tree.clone(), source: source.to_owned(), changed: now, left_out: 0 };
    store.set(&key(id), &text::write(&written))?;
    free_space(store, id);
    Ok(())
}

/// Keeps a text as it was, such as one that was deleted by mistake.
pub fn restore(store: &dyn Store, id: u64, text: &str) -> Result<(), StorageError> {
    store.set(&key(id), text)
}

/// Forgets an analysis.
pub fn delete(store: &dyn Store, id: u64) {
    store.remove(&key(id));
}

/// Forgets the oldest of those that have nothing of their own in them, if there are many.
fn free_space(store: &dyn Store, but: u64) {
    let ids = ids(store);
    // This is asked whenever something is kept, and mostly there is nothing to look through.
    if ids.len() <= MAX_SAVED {
        return;
    }
    let mut plain: Vec<(u64, u64)> = ids
        .iter()
        .filter(|&&id| id != but)
        .filter_map(|&id| {
            let text = store.get(&key(id))?;
            is_plain(store, &text).then(|| (changed(&text), id))
        })
        .collect();
    plain.sort_unstable();
    plain.iter().take(plain.len().saturating_sub(MAX_SAVED)).for_each(|&(_, id)| delete(store, id));
}

/// Returns how many moves a source has.
fn moves_of(store: &dyn Store, source: &str) -> usize {
    let of_game = |id: &str| saved::load(store, id.parse().ok()?)?.play.ok().map(|play| play.plies());
    let of_link = |link: &str| Some(Shared::read(link)?.moves?.split_whitespace().count());
    let found = source.strip_prefix("kept ").map(of_game).or_else(|| source.strip_prefix("link ").map(of_link));
    found.flatten().unwrap_or(0)
}

/// Whether a text says nothing beyond its source: no branch, no comment and no further move, or no move at all. Told without
/// reading the moves.
fn is_plain(store: &dyn Store, text: &str) -> bool {
    let moves = text.lines().skip_while(|line| !line.is_empty()).skip(1);
    let known = || head(text, "source").map_or(0, |source| moves_of(store, source));
    let mut count = 0;
    let straight = moves.enumerate().all(|(index, line)| {
        count = index;
        let mut words = line.splitn(3, ' ');
        words.next() == Some(index.to_string().as_str()) && words.nth(1).is_none()
    });
    straight && (count == 0 || count <= known())
}
