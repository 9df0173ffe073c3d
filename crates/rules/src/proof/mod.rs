//! Proofs as plain text: that a side wins whatever the other does, or what a solitaire leaves, and the verifier that
//! checks them by the rules alone. Whoever found a proof need not be trusted. Touches nothing but text.
//!
//! ```text
//! halfboard proof 1
//! rules sight-reduction
//! position 8/8/2ww4/5bb1 w play wb
//! claim 0-1 within 2
//! strategy 2
//! 1 D6 8/8/2w5/5bb1 b play wb
//! 1 D6 8/8/3w4/5bb1 b play wb
//! end
//! ```
//!
//! A strategy has one line for each position that the winner can be brought to: within how many plies it wins from
//! there, the move, the position. A solitaire has `moves` instead of `strategy`, and one move a line.

mod parse;
mod strategy;
mod verify;

use std::fmt;
use std::str::FromStr;

use crate::game::{Color, Game, Team};
use crate::registry;

pub use parse::parse;
pub use strategy::{StrategyError, strategy};
pub(crate) use verify::verify as verify_by;

/// The first line of a proof.
pub const TITLE: &str = "halfboard proof 1";

/// A proof as it is written down; nothing in it is checked before [`verify`] does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The rules string.
    pub rules: String,
    /// The position string.
    pub position: String,
    /// What is claimed, and what shows it.
    pub claim: Claim,
}

/// What is claimed, and what shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// A side wins, whatever the other does.
    Win {
        /// Who.
        winner: Winner,
        /// Within so many plies.
        within: u32,
        /// What it plays.
        strategy: Vec<Choice>,
    },
    /// A solitaire comes out, or leaves so many checkers and not fewer.
    Solitaire {
        /// The checkers left; none of that when it is solved.
        left: Option<u8>,
        /// The moves that get there.
        moves: Vec<String>,
    },
}

/// Who wins: by the colour, or by the seat while the colours are not settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// The side of a colour.
    Color(Color),
    /// The side of the first or the second seat.
    Team(Team),
}

impl Winner {
    /// The words of the winners.
    const WORDS: [(Winner, &'static str); 4] = [
        (Winner::Color(Color::White), "1-0"),
        (Winner::Color(Color::Black), "0-1"),
        (Winner::Team(Team::One), "seat-1"),
        (Winner::Team(Team::Two), "seat-2"),
    ];

    /// A team by its colour in a position, where that is settled.
    pub fn of<G: Game>(game: &G, position: &G::Position, team: Team) -> Winner {
        game.color_of(position, team).map_or(Winner::Team(team), Winner::Color)
    }

    /// The team that this is in a position.
    pub fn team<G: Game>(self, game: &G, position: &G::Position) -> Option<Team> {
        match self {
            Winner::Team(team) => Some(team),
            Winner::Color(color) => {
                [Team::One, Team::Two].into_iter().find(|&team| game.color_of(position, team) == Some(color))
            }
        }
    }
}

impl fmt::Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = Winner::WORDS.iter().find(|(winner, _)| winner == self).map_or("", |(_, word)| word);
        f.write_str(word)
    }
}

/// What the winner plays in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// It wins within so many plies, this one included.
    pub within: u32,
    /// The move.
    pub mv: String,
    /// The position.
    pub position: String,
}

/// The number of the first line after the header.
const FIRST_LINE: usize = 6;

impl FromStr for Proof {
    type Err = ProofError;

    fn from_str(text: &str) -> Result<Proof, ProofError> {
        parse(text)
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE}\nrules {}\nposition {}", self.rules, self.position)?;
        match &self.claim {
            Claim::Win { winner, within, strategy } => {
                writeln!(f, "claim {winner} within {within}\nstrategy {}", strategy.len())?;
                for Choice { within, mv, position } in strategy {
                    writeln!(f, "{within} {mv} {position}")?;
                }
            }
            Claim::Solitaire { left, moves } => {
                match left {
                    None => writeln!(f, "claim solved")?,
                    Some(left) => writeln!(f, "claim stuck {left}")?,
                }
                writeln!(f, "moves {}", moves.len())?;
                for mv in moves {
                    writeln!(f, "{mv}")?;
                }
            }
        }
        writeln!(f, "end")
    }
}

/// What is wrong with a proof, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: String,
}

impl ProofError {
    fn new(line: usize, problem: impl Into<String>) -> Self {
        ProofError { line, problem: problem.into() }
    }
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for ProofError {}

/// What a proof was found to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Positions looked at.
    pub positions: u64,
    /// Of a solitaire that is stuck, whether all that can be reached was looked at, so that fewer cannot be left. All
    /// else that a proof claims is always checked.
    pub fewest: bool,
}

/// Checks a proof by the rules, looking at no more than so many positions.
///
/// ```
/// use halfboard_rules::proof;
/// let text = "halfboard proof 1\nrules sight-reduction\nposition 8/8/2ww4/5bb1 w play wb\n\
///             claim 0-1 within 2\nstrategy 2\n1 D6 8/8/3w4/5bb1 b play wb\n1 D6 8/8/2w5/5bb1 b play wb\nend\n";
/// assert!(proof::verify(&proof::parse(text)?, 1000).is_ok());
/// let false_one = text.replace("0-1", "1-0");
/// assert!(proof::verify(&proof::parse(&false_one)?, 1000).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(proof: &Proof, most: u64) -> Result<Verified, ProofError> {
    let rules = registry::rules(&proof.rules).map_err(|error| ProofError::new(2, error.to_string()))?;
    rules.verify(proof, most)
}
