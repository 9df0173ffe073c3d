//! Sight Reduction for two players, solved: who wins a field, by which turns, and how soon. A search within a budget is
//! asked first, and what takes any board the same time when that is used up.

use std::ops::ControlFlow;

use halfboard_rules::games::sight_reduction::{Enemy, Removal};

use super::fallback::Fallback;
use super::search::{Searcher, Winner};
use super::{Field, RemovalRules};
use crate::limits::CancelToken;
use crate::solve::{ProgressObserver, SolverError};

/// Solves fields by one way of removing.
pub struct Solver {
    rules: RemovalRules,
    threads: usize,
    searcher: Searcher,
    /// The fallback that was needed, with its field.
    fallback: Option<(Field, Fallback)>,
    nodes: u64,
}

impl Solver {
    /// Creates a solver; only the fallback uses several threads.
    pub fn new(rules: RemovalRules, threads: usize) -> Self {
        Solver { rules, threads, searcher: Searcher::new(), fallback: None, nodes: 0 }
    }

    /// By what it removes.
    pub fn rules(&self) -> RemovalRules {
        self.rules
    }

    /// Returns the positions that its searches have looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the nodes that a search may look at before the fallback is taken. Worth some 60 ms with the default
    /// rules, so that any board takes at most about that longer than the fallback.
    pub fn budget(&self) -> u64 {
        match self.rules {
            // Plain search seldom decides a full board, so it is soon given up.
            RemovalRules { enemy: Enemy::Required, .. } => 40_000,
            // The fallback takes some two seconds there.
            RemovalRules { remove: Removal::OneOrTwo, .. } => 200_000,
            _ => 80_000,
        }
    }

    /// Returns whether the side to move wins.
    pub fn verdict(&mut self, field: Field, cancel: &CancelToken) -> Result<bool, SolverError> {
        // Where the fallback was needed a turn above, it knows this field as well.
        if let Some((at, fallback)) = &mut self.fallback
            && fallback.knows_winners()
            && is_near(self.rules, *at, field)
        {
            return fallback.wins(field, cancel);
        }
        if let Some(wins) = self.search(field, self.budget(), cancel)? {
            return Ok(wins);
        }
        self.fallback(field).wins(field, cancel)
    }

    /// Returns whether the side to move wins, if `most_nodes` suffice.
    pub fn search(&mut self, field: Field, most_nodes: u64, cancel: &CancelToken) -> Result<Option<bool>, SolverError> {
        let found = self.searcher.wins(self.rules, field, most_nodes, cancel);
        self.nodes += self.searcher.nodes();
        if cancel.is_cancelled() { Err(SolverError::Cancelled) } else { Ok(found) }
    }

    /// Returns all turns that win, each as the checkers that it removes.
    pub fn winning_turns(
        &mut self,
        field: Field,
        observer: &mut ProgressObserver<'_>,
    ) -> Result<Vec<u32>, SolverError> {
        let turns = self.turns(field);
        if !self.verdict(field, observer.cancel)? {
            return Ok(Vec::new());
        }
        let mut winning = Vec::new();
        for (done, &removed) in turns.iter().enumerate() {
            (observer.on_progress)(done, turns.len());
            if !self.verdict(field.without(removed), observer.cancel)? {
                winning.push(removed);
            }
        }
        Ok(winning)
    }

    /// Returns the plies to the end of the game when the winner hurries and the loser delays: odd when the side to move
    /// wins, 0 when it cannot move.
    pub fn distance(&mut self, field: Field, cancel: &CancelToken) -> Result<u32, SolverError> {
        let (winner, mut plies) = match self.verdict(field, cancel)? {
            true => (Winner::Mover, 1),
            false => (Winner::Other, 0),
        };
        while !self.within(field, winner, plies, cancel)? {
            plies += 2;
        }
        Ok(plies)
    }

    /// Returns whether one side wins within `plies`.
    pub fn within(
        &mut self,
        field: Field,
        winner: Winner,
        plies: u32,
        cancel: &CancelToken,
    ) -> Result<bool, SolverError> {
        match self.search_within(field, winner, plies, 4 * self.budget(), cancel) {
            Some(wins) => Ok(wins),
            None if cancel.is_cancelled() => Err(SolverError::Cancelled),
            None => self.fallback(field).wins_within(field, winner, plies, cancel),
        }
    }

    /// Returns the same, if `most_nodes` suffice.
    pub fn search_within(
        &mut self,
        field: Field,
        winner: Winner,
        plies: u32,
        most_nodes: u64,
        cancel: &CancelToken,
    ) -> Option<bool> {
        let found = self.searcher.wins_within(self.rules, field, winner, plies, most_nodes, cancel);
        self.nodes += self.searcher.nodes();
        found
    }

    /// Returns a line of best play to the end of the game: the winner keeps the win, and with the distance hurries
    /// while the loser delays. Without it the loser just goes on.
    pub fn best_line(
        &mut self,
        field: Field,
        with_distance: bool,
        observer: &mut ProgressObserver<'_>,
    ) -> Result<Vec<u32>, SolverError> {
        let mut line = Vec::new();
        let mut field = field;
        let mut wins = self.verdict(field, observer.cancel)?;
        let mut left = if with_distance { Some(self.distance(field, observer.cancel)?) } else { None };
        loop {
            (observer.on_progress)(line.len(), line.len() + left.unwrap_or_else(|| field.count()) as usize);
            let mut chosen = None;
            for removed in self.turns(field) {
                let next = field.without(removed);
                let suits = match left {
                    // The loser delays for as long as the distance says, and no turn of the winner is quicker.
                    Some(plies) if wins => self.within(next, Winner::Other, plies - 1, observer.cancel)?,
                    Some(plies) if plies > 2 => !self.within(next, Winner::Mover, plies - 3, observer.cancel)?,
                    _ => !wins || !self.verdict(next, observer.cancel)?,
                };
                if suits {
                    chosen = Some(removed);
                    break;
                }
            }
            let Some(removed) = chosen else { return Ok(line) };
            line.push(removed);
            field = field.without(removed);
            wins = !wins;
            left = left.map(|plies| plies - 1);
        }
    }

    /// Returns all turns of a field.
    pub fn turns(&self, field: Field) -> Vec<u32> {
        let mut turns = Vec::new();
        let _ = self.rules.each_turn(field, &mut |removed| {
            turns.push(removed);
            ControlFlow::Continue(())
        });
        turns
    }

    /// Returns the fallback for a field. That of a field a turn above serves as well, and what it works out is kept.
    fn fallback(&mut self, field: Field) -> &mut Fallback {
        let fitting = self.fallback.as_ref().is_some_and(|&(at, _)| is_near(self.rules, at, field));
        // The memory of one that does not fit is given back before the next takes its own.
        let fallback = match self.fallback.take().filter(|_| fitting) {
            Some(fallback) => fallback,
            None => (field, Fallback::below(self.rules, field, self.threads)),
        };
        &mut self.fallback.insert(fallback).1
    }
}

/// Returns whether a field is another or one turn below it.
fn is_near(rules: RemovalRules, above: Field, field: Field) -> bool {
    let is_it = |removed: u32| match above.without(removed) == field {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    above == field || rules.each_turn(above, &mut { is_it }).is_break()
}
