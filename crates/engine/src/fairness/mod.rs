//! Fairness of rules: whether the first mover has an advantage, and what games are like. Plain data about solved
//! starting positions ([`SolvedStart`]) and played games ([`GameSample`]), and a
//! [`FairnessSummary`](summary::FairnessSummary) of many of them.
//!
//! **Sampling.** Every seed is one independent draw: of the board if it is random, otherwise of the random moves that
//! open the game. Confidence intervals are therefore those of a sample. The verdict on a solved board is exact; the
//! interval is about the boards that were not sampled.

pub mod exact;
pub mod play;
pub mod stats;
pub mod summary;

use halfboard_rules::game::{Color, Outcome, Team};
use halfboard_rules::registry::{self, Rules};

use crate::arena::depends_on_seed;
use crate::solve::Verdict;

/// A starting position with its verdict, in which a win is that of a team ([`Verdict::Seat`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedStart {
    /// The seed.
    pub seed: u64,
    /// The team that moves first; if the players decide that in the set-up, the one that acts first there.
    pub first: Team,
    /// The verdict, or `None` if the solver gave up.
    pub verdict: Option<Verdict>,
    /// The verdict with the other side moving first, if that is a different position and the solver did not give up.
    pub verdict_if_other_first: Option<Verdict>,
}

/// The statistics of a played game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSample {
    /// The seed.
    pub seed: u64,
    /// The team that moved first, also if the players decided that in the set-up.
    pub first: Team,
    /// The outcome, or `None` if the game reached the ply limit.
    pub outcome: Option<Outcome>,
    /// The team that won, if any.
    pub winner: Option<Team>,
    /// The name of the reason why it ended; [`UNFINISHED`] if it did not.
    pub reason: String,
    /// The number of legal moves at each turn; its length is that of the game.
    pub choices: Vec<u32>,
    /// A hash of the moves, to recognise equal games.
    pub moves: u64,
}

/// The reason of an unfinished game.
pub const UNFINISHED: &str = "unfinished";

impl GameSample {
    /// Returns the length in plies, including the opening.
    pub fn plies(&self) -> usize {
        self.choices.len()
    }
}

/// Returns the same rules with the other side moving first, if that is an option and the start is random. If the start
/// is fixed, the two differ by the names of the sides at most.
pub fn with_other_first_mover(rules: &dyn Rules) -> Option<Box<dyn Rules>> {
    const FIRST: &str = "first";
    if rules.seats().len() < 2 || !depends_on_seed(rules) {
        return None;
    }
    let canonical = rules.canonical();
    let (id, options) = canonical.split_once(':').unwrap_or((&canonical, ""));
    let given = options.split(',').filter(|option| !option.is_empty());
    let (first, others): (Vec<&str>, Vec<&str>) =
        given.partition(|option| option.split_once('=').is_some_and(|(name, _)| name == FIRST));
    let begins =
        first.first().and_then(|option| option.split_once('=')).map_or(Color::White.as_str(), |(_, value)| value);
    let other = Color::BOTH.into_iter().find(|color| color.as_str() != begins)?;
    let option = format!("{FIRST}={}", other.as_str());
    let options: Vec<&str> = others.into_iter().chain([option.as_str()]).collect();
    // Rules by which the players decide who moves first refuse the option.
    registry::rules(&format!("{id}:{}", options.join(","))).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_turned_where_who_begins_is_an_option_and_matters() {
        let other_of = |rules: &str| {
            with_other_first_mover(&*registry::rules(rules).expect("ours")).map(|rules| rules.canonical())
        };
        assert_eq!(other_of("sight-reduction").as_deref(), Some("sight-reduction:first=black"));
        assert_eq!(other_of("sight-reduction:first=black").as_deref(), Some("sight-reduction"));
        assert_eq!(other_of("sight-reduction:first=black,sight=queen").as_deref(), Some("sight-reduction:sight=queen"));
        for fixed in ["sight-reduction:setup=fair", "sight-reduction:solitaire=on", "j", "lines-of-action"] {
            assert_eq!(other_of(fixed), None, "{fixed}");
        }
    }
}
