//! Search in an archive.

use std::ops::ControlFlow;

use halfboard_rules::record::Record;

use super::FileArchive;
use super::error::ArchiveError;
use super::rows::{GAME_COLUMNS, read_game, result, unpack_place};
use crate::filter::GameFilter;
use crate::pattern::PiecePattern;
use crate::stored_game::StoredGame;
use crate::summary::GameSummary;

/// The conditions of a search.
#[derive(Clone, Debug, Default)]
pub struct GameSearch {
    /// Conditions on the summary.
    pub filter: GameFilter,
    /// The key of a position that the game must have.
    pub position: Option<u64>,
    /// A pattern that must occur in the game.
    pub pattern: Option<PiecePattern>,
}

/// A game that was found.
#[derive(Clone, Debug)]
pub struct FoundGame {
    /// The id of the game.
    pub game: u64,
    /// Its summary.
    pub summary: GameSummary,
    /// The number of moves before the position or the pattern occurs, if one was asked for.
    pub ply: Option<usize>,
    stored: StoredGame,
}

impl FoundGame {
    /// Returns the game.
    ///
    /// # Errors
    ///
    /// Fails if the game is damaged.
    pub fn record(&self) -> Result<Record, ArchiveError> {
        self.stored.to_record().map_err(|error| ArchiveError::damaged(self.game, &error))
    }
}

impl FileArchive {
    /// Calls `f` with the games that meet all conditions, in the order of import, until it breaks.
    ///
    /// # Errors
    ///
    /// Fails if the archive cannot be read or a game in it is damaged.
    pub fn search(
        &self,
        search: &GameSearch,
        f: &mut dyn FnMut(FoundGame) -> ControlFlow<()>,
    ) -> Result<(), ArchiveError> {
        let columns = format!("{GAME_COLUMNS}, games.result, games.date, games.plies");
        let joined = "JOIN rules ON rules.id = games.rules";
        let (sql, key) = match search.position {
            Some(key) => (
                format!(
                    "SELECT {columns}, place FROM positions JOIN games ON games.id = game {joined}
                     WHERE key = ?1 ORDER BY game"
                ),
                Some(key as i64),
            ),
            None => (format!("SELECT {columns}, NULL FROM games {joined} ORDER BY games.id"), None),
        };
        let mut statement = self.connection.prepare(&sql)?;
        let mut rows = statement.query(rusqlite::params_from_iter(key))?;
        while let Some(row) = rows.next()? {
            let (game, stored) = read_game(row)?;
            let (result, date, plies) = (result(row.get(8)?), row.get(9)?, row.get(10)?);
            let summary = GameSummary::with_tags(&stored.rules, &stored.tags, date, result, plies);
            let place: Option<i64> = row.get(11)?;
            let mut found = FoundGame { game, summary, ply: place.map(|place| unpack_place(place).0), stored };
            if !search.filter.matches(&found.summary) {
                continue;
            }
            if let Some(pattern) = &search.pattern {
                let Some(ply) = pattern.find(&found.record()?) else { continue };
                found.ply = found.ply.or(Some(ply));
            }
            if f(found).is_break() {
                break;
            }
        }
        Ok(())
    }
}
