//! Puzzles for one person, by number: their form as a line of text, and the check that makes and solves them again.
//!
//! ```text
//! halfboard solitaires 1
//! # how they were made
//! 4 | hard | sight-reduction:solitaire=on | seed 3013964819 | solved | A1 A2 …
//! ```
//!
//! A line says the number of the puzzle and its grade, the rules (with the last two where they are given), the seed of
//! the board, what it comes to, and moves that do it.

use std::fmt;

use halfboard_rules::game::{Game, rules_string};
use halfboard_rules::games::sight_reduction::{Options, SightReduction, Target};
use halfboard_rules::present::Present;
use halfboard_rules::registry;
use halfboard_rules::session::Match;

use super::{BoardSpec, Grade, Solitaire, SolitaireLimits, removal};
use crate::limits::OutOfMemory;
use crate::puzzle::{PuzzleError, parse_lines};

/// The first line of a file of these puzzles.
pub const TITLE: &str = "halfboard solitaires 1";

/// A solitaire puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SolitairePuzzle {
    /// Its number among those of its grade and rules.
    pub number: u64,
    /// How hard it is.
    pub grade: Grade,
    /// The rules string; it names the last two where they are given.
    pub rules: String,
    /// The seed of the board.
    pub seed: u64,
    /// What it comes to, as results are written.
    pub result: String,
    /// Moves that do it.
    pub line: Vec<String>,
}

impl SolitairePuzzle {
    /// Reads a line of a file of these puzzles; `None` when it is not exactly as one is written.
    pub fn parse(text: &str) -> Option<SolitairePuzzle> {
        let fields: Vec<&str> = text.split(" | ").collect();
        let [number, grade, rules, seed, result, line] = fields[..] else { return None };
        let puzzle = SolitairePuzzle {
            number: number.parse().ok()?,
            grade: grade.parse().ok()?,
            rules: rules.to_owned(),
            seed: seed.strip_prefix("seed ")?.parse().ok()?,
            result: result.to_owned(),
            line: line.split(' ').map(str::to_owned).collect(),
        };
        (puzzle.to_string() == text).then_some(puzzle)
    }
}

impl fmt::Display for SolitairePuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SolitairePuzzle { number, grade, rules, seed, result, line } = self;
        write!(f, "{number} | {} | {rules} | seed {seed} | {result} | {}", grade.as_str(), line.join(" "))
    }
}

/// Error returned for rules without such puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolitairePuzzleError {
    /// The rules are not those of a puzzle for one person; the text says why.
    Rules(String),
    /// Memory allocation failed.
    Memory(OutOfMemory),
}

impl fmt::Display for SolitairePuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolitairePuzzleError::Rules(problem) => f.write_str(problem),
            SolitairePuzzleError::Memory(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SolitairePuzzleError {}

/// Returns the puzzle of a number, by a rules string without the last two, which `aimed` asks for.
pub fn generate(rules: &str, aimed: bool, grade: Grade, number: u64) -> Result<SolitairePuzzle, SolitairePuzzleError> {
    let wrong = |error: &dyn fmt::Display| SolitairePuzzleError::Rules(error.to_string());
    let puzzle = BoardSpec::new(game(rules)?, aimed, grade).map_err(|error| wrong(&error))?.puzzle(number);
    let start = puzzle.game.start(puzzle.seed);
    let solitaire = Solitaire::of(&puzzle.game, &start).ok_or_else(|| wrong(&"there is nothing to remove"))?;
    let best = solitaire.best(SolitaireLimits::default()).map_err(SolitairePuzzleError::Memory)?;
    let line = best.line.iter().map(|&removed| puzzle.game.format_move(removal(removed))).collect();
    let result = best.outcome.to_string();
    Ok(SolitairePuzzle { number, grade, rules: rules_string(&puzzle.game), seed: puzzle.seed, result, line })
}

/// Returns the rules of a rules string, which must be those of Sight Reduction.
fn game(rules: &str) -> Result<SightReduction, SolitairePuzzleError> {
    let rules = registry::rules(rules).map_err(|error| SolitairePuzzleError::Rules(error.to_string()))?;
    let start = rules.start(0);
    let typed = start.as_any().downcast_ref::<Match<SightReduction>>();
    typed.map(|typed| typed.game().clone()).ok_or_else(|| {
        let id = SightReduction::INFO.id;
        SolitairePuzzleError::Rules(format!("solitaire puzzles need the rules {id} with solitaire=on"))
    })
}

/// Reads a file of these puzzles: each with the number of its line.
pub fn parse(text: &str) -> Result<Vec<(usize, SolitairePuzzle)>, PuzzleError> {
    let valid = "a solitaire is 'NUMBER | GRADE | RULES | seed SEED | RESULT | MOVES'";
    parse_lines(text, ("solitaires", TITLE), valid, SolitairePuzzle::parse)
}

/// Checks a puzzle: its number gives this board, and the rules say that its moves lead to what is claimed.
pub fn verify(puzzle: &SolitairePuzzle) -> Result<(), String> {
    let with_last = game(&puzzle.rules).map_err(|error| error.to_string())?;
    let aimed = with_last.options().target.0.is_some();
    let plain = Options { target: Target(None), ..*with_last.options() };
    let plain = SightReduction::new(plain).map_err(|error| error.to_string())?;
    let wish = BoardSpec::new(plain, aimed, puzzle.grade).map_err(|error| error.to_string())?;
    let made = wish.puzzle(puzzle.number);
    if (rules_string(&made.game), made.seed) != (puzzle.rules.clone(), puzzle.seed) {
        let (rules, seed) = (rules_string(&made.game), made.seed);
        return Err(format!("number {} is the board of seed {seed} by {rules}", puzzle.number));
    }
    let rules = registry::rules(&puzzle.rules).map_err(|error| error.to_string())?;
    let mut session = rules.start(puzzle.seed);
    for mv in &puzzle.line {
        session.play(mv).map_err(|error| error.to_string())?;
    }
    match session.ending().map(|ending| ending.outcome.to_string()) {
        Some(result) if result == puzzle.result => Ok(()),
        Some(result) => Err(format!("its moves come to '{result}'")),
        None => Err("its moves do not go on to the end".to_owned()),
    }
}
