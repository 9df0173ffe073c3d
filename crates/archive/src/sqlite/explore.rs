//! The explorer of an archive in a file.

use halfboard_rules::record::Record;
use halfboard_rules::session::Session;
use rusqlite::OptionalExtension;

use super::FileArchive;
use super::error::ArchiveError;
use super::rows::{GAME_COLUMNS, read_game, result, unpack_place};
use crate::explorer::{ExplorerAnswer, ExplorerBuilder, Tally};
use crate::index::line_key;
use crate::key::position_key;
use crate::memory::ReachedGame;
use crate::stored_game::StoredGame;

impl FileArchive {
    /// Returns the explorer's answer for a session's current position.
    ///
    /// # Errors
    ///
    /// Fails if the archive cannot be read.
    pub fn explore(&self, session: &dyn Session) -> Result<ExplorerAnswer, ArchiveError> {
        let mut builder = ExplorerBuilder::new(session);
        if !self.add_counted(&mut builder)? {
            self.add_visits(&mut builder)?;
        }
        Ok(builder.finish())
    }

    /// Adds the stored counts of a frequent position. Returns whether there are any.
    fn add_counted(&self, builder: &mut ExplorerBuilder<'_>) -> Result<bool, ArchiveError> {
        let sql = "SELECT class, games, white, black, draw, last FROM moves WHERE key = ?1";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut rows = statement.query([builder.key() as i64])?;
        let mut any = false;
        while let Some(row) = rows.next()? {
            let tally = Tally {
                games: row.get(1)?,
                white: row.get(2)?,
                black: row.get(3)?,
                draw: row.get(4)?,
                last: row.get(5)?,
            };
            let class =
                Some(row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?).filter(|class| !class.is_empty());
            builder.add_counted(class, &tally);
            any = true;
        }
        Ok(any)
    }

    fn add_visits(&self, builder: &mut ExplorerBuilder<'_>) -> Result<(), ArchiveError> {
        let sql = "SELECT place, moves, result, date FROM positions JOIN games ON games.id = game WHERE key = ?1";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut rows = statement.query([builder.key() as i64])?;
        while let Some(row) = rows.next()? {
            let (ply, orientation) = unpack_place(row.get(0)?);
            let moves = row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?;
            let date: String = row.get(3)?;
            builder.add(orientation, StoredGame::move_at(moves, ply), result(row.get(2)?), &date);
        }
        Ok(())
    }

    /// Returns the games that reached a session's current position, the last added first, at most `limit`. Whether they
    /// came by transposition is decided against the session's own moves.
    ///
    /// # Errors
    ///
    /// Fails if the archive cannot be read.
    pub fn reached(&self, session: &dyn Session, limit: usize) -> Result<Vec<ReachedGame>, ArchiveError> {
        let line = line_key(session);
        let sql = format!(
            "SELECT {GAME_COLUMNS}, place FROM positions JOIN games ON games.id = game JOIN rules ON rules.id = games.rules
             WHERE key = ?1 ORDER BY game DESC LIMIT ?2"
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        let key = position_key(session).key as i64;
        let rows = statement.query_map((key, limit), |row| {
            let (game, stored) = read_game(row)?;
            let (ply, _) = unpack_place(row.get(8)?);
            Ok(ReachedGame { game, ply, transposed: stored.line_at(ply) != Some(line) })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Returns a game, or `None` if there is none with this id.
    ///
    /// # Errors
    ///
    /// Fails if the archive cannot be read or the game is damaged.
    pub fn record(&self, game: u64) -> Result<Option<Record>, ArchiveError> {
        let sql = format!("SELECT {GAME_COLUMNS} FROM games JOIN rules ON rules.id = games.rules WHERE games.id = ?1");
        let mut statement = self.connection.prepare_cached(&sql)?;
        let found = statement.query_row([game as i64], read_game).optional()?;
        found.map(|(id, game)| game.to_record().map_err(|error| ArchiveError::damaged(id, &error))).transpose()
    }
}
