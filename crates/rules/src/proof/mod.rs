//! Proofs as plain text that a side wins or what a solitaire leaves, and a verifier that relies on the rules alone, so
//! that the program that found a proof need not be trusted.
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
//! A strategy has one line for each position that the opponent can force: the number of plies within which the winner
//! wins from there, the move, the position. A solitaire has `moves` instead of `strategy`, and one move per line.

mod parse;
mod strategy;
mod verify;

use std::fmt;
use std::str::FromStr;

use crate::game::{Color, Game, Team};
use crate::registry::{self, Rules};
use crate::session::Match;

pub use parse::parse;
pub use strategy::{StrategyError, strategy};

/// The first line of a proof.
pub const TITLE: &str = "halfboard proof 1";

/// A proof that has not been checked; see [`verify`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The rules string.
    pub rules: String,
    /// The position string.
    pub position: String,
    /// The claim of a proof, with its evidence.
    pub claim: Claim,
}

/// The claim of a proof, with its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// A side can force a win.
    Win {
        /// The winner.
        winner: Winner,
        /// The maximum number of plies.
        within: u32,
        /// The winner's moves.
        strategy: Vec<Choice>,
    },
    /// The best result of a solitaire.
    Solitaire {
        /// The number of checkers left, or `None` if it is solved.
        left: Option<u8>,
        /// The moves that lead there.
        moves: Vec<String>,
    },
}

/// The winner, by colour, or by seat if the colours have not been chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// The side of a colour.
    Color(Color),
    /// The side of the first or the second seat.
    Team(Team),
}

impl Winner {
    /// The names of the winners in proofs.
    const WORDS: [(Winner, &'static str); 4] = [
        (Winner::Color(Color::White), "1-0"),
        (Winner::Color(Color::Black), "0-1"),
        (Winner::Team(Team::One), "seat-1"),
        (Winner::Team(Team::Two), "seat-2"),
    ];

    /// Returns the winner that a team is in a position.
    #[must_use]
    pub fn of<G: Game>(game: &G, position: &G::Position, team: Team) -> Winner {
        game.color_of(position, team).map_or(Winner::Team(team), Winner::Color)
    }

    /// Returns the team of the winner in a position.
    #[must_use]
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

/// The winner's move in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The maximum number of plies to the win, this one included.
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

/// The error of parsing or verifying a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofError {
    /// The line, from 1.
    pub line: usize,
    /// The problem.
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

/// The result of verifying a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The number of positions visited.
    pub positions: u64,
    /// For a solitaire that is not solved: whether every reachable position was visited, so that fewer checkers cannot
    /// be left. All other claims are always checked.
    pub fewest: bool,
}

/// Verifies a proof, visiting at most `most` positions.
///
/// # Errors
///
/// Fails at the first line that is not valid or does not support the claim.
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

macro_rules! implement_verify {
    ($($module:ident::$Game:ident),+ $(,)?) => {
        /// Not a method of the trait: programs that verify no proofs do not contain it.
        impl dyn Rules + '_ {
            /// Checks a proof for these rules, visiting at most `most` positions; see [`crate::proof::verify`].
            ///
            /// # Errors
            ///
            /// Fails at the first line that is not valid or does not support the claim.
            pub fn verify(&self, proof: &Proof, most: u64) -> Result<Verified, ProofError> {
                let session = self.start(0);
                $(
                    if let Some(game) = session.as_any().downcast_ref::<Match<crate::games::$module::$Game>>() {
                        return verify::verify(game.game(), proof, most);
                    }
                )+
                Err(ProofError::new(2, format!("{} is not a game of this library", self.info().id)))
            }
        }
    };
}
crate::games!(implement_verify);
