//! Requests to solvers and their reports, for any game.

use std::fmt;
use std::str::FromStr;

use halfboard_rules::game::{Color, Outcome, Team};
use halfboard_rules::proof;
use halfboard_rules::session::Session;

use super::forced::ForcedWinReport;
use super::{ProgressObserver, SolverError};
use crate::endgame_table::EndgameTable;
use crate::games::sight_reduction::solitaire::DifficultyFacts;
use crate::limits::Now;
use crate::player::{self, PlayerError};
use crate::value::Proof;

/// What to solve beyond the verdict, and at what cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolveRequest {
    /// Whether to find the exact distance even if it takes long.
    pub exact_distance: bool,
    /// Whether to find all moves that keep the verdict; without them a report may come much sooner.
    pub optimal_moves: bool,
    /// Maximum number of lines of a written proof, if one is wanted.
    pub max_proof_lines: Option<usize>,
    /// Node limit, if it is not left to the solver.
    pub nodes: Option<u64>,
    /// Node limit for solvers that would otherwise run indefinitely.
    pub default_nodes: Option<u64>,
    /// Number of threads for the parts of the work that can be shared.
    pub threads: usize,
    /// Memory for solvers that use any amount, in mebibytes.
    pub mebibytes: usize,
    /// The checkpoint of an interrupted report to continue from.
    pub checkpoint: Option<String>,
}

impl Default for SolveRequest {
    fn default() -> Self {
        SolveRequest {
            exact_distance: false,
            optimal_moves: true,
            max_proof_lines: None,
            nodes: None,
            default_nodes: None,
            threads: 1,
            mebibytes: 64,
            checkpoint: None,
        }
    }
}

/// The solved value of a position: its outcome under perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Verdict {
    /// An outcome by colour.
    Outcome(Outcome),
    /// A win of a team, regardless of the colour that it plays or whose choice is still open.
    Seat(Team),
}

impl Verdict {
    /// Returns the verdict of a win by a team that plays this colour, if that is settled.
    pub fn win(team: Team, color: Option<Color>) -> Self {
        color.map_or(Verdict::Seat(team), |color| Verdict::Outcome(Outcome::Win(color)))
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Outcome(outcome) => outcome.fmt(f),
            Verdict::Seat(Team::One) => f.write_str("seat-1"),
            Verdict::Seat(Team::Two) => f.write_str("seat-2"),
        }
    }
}

impl FromStr for Verdict {
    type Err = ParseVerdictError;

    fn from_str(text: &str) -> Result<Self, ParseVerdictError> {
        match text {
            "seat-1" => Ok(Verdict::Seat(Team::One)),
            "seat-2" => Ok(Verdict::Seat(Team::Two)),
            _ => text.parse().map(Verdict::Outcome).map_err(|_| ParseVerdictError(text.to_owned())),
        }
    }
}

/// Error returned for a text that is not a [`Verdict`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseVerdictError(pub String);

impl fmt::Display for ParseVerdictError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid verdict '{}': expected 1-0, 0-1, 1/2-1/2, solved, stuck N, seat-1 or seat-2", self.0)
    }
}

impl std::error::Error for ParseVerdictError {}

/// The result of solving a position.
#[derive(Clone, Debug, PartialEq)]
pub struct SolveReport<M> {
    /// The verdict, if it was proven.
    pub verdict: Option<Verdict>,
    /// Plies to the end under optimal play, if known exactly.
    pub distance: Option<u32>,
    /// A line of best play.
    pub line: Vec<M>,
    /// The moves that are proven to keep the verdict, if requested.
    pub optimal_moves: Vec<M>,
    /// Whether no other move keeps it.
    pub all_optimal: bool,
    /// Number of nodes searched.
    pub nodes: u64,
    /// The written proof if requested, or the reason why there is none.
    pub proof: Option<Result<proof::Proof, String>>,
    /// The difficulty of a solitaire.
    pub difficulty: Option<DifficultyFacts>,
    /// State to continue from, if the work was interrupted.
    pub checkpoint: Option<String>,
}

