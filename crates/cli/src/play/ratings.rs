//! Ratings of the person at the terminal, one file for each ladder of levels in the data folder.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use halfboard_app::adaptive::{self, PlayerRating, rated_rules};
use halfboard_app::table::Table;
use halfboard_rules::game::{Outcome, Seat};
use halfboard_rules::record::Declared;

use crate::error::{CliError, CliResult};
use crate::files::{HOME, data_folder};

fn path(rules: &str) -> Result<PathBuf, CliError> {
    let folder = data_folder().ok_or_else(|| {
        CliError::new(format_args!("--against adaptive: no folder for your rating: set {HOME} or XDG_DATA_HOME"))
    })?;
    // Not all systems allow colons in file names.
    let name = rated_rules(rules).replace(':', ".");
    Ok(folder.join("ratings").join(format!("{name}.txt")))
}

/// Reads the rating by these rules; before the first game it is that of a beginner.
pub(super) fn read(rules: &str) -> Result<PlayerRating, CliError> {
    adaptive::find(rules, |name| {
        let path = path(name)?;
        match fs::read_to_string(&path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(CliError::new(format_args!("cannot read your rating: {}: {error}", path.display()))),
        }
    })
}

/// Writes the rating by these rules.
pub(super) fn write(rules: &str, rating: &PlayerRating) -> CliResult {
    let path = path(rules)?;
    let written =
        path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, rating.write() + "\n"));
    written.map_err(|error| CliError::new(format_args!("cannot write your rating: {}: {error}", path.display())))
}

/// Returns the score of a seat in a game that is over: 0, ½ or 1. An abandoned game has none.
pub(super) fn score(table: &Table, seat: Seat) -> Option<f64> {
    let winner = match (table.session.ending().map(|ending| ending.outcome), table.declared) {
        (Some(Outcome::Win(color)), _) => Some(color),
        (Some(_), _) => None,
        (None, Some((_, Declared::Abandoned)) | None) => return None,
        (None, Some((winner, _))) => winner,
    };
    match winner {
        Some(winner) => Some(f64::from(u8::from(table.session.color_of(seat)? == winner))),
        None => Some(0.5),
    }
}
