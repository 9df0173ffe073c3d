//! Forced wins in any game, by depth-first proof-number search (df-pn; Nagai 2002) beside a plain depth-first search
//! that rules out shorter wins.
//!
//! [`solve`] takes a session; [`solve_match`] takes the typed match. `prover` answers single queries with `plain` or
//! `dfpn`, `proof_table` is their memory, which threads share by `shared`, `driver` chooses the next query, `line` reads
//! lines and strategies off the table.

mod dfpn;
mod driver;
mod line;
mod plain;
mod proof_table;
mod prover;
mod shared;

use halfboard_rules::game::Team;
use halfboard_rules::proof;
use halfboard_rules::session::Session;

use super::SolveError;
use crate::limits::{CancelToken, Now};
use crate::player;
use crate::value::Proof;

pub use driver::solve_match;

/// Maximum length of a forced win in plies.
pub const MAX_PLIES: u32 = 120;

/// A request to find a forced win, and its cost.
#[derive(Clone, Debug, PartialEq)]
pub struct ForcedWinRequest {
    /// The team that is to win; both are tried if `None`.
    pub winner: Option<Team>,
    /// Maximum length of the win in plies, up to [`MAX_PLIES`].
    pub max_plies: u32,
    /// Whether only the shortest win counts: no longer win is tried before all shorter ones are ruled out. Long wins
    /// are then found later, or not at all.
    pub shortest: bool,
    /// Which winning moves of the position to find.
    pub winning_moves: WinningMoves,
    /// Whether slower winning moves are searched with the full node limit, rather than with a multiple of what the win
    /// itself took.
    pub thorough: bool,
    /// Maximum number of lines of a written proof, if one is wanted.
    pub max_proof_lines: Option<usize>,
    /// Node limit.
    pub nodes: u64,
    /// Time limit in seconds.
    pub seconds: Option<f64>,
    /// Memory in mebibytes.
    pub mebibytes: usize,
    /// Number of threads that look for a win; a search on one thread is deterministic. The shortest win is searched for
    /// on one.
    pub threads: usize,
}

/// Which winning moves of a won position to find. Each step may cost as many nodes as the win itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinningMoves {
    /// One.
    One,
    /// All that win as fast as the win that was found.
    Fastest,
    /// Also slower ones, as far as they can be proven.
    All,
}

impl Default for ForcedWinRequest {
    fn default() -> Self {
        ForcedWinRequest {
            winner: None,
            max_plies: 61,
            shortest: false,
            winning_moves: WinningMoves::All,
            thorough: true,
            max_proof_lines: None,
            nodes: 1_000_000,
            seconds: None,
            mebibytes: 64,
            threads: 1,
        }
    }
}

impl ForcedWinRequest {
    /// Creates a request with a node limit.
    pub fn nodes(nodes: u64) -> Self {
        ForcedWinRequest { nodes, ..ForcedWinRequest::default() }
    }
}

/// The result of a search for a forced win.
#[derive(Clone, Debug, PartialEq)]
pub struct ForcedWinReport<M> {
    /// The proven value for the team to move, if any.
    pub value: Option<Proof>,
    /// Whether a shorter win is ruled out.
    pub is_shortest: bool,
    /// Play to the end: the winner takes the fastest win known, the loser holds out. Empty unless a team wins.
    pub line: Vec<M>,
    /// The moves that keep the win, with the plies within which they win, this move included, fastest first: the moves
    /// proven to win if the winner is to move, otherwise all moves.
    pub optimal_moves: Vec<(M, u32)>,
    /// Whether all moves that win within the plies of `value` are among `optimal_moves`.
    pub all_fastest: bool,
    /// For each team, the plies within which its win was ruled out; `None` if it cannot win at all.
    pub ruled_out: [Option<u32>; 2],
    /// The written proof if requested and a team wins, or the reason why there is none.
    pub proof: Option<Result<proof::Proof, String>>,
    /// Number of nodes searched.
    pub nodes: u64,
    /// Time spent in seconds.
    pub seconds: f64,
    /// Number of nodes searched when the value was proven, or all of them: shorter wins, lines and proofs come after.
    pub nodes_to_proof: u64,
    /// Time spent in seconds when the value was proven.
    pub seconds_to_proof: f64,
}

impl<M> ForcedWinReport<M> {
    /// Creates a report without a result.
    pub fn unknown() -> Self {
        ForcedWinReport {
            value: None,
            is_shortest: false,
            line: Vec::new(),
            optimal_moves: Vec::new(),
            all_fastest: false,
            ruled_out: [Some(0); 2],
            proof: None,
            nodes: 0,
            seconds: 0.0,
            nodes_to_proof: 0,
            seconds_to_proof: 0.0,
        }
    }

    /// Returns the length in plies of the win or loss that was found.
    pub fn plies(&self) -> Option<u32> {
        match self.value? {
            Proof::Win(plies) | Proof::Loss(plies) => Some(plies),
            Proof::Draw | Proof::Left(_) => None,
        }
    }

    /// Returns the moves that win within the fewest plies known.
    pub fn fastest_moves(&self) -> impl Iterator<Item = &M> {
        let plies = self.plies().unwrap_or(0);
        self.optimal_moves.iter().filter(move |(_, within)| *within <= plies).map(|(mv, _)| mv)
    }

    /// Returns the report with its moves converted.
    pub fn map<N>(self, f: impl Fn(M) -> N) -> ForcedWinReport<N> {
        ForcedWinReport {
            value: self.value,
            is_shortest: self.is_shortest,
            line: self.line.into_iter().map(&f).collect(),
            optimal_moves: self.optimal_moves.into_iter().map(|(mv, plies)| (f(mv), plies)).collect(),
            all_fastest: self.all_fastest,
            ruled_out: self.ruled_out,
            proof: self.proof,
            nodes: self.nodes,
            seconds: self.seconds,
            nodes_to_proof: self.nodes_to_proof,
            seconds_to_proof: self.seconds_to_proof,
        }
    }
}

/// The progress of a search for a forced win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcedWinProgress {
    /// Number of nodes searched.
    pub nodes: u64,
    /// For each team, the plies within which its win is ruled out.
    pub ruled_out: [u32; 2],
}

/// Searches for a forced win in the position of a session, taking its history into account: a position
/// whose next occurrence is a draw by the rules counts as one. Finds nothing if the game is over or a solitaire.
///
/// # Errors
///
/// Fails if memory runs out.
///
/// ```
/// use halfboard_engine::limits::{CancelToken, system_now};
/// use halfboard_engine::solve::forced::{self, ForcedWinRequest};
/// use halfboard_engine::value::Proof;
///
/// let rules = halfboard_rules::registry::rules("j")?;
/// let session = rules.position("1b1wbwbb/1bwbw3/www5/1wbbw3 w w3b4")?;
/// let request = ForcedWinRequest::nodes(100_000);
/// let report = forced::solve(&*session, &request, system_now, &CancelToken::default(), &mut |_| {})?;
/// assert_eq!((report.value, report.is_shortest), (Some(Proof::Win(3)), true));
/// assert_eq!(report.line[0], "A5v");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    session: &dyn Session,
    request: &ForcedWinRequest,
    now: Now,
    cancel: &CancelToken,
    on_progress: &mut dyn FnMut(ForcedWinProgress),
) -> Result<ForcedWinReport<String>, SolveError> {
    // The transposition table of the search is not used.
    let mut player = player::for_session(session, 0, now)?;
    player.find_forced_win(request, cancel, on_progress).map_err(|error| SolveError::Solver(error.into()))
}
