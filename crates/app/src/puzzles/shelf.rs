//! The puzzles of a game as they come with the app: a text with a line each. A puzzle's number is its place in that text,
//! counted from 1, and stays so for ever.

use halfboard_engine::puzzle::{self, Puzzle, PuzzleError};

/// The puzzles of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSet {
    /// The game's id.
    pub game: String,
    /// The puzzles in the order of their numbers.
    pub puzzles: Vec<Puzzle>,
    /// The commands that made them.
    pub commands: Vec<String>,
}

/// Returns the name of a game's text among the app's files.
pub fn file_name(game: &str) -> String {
    format!("data/puzzles-{game}.txt")
}

impl PuzzleSet {
    /// Reads the text of a game's puzzles.
    pub fn read(game: &str, text: &str) -> Result<PuzzleSet, PuzzleError> {
        let puzzles = puzzle::parse(text)?.into_iter().map(|(_, puzzle)| puzzle).collect();
        let remarks = text.lines().filter_map(|line| line.strip_prefix("# "));
        let commands = remarks.filter(|remark| remark.starts_with("halfboard ")).map(str::to_owned).collect();
        Ok(PuzzleSet { game: game.to_owned(), puzzles, commands })
    }

    /// Returns the puzzle of a number.
    pub fn puzzle(&self, number: usize) -> Option<&Puzzle> {
        self.puzzles.get(number.checked_sub(1)?)
    }

    /// Returns the numbers by the turns that the winner has, in order.
    pub fn by_turns(&self) -> Vec<(u32, Vec<usize>)> {
        let mut groups: Vec<(u32, Vec<usize>)> = Vec::new();
        for (number, puzzle) in (1..).zip(&self.puzzles) {
            match groups.iter_mut().find(|(moves, _)| *moves == puzzle.moves) {
                Some((_, numbers)) => numbers.push(number),
                None => groups.push((puzzle.moves, vec![number])),
            }
        }
        groups
    }
}
