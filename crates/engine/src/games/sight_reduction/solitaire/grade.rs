//! How hard a solitaire is: a grade by how often simple players fail, and facts that explain it. Part of the solitaire.
//!
//! The grade is frozen like the players it rests on, because puzzle numbers hang on it. The facts are not.

use std::fmt;
use std::str::FromStr;

use halfboard_rules::games::sight_reduction::{Enemy, Removal, Sight};

use super::bounds::Goal;
use super::count::{SolutionCount, count};
use super::search::{LineSearchResult, SearchEffort, search};
use super::simple::{SIMPLE_PLAYS, SimplePlayers};
use super::{Solitaire, turns};

/// How hard a solitaire is, beside others under the same rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Grade {
    /// The easiest fifth.
    Gentle,
    /// The next fifth.
    Easy,
    /// The fifth in the middle.
    Medium,
    /// The next fifth.
    Hard,
    /// The hardest fifth.
    Fiendish,
}

impl Grade {
    /// All grades, the easiest first.
    pub const ALL: [Grade; 5] = [Grade::Gentle, Grade::Easy, Grade::Medium, Grade::Hard, Grade::Fiendish];

    /// Returns the name of the grade.
    pub const fn as_str(self) -> &'static str {
        match self {
            Grade::Gentle => "gentle",
            Grade::Easy => "easy",
            Grade::Medium => "medium",
            Grade::Hard => "hard",
            Grade::Fiendish => "fiendish",
        }
    }

    /// From how many failures to how many a grade goes.
    fn range(self, goal: Goal) -> (u32, u32) {
        let most = most_failures(goal);
        let place = self as usize;
        let from = if place == 0 { 0 } else { most[place - 1] + 1 };
        (from, most.get(place).copied().unwrap_or(SIMPLE_PLAYS))
    }
}

/// Error returned for a text that is not a [`Grade`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseGradeError(pub String);

impl fmt::Display for ParseGradeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid grade '{}': expected gentle, easy, medium, hard or fiendish", self.0)
    }
}

impl std::error::Error for ParseGradeError {}

impl FromStr for Grade {
    type Err = ParseGradeError;

    fn from_str(text: &str) -> Result<Self, ParseGradeError> {
        Grade::ALL.into_iter().find(|grade| grade.as_str() == text).ok_or_else(|| ParseGradeError(text.to_owned()))
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How often the simple players may fail at boards of each grade but the hardest: the fifths of 300 random boards on
/// which they do not always fail. Frozen.
const fn most_failures(goal: Goal) -> [u32; 4] {
    use Enemy::{Off, Required};
    use Removal::{One, OneOrTwo};
    use Sight::{Orthogonal, Queen};
    match (goal.rules.sight, goal.rules.enemy, goal.rules.remove, goal.kept != 0) {
        (Orthogonal, Off, One, false) => [131, 163, 198, 234],
        (Orthogonal, Off, One, true) => [129, 151, 187, 219],
        (Orthogonal, Required, One, false) => [217, 234, 244, 251],
        (Orthogonal, Required, One, true) => [234, 241, 248, 252],
        (Queen, Off, One, false) => [67, 73, 79, 88],
        (Queen, Off, One, true) => [60, 72, 82, 94],
        (Queen, Required, One, false) => [164, 172, 180, 190],
        (Queen, Required, One, true) => [205, 221, 231, 240],
        (Orthogonal, Off, OneOrTwo, _) => [129, 137, 147, 175],
        (Orthogonal, Required, OneOrTwo, _) => [246, 249, 252, 253],
        (Queen, Off, OneOrTwo, _) => [122, 127, 132, 140],
        (Queen, Required, OneOrTwo, _) => [235, 239, 241, 245],
    }
}

/// How often simple players fail, and the grade that this makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Graded {
    /// The grade.
    pub grade: Grade,
    /// How many of [`SIMPLE_PLAYS`] plays fail.
    pub failures: u32,
}

/// Lets the simple players play.
pub(super) fn grade(goal: Goal, solitaire: Solitaire) -> Graded {
    let mut players = SimplePlayers::at(goal, solitaire.field);
    let failures = (0..SIMPLE_PLAYS).filter(|_| players.play().is_none()).count() as u32;
    let place = most_failures(goal).iter().take_while(|&&most| failures > most).count();
    Graded { grade: Grade::ALL[place], failures }
}

/// How often the simple players fail, if that makes this grade. Stops as soon as it cannot.
pub(super) fn failures_if(goal: Goal, solitaire: Solitaire, grade: Grade) -> Option<u32> {
    let (least, most) = grade.range(goal);
    let mut players = SimplePlayers::at(goal, solitaire.field);
    let mut failures = 0;
    for played in 0..SIMPLE_PLAYS {
        let successes = played - failures;
        if failures > most || successes > SIMPLE_PLAYS - least {
            return None;
        }
        failures += u32::from(players.play().is_none());
    }
    (least..=most).contains(&failures).then_some(failures)
}

/// Facts that explain the grade of a solitaire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DifficultyFacts {
    /// The grade.
    pub graded: Graded,
    /// How many turns the line has that was looked at.
    pub turns: u32,
    /// Turns that could be chosen along it, all together.
    pub offered: u32,
    /// Those of them after which the goal was found to be within reach.
    pub safe: u32,
    /// Those of which it is not known, for there was not the time to find out.
    pub unknown: u32,
    /// Turns of the line that are surely the only safe one of several.
    pub single: u32,
    /// Turns of the line with surely at most one safe choice in four.
    pub rare: u32,
    /// How many solutions there are.
    pub solutions: SolutionCount,
}

/// How many fields are looked at to tell whether a turn is safe, and kept to count solutions.
const LOOK: SearchEffort = SearchEffort { nodes: 2_000, seed: 0 };
const ROOM: usize = 200_000;

pub(super) fn facts(goal: Goal, solitaire: Solitaire, line: &[u32]) -> DifficultyFacts {
    let mut facts = DifficultyFacts {
        graded: grade(goal, solitaire),
        turns: line.len() as u32,
        offered: 0,
        safe: 0,
        unknown: 0,
        single: 0,
        rare: 0,
        solutions: count(goal, solitaire.field, ROOM),
    };
    let mut field = solitaire.field;
    for &played in line {
        let (mut offered, mut safe, mut unknown) = (0, 0, 0);
        for removed in turns(goal, field) {
            offered += 1;
            // The turn of the line itself needs no search.
            match if removed == played { None } else { Some(search(goal, field.without(removed), LOOK).0) } {
                None | Some(LineSearchResult::Line(_)) => safe += 1,
                Some(LineSearchResult::None) => {}
                Some(LineSearchResult::Unknown) => unknown += 1,
            }
        }
        facts.offered += offered;
        facts.safe += safe;
        facts.unknown += unknown;
        facts.single += u32::from(safe + unknown == 1 && offered > 1);
        facts.rare += u32::from(4 * (safe + unknown) <= offered);
        field = field.without(played);
    }
    facts
}
