//! The solitaire of Sight Reduction: whether it comes out, how few checkers can be left if not, and by which removals.
//!
//! [`find`] looks for a line and is quick where there is one; `exact` decides what it leaves open. `bounds` says what needs
//! no search, `count` counts solutions. [`grade`] tells how hard a board is by
//! how often the players of `simple` fail, and [`generate`] makes puzzles of numbers.

mod bounds;
mod count;
mod exact;
pub mod find;
pub mod generate;
pub mod grade;
mod simple;

use std::ops::ControlFlow;

use halfboard_rules::board::Square;
use halfboard_rules::game::{Color, Game, Outcome};
use halfboard_rules::games::sight_reduction::{Enemy, Move, Position, Removal, SightReduction};

use super::{Field, Removing};
use crate::table::NoMemory;
use bounds::Aim;
pub use count::Count;
pub use find::{Effort, Found};
pub use generate::{Puzzle, Wish};
pub use grade::{Facts, Grade, Graded};
pub use simple::PLAYS;

/// What a solitaire comes to; better is less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// It comes out.
    Solved,
    /// It does not, and this many are left.
    Stuck(u8),
}

impl From<Verdict> for Outcome {
    fn from(verdict: Verdict) -> Outcome {
        match verdict {
            Verdict::Solved => Outcome::Solved,
            Verdict::Stuck(left) => Outcome::Stuck(left),
        }
    }
}

/// The best that a solitaire can come to, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// What it comes to.
    pub verdict: Verdict,
    /// A line to the end that comes to it, turn by turn the checkers removed.
    pub line: Vec<u32>,
    /// How many fields were looked at.
    pub nodes: u64,
}

/// What an exact answer may use.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// How long a line is looked for before all lines are gone through.
    pub effort: Effort,
    /// How many threads go through them.
    pub threads: usize,
}

impl Default for Means {
    fn default() -> Self {
        Means { effort: Effort { nodes: 200_000, seed: 1 }, threads: 1 }
    }
}

/// Which two must be the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    Any,
    /// These two, one of each colour.
    These(u32),
    /// Two that are not there.
    Missing,
}

/// A solitaire as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solitaire {
    removing: Removing,
    field: Field,
    last: Last,
}

impl Solitaire {
    /// The solitaire of a position, in which checkers are removed; whether the game is one for two players is not asked.
    pub fn of(game: &SightReduction, position: &Position) -> Option<Solitaire> {
        let (field, _) = Field::of(position)?;
        let stands = |square: Square, color: Color| position.checkers(color) & square.bit32() != 0;
        let last = match game.options().target.0 {
            None => Last::Any,
            Some((white, black)) if stands(white, Color::White) && stands(black, Color::Black) => {
                Last::These(white.bit32() | black.bit32())
            }
            Some(_) => Last::Missing,
        };
        Some(Solitaire { removing: Removing::of(game), field, last })
    }

    /// A solitaire in which any two may be the last.
    pub fn new(removing: Removing, field: Field) -> Solitaire {
        Solitaire { removing, field, last: Last::Any }
    }

    /// The solitaire after a turn.
    #[must_use]
    pub fn after(self, removed: u32) -> Solitaire {
        let last = match self.last {
            Last::These(kept) if kept & removed != 0 => Last::Missing,
            last => last,
        };
        Solitaire { field: self.field.without(removed), last, ..self }
    }

    /// Where the checkers stand.
    pub fn field(self) -> Field {
        self.field
    }

    /// What solving means; `None` where it can be seen to be impossible.
    fn solved(self) -> Option<Aim> {
        let Solitaire { removing, field, last } = self;
        let aim = |most_left, kept| Some(Aim { removing, most_left, kept });
        match (removing.remove, last) {
            // The last turn removes checkers that see an enemy, who then stays.
            (Removal::OneOrTwo, _) if removing.enemy == Enemy::Required && field.count() > 0 => None,
            (Removal::OneOrTwo, _) => aim(0, 0),
            // Nobody's last checker sees a friend, so a colour that is there stays there, and of two left each has one.
            (Removal::One, _) if field.own == 0 || field.enemy == 0 => None,
            (Removal::One, Last::Any) => aim(2, 0),
            (Removal::One, Last::These(kept)) => aim(2, kept),
            (Removal::One, Last::Missing) => None,
        }
    }

    /// What a puzzle asks for: to solve, or to leave one where the last turn must leave an enemy.
    fn wanted(self) -> Option<Aim> {
        match (self.removing.remove, self.removing.enemy) {
            (Removal::OneOrTwo, Enemy::Required) => Some(Aim { removing: self.removing, most_left: 1, kept: 0 }),
            _ => self.solved(),
        }
    }

    /// What coming to a verdict means.
    fn aim(self, verdict: Verdict) -> Option<Aim> {
        match verdict {
            Verdict::Solved => self.solved(),
            Verdict::Stuck(left) => Some(Aim { removing: self.removing, most_left: left.into(), kept: 0 }),
        }
    }

    /// Looks for a solution, without going through everything.
    pub fn solution(self, effort: Effort) -> Found {
        self.solved().map_or(Found::Nothing, |aim| find::search(aim, self.field, effort).0)
    }

    /// Looks for a line that leaves at most so many checkers, whichever.
    pub fn reach(self, most_left: u32, effort: Effort) -> Found {
        find::search(Aim { removing: self.removing, most_left, kept: 0 }, self.field, effort).0
    }

