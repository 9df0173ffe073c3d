//! How fair a game is: whether the side that begins has the better of it, and what its games are like. Plain data about
//! starts that were solved ([`Board`]) and games that were played ([`Game`]), and a [`summary::Summary`] of many of them.
//! Touches nothing: who calls decides on threads, files and how it is shown.
//!
//! **Chance.** Every seed is one draw: of the board where chance sets it up, of the random turns that open the game where
//! it does not. Draws are independent, so the bounds of a share are those of a sample. The figures of a solved board are
//! exact; its bounds are about other boards than those that were looked at.

pub mod exact;
pub mod play;
pub mod sight_reduction;
pub mod stats;
pub mod summary;

use halfboard_rules::game::{Color, Team};
use halfboard_rules::registry::{self, Rules};

use crate::arena::depends_on_seed;

/// How a start comes out when both sides play perfectly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This team wins.
    Win(Team),
    /// Nobody wins.
    Draw,
    /// The solitaire can be solved.
    Solved,
    /// It cannot: so many checkers stay at least.
    Left(u8),
}

/// A start that was solved, or that was tried to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Its seed.
    pub seed: u64,
    /// The team that begins; where the players settle that in the set-up, the one that has the first word there.
    pub first: Team,
    /// How it comes out; `None` where the solver gave up.
    pub verdict: Option<Verdict>,
    /// How it comes out when the other side begins, where that is another matter and the solver did not give up.
    pub turned: Option<Verdict>,
}

/// How a game that was played came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Somebody won.
    Win {
        /// The team that did.
        team: Team,
        /// The colour that it had.
        color: Color,
    },
    /// Nobody did.
    Draw,
    /// The solitaire came out.
    Solved,
    /// It did not, and left so many checkers.
    Left(u8),
    /// It went on too long.
    Unfinished,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its seed.
    pub seed: u64,
    /// The team that began. Where the players settle that in the set-up, what they settled.
    pub first: Team,
    /// How it came out.
    pub end: End,
    /// Why it ended, in the word of the rules; [`UNFINISHED`] where they did not end it.
    pub reason: String,
    /// How many legal moves there were at each turn. Its length is that of the game.
    pub choices: Vec<u32>,
    /// A hash of its moves, by which games that are alike are known.
    pub moves: u64,
}

/// The reason of a game that went on too long.
pub const UNFINISHED: &str = "unfinished";

impl Game {
    /// How many turns it had, those of the opening included.
    pub fn plies(&self) -> usize {
        self.choices.len()
    }
}

/// The same rules with the other side to begin, where that is an option and the start a matter of chance: where it is
/// not, the two differ by the names of the sides at most.
pub fn turned(rules: &dyn Rules) -> Option<Box<dyn Rules>> {
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
    let turned = format!("{FIRST}={}", other.as_str());
    let options: Vec<&str> = others.into_iter().chain([turned.as_str()]).collect();
    // Rules that leave it to the players who begins refuse the option.
    registry::rules(&format!("{id}:{}", options.join(","))).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_turned_where_who_begins_is_an_option_and_matters() {
        let turned_of = |rules: &str| turned(&*registry::rules(rules).expect("ours")).map(|rules| rules.canonical());
        assert_eq!(turned_of("sight-reduction").as_deref(), Some("sight-reduction:first=black"));
        assert_eq!(turned_of("sight-reduction:first=black").as_deref(), Some("sight-reduction"));
        assert_eq!(
            turned_of("sight-reduction:first=black,sight=queen").as_deref(),
            Some("sight-reduction:sight=queen")
        );
        for fixed in ["sight-reduction:setup=fair", "sight-reduction:solitaire=on", "j", "lines-of-action"] {
            assert_eq!(turned_of(fixed), None, "{fixed}");
        }
    }
}
