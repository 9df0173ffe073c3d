//! Puzzles "win in n": their text form and verification. [`PuzzleGenerator`] finds them in games of the engine. Solitaire
//! puzzles are in [`crate::games::sight_reduction::solitaire::puzzle`].
//!
//! ```text
//! halfboard puzzles 1
//! # how they were made
//! win 2 | j | 1w2b3/1wb2b2/8/8 w w10b9 | 1-0 within 3 | A1 | A1 B8 D1 | level 4 | game 12
//! ```
//!
//! A line says how many turns the winner has, the rules, the position, who wins within how many plies, the moves that
//! do it, play to the end, the lowest level of the engine that finds such a move (`-` for none), and which game of the
//! generator it is from. The level is one of the eight that every game had before it had a ladder, see
//! [`Level::from_eight`](crate::levels::Level::from_eight).

mod generate;

use std::fmt;

use halfboard_rules::game::Team;
use halfboard_rules::proof;
use halfboard_rules::registry;
use halfboard_rules::session::Session;

use crate::limits::{CancelToken, Now};
use crate::solve::forced::{self, ForcedWinRequest, WinningMoves};
use crate::value::Proof;

pub use generate::{GeneratePuzzlesError, PuzzleGenerator, PuzzleRequest};

/// The first line of a file of puzzles.
pub const TITLE: &str = "halfboard puzzles 1";

/// A position in which the side to move has a forced win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The turns of the winner.
    pub moves: u32,
    /// The rules string.
    pub rules: String,
    /// The position string.
    pub position: String,
    /// Who wins, as results are written.
    pub winner: String,
    /// Within how many plies; in fewer it cannot be done.
    pub plies: u32,
    /// All moves that do it.
    pub keys: Vec<String>,
    /// Play to the end, beginning with one of them: the loser holds out as long as possible.
    pub line: Vec<String>,
    /// The lowest level of the engine that plays one of them, on the scale of eight.
    pub level: Option<u8>,
    /// Which game of the generator it is from.
    pub game: u64,
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle { moves, rules, position, winner, plies, keys, line, level, game } = self;
        let level = level.map_or("-".to_owned(), |level| level.to_string());
        let (keys, line) = (keys.join(" "), line.join(" "));
        write!(
            f,
            "win {moves} | {rules} | {position} | {winner} within {plies} | {keys} | {line} | level {level} | game {game}"
        )
    }
}

/// Error returned for an invalid line of a puzzle file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleError {
    /// The line, from 1.
    pub line: usize,
    /// The problem.
    pub problem: String,
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for PuzzleError {}

/// Parses a file of puzzles, each with the number of its line.
pub fn parse(text: &str) -> Result<Vec<(usize, Puzzle)>, PuzzleError> {
    let valid = "a puzzle is 'win N | RULES | POSITION | RESULT within PLIES | KEYS | LINE | level L | game G'";
    parse_lines(text, ("puzzles", TITLE), valid, parse_line)
}

/// Parses a file that begins with a title and has one puzzle per line; skips empty lines and comments.
pub(crate) fn parse_lines<P>(
    text: &str,
    (what, title): (&str, &str),
    valid: &str,
    read: impl Fn(&str) -> Option<P>,
) -> Result<Vec<(usize, P)>, PuzzleError> {
    let error = |line: usize, problem: &str| PuzzleError { line, problem: problem.to_owned() };
    let mut lines = text.lines().zip(1..);
    if lines.next().is_none_or(|(first, _)| first != title) {
        return Err(error(1, &format!("a file of {what} begins with '{title}'")));
    }
    let puzzles = lines.filter(|(text, _)| !text.is_empty() && !text.starts_with('#'));
    puzzles.map(|(text, line)| Ok((line, read(text).ok_or_else(|| error(line, valid))?))).collect()
}

