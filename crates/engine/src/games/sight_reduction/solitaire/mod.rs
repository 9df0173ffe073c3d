//! The solitaire: whether it can be solved, how few checkers can be left if not, and by which removals.
//!
//! [`search`] finds a line quickly if there is one; `exact` decides what it leaves open. `bounds` needs no search, `count`
//! counts solutions. [`grade`] measures difficulty by how often the players of `simple` fail, [`generate`] makes boards of
//! numbers, and [`puzzle`] is the text form of numbered puzzles.

mod bounds;
mod count;
mod exact;
pub mod generate;
pub mod grade;
pub mod puzzle;
pub mod search;
mod simple;

use std::ops::ControlFlow;

use halfboard_rules::board::Square;
use halfboard_rules::game::{Color, Game, Outcome};
use halfboard_rules::games::sight_reduction::{Enemy, Move, Position, Removal, SightReduction};

use super::solver::{Field, RemovalRules};
use crate::limits::OutOfMemory;
use bounds::Goal;
pub use count::SolutionCount;
pub use generate::{BoardSpec, BoardSpecError, NumberedBoard};
pub use grade::{DifficultyFacts, Grade, Graded};
pub use search::{LineSearchResult, SearchEffort};
pub use simple::SIMPLE_PLAYS;

/// The best outcome of a solitaire, with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolitaireSolution {
    /// What it comes to.
    pub outcome: Outcome,
    /// A line to the end that comes to it, turn by turn the checkers removed.
    pub line: Vec<u32>,
    /// How many fields were looked at.
    pub nodes: u64,
}

/// Limits of an exact solution.
#[derive(Clone, Copy, Debug)]
pub struct SolitaireLimits {
    /// How long a line is looked for before all lines are gone through.
    pub effort: SearchEffort,
    /// How many threads go through them.
    pub threads: usize,
}

impl Default for SolitaireLimits {
    fn default() -> Self {
        SolitaireLimits { effort: SearchEffort { nodes: 200_000, seed: 1 }, threads: 1 }
    }
}

/// Which two must be the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RequiredPair {
    Any,
    /// These two, one of each colour.
    These(u32),
    /// Two that are not there.
    Missing,
}

/// A solitaire as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solitaire {
    rules: RemovalRules,
    field: Field,
    last: RequiredPair,
}

impl Solitaire {
    /// Returns the solitaire of a position, in which checkers are removed; whether the game is one for two players is
    /// not asked.
    pub fn of(game: &SightReduction, position: &Position) -> Option<Solitaire> {
        let (field, _) = Field::of(position)?;
        let stands = |square: Square, color: Color| position.checkers(color) & square.bit32() != 0;
        let last = match game.options().target.0 {
            None => RequiredPair::Any,
            Some((white, black)) if stands(white, Color::White) && stands(black, Color::Black) => {
                RequiredPair::These(white.bit32() | black.bit32())
            }
            Some(_) => RequiredPair::Missing,
        };
        Some(Solitaire { rules: RemovalRules::of(game), field, last })
    }

    /// Returns a solitaire in which any two may be the last.
    pub fn new(rules: RemovalRules, field: Field) -> Solitaire {
        Solitaire { rules, field, last: RequiredPair::Any }
    }

    /// Returns the solitaire after a turn.
    #[must_use]
    pub fn after(self, removed: u32) -> Solitaire {
        let last = match self.last {
            RequiredPair::These(kept) if kept & removed != 0 => RequiredPair::Missing,
            last => last,
        };
        Solitaire { field: self.field.without(removed), last, ..self }
    }

    /// Where the checkers stand.
    pub fn field(self) -> Field {
        self.field
    }