impl<M> SolveReport<M> {
    /// Creates a report without a verdict.
    pub fn unknown(nodes: u64) -> Self {
        SolveReport {
            verdict: None,
            distance: None,
            line: Vec::new(),
            optimal_moves: Vec::new(),
            all_optimal: false,
            nodes,
            proof: None,
            difficulty: None,
            checkpoint: None,
        }
    }

    /// Creates the report of a game that is over.
    pub fn game_over(outcome: Outcome) -> Self {
        SolveReport { verdict: Some(Verdict::Outcome(outcome)), distance: Some(0), ..SolveReport::unknown(0) }
    }

    /// Returns the report with its moves converted.
    pub fn map<N>(self, f: impl Fn(M) -> N) -> SolveReport<N> {
        SolveReport {
            verdict: self.verdict,
            distance: self.distance,
            line: self.line.into_iter().map(&f).collect(),
            optimal_moves: self.optimal_moves.into_iter().map(f).collect(),
            all_optimal: self.all_optimal,
            nodes: self.nodes,
            proof: self.proof,
            difficulty: self.difficulty,
            checkpoint: self.checkpoint,
        }
    }

    /// Converts a report of the forced-win solver; `color` returns the colour of a team.
    pub(crate) fn from_forced_win(
        report: ForcedWinReport<M>,
        mover: Team,
        color: impl Fn(Team) -> Option<Color>,
    ) -> Self {
        let win = |team: Team| Some(Verdict::win(team, color(team)));
        let exact = |plies: u32| report.is_shortest.then_some(plies);
        let (verdict, distance) = match report.value {
            Some(Proof::Win(plies)) => (win(mover), exact(plies)),
            Some(Proof::Loss(plies)) => (win(mover.other()), exact(plies)),
            Some(Proof::Draw) => (Some(Verdict::Outcome(Outcome::Draw)), None),
            Some(Proof::Left(_)) | None => (None, None),
        };
        SolveReport {
            verdict,
            distance,
            line: report.line,
            optimal_moves: report.optimal_moves.into_iter().map(|(mv, _)| mv).collect(),
            // Every move of the loser keeps the verdict; the winner may have other winning moves.
            all_optimal: matches!(report.value, Some(Proof::Loss(_))),
            nodes: report.nodes,
            proof: report.proof,
            difficulty: None,
            checkpoint: None,
        }
    }
}

/// Error returned if a position cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// The solver could not be created.
    Player(PlayerError),
    /// The solver failed.
    Solver(SolverError),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Player(error) => error.fmt(f),
            SolveError::Solver(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SolveError {}

impl From<PlayerError> for SolveError {
    fn from(error: PlayerError) -> Self {
        SolveError::Player(error)
    }
}

impl From<SolverError> for SolveError {
    fn from(error: SolverError) -> Self {
        SolveError::Solver(error)
    }
}

/// Solves the position of a session, with an endgame table if one is given.
///
/// # Errors
///
/// Fails if the solver runs out of memory or the request's checkpoint is invalid. If it is cancelled, the report has no
/// verdict.
///
/// ```
/// use halfboard_engine::limits::{CancelToken, system_now};
/// use halfboard_engine::solve::{ProgressObserver, SolveRequest, solve};
///
/// let session = halfboard_rules::registry::rules("sight-reduction")?.start(1);
/// let mut observer = ProgressObserver { cancel: &CancelToken::default(), on_progress: &mut |_, _| {} };
/// let report = solve(&*session, &SolveRequest::default(), None, system_now, &mut observer)?;
/// assert!(report.verdict.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    session: &dyn Session,
    request: &SolveRequest,
    table: Option<EndgameTable>,
    now: Now,
    observer: &mut ProgressObserver<'_>,
) -> Result<SolveReport<String>, SolveError> {
    // The transposition table of the search is not used.
    let mut player = player::for_session(session, 0, now)?;
    if let Some(table) = table {
        player.set_endgame_table(table);
    }
    Ok(player.solve(request, observer)?)
}
