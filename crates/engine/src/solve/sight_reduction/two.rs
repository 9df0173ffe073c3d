//! Sight Reduction for two players, solved: who wins a field, by which turns, and how soon. A search within a budget is
//! asked first, and what takes any board the same time when that is used up.

use std::ops::ControlFlow;

use halfboard_rules::games::sight_reduction::{Enemy, Removal};

use super::resort::Resort;
use super::search::{Searcher, Winner};
use super::{Field, Removing};
use crate::limits::Stop;
pub use crate::solve::watch::{Halt, Watch};

/// Solves fields by one way of removing.
pub struct Solver {
    removing: Removing,
    threads: usize,
    searcher: Searcher,
    /// The last resort that was needed, with its field.
    resort: Option<(Field, Resort)>,
    nodes: u64,
}

impl Solver {
    /// A solver on so many threads, which only the last resort uses.
    pub fn new(removing: Removing, threads: usize) -> Self {
        Solver { removing, threads, searcher: Searcher::new(), resort: None, nodes: 0 }
    }

    /// By what it removes.
    pub fn removing(&self) -> Removing {
        self.removing
    }

    /// The positions that its searches have looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The nodes that a search may look at before the last resort is taken. Worth some 60 ms with the default rules, so
    /// that any board takes at most about that longer than the last resort.
    pub fn budget(&self) -> u64 {
        match self.removing {
            // Plain search seldom decides a full board, so it is soon given up.
            Removing { enemy: Enemy::Required, .. } => 40_000,
            // The last resort takes some two seconds there.
            Removing { remove: Removal::OneOrTwo, .. } => 200_000,
            _ => 80_000,
        }
    }

    /// Whether the side to move wins.
    pub fn verdict(&mut self, field: Field, stop: &Stop) -> Result<bool, Halt> {
        // Where the last resort was needed a turn above, it knows this field as well.
        if let Some((at, resort)) = &mut self.resort
            && resort.knows_winners()
            && is_near(self.removing, *at, field)
        {
            return resort.wins(field, stop);
        }
        if let Some(wins) = self.search(field, self.budget(), stop)? {
            return Ok(wins);
        }
        self.resort(field).wins(field, stop)
    }

    /// Whether the side to move wins, if so many nodes show it.
    pub fn search(&mut self, field: Field, most_nodes: u64, stop: &Stop) -> Result<Option<bool>, Halt> {
        let found = self.searcher.wins(self.removing, field, most_nodes, stop);
        self.nodes += self.searcher.nodes();
        if stop.is_stopped() { Err(Halt::Stopped) } else { Ok(found) }
    }

    /// All turns that win, each as the checkers that it removes.
    pub fn winning_turns(&mut self, field: Field, watch: &mut Watch<'_>) -> Result<Vec<u32>, Halt> {
        let turns = self.turns(field);
        if !self.verdict(field, watch.stop)? {
            return Ok(Vec::new());
        }
        let mut winning = Vec::new();
        for (done, &removed) in turns.iter().enumerate() {
            (watch.on_progress)(done, turns.len());
            if !self.verdict(field.without(removed), watch.stop)? {
                winning.push(removed);
            }
        }
        Ok(winning)
    }

    /// The plies to the end of the game when the winner hurries and the loser delays: odd when the side to move wins, 0 when
    /// it cannot move.
    pub fn distance(&mut self, field: Field, stop: &Stop) -> Result<u32, Halt> {
        let (winner, mut plies) = match self.verdict(field, stop)? {
            true => (Winner::Mover, 1),
            false => (Winner::Other, 0),
        };
        while !self.within(field, winner, plies, stop)? {
            plies += 2;
        }
        Ok(plies)
    }

    /// Whether one side wins within so many plies.
    pub fn within(&mut self, field: Field, winner: Winner, plies: u32, stop: &Stop) -> Result<bool, Halt> {
        match self.search_within(field, winner, plies, 4 * self.budget(), stop) {
            Some(wins) => Ok(wins),
            None if stop.is_stopped() => Err(Halt::Stopped),
            None => self.resort(field).wins_within(field, winner, plies, stop),
        }
    }

    /// The same, if so many nodes show it.
    pub fn search_within(
        &mut self,
        field: Field,
        winner: Winner,
        plies: u32,
        most_nodes: u64,
        stop: &Stop,
    ) -> Option<bool> {
        let found = self.searcher.wins_within(self.removing, field, winner, plies, most_nodes, stop);
        self.nodes += self.searcher.nodes();
        found
    }

    /// A line of best play to the end of the game: the winner keeps the win, and with the distance hurries while the loser
    /// delays. Without it the loser just goes on.
    pub fn best_line(&mut self, field: Field, with_distance: bool, watch: &mut Watch<'_>) -> Result<Vec<u32>, Halt> {
        let mut line = Vec::new();
        let mut field = field;
        let mut wins = self.verdict(field, watch.stop)?;
        let mut left = if with_distance { Some(self.distance(field, watch.stop)?) } else { None };
        loop {
            (watch.on_progress)(line.len(), line.len() + left.unwrap_or_else(|| field.count()) as usize);
            let mut chosen = None;
            for removed in self.turns(field) {
                let next = field.without(removed);
                let suits = match left {
                    // The loser delays for as long as the distance says, and no turn of the winner is quicker.
                    Some(plies) if wins => self.within(next, Winner::Other, plies - 1, watch.stop)?,
                    Some(plies) if plies > 2 => !self.within(next, Winner::Mover, plies - 3, watch.stop)?,
                    _ => !wins || !self.verdict(next, watch.stop)?,
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

    /// All turns of a field.
    pub fn turns(&self, field: Field) -> Vec<u32> {
        let mut turns = Vec::new();
        let _ = self.removing.each_turn(field, &mut |removed| {
            turns.push(removed);
            ControlFlow::Continue(())
        });
        turns
    }

    /// The last resort for a field. That of a field a turn above serves as well, and what it works out is kept.
    fn resort(&mut self, field: Field) -> &mut Resort {
        let fitting = self.resort.as_ref().is_some_and(|&(at, _)| is_near(self.removing, at, field));
        // The memory of one that does not fit is given back before the next takes its own.
        let resort = match self.resort.take().filter(|_| fitting) {
            Some(resort) => resort,
            None => (field, Resort::below(self.removing, field, self.threads)),
        };
        &mut self.resort.insert(resort).1
    }
}

/// Whether a field is another or one turn below it.
fn is_near(removing: Removing, above: Field, field: Field) -> bool {
    let is_it = |removed: u32| match above.without(removed) == field {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    above == field || removing.each_turn(above, &mut { is_it }).is_break()
}
