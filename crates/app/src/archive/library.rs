//! The games of an archive in the browser: texts of imported files, indexed a few games at a time so that the page
//! never waits for all of them.

use std::collections::BTreeSet;

use halfboard_archive::{AddOutcome, MemoryArchive};
use halfboard_rules::record::{self, Record};

/// An imported file as the browser stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredImport {
    /// The number under which it is stored.
    pub id: u64,
    /// The name of the file.
    pub name: String,
    /// The time of the import, in milliseconds since the Unix epoch.
    pub imported: u64,
    /// The games, a record each.
    pub games: Vec<String>,
}

impl StoredImport {
    /// Returns the stored form of games.
    #[must_use]
    pub fn new(id: u64, name: &str, imported: u64, games: &[Record]) -> StoredImport {
        let games = games.iter().map(|game| record::format(std::slice::from_ref(game))).collect();
        StoredImport { id, name: name.to_owned(), imported, games }
    }
}

/// Where a game of the archive comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameOrigin {
    /// The number of the import.
    pub import: u64,
    /// The index of the game in it.
    pub game: usize,
}

/// Imports, and the archive of their games. A game that occurs in several imports is in the archive once.
#[derive(Clone, Debug, Default)]
pub struct ArchiveLibrary {
    imports: Vec<StoredImport>,
    archive: MemoryArchive,
    /// The origin of each game of the archive, by its id.
    origins: Vec<GameOrigin>,
    /// How many games of each import are duplicates of others.
    duplicates: Vec<usize>,
    /// The next game to index: the index of its import, and its index there.
    next: (usize, usize),
}

impl ArchiveLibrary {
    /// Creates a library of imports, none of whose games is indexed yet.
    #[must_use]
    pub fn new(imports: Vec<StoredImport>) -> ArchiveLibrary {
        let duplicates = vec![0; imports.len()];
        ArchiveLibrary { imports, duplicates, ..ArchiveLibrary::default() }
    }

    /// Returns the imports in the order of adding.
    #[must_use]
    pub fn imports(&self) -> &[StoredImport] {
        &self.imports
    }

    /// Returns how many games of an import are duplicates, as far as they are indexed.
    #[must_use]
    pub fn duplicates(&self, id: u64) -> usize {
        self.imports.iter().position(|import| import.id == id).map_or(0, |index| self.duplicates[index])
    }

    /// Returns the games that are indexed.
    #[must_use]
    pub fn archive(&self) -> &MemoryArchive {
        &self.archive
    }

    /// Returns where a game of the archive comes from.
    #[must_use]
    pub fn origin(&self, game: u64) -> Option<GameOrigin> {
        usize::try_from(game).ok().and_then(|game| self.origins.get(game).copied())
    }

    /// Returns the rules strings that occur, sorted.
    #[must_use]
    pub fn rules(&self) -> Vec<String> {
        let summaries = (0..self.archive.len() as u64).filter_map(|game| self.archive.summary(game));
        let rules: BTreeSet<&str> = summaries.map(|summary| summary.rules.as_str()).collect();
        rules.into_iter().map(str::to_owned).collect()
    }

    /// Adds an import, to be indexed.
    pub fn add(&mut self, import: StoredImport) {
        self.imports.push(import);
        self.duplicates.push(0);
    }

    /// Removes an import and returns it. The others are to be indexed again.
    pub fn remove(&mut self, id: u64) -> Option<StoredImport> {
        let index = self.imports.iter().position(|import| import.id == id)?;
        let removed = self.imports.remove(index);
        *self = ArchiveLibrary::new(std::mem::take(&mut self.imports));
        Some(removed)
    }

    /// Returns how many games are indexed, and how many there are.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        let games = |imports: &[StoredImport]| imports.iter().map(|import| import.games.len()).sum::<usize>();
        (games(&self.imports[..self.next.0]) + self.next.1, games(&self.imports))
    }

    /// Indexes the next game. Returns false if there is none.
    pub fn index_next(&mut self) -> bool {
        let (index, game) = self.next;
        let Some(import) = self.imports.get(index) else { return false };
        let Some(text) = import.games.get(game) else {
            self.next = (index + 1, 0);
            return self.index_next();
        };
        self.next.1 += 1;
        // What another version has stored may not be readable any more.
        for record in record::parse(text).unwrap_or_default() {
            match self.archive.add(&record) {
                AddOutcome::Added(_) => self.origins.push(GameOrigin { import: import.id, game }),
                AddOutcome::Duplicate(_) => self.duplicates[index] += 1,
            }
        }
        true
    }
}
