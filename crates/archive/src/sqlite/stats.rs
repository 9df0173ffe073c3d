//! Figures about an archive.

use rusqlite::OptionalExtension;

use super::FileArchive;
use super::error::ArchiveError;
use super::rows::result;
use crate::explorer::Tally;

/// Figures about the games of one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesStats {
    /// The rules string.
    pub rules: String,
    /// The games by result; `last` is the latest date.
    pub tally: Tally,
    /// The earliest date; empty if unknown.
    pub first: String,
    /// All moves.
    pub plies: u64,
}

/// Figures about an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveStats {
    /// The variants, the one with most games first.
    pub rules: Vec<RulesStats>,
    /// The rows of the index of positions.
    pub positions: u64,
    /// The files that were imported.
    pub files: u64,
    /// The size of the archive in bytes.
    pub bytes: u64,
}

impl ArchiveStats {
    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.rules.iter().map(|rules| rules.tally.games).sum()
    }
}

impl FileArchive {
    /// Returns the number of games.
    ///
    /// # Errors
    ///
    /// Fails if the archive cannot be read.
    pub fn games(&self) -> Result<u64, ArchiveError> {
        Ok(self.connection.query_row("SELECT count(*) FROM games", [], |row| row.get(0))?)
    }

    /// Returns figures about the archive.
    ///
    /// # Errors
    ///
    /// Fails if the archive cannot be read.
    pub fn stats(&self) -> Result<ArchiveStats, ArchiveError> {
        let sql = "SELECT rules.rules, result, count(*), min(nullif(date, '')), max(date), sum(plies)
            FROM games JOIN rules ON rules.id = games.rules GROUP BY rules.rules, result ORDER BY rules.rules";
        let mut statement = self.connection.prepare(sql)?;
        let mut rows = statement.query([])?;
        let mut all: Vec<RulesStats> = Vec::new();
        while let Some(row) = rows.next()? {
            let rules: String = row.get(0)?;
            if all.last().is_none_or(|last| last.rules != rules) {
                all.push(RulesStats { rules, tally: Tally::default(), first: String::new(), plies: 0 });
            }
            let Some(stats) = all.last_mut() else { continue };
            let mut tally = Tally::default();
            tally.add(result(row.get(1)?), &row.get::<_, String>(4)?);
            let games: u64 = row.get(2)?;
            for count in [&mut tally.games, &mut tally.white, &mut tally.black, &mut tally.draw] {
                *count *= games;
            }
            stats.tally.merge(&tally);
            stats.plies += row.get::<_, u64>(5)?;
            let first = row.get::<_, Option<String>>(3)?.unwrap_or_default();
            if stats.first.is_empty() || !first.is_empty() && first < stats.first {
                stats.first = first;
            }
        }
        all.sort_by_key(|stats| std::cmp::Reverse(stats.tally.games));
        let number = |sql: &str| self.connection.query_row(sql, [], |row| row.get::<_, u64>(0)).optional();
        Ok(ArchiveStats {
            rules: all,
            positions: number("SELECT count(*) FROM positions")?.unwrap_or(0),
            files: number("SELECT count(*) FROM files WHERE finished")?.unwrap_or(0),
            bytes: number("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")?.unwrap_or(0),
        })
    }
}
