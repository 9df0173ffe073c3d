//! Adding games: in batches of many plies, sorted by key, because random inserts into a large index are slow.

use std::collections::HashMap;

use halfboard_rules::record::Record;
use halfboard_rules::symmetry::Symmetry;
use rusqlite::{OptionalExtension, Transaction, TransactionBehavior, params};

use super::error::ArchiveError;
use super::rows::{NewGame, format_start, join_pairs, pack_place, result, unpack_place};
use super::{FREQUENT, FileArchive};
use crate::explorer::{ExplorerBuilder, Tally};
use crate::index::GameIndex;
use crate::memory::AddOutcome;
use crate::stored_game::StoredGame;
use crate::summary::GameResult;

/// Positions in a batch, which is one transaction.
const BATCH_POSITIONS: usize = 250_000;

/// How much of a file was imported before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileProgress {
    /// The games from this one on, counted from 0, are new.
    From(usize),
    /// The whole file was imported.
    Finished,
}

/// Adds games to an archive. What was not flushed is lost when it is dropped.
#[derive(Debug)]
pub struct Importer<'a> {
    archive: &'a mut FileArchive,
    next_game: u64,
    first_pending: u64,
    pending: Vec<NewGame>,
    duplicate_keys: HashMap<u64, u64>,
    /// Key, game and place of each position.
    positions: Vec<(i64, u64, i64)>,
    /// Hash and name of the current file, and how many of its games were added, found again or rejected.
    file: Option<(Vec<u8>, String, usize)>,
    finished_files: Vec<(Vec<u8>, String, usize)>,
}

impl FileArchive {
    /// Begins to add games.
    ///
    /// # Errors
    ///
    /// Fails if the archive cannot be read.
    pub fn importer(&mut self) -> Result<Importer<'_>, ArchiveError> {
        let sql = "SELECT coalesce(max(id), 0) + 1 FROM games";
        let next_game: u64 = self.connection.query_row(sql, [], |row| row.get(0))?;
        Ok(Importer {
            archive: self,
            next_game,
            first_pending: next_game,
            pending: Vec::new(),
            duplicate_keys: HashMap::new(),
            positions: Vec::new(),
            file: None,
            finished_files: Vec::new(),
        })
    }

    /// Rewrites the file without gaps, which bulk imports leave in the index.
    ///
    /// # Errors
    ///
    /// Fails if there is no room for a second copy.
    pub fn compact(&self) -> Result<(), ArchiveError> {
        Ok(self.connection.execute_batch("VACUUM")?)
    }
}

