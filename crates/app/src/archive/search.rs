//! The search form of the archive.

use halfboard_archive::{GameFilter, GameResult, normalize_date};

/// The search form: texts as they were entered. An empty text allows everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArchiveSearch {
    /// A part of a player's name.
    pub player: String,
    /// A part of the event.
    pub event: String,
    /// The first year, month or day.
    pub since: String,
    /// The last year, month or day.
    pub until: String,
    /// The name of a [`GameResult`].
    pub result: String,
    /// The id of a game, or a rules string.
    pub rules: String,
    /// The least number of moves.
    pub min_moves: String,
    /// The greatest number of moves.
    pub max_moves: String,
}

/// A field of the form that can be invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchField {
    /// [`ArchiveSearch::since`].
    Since,
    /// [`ArchiveSearch::until`].
    Until,
    /// [`ArchiveSearch::min_moves`].
    MinMoves,
    /// [`ArchiveSearch::max_moves`].
    MaxMoves,
}

/// The error of a field: a date or number that is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchError {
    /// The field.
    pub field: SearchField,
    /// What was entered.
    pub text: String,
}

impl ArchiveSearch {
    /// Returns the filter, and the errors of fields that are left out of it.
    ///
    /// ```
    /// use halfboard_app::archive::{ArchiveSearch, SearchField};
    /// let search = ArchiveSearch { since: "2004.7".into(), max_moves: "few".into(), ..ArchiveSearch::default() };
    /// let (filter, errors) = search.filter();
    /// assert_eq!(filter.since.as_deref(), Some("2004-07"));
    /// assert_eq!(errors[0].field, SearchField::MaxMoves);
    /// ```
    #[must_use]
    pub fn filter(&self) -> (GameFilter, Vec<SearchError>) {
        let mut errors = Vec::new();
        let text = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let mut date = |entered: &str, field| parse(entered, field, normalize_date, &mut errors);
        let (since, until) = (date(&self.since, SearchField::Since), date(&self.until, SearchField::Until));
        let mut number = |entered: &str, field| parse(entered, field, |text| text.parse().ok(), &mut errors);
        let min_plies = number(&self.min_moves, SearchField::MinMoves);
        let max_plies = number(&self.max_moves, SearchField::MaxMoves);
        let filter = GameFilter {
            player: text(&self.player),
            event: text(&self.event),
            since,
            until,
            result: GameResult::parse(&self.result),
            rules: text(&self.rules),
            min_plies,
            max_plies,
        };
        (filter, errors)
    }
}

/// Parses a field that may be empty, and notes an error if it is invalid.
fn parse<T>(
    entered: &str,
    field: SearchField,
    parse: impl Fn(&str) -> Option<T>,
    errors: &mut Vec<SearchError>,
) -> Option<T> {
    let text = entered.trim();
    if text.is_empty() {
        return None;
    }
    let parsed = parse(text);
    if parsed.is_none() {
        errors.push(SearchError { field, text: text.to_owned() });
    }
    parsed
}
