//! How many ways a solitaire comes out. Part of the solitaire.

use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;

use super::super::solver::Field;
use super::bounds::Goal;

/// A number of solutions, that is of different lines that solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolutionCount {
    /// All were counted.
    Exactly(u128),
    /// There are more than these.
    MoreThan(u128),
}

impl fmt::Display for SolutionCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolutionCount::Exactly(count) => write!(f, "{count}"),
            // None was met within the limit, and boards without a solution are not counted.
            SolutionCount::MoreThan(0) => f.write_str("some"),
            SolutionCount::MoreThan(count) => write!(f, "more than {count}"),
        }
    }
}

/// Counts until the memory limit is reached.
struct Counting {
    goal: Goal,
    known: HashMap<Field, u128>,
    room: usize,
}

/// Returns the lines that get to an goal, which must be one where nothing can be removed any more.
pub(super) fn count(goal: Goal, field: Field, room: usize) -> SolutionCount {
    let mut counting = Counting { goal, known: HashMap::new(), room };
    match counting.below(field) {
        (count, true) => SolutionCount::Exactly(count),
        // What is left out may come to nothing, and then the lines found are all but not known to be.
        (count, false) => SolutionCount::MoreThan(count.saturating_sub(1)),
    }
}

impl Counting {
    /// Returns the lines found below a field, and whether they are all.
    fn below(&mut self, field: Field) -> (u128, bool) {
        if field.count() <= self.goal.most_left {
            return (1, true);
        }
        if let Some(&count) = self.known.get(&field) {
            return (count, true);
        }
        if self.goal.never(field) {
            return (0, true);
        }
        // Memory that cannot be had ends the counting like room that was not given.
        if self.known.len() >= self.room || self.known.try_reserve(1).is_err() {
            return (0, false);
        }
        let (mut count, mut all) = (0u128, true);
        let goal = self.goal;
        let _ = goal.rules.each_turn(field, &mut |removed| {
            if removed & goal.kept == 0 {
                // No board has more than 30! lines, which is less than 2¹⁰⁸.
                let (more, complete) = self.below(field.without(removed));
                count += more;
                all &= complete;
            }
            ControlFlow::Continue(())
        });
        if all {
            self.known.insert(field, count);
        }
        (count, all)
    }
}
