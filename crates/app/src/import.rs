//! Importing games: records of any game, and Lines of Action in the formats of other programs and servers.

use halfboard_import::{ImportOptions, read_text};
use halfboard_rules::games::lines_of_action::sgf;
use halfboard_rules::record::{Record, RecordError};

use crate::play::Play;

/// The games of a text.
#[derive(Debug)]
pub struct ImportedPlays {
    /// The games that could be read.
    pub plays: Vec<Play>,
    /// What is wrong with the others.
    pub problems: Vec<RecordError>,
}

/// Reads all games of a text leniently and checks every move.
///
/// ```
/// use halfboard_app::import::read;
/// assert_eq!(read("[Game \"j\"]\n\n1. A5 *\n\n[Game \"sllim\"]\n\n*\n").plays.len(), 2);
/// assert_eq!(read("(;GaMe[9];B[B1- B3 ])").plays.len(), 1);
/// let mixed = read("[Game \"j\"]\n\n1. Z9 *\n\n[Game \"j\"]\n\n1. A5 *\n");
/// assert_eq!((mixed.plays.len(), mixed.problems[0].line), (1, 3));
/// ```
#[must_use]
pub fn read(text: &str) -> ImportedPlays {
    let mut games = ImportedPlays { plays: Vec::new(), problems: Vec::new() };
    for game in read_text(text, &ImportOptions::default()) {
        match game {
            Ok(game) => games.plays.push(Play::resume(game.record)),
            Err(error) => games.problems.push(error),
        }
    }
    games
}

/// Returns the game in the Smart Game Format, or `None` if the format cannot represent it.
pub fn write_sgf(record: &Record) -> Option<String> {
    sgf::format(std::slice::from_ref(record)).ok()
}
