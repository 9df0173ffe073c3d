//! The archive of finished public games: what is written for a game, and what can be asked.

use std::time::Duration;

use halfboard_archive::{ClassifiedPosition, GameFilter, GameResult, GameSummary, Tally};
use halfboard_protocol::api::ArchivedGame;
use halfboard_protocol::id::GameId;

use super::Unavailable;
use super::rows::decode_summary;

/// Longest time of a search in the archive.
pub(super) const SEARCH_TIME: Duration = Duration::from_secs(1);

/// An error from a search in the archive.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchError {
    /// It took too long.
    TimeLimit,
    /// See [`Unavailable`].
    Unavailable(Unavailable),
}

impl From<Unavailable> for SearchError {
    fn from(error: Unavailable) -> SearchError {
        SearchError::Unavailable(error)
    }
}

/// A game to archive. Without a summary it is only marked as looked at, so that it is not read again.
#[derive(Clone, Debug)]
pub struct ArchiveInsert {
    /// The game.
    pub game: GameId,
    /// Its summary and its positions with the moves that followed.
    pub content: Option<(GameSummary, Vec<ClassifiedPosition>)>,
}

/// A question for archived games.
#[derive(Clone, Debug, Default)]
pub struct ArchiveQuery {
    /// Conditions on the game; the event is not stored.
    pub filter: GameFilter,
    /// The key of a position that the game must have.
    pub position: Option<u64>,
    /// Only games with smaller numbers.
    pub before: Option<u64>,
    /// Maximum number of games.
    pub limit: u32,
}

/// The rows of a game to archive.
#[derive(Debug)]
pub(super) struct ArchiveRows {
    pub(super) id: String,
    pub(super) family: String,
    pub(super) rules: String,
    pub(super) players: String,
    pub(super) result: &'static str,
    pub(super) date: String,
    pub(super) plies: i64,
    /// Sorted by key, so that two writers lock rows in the same order.
    pub(super) positions: Vec<ClassifiedPosition>,
    /// Whether the game is archived, not only marked.
    pub(super) is_archived: bool,
    /// What each move of the game adds to the counts.
    pub(super) white: i64,
    pub(super) black: i64,
    pub(super) draw: i64,
}

impl ArchiveRows {
    /// Returns the column of players.
    pub(super) fn players(summary: &GameSummary) -> String {
        summary.players.iter().map(|name| name.to_lowercase() + "\n").collect()
    }
}

impl From<ArchiveInsert> for ArchiveRows {
    fn from(insert: ArchiveInsert) -> ArchiveRows {
        let is_archived = insert.content.is_some();
        let (summary, mut positions) = insert.content.unwrap_or_else(|| (GameSummary::default(), Vec::new()));
        positions.sort_unstable_by_key(|position| position.key as i64);
        let one = |result| i64::from(summary.result == result);
        ArchiveRows {
            id: insert.game.to_string(),
            family: summary.rules.split(':').next().unwrap_or_default().to_owned(),
            players: ArchiveRows::players(&summary),
            result: summary.result.as_str(),
            plies: summary.plies as i64,
            positions,
            is_archived,
            white: one(GameResult::White),
            black: one(GameResult::Black),
            draw: one(GameResult::Draw),
            rules: summary.rules,
            date: summary.date,
        }
    }
}

/// The parameters of a query for archived games, in the order of the statements.
pub(super) struct QueryParameters {
    pub(super) rules: Option<String>,
    pub(super) player: Option<String>,
    pub(super) result: Option<&'static str>,
    pub(super) since: Option<String>,
    pub(super) until: Option<String>,
    pub(super) min_plies: i64,
    pub(super) max_plies: i64,
    pub(super) before: i64,
    pub(super) limit: i64,
    pub(super) key: Option<i64>,
}

impl From<ArchiveQuery> for QueryParameters {
    fn from(query: ArchiveQuery) -> QueryParameters {
        let filter = query.filter;
        let number = |value: Option<usize>| value.and_then(|value| i64::try_from(value).ok());
        QueryParameters {
            rules: filter.rules,
            player: filter.player.map(|name| name.to_lowercase()),
            result: filter.result.map(GameResult::as_str),
            since: filter.since,
            // A year or month alone includes all its days: `~` sorts after the separator.
            until: filter.until.map(|date| date + "~"),
            min_plies: number(filter.min_plies).unwrap_or(0),
            max_plies: number(filter.max_plies).unwrap_or(i64::MAX),
            before: query.before.and_then(|before| i64::try_from(before).ok()).unwrap_or(i64::MAX),
            limit: query.limit.into(),
            key: query.position.map(|key| key as i64),
        }
    }
}

/// A row of the answer to a query: number, ply of the position, summary of the game.
pub(super) type ArchivedRow = (i64, Option<i64>, String);

/// Decodes the rows of an answer. Corrupt ones are logged and left out.
pub(super) fn decode_archived(rows: impl IntoIterator<Item = ArchivedRow>) -> Vec<ArchivedGame> {
    let decode = |(number, ply, summary): ArchivedRow| {
        let game = decode_summary(&summary)?;
        let ply = ply.and_then(|ply| u32::try_from(ply).ok());
        Some(ArchivedGame { number: number.try_into().ok()?, ply, game })
    };
    rows.into_iter().filter_map(decode).collect()
}

/// A row of counts: class, games, wins of White and Black, draws, last date.
pub(super) type CountRow = (String, i64, i64, i64, i64, String);

/// Decodes the counts of a position.
pub(super) fn decode_counts(rows: impl IntoIterator<Item = CountRow>) -> Vec<(String, Tally)> {
    let count = |number: i64| u64::try_from(number).unwrap_or(0);
    let decode = |(class, games, white, black, draw, last): CountRow| {
        let tally = Tally { games: count(games), white: count(white), black: count(black), draw: count(draw), last };
        (class, tally)
    };
    rows.into_iter().map(decode).collect()
}
