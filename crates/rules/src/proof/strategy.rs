//! Builds a proof from a function that returns the best move: a strategy for every position that the opponent can
//! force.

use std::collections::HashMap;
use std::fmt;

use super::{Choice, Claim, Proof, Winner};
use crate::game::{Game, Outcome, Team, rules_string};
use crate::present::Present;

/// The maximum length of a proven win, in plies.
const LONGEST: u32 = 500;

/// The error of building a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StrategyError {
    /// The proof has more lines than allowed.
    TooLarge(usize),
    /// The win takes too many plies, or a cycle prevents it.
    TooLong,
    /// There is no move for the winner in this position.
    NoAnswer(String),
    /// The game ends in this position and is not won.
    NotWon(String),
}

impl fmt::Display for StrategyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StrategyError::TooLarge(most) => write!(f, "the proof has more than {most} lines"),
            StrategyError::TooLong => write!(f, "the win takes more than {LONGEST} plies, or comes round in a circle"),
            StrategyError::NoAnswer(position) => write!(f, "there is no move for the winner in {position}"),
            StrategyError::NotWon(position) => write!(f, "the game ends in {position} and is not won there"),
        }
    }
}

impl std::error::Error for StrategyError {}

/// Builds the proof that a team wins from a position by playing the moves of `best`, in at most `most` lines. `best` is
/// called once per position, with the winner to move.
///
/// # Errors
///
/// Fails if the moves do not win, or if the proof would be too long.
pub fn strategy<G: Present>(
    game: &G,
    position: &G::Position,
    winner: Team,
    most: usize,
    best: &mut dyn FnMut(&G::Position) -> Option<G::Move>,
) -> Result<Proof, StrategyError> {
    let mut expansion = Expansion { game, winner, most, best, found: HashMap::new() };
    let within = expansion.plies(position, 0)?;
    let mut choices: Vec<Choice> = expansion
        .found
        .into_iter()
        .filter_map(|(position, (within, mv))| {
            Some(Choice { within: within?, mv: game.format_move(mv), position: game.format_position(&position) })
        })
        .collect();
    choices.sort_unstable_by(|a, b| b.within.cmp(&a.within).then_with(|| a.position.cmp(&b.position)));
    Ok(Proof {
        rules: rules_string(game),
        position: game.format_position(position),
        claim: Claim::Win { winner: Winner::of(game, position, winner), within, strategy: choices },
    })
}

struct Expansion<'a, G: Game> {
    game: &'a G,
    winner: Team,
    most: usize,
    best: &'a mut dyn FnMut(&G::Position) -> Option<G::Move>,
    /// The move in each position and the plies to the win, `None` while the position is being expanded.
    found: HashMap<G::Position, (Option<u32>, G::Move)>,
}

impl<G: Present> Expansion<'_, G> {
    /// Returns the number of plies within which a position is won.
    fn plies(&mut self, position: &G::Position, depth: u32) -> Result<u32, StrategyError> {
        let game = self.game;
        if let Some(ending) = game.ending(position) {
            let color = game.color_of(position, self.winner);
            return match ending.outcome {
                Outcome::Win(winner) if Some(winner) == color => Ok(0),
                _ => Err(StrategyError::NotWon(game.format_position(position))),
            };
        }
        if depth >= LONGEST {
            return Err(StrategyError::TooLong);
        }
        if game.turn(position).team() != self.winner {
            let mut most = 0;
            for mv in game.legal_moves(position) {
                let mut next = *position;
                game.play(&mut next, mv);
                most = most.max(self.plies(&next, depth + 1)?);
            }
            return Ok(most + 1);
        }
        match self.found.get(position) {
            Some((Some(plies), _)) => return Ok(*plies),
            Some((None, _)) => return Err(StrategyError::TooLong),
            None if self.found.len() >= self.most => return Err(StrategyError::TooLarge(self.most)),
            None => {}
        }
        let mv = (self.best)(position).ok_or_else(|| StrategyError::NoAnswer(game.format_position(position)))?;
        self.found.insert(*position, (None, mv));
        let mut next = *position;
        game.play(&mut next, mv);
        let plies = self.plies(&next, depth + 1)? + 1;
        self.found.insert(*position, (Some(plies), mv));
        Ok(plies)
    }
}