impl Importer<'_> {
    /// Begins a file, by the hash of its content. Returns how much of it was imported before.
    ///
    /// # Errors
    ///
    /// Fails if the archive cannot be read.
    pub fn begin_file(&mut self, hash: &[u8], name: &str) -> Result<FileProgress, ArchiveError> {
        if self.finished_files.iter().any(|(finished, ..)| finished == hash) {
            return Ok(FileProgress::Finished);
        }
        let sql = "SELECT done, finished FROM files WHERE hash = ?1";
        let mut statement = self.archive.connection.prepare_cached(sql)?;
        let found = statement.query_row([hash], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        let (done, finished): (usize, bool) = found.unwrap_or((0, false));
        if finished {
            return Ok(FileProgress::Finished);
        }
        self.file = Some((hash.to_owned(), name.to_owned(), done));
        Ok(FileProgress::From(done))
    }

    /// Adds a game, unless it is a duplicate. Writes a batch if enough games are pending.
    ///
    /// # Errors
    ///
    /// Fails if the archive cannot be read or written.
    pub fn add(&mut self, record: &Record) -> Result<AddOutcome, ArchiveError> {
        let index = GameIndex::new(record);
        self.count_one();
        if let Some(game) = self.find(index.duplicate_key)? {
            return Ok(AddOutcome::Duplicate(game));
        }
        let game = self.next_game;
        self.next_game += 1;
        self.duplicate_keys.insert(index.duplicate_key, game);
        let rows = index.positions.iter();
        self.positions.extend(rows.map(|at| (at.key as i64, game, pack_place(at.ply, at.orientation))));
        self.pending.push(NewGame::new(record, index.duplicate_key));
        if self.positions.len() >= BATCH_POSITIONS {
            self.flush()?;
        }
        Ok(AddOutcome::Added(game))
    }

    /// Counts a game of the current file that cannot be added, so that it is not read again.
    pub fn count_one(&mut self) {
        if let Some((_, _, done)) = &mut self.file {
            *done += 1;
        }
    }

    /// Ends the current file.
    pub fn finish_file(&mut self) {
        self.finished_files.extend(self.file.take());
    }

    fn find(&self, duplicate_key: u64) -> Result<Option<u64>, ArchiveError> {
        if let Some(&game) = self.duplicate_keys.get(&duplicate_key) {
            return Ok(Some(game));
        }
        let mut statement = self.archive.connection.prepare_cached("SELECT id FROM games WHERE duplicate_key = ?1")?;
        Ok(statement.query_row([duplicate_key as i64], |row| row.get(0)).optional()?)
    }

    /// Writes everything that is pending.
    ///
    /// # Errors
    ///
    /// Fails if the archive cannot be written; it stays as it was after the last flush.
    pub fn flush(&mut self) -> Result<(), ArchiveError> {
        self.positions.sort_unstable();
        let connection = &mut self.archive.connection;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let batch = Batch { transaction: &transaction, games: &self.pending, first: self.first_pending };
        batch.insert_games()?;
        for group in self.positions.chunk_by(|a, b| a.0 == b.0) {
            batch.insert_positions(group)?;
        }
        let finished = self.finished_files.iter().map(|file| (file, true));
        for ((hash, name, done), finished) in finished.chain(self.file.iter().map(|file| (file, false))) {
            let sql = "INSERT INTO files VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (hash) DO UPDATE SET name = ?2, done = ?3, finished = ?4";
            transaction.prepare_cached(sql)?.execute(params![hash, name, done, finished])?;
        }
        transaction.commit()?;
        self.first_pending = self.next_game;
        self.pending.clear();
        self.duplicate_keys.clear();
        self.positions.clear();
        self.finished_files.clear();
        Ok(())
    }
}

/// The games of one transaction.
struct Batch<'a> {
    transaction: &'a Transaction<'a>,
    games: &'a [NewGame],
    /// The id of the first game.
    first: u64,
}

/// A game that had a frequent position: orientation, next move, result, date.
type Visit = (Symmetry, Option<String>, GameResult, String);

