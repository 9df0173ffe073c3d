//! Who solves starts: a solver of the game where there is one, the engine's search where nothing else is asked for.
//! Touches nothing.

use clap::ValueEnum;
use halfboard_engine::fairness::exact::{SearchSolver, StartSolver, solver_for};
use halfboard_engine::limits::system_now;
use halfboard_rules::registry::Rules;

/// Where results come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Method {
    /// Solve where the game has a solver, else play
    Auto,
    /// Solve; where the game has no solver, as far as a search proves
    Solve,
    /// Play
    Play,
}

/// What a search for a proof may look at, and its table in mebibytes.
const PROOF_NODES: u64 = 20_000_000;
const PROOF_TABLE: usize = 64;

/// A solver for starts of these rules, or `None` where they are to be played.
pub(super) fn solver(rules: &dyn Rules, method: Method) -> Option<Box<dyn StartSolver>> {
    match method {
        Method::Auto => solver_for(rules),
        Method::Solve => solver_for(rules).or_else(|| {
            Some(Box::new(SearchSolver::new(PROOF_NODES, PROOF_TABLE, system_now)) as Box<dyn StartSolver>)
        }),
        Method::Play => None,
    }
}
