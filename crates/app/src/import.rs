//! Importing games: records of any game, or Lines of Action in the Smart Game Format (SGF).

use halfboard_rules::games::lines_of_action::sgf;
use halfboard_rules::record::{self, Record, RecordError};

use crate::play::Play;

/// Parses all games of a text and checks every move.
///
/// # Errors
/// Fails at the first invalid game or move.
///
/// ```
/// use halfboard_app::import::read;
/// assert_eq!(read("[Game \"j\"]\n\n1. A5 *\n\n[Game \"sllim\"]\n\n*\n").map(|games| games.len()), Ok(2));
/// assert_eq!(read("(;FF[4]GM[9];B[b1-b3])").map(|games| games.len()), Ok(1));
/// assert_eq!(read("[Game \"j\"]\n\n1. Z9 *\n").map_err(|error| error.line).err(), Some(3));
/// ```
pub fn read(text: &str) -> Result<Vec<Play>, RecordError> {
    // Some programs write a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // A record begins with a tag, a game tree with a parenthesis.
    let records = if text.trim_start().starts_with('(') { sgf::parse(text)? } else { record::parse(text)? };
    Ok(records.into_iter().map(Play::resume).collect())
}

/// Returns the game in the Smart Game Format, or `None` if the format cannot represent it.
pub fn write_sgf(record: &Record) -> Option<String> {
    sgf::format(std::slice::from_ref(record)).ok()
}
