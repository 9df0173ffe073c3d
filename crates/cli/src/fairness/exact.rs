//! The choice between solving and playing.

use clap::ValueEnum;
use halfboard_engine::fairness::exact::{SearchSolver, StartSolver, solver_for};
use halfboard_engine::limits::system_now;
use halfboard_rules::registry::Rules;

/// How results are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Method {
    /// Solve if the game has a solver, else play
    Auto,
    /// Solve; without a solver, by search as far as it proves a result
    Solve,
    /// Play
    Play,
}

/// Node limit and table size in MiB of a search for a proof.
const PROOF_NODES: u64 = 20_000_000;
const PROOF_TABLE: usize = 64;

/// Returns a solver for these rules, or `None` if they are to be played.
pub(super) fn solver(rules: &dyn Rules, method: Method) -> Option<Box<dyn StartSolver>> {
    match method {
        Method::Auto => solver_for(rules),
        Method::Solve => solver_for(rules).or_else(|| {
            Some(Box::new(SearchSolver::new(PROOF_NODES, PROOF_TABLE, system_now)) as Box<dyn StartSolver>)
        }),
        Method::Play => None,
    }
}
