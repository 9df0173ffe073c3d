//! The file that a game is saved to. The current game is its last record; earlier records are kept.

use std::path::{Path, PathBuf};

use halfboard_rules::record::{self, Record};

use crate::error::{CliError, CliResult};
use crate::files;
use crate::phrases::play as phrases;

/// A file with the games before the current one.
pub(super) struct SaveFile {
    path: PathBuf,
    earlier: Vec<Record>,
}

impl SaveFile {
    /// Opens a file to append the current game.
    pub(super) fn after(path: &Path) -> Result<Self, CliError> {
        if path == Path::new("-") {
            return Err(CliError::new("- is not a file to save to; use a name such as game.txt"));
        }
        let earlier = if files::is_blank(path) { Vec::new() } else { own(path)? };
        Ok(SaveFile { path: path.to_owned(), earlier })
    }

    /// Takes the last game out of a file, to resume it. Returns no file for SGF, which can be read but not appended to, and for
    /// standard input.
    pub(super) fn resume(path: &Path) -> Result<(Record, Option<Self>), CliError> {
        let games = files::read_records(path)?;
        let mut earlier = games.records;
        let Some(last) = earlier.pop() else {
            return Err(CliError::new(format_args!("{}: contains no game", path.display())));
        };
        let saves = !games.is_sgf && path != Path::new("-");
        Ok((last, saves.then(|| SaveFile { path: path.to_owned(), earlier })))
    }

    /// Saves the game.
    pub(super) fn save(&self, game: Record) -> CliResult {
        let mut games = self.earlier.clone();
        games.push(game);
        files::write_text(&self.path, &record::format(&games))
    }

    /// Keeps the finished game, before the next one starts.
    pub(super) fn keep(&mut self, game: Record) {
        self.earlier.push(game);
    }

    /// Returns the file, and how many games it holds already, for people.
    pub(super) fn description(&self) -> String {
        let path = self.path.display();
        match self.earlier.len() {
            0 => format!("{path}"),
            1 => phrases::after_one_game(path),
            count => phrases::after_games(path, count),
        }
    }

    /// Returns whether this is the file.
    pub(super) fn is(&self, path: &Path) -> bool {
        self.path == path
    }
}

fn own(path: &Path) -> Result<Vec<Record>, CliError> {
    let games = files::read_records(path)?;
    if games.is_sgf {
        let path = path.display();
        return Err(CliError::new(format_args!("{path}: games cannot be added to an SGF file; choose another file")));
    }
    Ok(games.records)
}
