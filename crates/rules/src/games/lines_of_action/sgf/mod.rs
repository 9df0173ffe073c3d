//! Lines of Action games in the Smart Game Format, FF\[4\] with GM\[9\], which other programs and servers use.
//!
//! The format's own defaults are kept: Black begins unless the first move or `PL` says otherwise, captures are written
//! `b1:b3`. What it has no property for goes into `RU`, our rules string, so that closed edges and the like survive.
//! [`parse`] takes the main line of a tree; [`parse_trees`] and [`format_tree`] know its branches. Names, date, event,
//! round and place are carried; other tags are not, and a draw keeps no reason. Points are given one by one, not as
//! rectangles.

mod branches;
mod parse;
mod tree;

use std::fmt;

use crate::board::Square;
use crate::game::{Color, Ending, Game, Outcome};
use crate::games::lines_of_action::{LinesOfAction, LinesOfActionSetup, Players};
use crate::present::Present;
use crate::record::{Declared, Finish, Record, Start};

pub use branches::{Branch, format_tree, parse_trees};
pub use parse::parse;

/// Our tags and their properties.
const TAGS: [(&str, &str); 6] =
    [("White", "PW"), ("Black", "PB"), ("Date", "DT"), ("Event", "EV"), ("Round", "RO"), ("Site", "PC")];

/// The set-ups and their names in the property `SU`.
const SETUPS: [(LinesOfActionSetup, &str); 3] = [
    (LinesOfActionSetup::Standard, "Standard"),
    (LinesOfActionSetup::ScrambledEggs, "Scrambled-eggs"),
    (LinesOfActionSetup::Parachute, "Parachute"),
];

/// The error of formatting a record as SGF.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SgfError {
    /// The record is of another game.
    OtherGame(String),
    /// The format has only two players.
    FourPlayers,
    /// The format cannot express the start position.
    Start(String),
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SgfError::OtherGame(rules) => write!(f, "SGF here is for lines-of-action, not for {rules}"),
            SgfError::FourPlayers => f.write_str("SGF knows Lines of Action for two players, not for four"),
            SgfError::Start(position) => {
                write!(f, "SGF cannot hold the start position '{position}' with its stock or marked checkers")
            }
        }
    }
}

impl std::error::Error for SgfError {}

/// Formats records as one SGF collection.
///
/// ```
/// use halfboard_rules::{games::lines_of_action::sgf, record};
/// let games = record::parse("[Game \"lines-of-action:first=black\"]\n\n1. b1b3 a2c2 *\n")?;
/// let text = sgf::format(&games)?;
/// assert!(text.contains(";B[b1-b3]") && text.contains(";W[a2-c2]"));
/// assert_eq!(sgf::parse(&text)?, games);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn format(records: &[Record]) -> Result<String, SgfError> {
    records.iter().map(format_one).collect()
}

fn format_one(record: &Record) -> Result<String, SgfError> {
    let (mut text, game, mut position) = write_head(record)?;
    for turn in record.turns() {
        let written = write_turn(&mut text, &game, &mut position, &turn.mv, &turn.comments);
        debug_assert!(written, "a record's moves were checked");
    }
    text.push_str(")\n");
    Ok(text)
}

