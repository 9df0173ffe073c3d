//! Proven moves from a game's exact solver, at the root of a search.

use crate::limits::CancelToken;
use crate::value::Proof;

/// What a solver may spend on one move.
#[derive(Debug)]
pub struct Budget<'a> {
    /// Maximum number of nodes.
    pub nodes: u64,
    /// Whether it may also spend some tenths of a second and a hundred mebibytes that are not counted as nodes.
    pub allows_fallback: bool,
    /// Cancels the solver.
    pub cancel: &'a CancelToken,
}

/// The result of asking a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice<M> {
    /// Number of nodes searched.
    pub nodes: u64,
    /// The best move with its proven value, if the solver found it. Distances are bounds: a win at the latest, a loss
    /// at the earliest in that many plies.
    pub best: Option<(M, Proof)>,
}

impl<M> Advice<M> {
    /// No advice.
    pub const NONE: Advice<M> = Advice { nodes: 0, best: None };
}
