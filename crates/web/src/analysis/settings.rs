//! What is switched on and off on the analysis board, remembered as lines `name value` and read forgivingly.

use halfboard_app::analysis::lines::MOST_LINES;
use halfboard_app::saved::Store;

use crate::browser::BrowserStore;

const KEY: &str = "halfboard.analysis.board";

/// Returns the word remembered under a name.
fn word(name: &str) -> Option<String> {
    let text = BrowserStore.get(KEY)?;
    let mut lines = text.lines().filter_map(|line| line.split_once(' '));
    lines.find(|(line, _)| *line == name).map(|(_, word)| word.to_owned())
}

/// Returns whether something is on, as it is until it is switched off.
pub(super) fn is_on(name: &str) -> bool {
    word(name).as_deref() != Some("off")
}

/// Returns whether something is on that is off until it is switched on.
pub(super) fn is_switched_on(name: &str) -> bool {
    word(name).as_deref() == Some("on")
}

/// Remembers whether something is on.
pub(super) fn remember_switch(name: &str, on: bool) {
    remember(name, if on { "on" } else { "off" });
}

/// Returns how many lines are shown.
pub(super) fn lines() -> u8 {
    word("lines").and_then(|word| word.parse().ok()).filter(|lines| (1..=MOST_LINES).contains(lines)).unwrap_or(3)
}

/// Remembers a word. What cannot be remembered is not missed.
pub(super) fn remember(name: &str, value: &str) {
    let text = BrowserStore.get(KEY).unwrap_or_default();
    let others = text.lines().filter(|line| line.split_once(' ').is_some_and(|(line, _)| line != name)).take(20);
    let mut lines: Vec<String> = others.map(str::to_owned).collect();
    lines.push(format!("{name} {value}"));
    let _ = BrowserStore.set(KEY, &lines.join("\n"));
}
