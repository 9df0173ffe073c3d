//! Making a proof: a way to play, asked for move by move, becomes a strategy for every position that the other side can
//! bring about. Knows the rules, and of the player only its answers.

use std::collections::HashMap;
use std::fmt;

use super::{Choice, Claim, Proof, Winner};
use crate::game::{Game, Outcome, Team, rules_string};
use crate::present::Present;

/// A win that takes longer is not written down.
const LONGEST: u32 = 500;

/// Why a way to play is no proof.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StrategyError {
    /// It has more lines than were allowed.
    TooLarge(usize),
    /// It takes too many plies, or for ever.
    TooLong,
    /// There is no answer in this position.
    NoAnswer(String),
    /// It ends here, and is not won.
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

/// The proof that a team wins from a position by playing what `best` says, in at most so many lines. `best` is asked
/// once for each position, and only with the winner to move.
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
    /// The move in each position, and within how many plies it wins; nothing while that is being found out.
    found: HashMap<G::Position, (Option<u32>, G::Move)>,
}

impl<G: Present> Expansion<'_, G> {
    /// Within how many plies a position is won.
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
