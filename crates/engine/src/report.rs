//! What a search tells while it runs and when it ends.

use crate::value::Value;

/// What is known after a depth is finished.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report<M> {
    /// The last depth that was finished.
    pub depth: u32,
    /// The deepest line looked at.
    pub deepest: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Seconds spent.
    pub seconds: f64,
    /// The best lines, best first. Never empty while the game is not over.
    pub lines: Vec<Line<M>>,
    /// Whether the game was searched to its end: all values are proven then.
    pub exhausted: bool,
    /// How full the table is, in thousandths.
    pub full: u32,
}

impl<M> Report<M> {
    /// A report that says nothing but a move, of a player that does not search.
    pub fn of_move(mv: M) -> Self {
        let line = Line { value: Value::Estimated(0), moves: vec![mv] };
        Report { depth: 0, deepest: 0, nodes: 0, seconds: 0.0, lines: vec![line], exhausted: false, full: 0 }
    }
}

/// A line of play with the value of its first move.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// The value for the team to move.
    pub value: Value,
    /// The moves, at least one.
    pub moves: Vec<M>,
}
