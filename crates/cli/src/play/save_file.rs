//! Where a game is saved: a file of records, of which the game on the table is the last. Earlier games stay as they are.

use std::path::{Path, PathBuf};

use halfboard_rules::record::{self, Record};

use crate::error::{CliError, CliResult};
use crate::files;
use crate::phrases::play as phrases;

/// A file with the games before this one.
pub(super) struct SaveFile {
    path: PathBuf,
    earlier: Vec<Record>,
}

impl SaveFile {
    /// Saves to a file after the games that it already holds.
    pub(super) fn after(path: &Path) -> Result<Self, CliError> {
        if path == Path::new("-") {
            return Err(CliError::new("- is not a file to save to; give it a name, as in game.txt"));
        }
        let earlier = if files::is_blank(path) { Vec::new() } else { own(path)? };
        Ok(SaveFile { path: path.to_owned(), earlier })
    }

    /// Takes the last game out of a file, to go on with it and save it there again. SGF can be read but not be added to,
    /// since that form lacks most of the games: such a game has no place to be saved yet.
    pub(super) fn resume(path: &Path) -> Result<(Record, Option<Self>), CliError> {
        let games = files::read_records(path)?;
        let mut earlier = games.records;
        let Some(last) = earlier.pop() else {
            return Err(CliError::new(format_args!("{}: there is no game in it", path.display())));
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

    /// From now on another game is the last one.
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

    /// Whether this is the file.
    pub(super) fn is(&self, path: &Path) -> bool {
        self.path == path
    }
}

fn own(path: &Path) -> Result<Vec<Record>, CliError> {
    let games = files::read_records(path)?;
    if games.is_sgf {
        let path = path.display();
        return Err(CliError::new(format_args!(
            "{path}: holds SGF, which games are not added to; save to another file"
        )));
    }
    Ok(games.records)
}