fn parse_line(text: &str) -> Option<Puzzle> {
    let fields: Vec<&str> = text.split(" | ").collect();
    let [moves, rules, position, claim, keys, line, level, game] = fields[..] else { return None };
    let (winner, plies) = claim.split_once(" within ")?;
    let words = |text: &str| text.split(' ').map(str::to_owned).collect();
    let level = match level.strip_prefix("level ")? {
        "-" => None,
        number => Some(number.parse().ok().filter(|level| (1..=8).contains(level))?),
    };
    let puzzle = Puzzle {
        moves: moves.strip_prefix("win ")?.parse().ok()?,
        rules: rules.to_owned(),
        position: position.to_owned(),
        winner: winner.to_owned(),
        plies: plies.parse().ok()?,
        keys: words(keys),
        line: words(line),
        level,
        game: game.strip_prefix("game ")?.parse().ok()?,
    };
    (puzzle.to_string() == text).then_some(puzzle)
}

/// Plies of the longest puzzle that is checked.
const MAX_PLIES: u32 = 31;

/// Lines that the proof of a puzzle may have.
const MAX_PROOF_LINES: usize = 500_000;

/// Proves a puzzle again, within a node limit: the win by a strategy that the rules alone check, and by the solver
/// that it cannot be done in fewer plies nor by other moves. Gives the lines of the strategy.
pub fn verify(puzzle: &Puzzle, nodes: u64, now: Now, cancel: &CancelToken) -> Result<usize, String> {
    let rules = registry::rules(&puzzle.rules).map_err(|error| error.to_string())?;
    let session = rules.position(&puzzle.position).map_err(|error| error.to_string())?;
    if session.ending().is_some() || session.seats().len() < 2 {
        return Err("there is nothing to win in this position".to_owned());
    }
    if puzzle.plies > MAX_PLIES {
        return Err(format!("a puzzle takes at most {MAX_PLIES} plies"));
    }
    let request = ForcedWinRequest {
        max_proof_lines: Some(MAX_PROOF_LINES),
        ..forced_win_request(&*session, puzzle.plies, nodes)
    };
    let found = forced::solve(&*session, &request, now, cancel, &mut |_| {}).map_err(|error| error.to_string())?;
    let (Some(Proof::Win(plies)), true) = (found.value, found.is_shortest) else {
        return Err(format!("no win within {} plies was found with {nodes} nodes", puzzle.plies));
    };
    if plies != puzzle.plies {
        return Err(format!("it is won within {plies} plies already"));
    }
    let mut keys: Vec<&String> = found.fastest_moves().collect();
    let mut claimed: Vec<&String> = puzzle.keys.iter().collect();
    keys.sort();
    claimed.sort();
    if !found.all_fastest || keys != claimed {
        let keys = found.fastest_moves().cloned().collect::<Vec<_>>().join(" ");
        return Err(format!("the moves that win in time are {keys}"));
    }
    if turns(&*session, &puzzle.line)? != (puzzle.moves, puzzle.winner.clone()) {
        return Err("the line does not end as the puzzle says".to_owned());
    }
    if puzzle.line.len() != puzzle.plies as usize || !puzzle.keys.contains(&puzzle.line[0]) {
        return Err("the line is not as long as the win, or does not begin with a move that wins".to_owned());
    }
    let proof = found.proof.ok_or("there is no proof")??;
    let lines = match &proof.claim {
        proof::Claim::Win { strategy, within, .. } if *within == plies => strategy.len(),
        _ => return Err("the strategy that was found takes longer".to_owned()),
    };
    proof::verify(&proof, nodes.saturating_mul(4)).map_err(|error| format!("the proof found is refused: {error}"))?;
    Ok(lines)
}

/// Returns the request for a position that may be a puzzle.
fn forced_win_request(session: &dyn Session, max_plies: u32, nodes: u64) -> ForcedWinRequest {
    ForcedWinRequest {
        winner: Some(session.turn().team()),
        max_plies,
        shortest: true,
        winning_moves: WinningMoves::Fastest,
        nodes,
        ..ForcedWinRequest::default()
    }
}

/// Returns the turns that the side to move has in a line to the end of the game, and the result there.
fn turns(session: &dyn Session, line: &[String]) -> Result<(u32, String), String> {
    let mut session = session.clone_box();
    let winner: Team = session.turn().team();
    let mut turns = 0;
    for mv in line {
        turns += u32::from(session.turn().team() == winner);
        session.play(mv).map_err(|error| format!("the line: {error}"))?;
    }
    match session.ending().filter(|_| session.winner() == Some(winner)) {
        Some(ending) => Ok((turns, ending.outcome.to_string())),
        None => Err("the line does not end with a win".to_owned()),
    }
}
