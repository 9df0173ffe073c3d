//! The fallback of the solitaire: answers that do not hang on luck, by the layers below a field.

use super::super::solver::layers::{Fewest, LayerQuestion, Layers, fewest as fewest_in_layers};
use super::super::solver::{Field, RemovalRules};
use super::bounds::Goal;
use crate::limits::OutOfMemory;

/// Which fields near the top can get to an goal.
pub(super) struct Reaching(Layers);

impl Reaching {
    /// Works out what is below a field.
    pub(super) fn below(goal: Goal, field: Field, threads: usize) -> Result<Self, OutOfMemory> {
        let question = match last(field, goal.kept) {
            Some(last) => LayerQuestion::Becomes(last),
            None => LayerQuestion::Leaves(goal.most_left),
        };
        let layers = Layers::below(goal.rules, field, question, threads)?;
        Ok(Reaching(layers.expect("last checkers are kept only where a turn removes one")))
    }

    /// Returns the answer for a field; `None` where it is too far below.
    pub(super) fn get(&self, field: Field) -> Option<bool> {
        self.0.get(field)
    }
}

/// Returns the fewest checkers that can be left, and whether these can be the kept ones.
pub(super) fn fewest(rules: RemovalRules, field: Field, kept: u32, threads: usize) -> Result<Fewest, OutOfMemory> {
    fewest_in_layers(rules, field, last(field, kept), threads)
}

/// What is left when only the kept checkers are, which are two, and as many turns have been played as there were
/// others.
fn last(field: Field, kept: u32) -> Option<Field> {
    let last = Field { own: field.own & kept, enemy: field.enemy & kept };
    let others = field.count() - last.count();
    (kept != 0).then_some(if others.is_multiple_of(2) { last } else { Field { own: last.enemy, enemy: last.own } })
}
