//! Layers: the answers for all positions below a field at once, 64 to a word, by induction and without any heuristic.
//! They take the same time on every board, which makes them the fallback where a search takes too long.
//!
//! `single` has them for turns of one checker, `double` for turns of one or two.

mod double;
mod ground;
mod matrix;
mod program;
mod side;
mod single;
mod subsets;
mod views;
mod wide;

use halfboard_rules::games::sight_reduction::Removal;

use super::{Field, RemovalRules};
use crate::limits::OutOfMemory;
use double::Double;
use ground::Ground;
use single::{Single, SingleGoal};

/// What is asked of every field below the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayerQuestion {
    /// Does the side to move win, who cannot move losing?
    Wins,
    /// Is the game over after this many turns at the latest, from the root on? For an odd number the side to move at
    /// the root wants that, for an even number the other does. The answer is whether the side to move gets what it
    /// wants. Only where a turn removes one checker.
    EndsWithin(u32),
    /// Can a solitaire be brought down to this many checkers?
    Leaves(u32),
    /// Can it be brought down to exactly this field? Only where a turn removes one checker.
    Becomes(Field),
}

/// The answers for a field and for those a few turns below it.
pub struct Layers(LayerKind);

enum LayerKind {
    Single(Single),
    Double(Double),
    /// Nothing below the root can be what was asked for.
    Never,
}

impl Layers {
    /// Computes all fields below this one, on `threads` threads. Questions that depend on the number of turns are only
    /// for turns of one checker: `None` for others.
    pub fn below(
        rules: RemovalRules,
        field: Field,
        question: LayerQuestion,
        threads: usize,
    ) -> Result<Option<Layers>, OutOfMemory> {
        let ground = Ground::new(rules, field);
        let deepest = single::last_depth(&ground);
        let kind = match (rules.remove, question) {
            (Removal::One, LayerQuestion::Wins) => {
                LayerKind::Single(Single::below(ground, SingleGoal::Wins, deepest, None, threads)?)
            }
            (Removal::One, LayerQuestion::EndsWithin(turns)) => {
                let last = deepest.min(turns as usize + 1);
                LayerKind::Single(Single::below(ground, SingleGoal::Wins, last, None, threads)?)
            }
            (Removal::One, LayerQuestion::Leaves(left)) => {
                let turns = field.count().saturating_sub(left) as usize;
                match turns <= deepest {
                    true => LayerKind::Single(Single::below(ground, SingleGoal::Reaches, turns, None, threads)?),
                    false => LayerKind::Never,
                }
            }
            (Removal::One, LayerQuestion::Becomes(last)) => {
                match field.count().checked_sub(last.count()).map(|turns| turns as usize) {
                    Some(turns) if turns <= deepest => {
                        LayerKind::Single(Single::below(ground, SingleGoal::Reaches, turns, Some(last), threads)?)
                    }
                    _ => LayerKind::Never,
                }
            }
            (Removal::OneOrTwo, LayerQuestion::Wins) => LayerKind::Double(Double::below(ground, None, threads)?),
            (Removal::OneOrTwo, LayerQuestion::Leaves(left)) => {
                LayerKind::Double(Double::below(ground, Some(left), threads)?)
            }
            (Removal::OneOrTwo, LayerQuestion::EndsWithin(_) | LayerQuestion::Becomes(_)) => return Ok(None),
        };
        Ok(Some(Layers(kind)))
    }

    /// Returns the answer for a field; `None` where it is too far below the root to have been kept, or not below it.
    pub fn get(&self, field: Field) -> Option<bool> {
        match &self.0 {
            LayerKind::Single(layers) => layers.get(field),
            LayerKind::Double(layers) => layers.get(field),
            LayerKind::Never => Some(false),
        }
    }
}

/// What a solitaire can come to at best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fewest {
    /// The fewest checkers that can be left.
    pub left: u32,
    /// Whether they can be the wanted ones.
    pub wanted: bool,
}

/// Returns the fewest checkers that a solitaire can leave from a field on, and whether these can be the wanted ones,
/// given as the field that would be left.
pub fn fewest(rules: RemovalRules, field: Field, wanted: Option<Field>, threads: usize) -> Result<Fewest, OutOfMemory> {
    let ground = Ground::new(rules, field);
    match rules.remove {
        Removal::One => {
            let (left, wanted) = single::fewest(&ground, wanted, threads)?;
            Ok(Fewest { left, wanted })
        }
        Removal::OneOrTwo => {
            let left = double::fewest(&ground, threads)?;
            Ok(Fewest { left, wanted: wanted.is_some_and(|wanted| wanted.count() == left) })
        }
    }
}