impl Batch<'_> {
    fn insert_games(&self) -> Result<(), ArchiveError> {
        let sql =
            "INSERT INTO games (id, rules, duplicate_key, start, moves, plies, result, outcome, reason, date, tags,
            comments) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
        let mut insert = self.transaction.prepare_cached(sql)?;
        let mut rules: HashMap<&str, i64> = HashMap::new();
        for (id, game) in (self.first..).zip(self.games) {
            let stored = &game.stored;
            let rules_id = match rules.get(stored.rules.as_str()) {
                Some(&id) => id,
                None => *rules.entry(&stored.rules).or_insert(self.rules_id(&stored.rules)?),
            };
            insert.execute(params![
                id,
                rules_id,
                game.duplicate_key as i64,
                format_start(&stored.start),
                stored.moves,
                game.summary.plies,
                game.summary.result.number(),
                stored.result,
                stored.reason,
                game.summary.date,
                join_pairs(stored.tags.iter().map(|(name, value)| (name.clone(), value.as_str()))),
                join_pairs(stored.comments.iter().map(|(ply, text)| (ply.to_string(), text.as_str()))),
            ])?;
        }
        Ok(())
    }

    fn rules_id(&self, rules: &str) -> Result<i64, ArchiveError> {
        let sql = "INSERT INTO rules (rules) VALUES (?1) ON CONFLICT DO NOTHING";
        self.transaction.prepare_cached(sql)?.execute([rules])?;
        let mut find = self.transaction.prepare_cached("SELECT id FROM rules WHERE rules = ?1")?;
        Ok(find.query_row([rules], |row| row.get(0))?)
    }

    /// Inserts the rows of one key, and counts its moves if it is frequent.
    fn insert_positions(&self, group: &[(i64, u64, i64)]) -> Result<(), ArchiveError> {
        let Some(&(key, ..)) = group.first() else { return Ok(()) };
        let sql = "SELECT count(*) FROM (SELECT 1 FROM positions WHERE key = ?1 LIMIT ?2)";
        let before: usize =
            self.transaction.prepare_cached(sql)?.query_row(params![key, FREQUENT], |row| row.get(0))?;
        let mut visits: Vec<Visit> = Vec::new();
        let becomes_frequent = before < FREQUENT && before + group.len() >= FREQUENT;
        if becomes_frequent {
            visits = self.visits_before(key)?;
        }
        let mut insert = self.transaction.prepare_cached("INSERT INTO positions VALUES (?1, ?2, ?3)")?;
        for row in group {
            insert.execute(*row)?;
        }
        if before >= FREQUENT || becomes_frequent {
            visits.extend(group.iter().map(|&(_, game, place)| self.visit(game, place)));
            self.count(group[0], &visits)?;
        }
        Ok(())
    }

    fn visit(&self, game: u64, place: i64) -> Visit {
        let (ply, orientation) = unpack_place(place);
        let game = &self.games[(game - self.first) as usize];
        let mv = StoredGame::move_at(&game.stored.moves, ply).map(str::to_owned);
        (orientation, mv, game.summary.result, game.summary.date.clone())
    }

    fn visits_before(&self, key: i64) -> Result<Vec<Visit>, ArchiveError> {
        let sql = "SELECT place, moves, result, date FROM positions JOIN games ON games.id = game WHERE key = ?1";
        let mut statement = self.transaction.prepare_cached(sql)?;
        let rows = statement.query_map([key], |row| {
            let (ply, orientation) = unpack_place(row.get(0)?);
            let mv = StoredGame::move_at(row.get_ref(1)?.as_str()?, ply).map(str::to_owned);
            Ok((orientation, mv, result(row.get(2)?), row.get(3)?))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Adds visits to the counts of a position, which one of the new games has at this place.
    fn count(&self, (key, game, place): (i64, u64, i64), visits: &[Visit]) -> Result<(), ArchiveError> {
        let (ply, _) = unpack_place(place);
        let stored = &self.games[(game - self.first) as usize].stored;
        let damaged = |problem: String| ArchiveError::Damaged { game, problem };
        let mut session = stored.start.session(&stored.rules).map_err(|error| damaged(error.to_string()))?;
        for mv in stored.moves.split_whitespace().take(ply) {
            session.play(mv).map_err(|error| damaged(error.to_string()))?;
        }
        let mut builder = ExplorerBuilder::new(session.as_ref());
        let mut tallies: HashMap<String, Tally> = HashMap::new();
        for (orientation, mv, result, date) in visits {
            let class = mv.as_deref().and_then(|mv| builder.class_name(*orientation, mv)).unwrap_or_default();
            match tallies.get_mut(class) {
                Some(tally) => tally.add(*result, date),
                None => tallies.entry(class.to_owned()).or_default().add(*result, date),
            }
        }
        let sql = "INSERT INTO moves VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (key, class) DO UPDATE SET
            games = games + ?3, white = white + ?4, black = black + ?5, draw = draw + ?6, last = max(last, ?7)";
        let mut upsert = self.transaction.prepare_cached(sql)?;
        for (class, tally) in tallies {
            upsert.execute(params![key, class, tally.games, tally.white, tally.black, tally.draw, tally.last])?;
        }
        Ok(())
    }
}