    /// The best result, proven, with a line.
    pub fn best(self, means: Means) -> Result<Best, NoMemory> {
        let mut nodes = 0;
        // Where the last turn must leave an enemy, fewer than that one need not be looked for.
        let mut most_left =
            self.wanted().map_or(0, |aim| if aim.most_left == 1 { self.field.count().min(1) } else { 0 });
        if let Some(aim) = self.solved() {
            let (found, spent) = find::search(aim, self.field, means.effort);
            nodes += spent;
            match found {
                Found::Line(line) => return Ok(Best { verdict: Verdict::Solved, line, nodes }),
                Found::Nothing if aim.kept == 0 => most_left = aim.most_left + 1,
                Found::Nothing => {}
                Found::Open => return self.exactly(Some(aim), means, nodes),
            }
        }
        // A small field is gone through before the nodes are spent.
        loop {
            let verdict = Verdict::Stuck(most_left as u8);
            let aim = Aim { removing: self.removing, most_left, kept: 0 };
            let (found, spent) = find::search(aim, self.field, means.effort);
            nodes += spent;
            match found {
                Found::Line(line) => return Ok(Best { verdict, line, nodes }),
                Found::Nothing => most_left += 1,
                Found::Open => return self.exactly(None, means, nodes),
            }
        }
    }

    /// The best result where a search left it open; `solved` is what solving means if that is still possible.
    fn exactly(self, solved: Option<Aim>, means: Means, mut nodes: u64) -> Result<Best, NoMemory> {
        let kept = solved.map_or(0, |aim| aim.kept);
        let fewest = exact::fewest(self.removing, self.field, kept, means.threads)?;
        let comes_out = |aim: &Aim| aim.most_left == fewest.left && (kept == 0 || fewest.wanted);
        let (verdict, aim) = match solved.filter(comes_out) {
            Some(aim) => (Verdict::Solved, aim),
            None => {
                let aim = Aim { removing: self.removing, most_left: fewest.left, kept: 0 };
                (Verdict::Stuck(fewest.left as u8), aim)
            }
        };
        let line = line_to(aim, self.field, means, &mut nodes)?;
        Ok(Best { verdict, line, nodes })
    }

    /// All turns that keep the best result, as bitboards of one or two checkers, in the order of the rules.
    pub fn keep(self, verdict: Verdict, means: Means) -> Result<Vec<u32>, NoMemory> {
        let Some(aim) = self.aim(verdict) else { return Ok(Vec::new()) };
        let mut reaching = None;
        let mut kept = Vec::new();
        for removed in turns(aim, self.field) {
            let next = self.field.without(removed);
            let keeps = match find::search(aim, next, means.effort).0 {
                Found::Line(_) => true,
                Found::Nothing => false,
                Found::Open => {
                    let all = match reaching.take() {
                        Some(all) => all,
                        None => exact::Reaching::below(aim, self.field, means.threads)?,
                    };
                    let known = all.get(next);
                    reaching = Some(all);
                    match known {
                        Some(known) => known,
                        None => exact::Reaching::below(aim, next, means.threads)?.get(next) == Some(true),
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
    pub fn facts(self, line: &[u32]) -> Option<Facts> {
        Some(grade::facts(self.wanted()?, self, line))
    }

    /// How many solutions there are, counted with room for so many different fields.
    pub fn count(self, verdict: Verdict, room: usize) -> Count {
        match self.solved() {
            Some(aim) if verdict == Verdict::Solved => count::count(aim, self.field, room),
            _ => Count::Exactly(0),
        }
    }
}

/// A line to an aim that is known to be within reach: if need be, down by turns that keep it to where a search finds the
/// rest.
fn line_to(aim: Aim, start: Field, means: Means, nodes: &mut u64) -> Result<Vec<u32>, NoMemory> {
    let mut line = Vec::new();
    let mut field = start;
    let mut reaching: Option<exact::Reaching> = None;
    loop {
        let (found, spent) = find::search(aim, field, means.effort);
        *nodes += spent;
        if let Found::Line(rest) = found {
            line.extend(rest);
            return Ok(line);
        }
        let known =
            reaching.take().filter(|known| turns(aim, field).iter().any(|&t| known.get(field.without(t)).is_some()));
        let known = match known {
            Some(known) => known,
            None => exact::Reaching::below(aim, field, means.threads)?,
        };
        let keeping = turns(aim, field).into_iter().find(|&removed| known.get(field.without(removed)) == Some(true));
        let removed = keeping.expect("what is within reach has a turn that keeps it there");
        line.push(removed);
        field = field.without(removed);
        reaching = Some(known);
    }
}

/// The turns that an aim allows.
fn turns(aim: Aim, field: Field) -> Vec<u32> {
    let mut turns = Vec::new();
    let _ = aim.removing.each_turn(field, &mut |removed| {
        if removed & aim.kept == 0 {
            turns.push(removed);
        }
        ControlFlow::Continue(())
    });
    turns
}

/// The move that removes these one or two checkers.
pub fn removal(removed: u32) -> Move {
    let first = Square::new(removed.trailing_zeros() as usize);
    let last = Square::new(31 - removed.leading_zeros() as usize);
    if first == last { Move::Remove(first) } else { Move::RemoveTwo(first, last) }
}
