//! An archive in memory.

use std::collections::HashMap;

use halfboard_rules::record::Record;
use halfboard_rules::session::Session;
use halfboard_rules::symmetry::Symmetry;

use crate::explorer::{ExplorerAnswer, ExplorerBuilder};
use crate::filter::GameFilter;
use crate::index::{GameIndex, line_key};
use crate::key::position_key;
use crate::stored_game::StoredGame;
use crate::summary::GameSummary;

/// The outcome of adding a game to an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddOutcome {
    /// The game was added under this id.
    Added(u64),
    /// The game with this id has the same rules and positions, perhaps mirrored.
    Duplicate(u64),
}

/// A game that reached a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReachedGame {
    /// The id of the game.
    pub game: u64,
    /// The number of moves before the position occurred first.
    pub ply: usize,
    /// Whether the game came by another order of moves than the line that was asked about.
    pub transposed: bool,
}

#[derive(Clone, Copy, Debug)]
struct Occurrence {
    game: u32,
    ply: u16,
    orientation: Symmetry,
}

#[derive(Clone, Debug)]
struct MemoryGame {
    summary: GameSummary,
    stored: StoredGame,
}

/// An archive in memory. Ids count from 0 in the order of adding.
#[derive(Clone, Debug, Default)]
pub struct MemoryArchive {
    games: Vec<MemoryGame>,
    positions: HashMap<u64, Vec<Occurrence>>,
    duplicate_keys: HashMap<u64, u32>,
}

impl MemoryArchive {
    /// Creates an empty archive.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Returns whether there is no game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Adds a game, unless it is a duplicate.
    pub fn add(&mut self, record: &Record) -> AddOutcome {
        let index = GameIndex::new(record);
        if let Some(&game) = self.duplicate_keys.get(&index.duplicate_key) {
            return AddOutcome::Duplicate(u64::from(game));
        }
        let game = self.games.len() as u32;
        self.duplicate_keys.insert(index.duplicate_key, game);
        for position in &index.positions {
            let occurrence = Occurrence { game, ply: position.ply, orientation: position.orientation };
            self.positions.entry(position.key).or_default().push(occurrence);
        }
        self.games.push(MemoryGame { summary: GameSummary::new(record), stored: StoredGame::new(record) });
        AddOutcome::Added(u64::from(game))
    }

    /// Returns the explorer's answer for a session's current position.
    #[must_use]
    pub fn explore(&self, session: &dyn Session) -> ExplorerAnswer {
        let mut builder = ExplorerBuilder::new(session);
        for at in self.occurrences(builder.key()) {
            let game = &self.games[at.game as usize];
            let mv = StoredGame::move_at(&game.stored.moves, usize::from(at.ply));
            builder.add(at.orientation, mv, game.summary.result, &game.summary.date);
        }
        builder.finish()
    }

    /// Returns the games that reached a session's current position, the latest first, at most `limit`. Whether they
    /// came by transposition is decided against the session's own moves.
    #[must_use]
    pub fn reached(&self, session: &dyn Session, limit: usize) -> Vec<ReachedGame> {
        let line = line_key(session);
        let mut found: Vec<&Occurrence> = self.occurrences(position_key(session).key).iter().collect();
        found.sort_by(|a, b| self.date(b).cmp(self.date(a)).then(b.game.cmp(&a.game)));
        found.truncate(limit);
        let reached = |at: &Occurrence| {
            let ply = usize::from(at.ply);
            let transposed = self.games[at.game as usize].stored.line_at(ply) != Some(line);
            ReachedGame { game: u64::from(at.game), ply, transposed }
        };
        found.into_iter().map(reached).collect()
    }

    /// Returns the ids of the games that a filter allows, in the order of adding.
    #[must_use]
    pub fn search(&self, filter: &GameFilter) -> Vec<u64> {
        let games = self.games.iter().enumerate().filter(|(_, game)| filter.matches(&game.summary));
        games.map(|(id, _)| id as u64).collect()
    }

    /// Returns the summary of a game.
    #[must_use]
    pub fn summary(&self, game: u64) -> Option<&GameSummary> {
        self.game(game).map(|game| &game.summary)
    }

    /// Returns a game.
    #[must_use]
    pub fn record(&self, game: u64) -> Option<Record> {
        self.game(game).and_then(|game| game.stored.to_record().ok())
    }

    fn game(&self, game: u64) -> Option<&MemoryGame> {
        usize::try_from(game).ok().and_then(|game| self.games.get(game))
    }

    fn occurrences(&self, key: u64) -> &[Occurrence] {
        self.positions.get(&key).map_or(&[], Vec::as_slice)
    }

    fn date(&self, at: &Occurrence) -> &str {
        &self.games[at.game as usize].summary.date
    }
}
