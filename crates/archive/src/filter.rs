//! The conditions of a search that need only the summary of a game.

use crate::summary::{GameResult, GameSummary};

/// Conditions on a game's summary; `None` allows everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// A part of a player's name, in any case.
    pub player: Option<String>,
    /// A part of the event, in any case.
    pub event: Option<String>,
    /// The first day, in the form of [`GameSummary::date`]; a shorter form is the begin of the year or month.
    pub since: Option<String>,
    /// The last day; a shorter form is the end of the year or month.
    pub until: Option<String>,
    /// The result.
    pub result: Option<GameResult>,
    /// The rules string, or the id of a game for all its variants.
    pub rules: Option<String>,
    /// The least number of moves.
    pub min_plies: Option<usize>,
    /// The greatest number of moves.
    pub max_plies: Option<usize>,
}

impl GameFilter {
    /// Returns whether a game meets all conditions.
    #[must_use]
    pub fn matches(&self, game: &GameSummary) -> bool {
        let date = game.date.as_str();
        let rules = |rules: &str| game.rules == rules || game.rules.split(':').next() == Some(rules);
        self.player.as_deref().is_none_or(|part| game.players.iter().any(|name| contains(name, part)))
            && self.event.as_deref().is_none_or(|part| contains(&game.event, part))
            && self.since.as_deref().is_none_or(|since| !date.is_empty() && date >= since)
            && self.until.as_deref().is_none_or(|until| !date.is_empty() && (date <= until || date.starts_with(until)))
            && self.result.is_none_or(|result| game.result == result)
            && self.rules.as_deref().is_none_or(rules)
            && self.min_plies.is_none_or(|least| game.plies >= least)
            && self.max_plies.is_none_or(|most| game.plies <= most)
    }
}

/// Returns whether a text contains another one, in any case.
fn contains(text: &str, part: &str) -> bool {
    text.to_lowercase().contains(&part.to_lowercase())
}
