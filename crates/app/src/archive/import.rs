//! Reading files of games for the archive: whatever is valid is kept, the rest is reported.

use halfboard_archive::parse_json_line;
use halfboard_import::{ImportOptions, read_text};
use halfboard_rules::record::{Record, RecordError};

/// What was in a file.
#[derive(Clone, Debug)]
pub struct FileReport {
    /// The name of the file.
    pub name: String,
    /// The valid games.
    pub games: Vec<Record>,
    /// The errors of the other games, each with its number and line.
    pub errors: Vec<RecordError>,
}

impl FileReport {
    /// Returns the number of games in the file, valid or not.
    #[must_use]
    pub fn total(&self) -> usize {
        self.games.len() + self.errors.len()
    }
}

/// Reads the games of a file: lines of JSON, or any format of [`halfboard_import`].
///
/// ```
/// use halfboard_app::archive::read_file;
/// let report = read_file("two.txt", "[Game \"j\"]\n\n1. A5 *\n\n[Game \"j\"]\n\n1. Z9 *\n");
/// assert_eq!((report.games.len(), report.errors[0].game, report.errors[0].line), (1, 2, 7));
/// ```
#[must_use]
pub fn read_file(name: &str, text: &str) -> FileReport {
    let read: Vec<Result<Record, RecordError>> = if text.trim_start().starts_with('{') {
        read_json_lines(text)
    } else {
        let games = read_text(text, &ImportOptions::default());
        games.into_iter().map(|game| game.map(|game| game.record)).collect()
    };
    let mut report = FileReport { name: name.to_owned(), games: Vec::new(), errors: Vec::new() };
    for game in read {
        match game {
            Ok(record) => report.games.push(record),
            Err(error) => report.errors.push(error),
        }
    }
    report
}

fn read_json_lines(text: &str) -> Vec<Result<Record, RecordError>> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let parse = |((line, number), game): ((&str, usize), usize)| {
        parse_json_line(line).map_err(|error| RecordError {
            game,
            line: number,
            ply: None,
            word: String::new(),
            problem: error.to_string(),
        })
    };
    lines.zip(1..).map(parse).collect()
}
