//! Lenient import of games.
//!
//! [`read_games`] takes the bytes of a file as other programs, servers and people wrote it and returns every game in
//! it: a [`Record`], whose moves are all checked, or the error with the number of the game and its line. One bad game
//! does not lose the others. What Halfboard writes itself is strict; its own parsers are
//! [`halfboard_rules::record::parse`] and [`halfboard_rules::games::lines_of_action::sgf::parse`].
//!
//! ```
//! use halfboard_import::{ImportOptions, read_games};
//!
//! let file = b"(;GaMe[9] SU[LOA] PB[Ann] ;B[B1- B3 ] ;W[Resigns]) (;GM[9];B[b1-b9])";
//! let games = read_games(file, &ImportOptions::default());
//! let first = &games[0].as_ref().unwrap().record;
//! assert_eq!((first.tag("Black"), first.turns()[0].mv.as_str()), (Some("Ann"), "b1b3"));
//! assert_eq!(first.finish().result_and_reason(), ("0-1".to_owned(), "resigned"));
//! assert_eq!(games[1].as_ref().unwrap_err().game, 2);
//! ```

mod chunks;
mod decode;
mod lines_of_action;

use std::iter;

use halfboard_rules::games::lines_of_action::sgf::Branch;
use halfboard_rules::record::{Record, RecordError};

use crate::lines_of_action::move_text;

pub use decode::{declared_charset, decode};

/// A format of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameFormat {
    /// Records of any game, as `docs/records.md` describes them.
    Record,
    /// Smart Game Format of Lines of Action, FF\[1\] to FF\[4\].
    Sgf,
    /// PGN of PlayStrategy: Lines of Action and Scrambled Eggs.
    PlayStrategy,
    /// Text of Little Golem: headings and numbered moves.
    LittleGolem,
    /// Action strings or numbers of OpenSpiel's Lines of Action, a game on each line.
    OpenSpiel,
}

impl GameFormat {
    /// All formats and their names.
    pub const ALL: [(GameFormat, &str); 5] = [
        (GameFormat::Record, "record"),
        (GameFormat::Sgf, "sgf"),
        (GameFormat::PlayStrategy, "playstrategy"),
        (GameFormat::LittleGolem, "little-golem"),
        (GameFormat::OpenSpiel, "openspiel"),
    ];

    /// Returns the name of the format.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(format, _)| *format == self).map_or("", |(_, name)| name)
    }
}

/// How to read a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImportOptions {
    /// The format; recognised by the text if `None`.
    pub format: Option<GameFormat>,
    /// Whether to collect the variations of SGF as well.
    pub variations: bool,
}

/// A game that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedGame {
    /// The game with its tags, such as players, event and date.
    pub record: Record,
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// The line on which the game begins, from 1.
    pub line: usize,
    /// The format that it was written in.
    pub format: GameFormat,
    /// All moves with their alternatives, the main line included. Empty unless [`ImportOptions::variations`] asks for
    /// them and the game has some.
    pub variations: Vec<Branch>,
}

/// An iterator over the games of a text.
pub type GameIter<'a> = Box<dyn Iterator<Item = Result<ImportedGame, RecordError>> + 'a>;

/// Reads all games of a file. Every move is checked; a game that is not valid is an error in its place.
///
/// Text is decoded as [`decode`] describes. An empty file has no games; a file in no known format is one error.
#[must_use]
pub fn read_games(bytes: &[u8], options: &ImportOptions) -> Vec<Result<ImportedGame, RecordError>> {
    read_text(&decode(bytes), options)
}

/// Reads all games of a text, like [`read_games`].
#[must_use]
pub fn read_text(text: &str, options: &ImportOptions) -> Vec<Result<ImportedGame, RecordError>> {
    iter_games(text, options).collect()
}

/// Returns an iterator over the games of a text, which reads each as it is asked for, so that a page with a large file
/// can pause in between. Lists of moves without tags are read all at once.
pub fn iter_games<'a>(text: &'a str, options: &ImportOptions) -> GameIter<'a> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Box::new(iter::empty());
    }
    match options.format.or_else(|| detect(text)) {
        Some(GameFormat::Sgf) => Box::new(lines_of_action::sgf::read(text, options.variations)),
        Some(GameFormat::Record | GameFormat::PlayStrategy) => Box::new(chunks::read(text, options.format)),
        Some(GameFormat::LittleGolem) => Box::new(move_text::read_little_golem(text).into_iter()),
        Some(GameFormat::OpenSpiel) => Box::new(move_text::read_openspiel(text).into_iter()),
        None => Box::new(iter::once(Err(RecordError {
            game: 1,
            line: 1,
            ply: None,
            word: text.trim().lines().next().unwrap_or("").chars().take(60).collect(),
            problem: "this is not a game in a known format; a record begins with [Game \"…\"], SGF with (;".to_owned(),
        }))),
    }
}

/// Returns the format of a text, by its first game. PGN begins like records, so each game is looked at by itself.
#[must_use]
pub fn detect(text: &str) -> Option<GameFormat> {
    let tag = chunks::first_tag(text);
    let tree = lines_of_action::sgf::first_tree(text);
    match (tag, tree) {
        (Some(tag), Some(tree)) if tag < tree => Some(GameFormat::Record),
        (_, Some(_)) => Some(GameFormat::Sgf),
        (Some(_), None) => Some(GameFormat::Record),
        (None, None) if text.lines().any(move_text::is_numbered_moves) => Some(GameFormat::LittleGolem),
        (None, None) => {
            let mut lines = text.lines().filter(|line| !line.trim().is_empty());
            lines.all(move_text::is_moves).then_some(GameFormat::OpenSpiel)
        }
    }
}
