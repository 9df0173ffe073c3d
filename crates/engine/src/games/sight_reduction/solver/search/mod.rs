//! Who wins a field, by search: alpha-beta that knows only won and lost, with a small table.
//!
//! A position below a board is the set of checkers that are left and the side to move, which fits the table's 33 bits.
//! What the table knows holds for one colouring of the squares; fields of the same colouring share it.

mod distance;
mod move_ordering;
mod node;
mod outcome;
mod plain;
mod table;

pub use distance::Winner;

use halfboard_rules::games::sight_reduction::{Enemy, Removal, Sight};

use super::{Field, RemovalRules};
use crate::limits::CancelToken;
use move_ordering::{DOUBLE, SINGLE};
use table::{DistanceTable, WinLossTable};

/// A searcher with its tables, which serves any number of fields.
pub struct Searcher {
    verdicts: WinLossTable,
    distances: DistanceTable,
    /// The rules and the colouring for which the tables hold: each side's checkers.
    base: Option<(RemovalRules, [u32; 2])>,
    work: SearchBudget,
}

/// How far a search may go, and how far it has come.
struct SearchBudget {
    nodes: u64,
    most: u64,
    cancel: CancelToken,
    stopped: bool,
}

impl SearchBudget {
    /// Counts a node and looks now and then whether there is leave to go on.
    #[inline]
    fn count(&mut self) -> bool {
        if self.nodes >= self.most || self.nodes & 0x3ff == 0 && self.cancel.is_cancelled() {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        true
    }
}

impl Default for Searcher {
    fn default() -> Self {
        Searcher::new()
    }
}

impl Searcher {
    /// Creates a searcher that knows nothing yet.
    pub fn new() -> Self {
        let work = SearchBudget { nodes: 0, most: 0, cancel: CancelToken::default(), stopped: false };
        Searcher { verdicts: WinLossTable::new(), distances: DistanceTable::default(), base: None, work }
    }

    /// Returns the positions that the last search looked at.
    pub fn nodes(&self) -> u64 {
        self.work.nodes
    }

    /// Returns whether the side to move wins; `None` if `most_nodes` do not suffice, or the search is cancelled.
    pub fn wins(&mut self, rules: RemovalRules, field: Field, most_nodes: u64, cancel: &CancelToken) -> Option<bool> {
        let side = self.begin(rules, field, most_nodes, cancel);
        let wins = match (rules.enemy, rules.sight, rules.remove) {
            (Enemy::Required, ..) => {
                let known = self.verdicts.get(field.own | field.enemy, side);
                known.unwrap_or_else(|| self.plain(rules, field, side))
            }
            (_, Sight::Orthogonal, Removal::One) => self.outcome::<false, false, SINGLE>(rules, field, side),
            (_, Sight::Queen, Removal::One) => self.outcome::<true, false, SINGLE>(rules, field, side),
            (_, Sight::Orthogonal, Removal::OneOrTwo) => self.outcome::<false, true, DOUBLE>(rules, field, side),
            (_, Sight::Queen, Removal::OneOrTwo) => self.outcome::<true, true, DOUBLE>(rules, field, side),
        };
        (!self.work.stopped).then_some(wins)
    }

    /// Prepares the tables for a field and gives the number of the side to move in their colouring.
    fn begin(&mut self, rules: RemovalRules, field: Field, most_nodes: u64, cancel: &CancelToken) -> u32 {
        self.work = SearchBudget { nodes: 0, most: most_nodes, cancel: cancel.clone(), stopped: false };
        if let Some((base, [first, second])) = self.base
            && base == rules
        {
            if field.own & !first == 0 && field.enemy & !second == 0 {
                return 0;
            }
            if field.own & !second == 0 && field.enemy & !first == 0 {
                return 1;
            }
        }
        self.verdicts.clear();
        self.distances.clear();
        self.base = Some((rules, [field.own, field.enemy]));
        0
    }
}
