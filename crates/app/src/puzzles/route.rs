//! Which puzzle "win in n", as its address says. Nothing is checked yet.

use std::fmt;

use crate::route::{escape, unescape};

/// A page of the puzzles.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PuzzleRoute {
    /// Choosing one.
    Choose,
    /// A puzzle of a game by its number, from 1.
    Number {
        /// The game's id.
        game: String,
        /// The number.
        number: usize,
    },
}

impl fmt::Display for PuzzleRoute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleRoute::Choose => Ok(()),
            PuzzleRoute::Number { game, number } => write!(f, "/{}/{number}", escape(game)),
        }
    }
}

impl PuzzleRoute {
    /// Reads what follows the name of the page.
    pub(crate) fn read(words: &[&str]) -> Option<PuzzleRoute> {
        match words {
            [] => Some(PuzzleRoute::Choose),
            [game, number] => Some(PuzzleRoute::Number { game: unescape(game)?, number: number.parse().ok()? }),
            _ => None,
        }
    }
}
