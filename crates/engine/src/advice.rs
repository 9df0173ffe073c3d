//! What an exact solver tells the engine at the root of a search: a move that is proven to be best.

use crate::limits::Stop;
use crate::value::Proof;

/// How much a solver may do for one move.
pub struct Allowance<'a> {
    /// The positions that it may look at.
    pub nodes: u64,
    /// Whether it may take some tenths of a second and a hundred mebibytes more, which are not counted as nodes.
    pub unhurried: bool,
    /// The word that stops it.
    pub stop: &'a Stop,
}

/// What a solver found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice<M> {
    /// The positions that it looked at.
    pub nodes: u64,
    /// The move to make and what it is proven to be worth, if the solver knows. Plies are bounds: won that soon at the
    /// latest, lost that late.
    pub best: Option<(M, Proof)>,
}

impl<M> Advice<M> {
    /// No advice.
    pub const NONE: Advice<M> = Advice { nodes: 0, best: None };
}
