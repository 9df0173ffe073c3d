//! Reading files of games for the archive: whatever is valid is kept, the rest is reported.

use halfboard_archive::parse_json_line;
use halfboard_import::{ImportOptions, iter_games};
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
    /// Creates the report of a file of which nothing is read yet.
    #[must_use]
    pub fn new(name: &str) -> FileReport {
        FileReport { name: name.to_owned(), games: Vec::new(), errors: Vec::new() }
    }

    /// Adds a game that was read.
    pub fn add(&mut self, game: Result<Record, RecordError>) {
        match game {
            Ok(record) => self.games.push(record),
            Err(error) => self.errors.push(error),
        }
    }

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
    let mut report = FileReport::new(name);
    iter_records(text).for_each(|game| report.add(game));
    report
}

/// Returns an iterator over the games of a file, like [`read_file`], which reads each as it is asked for.
pub fn iter_records(text: &str) -> Box<dyn Iterator<Item = Result<Record, RecordError>> + '_> {
    if text.trim_start().starts_with('{') {
        return Box::new(iter_json_lines(text));
    }
    Box::new(iter_games(text, &ImportOptions::default()).map(|game| game.map(|game| game.record)))
}

fn iter_json_lines(text: &str) -> impl Iterator<Item = Result<Record, RecordError>> + '_ {
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
    lines.zip(1..).map(parse)
}