/// Formats the first node of a record's tree, not closed yet. Returns it with the game and its start.
fn write_head(record: &Record) -> Result<(String, LinesOfAction, super::Position), SgfError> {
    let game = record.rules().parse::<LinesOfAction>().map_err(|_| SgfError::OtherGame(record.rules().to_owned()))?;
    if game.options.players == Players::Four {
        return Err(SgfError::FourPlayers);
    }
    let mut position = game.start(0);
    let mut text = format!("(;FF[4]GM[9]CA[UTF-8]AP[Halfboard]SZ[8]RU[{}]", escape(record.rules()));
    match record.start() {
        Start::Seed(_) => {
            let setup = SETUPS.iter().find(|(setup, _)| *setup == game.options.setup);
            text.push_str(&format!("SU[{}]", setup.map_or("Custom", |(_, name)| name)));
        }
        Start::Position(start) => {
            let plain = game.options.players == Players::Two && game.options.setup != LinesOfActionSetup::Parachute;
            position = match game.parse_position(start) {
                Ok(position) if plain => position,
                _ => return Err(SgfError::Start(start.clone())),
            };
            text.push_str("SU[Custom]");
            for (color, property) in [(Color::White, "AW"), (Color::Black, "AB")] {
                text.push_str(property);
                for square in crate::board::squares(position.checkers[color.index()]) {
                    text.push_str(&format!("[{}]", LinesOfAction::INFO.board.name(square)));
                }
            }
        }
    }
    text.push_str(&format!("PL[{}]", color_letter(position.turn.color())));
    for (name, value) in record.tags() {
        if let Some((_, property)) = TAGS.iter().find(|(tag, _)| tag == name) {
            text.push_str(&format!("{property}[{}]", escape(&swap_date(value, '.', '-'))));
        }
    }
    if let Some(result) = write_result(record.finish()) {
        text.push_str(&format!("RE[{result}]"));
    }
    write_comments(&mut text, record.preface());
    Ok((text, game, position))
}

/// Appends a move as a node and plays it. Returns false if it is not legal.
fn write_turn(
    text: &mut String,
    game: &LinesOfAction,
    position: &mut super::Position,
    word: &str,
    comments: &[String],
) -> bool {
    let legal = game.legal_moves(position);
    let Some(mv) = legal.into_iter().find(|&mv| game.format_move(mv) == word) else { return false };
    let taken = mv.way.is_some_and(|(_, to)| is_enemy(position, to));
    let color = color_letter(position.turn.color());
    text.push_str(&format!("\n;{color}[{}]", separate(word, if taken { ':' } else { '-' })));
    write_comments(text, comments);
    game.play(position, mv);
    true
}

/// Converts a date between 2026.11.15 in records and 2026-11-15 in SGF; other text is returned as it is.
fn swap_date(text: &str, from: char, to: char) -> String {
    let parts: Vec<&str> = text.split(from).collect();
    let is_date = parts.iter().map(|part| part.len()).eq([4, 2, 2])
        && parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    if is_date { text.replace(from, &to.to_string()) } else { text.to_owned() }
}

fn is_enemy(position: &super::Position, square: Square) -> bool {
    position.checkers[position.turn.color().other().index()] & square.bit64() != 0
}

fn write_comments(text: &mut String, comments: &[String]) {
    // A node has one comment; a blank line keeps several apart.
    if !comments.is_empty() {
        text.push_str(&format!("C[{}]", escape(&comments.join("\n\n"))));
    }
}

/// `b1b3@e5` as `b1-b3@e5`; a pass stays as it is.
fn separate(mv: &str, sign: char) -> String {
    if mv.starts_with("pass") { mv.to_owned() } else { format!("{}{sign}{}", &mv[..2], &mv[2..]) }
}

const fn color_letter(color: Color) -> char {
    match color {
        Color::White => 'W',
        Color::Black => 'B',
    }
}

fn write_result(finish: Finish) -> Option<String> {
    let (winner, how) = match finish {
        Finish::Open => return None,
        Finish::Ruled(Ending { outcome: Outcome::Win(winner), .. }) => (Some(winner), ""),
        Finish::Ruled(_) => (None, ""),
        Finish::Declared(winner, Declared::Resigned) => (winner, "R"),
        Finish::Declared(winner, Declared::Time) => (winner, "T"),
        Finish::Declared(winner, Declared::Abandoned) => (winner, "F"),
        Finish::Declared(winner, Declared::Agreed | Declared::Unstated) => (winner, ""),
    };
    Some(winner.map_or("0".to_owned(), |winner| format!("{}+{how}", color_letter(winner))))
}

/// Escapes the characters that would end a property value.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ']' | '\\') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