    /// What solving limits; `None` where it can be seen to be impossible.
    fn solved(self) -> Option<Goal> {
        let Solitaire { rules, field, last } = self;
        let goal = |most_left, kept| Some(Goal { rules, most_left, kept });
        match (rules.remove, last) {
            // The last turn removes checkers that see an enemy, who then stays.
            (Removal::OneOrTwo, _) if rules.enemy == Enemy::Required && field.count() > 0 => None,
            (Removal::OneOrTwo, _) => goal(0, 0),
            // The last checker of a colour sees no friend, so a colour that is there stays there, and of two left each
            // has one.
            (Removal::One, _) if field.own == 0 || field.enemy == 0 => None,
            (Removal::One, RequiredPair::Any) => goal(2, 0),
            (Removal::One, RequiredPair::These(kept)) => goal(2, kept),
            (Removal::One, RequiredPair::Missing) => None,
        }
    }

    /// What a puzzle asks for: to solve, or to leave one where the last turn must leave an enemy.
    fn wanted(self) -> Option<Goal> {
        match (self.rules.remove, self.rules.enemy) {
            (Removal::OneOrTwo, Enemy::Required) => Some(Goal { rules: self.rules, most_left: 1, kept: 0 }),
            _ => self.solved(),
        }
    }

    /// What coming to a verdict limits.
    fn goal(self, outcome: Outcome) -> Option<Goal> {
        match outcome {
            Outcome::Solved => self.solved(),
            Outcome::Win(_) | Outcome::Draw => None,
            Outcome::Stuck(left) => Some(Goal { rules: self.rules, most_left: left.into(), kept: 0 }),
        }
    }

    /// Looks for a solution, without going through everything.
    pub fn solution(self, effort: SearchEffort) -> LineSearchResult {
        self.solved().map_or(LineSearchResult::None, |goal| search::search(goal, self.field, effort).0)
    }

    /// Searches for a line that leaves at most `most_left` checkers.
    pub fn reach(self, most_left: u32, effort: SearchEffort) -> LineSearchResult {
        search::search(Goal { rules: self.rules, most_left, kept: 0 }, self.field, effort).0
    }

    /// Returns the best result, proven, with a line.
    pub fn best(self, limits: SolitaireLimits) -> Result<SolitaireSolution, OutOfMemory> {
        let mut nodes = 0;
        // Where the last turn must leave an enemy, fewer than that one need not be looked for.
        let mut most_left =
            self.wanted().map_or(0, |goal| if goal.most_left == 1 { self.field.count().min(1) } else { 0 });
        if let Some(goal) = self.solved() {
            let (found, spent) = search::search(goal, self.field, limits.effort);
            nodes += spent;
            match found {
                LineSearchResult::Line(line) => return Ok(SolitaireSolution { outcome: Outcome::Solved, line, nodes }),
                LineSearchResult::None if goal.kept == 0 => most_left = goal.most_left + 1,
                LineSearchResult::None => {}
                LineSearchResult::Unknown => return self.exactly(Some(goal), limits, nodes),
            }
        }
        // A small field is gone through before the nodes are spent.
        loop {
            let outcome = Outcome::Stuck(most_left as u8);
            let goal = Goal { rules: self.rules, most_left, kept: 0 };
            let (found, spent) = search::search(goal, self.field, limits.effort);
            nodes += spent;
            match found {
                LineSearchResult::Line(line) => return Ok(SolitaireSolution { outcome, line, nodes }),
                LineSearchResult::None => most_left += 1,
                LineSearchResult::Unknown => return self.exactly(None, limits, nodes),
            }
        }
    }

    /// Returns the best result where a search left it open; `solved` is what solving limits if that is still possible.
    fn exactly(
        self,
        solved: Option<Goal>,
        limits: SolitaireLimits,
        mut nodes: u64,
    ) -> Result<SolitaireSolution, OutOfMemory> {
        let kept = solved.map_or(0, |goal| goal.kept);
        let fewest = exact::fewest(self.rules, self.field, kept, limits.threads)?;
        let comes_out = |goal: &Goal| goal.most_left == fewest.left && (kept == 0 || fewest.wanted);
        let (outcome, goal) = match solved.filter(comes_out) {
            Some(goal) => (Outcome::Solved, goal),
            None => {
                let goal = Goal { rules: self.rules, most_left: fewest.left, kept: 0 };
                (Outcome::Stuck(fewest.left as u8), goal)
            }
        };
        let line = line_to(goal, self.field, limits, &mut nodes)?;
        Ok(SolitaireSolution { outcome, line, nodes })
    }

