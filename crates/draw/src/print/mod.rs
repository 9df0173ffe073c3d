//! Documents to print: boards with pieces to cut out, puzzle sheets and rules booklets, as PDF.
//!
//! Lengths are in millimetres, because boards are printed at their true size.

mod boards;
mod booklet;
mod counts;
mod diagram;
mod flow;
mod phrases;
mod pieces;
mod puzzle_sheet;
mod puzzles;
mod sheet;
mod text;

use std::fmt;
use std::str::FromStr;

use halfboard_rules::registry::GameEntry;

pub use puzzles::{PrintPuzzleError, PuzzleSelection, puzzles};

/// A paper size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Paper {
    /// 210 by 297 millimetres.
    #[default]
    A4,
    /// US Letter, 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// All paper sizes.
    pub const ALL: [Paper; 2] = [Paper::A4, Paper::Letter];

    /// Returns the name: `a4` or `letter`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Paper::A4 => "a4",
            Paper::Letter => "letter",
        }
    }

    /// Returns width and height in millimetres.
    #[must_use]
    pub const fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
        }
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Paper {
    type Err = String;

    fn from_str(text: &str) -> Result<Paper, String> {
        let found = Paper::ALL.into_iter().find(|paper| paper.as_str().eq_ignore_ascii_case(text));
        found.ok_or_else(|| {
            format!("unknown paper size '{text}': expected {}", Paper::ALL.map(Paper::as_str).join(" or "))
        })
    }
}

/// Returns a PDF with the boards of games and the pieces that they need, in the current language.
///
/// Games that share a board share its page, and the pieces are enough for each of the games.
#[must_use]
pub fn boards(games: &[&'static dyn GameEntry], paper: Paper) -> Vec<u8> {
    let mut sheets = boards::sheets(games, paper);
    sheets.extend(pieces::sheets(games, paper));
    sheet::document(&phrases::boards_title(names(games)), sheets)
}

/// Returns a PDF with the rules of games in the current language: a part for each game, then what all games share.
#[must_use]
pub fn rules(games: &[&'static dyn GameEntry], paper: Paper) -> Vec<u8> {
    sheet::document(&phrases::rules_title(names(games)), booklet::sheets(games, paper))
}

/// Returns the names of games, separated by commas.
fn names(games: &[&'static dyn GameEntry]) -> String {
    games.iter().map(|game| game.info().name).collect::<Vec<_>>().join(", ")
}
