//! The simple players by whom boards are graded. Part of the solitaire, and frozen: puzzle numbers hang on every choice
//! made here, so nothing may change but by a new [`super::generate::VERSION`].
//!
//! A simple player looks one turn ahead. The careless one wants few checkers that could not leave if it were their
//! turn; the careful one also wants few groups. BothGroups decide between equals by chance. Each alone tells boards
//! apart under some rules only, so they play in turns: where diagonals count the careful one hardly ever fails,
//! elsewhere the careless one always does.

use std::ops::ControlFlow;

use halfboard_rules::random::{SplitMix64, mix};

use super::super::solver::Field;
use super::bounds::{Goal, Groups};

/// How often the simple players play a board: the careful one and the careless one in turns.
pub const SIMPLE_PLAYS: u32 = 256;

/// Simple players at one board.
pub(super) struct SimplePlayers {
    goal: Goal,
    field: Field,
    random: SplitMix64,
    played: u32,
    turns: Vec<(u32, u32)>,
}

impl SimplePlayers {
    /// Chance depends on the board and nothing else.
    pub(super) fn at(goal: Goal, field: Field) -> SimplePlayers {
        let board = u64::from(field.own) << 32 | u64::from(field.enemy);
        let random = SplitMix64::new(mix(board ^ mix(u64::from(goal.kept))));
        SimplePlayers { goal, field, random, played: 0, turns: Vec::new() }
    }

    /// Plays once more; what is left if that is what was wanted.
    pub(super) fn play(&mut self) -> Option<Field> {
        let careful = self.played.is_multiple_of(2);
        self.played += 1;
        let mut field = self.field;
        while let Some(removed) = self.choose(field, careful) {
            field = field.without(removed);
        }
        (field.count() <= self.goal.most_left).then_some(field)
    }

    fn choose(&mut self, field: Field, careful: bool) -> Option<u32> {
        let Goal { rules, kept, .. } = self.goal;
        let mut best = u32::MAX;
        self.turns.clear();
        let turns = &mut self.turns;
        let _ = rules.each_turn(field, &mut |removed| {
            if removed & kept != 0 {
                return ControlFlow::Continue(());
            }
            let next = field.without(removed);
            let able = rules.removable(next) | rules.removable(Field { own: next.enemy, enemy: next.own });
            let stuck = next.count() - able.count_ones();
            let groups = match careful {
                true => Groups::of(rules, next.own, next.enemy).count + Groups::of(rules, next.enemy, next.own).count,
                false => 0,
            };
            let score = 64 * stuck + groups;
            best = best.min(score);
            turns.push((score, removed));
            ControlFlow::Continue(())
        });
        turns.retain(|&(score, _)| score == best);
        match turns.len() {
            0 => None,
            equals => Some(turns[self.random.below(equals as u64) as usize].1),
        }
    }
}