    /// Returns all turns that keep the best result, as bitboards of one or two checkers, in the order of the rules.
    pub fn optimal_turns(self, outcome: Outcome, limits: SolitaireLimits) -> Result<Vec<u32>, OutOfMemory> {
        let Some(goal) = self.goal(outcome) else { return Ok(Vec::new()) };
        let mut reaching = None;
        let mut kept = Vec::new();
        for removed in turns(goal, self.field) {
            let next = self.field.without(removed);
            let keeps = match search::search(goal, next, limits.effort).0 {
                LineSearchResult::Line(_) => true,
                LineSearchResult::None => false,
                LineSearchResult::Unknown => {
                    let all = match reaching.take() {
                        Some(all) => all,
                        None => exact::Reaching::below(goal, self.field, limits.threads)?,
                    };
                    let known = all.get(next);
                    reaching = Some(all);
                    match known {
                        Some(known) => known,
                        None => exact::Reaching::below(goal, next, limits.threads)?.get(next) == Some(true),
                    }
                }
            };
            if keeps {
                kept.push(removed);
            }
        }
        Ok(kept)
    }

    /// How hard it is; `None` where it can be seen to be impossible.
    pub fn grade(self) -> Option<Graded> {
        Some(grade::grade(self.wanted()?, self))
    }

    /// Why it is as hard as it is, by a line that does what is wanted.
    pub fn facts(self, line: &[u32]) -> Option<DifficultyFacts> {
        Some(grade::facts(self.wanted()?, self, line))
    }

    /// Counts the solutions, with memory for `room` different fields.
    pub fn count(self, outcome: Outcome, room: usize) -> SolutionCount {
        match self.solved() {
            Some(goal) if outcome == Outcome::Solved => count::count(goal, self.field, room),
            _ => SolutionCount::Exactly(0),
        }
    }
}

/// Returns a line to an goal that is known to be within reach: if need be, down by turns that keep it to where a search
/// finds the rest.
fn line_to(goal: Goal, start: Field, limits: SolitaireLimits, nodes: &mut u64) -> Result<Vec<u32>, OutOfMemory> {
    let mut line = Vec::new();
    let mut field = start;
    let mut reaching: Option<exact::Reaching> = None;
    loop {
        let (found, spent) = search::search(goal, field, limits.effort);
        *nodes += spent;
        if let LineSearchResult::Line(rest) = found {
            line.extend(rest);
            return Ok(line);
        }
        let known =
            reaching.take().filter(|known| turns(goal, field).iter().any(|&t| known.get(field.without(t)).is_some()));
        let known = match known {
            Some(known) => known,
            None => exact::Reaching::below(goal, field, limits.threads)?,
        };
        let keeping = turns(goal, field).into_iter().find(|&removed| known.get(field.without(removed)) == Some(true));
        let removed = keeping.expect("what is within reach has a turn that keeps it there");
        line.push(removed);
        field = field.without(removed);
        reaching = Some(known);
    }
}

/// Returns the turns that an goal allows.
fn turns(goal: Goal, field: Field) -> Vec<u32> {
    let mut turns = Vec::new();
    let _ = goal.rules.each_turn(field, &mut |removed| {
        if removed & goal.kept == 0 {
            turns.push(removed);
        }
        ControlFlow::Continue(())
    });
    turns
}

/// Returns the move that removes these one or two checkers.
pub fn removal(removed: u32) -> Move {
    let first = Square::new(removed.trailing_zeros() as usize);
    let last = Square::new(31 - removed.leading_zeros() as usize);
    if first == last { Move::Remove(first) } else { Move::RemoveTwo(first, last) }
}
