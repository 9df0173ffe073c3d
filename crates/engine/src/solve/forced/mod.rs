//! Forced wins in any game: who wins within how many plies, proven, with a line, the moves that keep the win, and on
//! request a strategy that the verifier of the rules crate checks.
//!
//! [`solve`] is for a game with its type erased; [`solve_match`] is the typed one. `prover`, `plain` and
//! `probe` answer single questions, `facts` is their memory, `line` reads lines and strategies off what was found, `ask`
//! decides what to ask next. No clock of its own, no files.

mod ask;
mod facts;
mod line;
mod plain;
mod probe;
mod prover;

use halfboard_rules::game::Team;
use halfboard_rules::proof::Proof;
use halfboard_rules::session::Session;

use crate::limits::{Now, Stop};
use crate::player::{self, MakeError, SetGameError};

pub use ask::solve_match;

/// The most plies that a question may be about.
pub const DEEPEST: u32 = 120;

/// What is asked, and what it may cost.
#[derive(Clone, Debug)]
pub struct Question {
    /// The team that is to win; both are looked at where none is named.
    pub winner: Option<Team>,
    /// The most plies that the win may take, up to [`DEEPEST`].
    pub deepest: u32,
    /// Only wins of the fewest plies count: no deeper question is asked before all shorter wins are ruled out. Long wins
    /// are found later so, or not at all.
    pub shortest: bool,
    /// Which of the moves of the position to go through.
    pub keep: Keep,
    /// Whether moves that win later are looked for with all the nodes that the win itself may take, or with some times as
    /// many as it took.
    pub thorough: bool,
    /// Whether to write the proof down, in at most so many lines.
    pub proof: Option<usize>,
    /// Positions to look at.
    pub nodes: u64,
    /// Seconds to think.
    pub seconds: Option<f64>,
    /// Memory for what is found out, in mebibytes.
    pub mebibytes: usize,
}

/// Which moves of a won position are looked for. Each step may cost as many nodes as the win itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// One that wins.
    Nothing,
    /// All that win within the plies that were found.
    Keys,
    /// Also those that win later, as far as can be proven.
    All,
}

impl Default for Question {
    fn default() -> Self {
        Question {
            winner: None,
            deepest: 61,
            shortest: false,
            keep: Keep::All,
            thorough: true,
            proof: None,
            nodes: 1_000_000,
            seconds: None,
            mebibytes: 64,
        }
    }
}

impl Question {
    /// With so many nodes.
    pub fn nodes(nodes: u64) -> Self {
        Question { nodes, ..Question::default() }
    }
}

/// What is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A team wins, whatever the other does.
    Win {
        /// Who.
        winner: Team,
        /// Within so many plies.
        plies: u32,
        /// Whether it is ruled out that it wins in fewer.
        shortest: bool,
    },
    /// Neither can win: the game was looked at to all its ends.
    Draw,
    /// Nothing was proven.
    Unknown,
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Forced<M> {
    /// Who wins.
    pub verdict: Verdict,
    /// Play from the position to the end: the winner hurries, the loser holds out. Empty unless somebody wins.
    pub line: Vec<M>,
    /// The moves of the position that keep the win, with the plies within which they win, this move included: when the
    /// winner is to move, those that were proven to win; when the loser is, all. Best first for the winner.
    pub keep: Vec<(M, u32)>,
    /// Whether no other move wins within [`Verdict::Win`]'s plies: all that do are among `keep`.
    pub keys_are_all: bool,
    /// For the teams in order: it was ruled out that they win within so many plies; `None` if they cannot win at all.
    pub ruled_out: [Option<u32>; 2],
    /// The proof as a strategy, if that was asked for and somebody wins; the text says why there is none.
    pub proof: Option<Result<Proof, String>>,
    /// Positions looked at.
    pub nodes: u64,
    /// Seconds spent.
    pub seconds: f64,
}

impl<M> Forced<M> {
    /// The answer of who knows nothing.
    pub fn unknown() -> Self {
        Forced {
            verdict: Verdict::Unknown,
            line: Vec::new(),
            keep: Vec::new(),
            keys_are_all: false,
            ruled_out: [Some(0); 2],
            proof: None,
            nodes: 0,
            seconds: 0.0,
        }
    }

    /// The moves that win within the fewest plies known.
    pub fn keys(&self) -> impl Iterator<Item = &M> {
        let plies = match self.verdict {
            Verdict::Win { plies, .. } => plies,
            _ => 0,
        };
        self.keep.iter().filter(move |(_, within)| *within <= plies).map(|(mv, _)| mv)
    }
}

/// How far a solver is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions looked at.
    pub nodes: u64,
    /// For the teams in order: wins within so many plies are ruled out.
    pub ruled_out: [u32; 2],
}

/// Solves the position of a game, its history considered: a position that has occurred twice is a draw. Of a game that
/// is over and of a solitaire nothing is said.
///
/// ```
/// use halfboard_engine::limits::{Stop, system_now};
/// use halfboard_engine::solve::forced::{self, Question, Verdict};
/// let rules = halfboard_rules::registry::rules("j")?;
/// let session = rules.position("1b1wbwbb/1bwbw3/www5/1wbbw3 w w3b4")?;
/// let found = forced::solve(&*session, &Question::nodes(100_000), system_now, &Stop::default(), &mut |_| {})?;
/// assert!(matches!(found.verdict, Verdict::Win { plies: 3, shortest: true, .. }));
/// assert_eq!(found.line[0], "A5v");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    session: &dyn Session,
    question: &Question,
    now: Now,
    stop: &Stop,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<Forced<String>, SolveError> {
    // The table of the search is not needed.
    let mut player = player::player(&session.rules(), 0, now).map_err(SolveError::Make)?;
    player.set_game(session).map_err(SolveError::Game)?;
    player.prove(question, stop, on_progress).map_err(|error| SolveError::Make(MakeError::Memory(error)))
}

/// Why a position could not be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// There are no such rules, or there is not so much memory.
    Make(MakeError),
    /// The game cannot be followed.
    Game(SetGameError),
}

impl std::fmt::Display for SolveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SolveError::Make(error) => write!(f, "{error}"),
            SolveError::Game(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for SolveError {}
