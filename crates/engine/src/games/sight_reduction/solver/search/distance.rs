//! Within how many plies a field is won: the winner hurries and the loser delays.
//!
//! A game ends when the loser has made its last turn, so its length is counted in turns of the loser. The winner only
//! ever adds to those that it can make: they are at least the guaranteed ones, and at most those that a guarantee of
//! the winner leaves. Between the two there is little to search.

use halfboard_rules::games::sight_reduction::{Enemy, Removal, Sight};

use super::move_ordering::{DOUBLE, SINGLE};
use super::node::RegionNode;
use super::outcome::{parting, rank, turns};
use super::{Searcher, plain};
use crate::games::sight_reduction::solver::{Field, RemovalRules};
use crate::limits::CancelToken;

/// Who hurries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// The side to move.
    Mover,
    /// The side that has just moved.
    Other,
}

/// What is asked: by which rules, and which side of the table's colouring hurries.
#[derive(Clone, Copy)]
struct Race {
    rules: RemovalRules,
    winner: u32,
}

impl Searcher {
    /// Whether one side can force a win within `plies`; `None` if `most_nodes` do not suffice,
    /// or when it is stopped.
    pub fn wins_within(
        &mut self,
        rules: RemovalRules,
        field: Field,
        winner: Winner,
        plies: u32,
        most_nodes: u64,
        cancel: &CancelToken,
    ) -> Option<bool> {
        let side = self.begin(rules, field, most_nodes, cancel);
        // The winner makes the last ply, so that of its turns there is one more where it begins.
        let (winner, turns) = match winner {
            Winner::Mover if plies == 0 => return Some(false),
            Winner::Mover => (side, (plies - 1) / 2),
            Winner::Other => (side ^ 1, plies / 2),
        };
        self.distances.begin(winner);
        let race = Race { rules, winner };
        let turns = turns.min(32) as i32;
        let wins = match (rules.enemy, rules.sight, rules.remove) {
            (Enemy::Required, ..) => self.plain_race(race, field, side, turns),
            (_, Sight::Orthogonal, Removal::One) => self.race::<false, false, SINGLE>(race, field, side, turns),
            (_, Sight::Queen, Removal::One) => self.race::<true, false, SINGLE>(race, field, side, turns),
            (_, Sight::Orthogonal, Removal::OneOrTwo) => self.race::<false, true, DOUBLE>(race, field, side, turns),
            (_, Sight::Queen, Removal::OneOrTwo) => self.race::<true, true, DOUBLE>(race, field, side, turns),
        };
        (!self.work.stopped).then_some(wins)
    }

    fn race<const QUEEN: bool, const TWO: bool, const N: usize>(
        &mut self,
        race: Race,
        field: Field,
        side: u32,
        most: i32,
    ) -> bool {
        let node = RegionNode::new::<QUEEN>(field);
        match node.settled_within::<QUEEN>(side == race.winner, most) {
            Some(wins) => wins,
            None => self.race_on::<QUEEN, TWO, N>(race, &node, side, most),
        }
    }

    /// Returns whether the winner wins before the other has made more than `most` turns, where guarantees do not tell.
    fn race_on<const QUEEN: bool, const TWO: bool, const N: usize>(
        &mut self,
        race: Race,
        node: &RegionNode,
        side: u32,
        most: i32,
    ) -> bool {
        if !self.work.count() {
            return false;
        }
        let left = node.field.own | node.field.enemy;
        let hurries = side == race.winner;
        let most_after = if hurries { most } else { most - 1 };
        let parting = parting::<QUEEN>(node.field);
        let mut list = turns::<QUEEN, TWO, N>(race.rules, node.field, parting);
        // One turn is enough for the winner, and one escape for the other.
        let mut found = list.ask(|removed| self.distances.get(left ^ removed, side ^ 1, most_after), hurries);
        if !found {
            list.rank(|removed| rank::<QUEEN>(race.rules, node, parting, removed));
        }
        let mut tried = 0;
        while !found && let Some(removed) = list.take(tried) {
            tried += 1;
            let next = node.after::<QUEEN>(removed);
            let wins = match next.settled_within::<QUEEN>(!hurries, most_after) {
                Some(wins) => wins,
                None => self.race_on::<QUEEN, TWO, N>(race, &next, side ^ 1, most_after),
            };
            if self.work.stopped {
                return false;
            }
            found = wins == hurries;
        }
        let wins = found == hurries;
        self.distances.put(left, side, most, wins);
        wins
    }

    /// The same where nothing is guaranteed.
    fn plain_race(&mut self, race: Race, field: Field, side: u32, most: i32) -> bool {
        if !self.work.count() {
            return false;
        }
        let hurries = side == race.winner;
        let stuck = race.rules.removable(field) == 0;
        if stuck || !hurries && most == 0 {
            return stuck && !hurries;
        }
        let left = field.own | field.enemy;
        let most_after = if hurries { most } else { most - 1 };
        let mut list = plain::turns(race.rules, field);
        let mut found = list.ask(|removed| self.distances.get(left ^ removed, side ^ 1, most_after), hurries);
        if !found {
            list.rank(|removed| plain::rank(race.rules, field, removed));
        }
        let mut tried = 0;
        while !found && let Some(removed) = list.take(tried) {
            tried += 1;
            found = self.plain_race(race, field.without(removed), side ^ 1, most_after) == hurries;
            if self.work.stopped {
                return false;
            }
        }
        let wins = found == hurries;
        self.distances.put(left, side, most, wins);
        wins
    }
}
