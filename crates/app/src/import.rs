//! Games from outside: records of any game, or games of Lines of Action in the Smart Game Format.

use halfboard_rules::games::lines_of_action::sgf;
use halfboard_rules::record::{self, Record, RecordError};

use crate::play::Play;

/// Reads all games of a text. Every move is checked; the first that is wrong refuses the whole text.
///
/// ```
/// use halfboard_app::import::read;
/// assert_eq!(read("[Game \"j\"]\n\n1. A5 *\n\n[Game \"sllim\"]\n\n*\n").map(|games| games.len()), Ok(2));
/// assert_eq!(read("(;FF[4]GM[9];B[b1-b3])").map(|games| games.len()), Ok(1));
/// assert_eq!(read("[Game \"j\"]\n\n1. Z9 *\n").map_err(|error| error.line).err(), Some(3));
/// ```
pub fn read(text: &str) -> Result<Vec<Play>, RecordError> {
    // Some programs begin a file with a mark of its encoding.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // A record begins with a tag, a game tree with a parenthesis.
    let records = if text.trim_start().starts_with('(') { sgf::parse(text)? } else { record::parse(text)? };
    Ok(records.into_iter().map(Play::resume).collect())
}

/// The game in the Smart Game Format, if that can hold it.
pub fn write_sgf(record: &Record) -> Option<String> {
    sgf::format(std::slice::from_ref(record)).ok()
}
