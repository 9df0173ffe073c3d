//! Search results.

use crate::value::Value;

/// The result of a search after a completed depth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchReport<M> {
    /// The last completed depth in plies.
    pub depth: u32,
    /// The selective depth: the longest variation searched, in plies.
    pub seldepth: u32,
    /// Number of nodes searched.
    pub nodes: u64,
    /// Time spent in seconds.
    pub seconds: f64,
    /// The best variations, best first. Never empty unless the game is over.
    pub lines: Vec<PrincipalVariation<M>>,
    /// Whether the game was searched to its end, so that all values are proven.
    pub exhausted: bool,
    /// How full the transposition table is, in permille.
    pub hashfull: u32,
}

impl<M> SearchReport<M> {
    /// Creates the report of a player that chooses a move without searching.
    pub fn from_move(mv: M) -> Self {
        let line = PrincipalVariation { value: Value::Estimated(0), moves: vec![mv] };
        SearchReport { depth: 0, seldepth: 0, nodes: 0, seconds: 0.0, lines: vec![line], exhausted: false, hashfull: 0 }
    }

    /// Returns the report with its moves converted.
    #[must_use]
    pub fn map<N>(&self, f: impl Fn(&M) -> N) -> SearchReport<N> {
        let line = |line: &PrincipalVariation<M>| PrincipalVariation {
            value: line.value,
            moves: line.moves.iter().map(&f).collect(),
        };
        SearchReport {
            depth: self.depth,
            seldepth: self.seldepth,
            nodes: self.nodes,
            seconds: self.seconds,
            lines: self.lines.iter().map(line).collect(),
            exhausted: self.exhausted,
            hashfull: self.hashfull,
        }
    }
}

/// A line of best play.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PrincipalVariation<M> {
    /// The value of the first move for the team to move.
    pub value: Value,
    /// The moves, at least one.
    pub moves: Vec<M>,
}
