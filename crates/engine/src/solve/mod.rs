//! Exact solvers: their results are proven. Each game has the techniques that suit it.
//!
//! The solvers of Sight Reduction and the endgame table of Sllim are exact without reservation. [`forced`] tells
//! positions apart by 64-bit keys, as searches do: a false result is a matter of one run in a hundred thousand, and a
//! proof that is written down and verified is free of that doubt.
//!
//! [`solve`] answers for any game: by an endgame table, by the game's own solver, or by [`forced`].

pub mod forced;
mod from_table;
mod observer;
mod report;

use halfboard_rules::game::{Game, Team};

use crate::advice::{Advice, Budget};
use crate::fairness::exact::StartSolver;
use crate::value::Proof;

pub(crate) use from_table::solve_from_table;
pub use observer::{ProgressObserver, SolverError};
pub use report::{ParseVerdictError, SolveError, SolveReport, SolveRequest, Verdict, solve};

/// What exact solvers know about a game. The defaults are those of a game without solvers of its own.
pub trait Solve: Game {
    /// The game's endgame table; [`std::convert::Infallible`] if it has none.
    type EndgameTable: Send + Sync + 'static;

    /// The name of the endgame table's file, without extension.
    const ENDGAME_TABLE: Option<&'static str> = None;

    /// Returns the value of a position in the endgame table, if it is in there. Called at every node, so a miss must be
    /// quick.
    #[inline]
    fn probe(&self, _position: &Self::Position, _table: &Self::EndgameTable) -> Option<Proof> {
        None
    }

    /// Returns a proven best move, if a solver finds it within the budget. Called at the root of a search at full
    /// strength.
    fn advise(&self, _position: &Self::Position, _budget: &Budget<'_>) -> Advice<Self::Move> {
        Advice::NONE
    }

    /// Solves a position in which the game is not over; returns `None` if the game has no solver of its own.
    ///
    /// # Errors
    ///
    /// Fails if the request's checkpoint is invalid or memory runs out. A cancelled solver returns an unknown result.
    fn solve(
        &self,
        _position: &Self::Position,
        _request: &SolveRequest,
        _observer: &mut ProgressObserver<'_>,
    ) -> Result<Option<SolveReport<Self::Move>>, SolverError> {
        Ok(None)
    }

    /// Returns a solver for starting positions by these rules, if the game has one that is fast enough for surveys.
    fn start_solver(&self) -> Option<Box<dyn StartSolver>> {
        None
    }

    /// Returns a lower bound on the plies that a team needs to win, regardless of how both sides play.
    fn min_plies_to_win(&self, _position: &Self::Position, _team: Team) -> u32 {
        0
    }
}
