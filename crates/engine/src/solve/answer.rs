//! What can be asked of a position of any game, and the answer. The solver of a game is found as its player is.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use halfboard_rules::game::{Color, Outcome, Team};
use halfboard_rules::proof::Proof;
use halfboard_rules::session::Session;

use super::forced::{self, Forced};
use super::sight_reduction::solitaire::Facts;
use super::watch::{Halt, Watch};
use crate::limits::Now;
use crate::player::{self, MakeError, SetGameError};
use crate::tables::Tables;

/// What is asked beside who wins, and what it may cost.
#[derive(Clone, Debug)]
pub struct Ask {
    /// Whether the exact distance is wanted even where it takes long.
    pub distance: bool,
    /// Whether all moves that keep the verdict are wanted; without them an answer may come much sooner.
    pub keep: bool,
    /// The most lines that a proof may have, if one is wanted.
    pub proof: Option<usize>,
    /// Positions to look at, where that is not to be left to the solver.
    pub nodes: Option<u64>,
    /// Positions to look at where the solver would otherwise look for ever.
    pub default_nodes: Option<u64>,
    /// Threads, for the parts of the work that can be shared.
    pub threads: usize,
    /// Memory for what is found out, in mebibytes, where a solver has use for any amount.
    pub mebibytes: usize,
    /// What an answer that was cut short left to go on with.
    pub saved: Option<String>,
}

impl Default for Ask {
    fn default() -> Self {
        Ask {
            distance: false,
            keep: true,
            proof: None,
            nodes: None,
            default_nodes: None,
            threads: 1,
            mebibytes: 64,
            saved: None,
        }
    }
}

/// How a position comes out when all play their best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As results are written.
    Outcome(Outcome),
    /// The side of the first or the second seat wins, with a colour that is not settled yet.
    Seat(Team),
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

/// Reads what is displayed.
impl FromStr for Verdict {
    type Err = UnknownVerdict;

    fn from_str(text: &str) -> Result<Self, UnknownVerdict> {
        match text {
            "seat-1" => Ok(Verdict::Seat(Team::One)),
            "seat-2" => Ok(Verdict::Seat(Team::Two)),
            _ => text.parse().map(Verdict::Outcome).map_err(|_| UnknownVerdict(text.to_owned())),
        }
    }
}

/// A text that is no verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownVerdict(pub String);

impl fmt::Display for UnknownVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no verdict; valid: 1-0, 0-1, 1/2-1/2, solved, stuck N, seat-1, seat-2", self.0)
    }
}

impl std::error::Error for UnknownVerdict {}

impl Verdict {
    /// A win of a team, which plays this colour if that is settled.
    pub fn win(team: Team, color: Option<Color>) -> Self {
        color.map_or(Verdict::Seat(team), |color| Verdict::Outcome(Outcome::Win(color)))
    }
}

/// The answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<M> {
    /// How it comes out, if that could be proven.
    pub verdict: Option<Verdict>,
    /// Plies to the end when the winner hurries and the loser delays, if that is known exactly.
    pub distance: Option<u32>,
    /// A best line.
    pub line: Vec<M>,
    /// The moves that keep the verdict, as far as they are proven to; none where they were not asked for.
    pub keep: Vec<M>,
    /// Whether no other move keeps it.
    pub keep_is_all: bool,
    /// Positions looked at.
    pub nodes: u64,
    /// The proof, if one was asked for; the text says why there is none.
    pub proof: Option<Result<Proof, String>>,
    /// Of a solitaire, how hard it is.
    pub facts: Option<Facts>,
    /// What was found out so far, where the work was cut short and can be gone on with.
    pub saved: Option<String>,
}

impl<M> Answer<M> {
    /// The answer of who knows nothing.
    pub fn unknown(nodes: u64) -> Self {
        Answer {
            verdict: None,
            distance: None,
            line: Vec::new(),
            keep: Vec::new(),
            keep_is_all: false,
            nodes,
            proof: None,
            facts: None,
            saved: None,
        }
    }

    /// The answer where the game is over.
    pub fn over(outcome: Outcome) -> Self {
        Answer { verdict: Some(Verdict::Outcome(outcome)), distance: Some(0), ..Answer::unknown(0) }
    }

    /// The same with its moves as something else.
    pub fn map<N>(self, f: impl Fn(M) -> N) -> Answer<N> {
        Answer {
            verdict: self.verdict,
            distance: self.distance,
            line: self.line.into_iter().map(&f).collect(),
            keep: self.keep.into_iter().map(f).collect(),
            keep_is_all: self.keep_is_all,
            nodes: self.nodes,
            proof: self.proof,
            facts: self.facts,
            saved: self.saved,
        }
    }

    /// What the solver of forced wins found; `color` gives the colours of the teams.
    pub fn of_forced(found: Forced<M>, mover: Team, color: impl Fn(Team) -> Option<Color>) -> Self {
        // Who has lost keeps that by every move; of the winner's other moves it may just not be known.
        let keep_is_all = matches!(found.verdict, forced::Verdict::Win { winner, .. } if winner != mover);
        let (verdict, distance) = match found.verdict {
            forced::Verdict::Win { winner, plies, shortest } => {
                (Some(Verdict::win(winner, color(winner))), shortest.then_some(plies))
            }
            forced::Verdict::Draw => (Some(Verdict::Outcome(Outcome::Draw)), None),
            forced::Verdict::Unknown => (None, None),
        };
        Answer {
            verdict,
            distance,
            line: found.line,
            keep: found.keep.into_iter().map(|(mv, _)| mv).collect(),
            keep_is_all,
            nodes: found.nodes,
            proof: found.proof,
            facts: None,
            saved: None,
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// There are no such rules.
    Make(MakeError),
    /// The game cannot be followed.
    Game(SetGameError),
    /// There is not so much memory. Where the work was stopped, the answer is that nothing is known.
    Halt(Halt),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Make(error) => error.fmt(f),
            SolveError::Game(error) => error.fmt(f),
            SolveError::Halt(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SolveError {}

/// Solves the position of a game, with what finished tables know, if there are any.
///
/// ```
/// use halfboard_engine::limits::{Stop, system_now};
/// use halfboard_engine::solve::{self, Ask, watch::Watch};
/// let session = halfboard_rules::registry::rules("sight-reduction")?.start(1);
/// let mut watch = Watch { stop: &Stop::default(), on_progress: &mut |_, _| {} };
/// let answer = solve::solve(&*session, &Ask::default(), None, system_now, &mut watch)?;
/// assert!(answer.verdict.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    session: &dyn Session,
    ask: &Ask,
    tables: Option<Arc<Tables>>,
    now: Now,
    watch: &mut Watch<'_>,
) -> Result<Answer<String>, SolveError> {
    // The table of the search is not needed.
    let mut player = player::player(&session.rules(), 0, now).map_err(SolveError::Make)?;
    player.set_game(session).map_err(SolveError::Game)?;
    if let Some(tables) = tables {
        player.set_tables(tables);
    }
    player.solve(ask, watch).map_err(SolveError::Halt)
}
