//! Engines with the game's type erased: they take over a session and return moves as text.

use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry::{self, RulesError};
use halfboard_rules::session::{Match, Session};

use crate::endgame_table::EndgameTable;
use crate::explanation::{MoveExplanation, explain};
use crate::games::{self, EngineGame, MatchVisitor};
use crate::levels::{Level, StrengthLimit};
use crate::limits::{CancelToken, Limits, Now, OutOfMemory};
use crate::network::{Network, NetworkError};
use crate::report::SearchReport;
use crate::search::{GameHistory, Search, SearchSettings};
use crate::solve::forced::{self, ForcedWinProgress, ForcedWinReport, ForcedWinRequest, WinningMoves};
use crate::solve::{ProgressObserver, SolveReport, SolveRequest, SolverError, solve_from_table};
use crate::sparring::{self, SparringKind};

/// A player of one game.
pub trait Player: Send {
    /// Returns the rules string of the game.
    fn rules(&self) -> String;

    /// Takes over a session: its start and moves so far.
    ///
    /// # Errors
    ///
    /// Fails if the session is played by other rules.
    fn set_game(&mut self, session: &dyn Session) -> Result<(), SetGameError>;

    /// Sets the settings of later searches.
    fn set(&mut self, settings: SearchSettings);

    /// Sets the endgame table to probe; ignored if it belongs to another game or the player does not search.
    fn set_endgame_table(&mut self, _table: EndgameTable) {}

    /// Sets the network to evaluate by, from the file that [`network_path`] names; ignored if the player does not search.
    /// Embedded networks need not be set.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not a network of the game.
    fn set_network(&mut self, _file: &[u8]) -> Result<(), NetworkError> {
        Ok(())
    }

    /// Returns the limits of a level; none if the player has no levels.
    fn strength_limit(&self, _level: Level) -> StrengthLimit {
        StrengthLimit::NONE
    }

    /// Returns the token that cancels a search from another thread. It is reset after each search.
    fn cancel_token(&self) -> CancelToken;

    /// Clears what was learnt, for a new game.
    fn clear(&mut self);

    /// Explains the first move of a line; the second is its best answer. Returns nothing if the line is not legal, or
    /// the player has no explanations.
    fn explain(&self, _line: &[String]) -> Vec<MoveExplanation> {
        Vec::new()
    }

    /// Solves the position; see [`crate::solve::solve`]. The default has no verdict.
    ///
    /// # Errors
    ///
    /// Fails if memory runs out or the request's checkpoint is invalid.
    fn solve(
        &mut self,
        _request: &SolveRequest,
        _observer: &mut ProgressObserver<'_>,
    ) -> Result<SolveReport<String>, SolverError> {
        Ok(SolveReport::unknown(0))
    }

    /// Searches for a forced win; see [`forced::solve`]. The default finds none.
    ///
    /// # Errors
    ///
    /// Fails if memory runs out.
    fn find_forced_win(
        &mut self,
        _request: &ForcedWinRequest,
        _cancel: &CancelToken,
        _on_progress: &mut dyn FnMut(ForcedWinProgress),
    ) -> Result<ForcedWinReport<String>, OutOfMemory> {
        Ok(ForcedWinReport::unknown())
    }

    /// Searches the position. The report has at least one line, and every line at least one move.
    ///
    /// # Errors
    ///
    /// Fails if the game is over or the player does.
    fn search(
        &mut self,
        limits: &Limits,
        on_report: &mut dyn FnMut(&SearchReport<String>),
    ) -> Result<SearchReport<String>, SearchError>;

    /// Searches like [`Player::search`], and calls `on_pulse` with the number of nodes between the reports.
    ///
    /// # Errors
    ///
    /// Fails if the game is over or the player does.
    fn search_with_pulse(
        &mut self,
        limits: &Limits,
        on_report: &mut dyn FnMut(&SearchReport<String>),
        _on_pulse: &mut dyn FnMut(u64),
    ) -> Result<SearchReport<String>, SearchError> {
        self.search(limits, on_report)
    }
}

/// Error returned by a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchError {
    /// The game is over.
    GameOver,
    /// The player failed; the text says what it did, and begins with "it".
    Failed(String),
}

impl std::fmt::Display for SearchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SearchError::GameOver => write!(f, "the game is over"),
            SearchError::Failed(what) => write!(f, "the engine failed: {what}"),
        }
    }
}

impl std::error::Error for SearchError {}

/// Error returned if a player cannot take over a session.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetGameError {
    /// The session has these other rules.
    OtherRules(String),
}

impl std::fmt::Display for SetGameError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SetGameError::OtherRules(rules) => write!(f, "this engine plays by other rules than {rules}"),
        }
    }
}

impl std::error::Error for SetGameError {}

/// Error returned if a player cannot be created.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayerError {
    /// The rules string is invalid.
    Rules(RulesError),
    /// Memory allocation failed.
    OutOfMemory(OutOfMemory),
}

impl std::fmt::Display for PlayerError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PlayerError::Rules(error) => write!(f, "{error}"),
            PlayerError::OutOfMemory(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for PlayerError {}

impl From<RulesError> for PlayerError {
    fn from(error: RulesError) -> Self {
        PlayerError::Rules(error)
    }
}

impl From<OutOfMemory> for PlayerError {
    fn from(error: OutOfMemory) -> Self {
        PlayerError::OutOfMemory(error)
    }
}

/// Creates an engine that takes over a session, with a transposition table of a size in mebibytes.
///
/// # Errors
///
/// Fails if the table cannot be allocated.
///
/// ```
/// use halfboard_engine::prelude::*;
///
/// let session = halfboard_rules::registry::rules("j")?.start(0);
/// let mut engine = player::for_session(&*session, 1, system_now)?;
/// let report = engine.search(&Limits::depth(2), &mut |_| {})?;
/// assert!(session.moves().contains(&report.lines[0].moves[0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn for_session(session: &dyn Session, mebibytes: usize, now: Now) -> Result<Box<dyn Player>, PlayerError> {
    create(session, Role::Engine { mebibytes }, now)
}

/// Creates an engine for a rules string, at the start of a game.
///
/// # Errors
///
/// Fails if the rules string is invalid or the table cannot be allocated.
pub fn for_rules(rules: &str, mebibytes: usize, now: Now) -> Result<Box<dyn Player>, PlayerError> {
    for_session(&*registry::rules(rules)?.start(0), mebibytes, now)
}

/// Returns the game's id and the name of its network file for the rules of a session, as `j/network.net`; `None` if the
/// terms alone play better.
pub fn network_path(session: &dyn Session) -> Option<String> {
    games::visit(session, FindNetwork).flatten()
}

struct FindNetwork;

impl MatchVisitor for FindNetwork {
    type Output = Option<String>;

    fn visit<G: EngineGame>(self, game: &Match<G>) -> Self::Output {
        game.game().network_file().map(|file| format!("{}/{}", G::INFO.id, file.name))
    }
}

/// Creates a sparring partner for a rules string; the seed breaks ties between moves.
///
/// # Errors
///
/// Fails if the rules string is invalid.
pub fn sparring_partner(rules: &str, kind: SparringKind, seed: u64, now: Now) -> Result<Box<dyn Player>, PlayerError> {
    create(&*registry::rules(rules)?.start(0), Role::Sparring { kind, seed }, now)
}

fn create(session: &dyn Session, role: Role, now: Now) -> Result<Box<dyn Player>, PlayerError> {
    let unknown = || {
        let rules = session.rules();
        let id = rules.split_once(':').map_or(rules.as_str(), |(id, _)| id);
        PlayerError::Rules(RulesError::UnknownGame { id: id.to_owned() })
    };
    games::visit(session, CreatePlayer { role, now }).ok_or_else(unknown)?
}

/// The kind of player to create.
#[derive(Clone, Copy)]
enum Role {
    Engine { mebibytes: usize },
    Sparring { kind: SparringKind, seed: u64 },
}

struct CreatePlayer {
    role: Role,
    now: Now,
}

impl MatchVisitor for CreatePlayer {
    type Output = Result<Box<dyn Player>, PlayerError>;

    fn visit<G: EngineGame>(self, game: &Match<G>) -> Self::Output {
        let strategy = match self.role {
            Role::Engine { mebibytes } => {
                Strategy::Search(Box::new(Search::new(game.game().clone(), mebibytes, self.now)?))
            }
            Role::Sparring { kind, seed } => Strategy::Sparring { kind, random: SplitMix64::new(seed) },
        };
        Ok(Box::new(TypedPlayer { game: game.clone(), strategy, now: self.now }))
    }
}

struct TypedPlayer<G: EngineGame> {
    game: Match<G>,
    strategy: Strategy<G>,
    now: Now,
}

enum Strategy<G: EngineGame> {
    Search(Box<Search<G>>),
    Sparring { kind: SparringKind, random: SplitMix64 },
}

impl<G: EngineGame> Player for TypedPlayer<G> {
    fn rules(&self) -> String {
        Session::rules(&self.game)
    }

    fn set_game(&mut self, session: &dyn Session) -> Result<(), SetGameError> {
        let typed = session.as_any().downcast_ref::<Match<G>>();
        let same_rules = typed.filter(|typed| typed.game().options() == self.game.game().options());
        self.game = same_rules.ok_or_else(|| SetGameError::OtherRules(session.rules()))?.clone();
        Ok(())
    }

    fn set(&mut self, settings: SearchSettings) {
        if let Strategy::Search(search) = &mut self.strategy {
            search.set(settings);
        }
    }

    fn set_endgame_table(&mut self, table: EndgameTable) {
        if let (Strategy::Search(search), Some(table)) = (&mut self.strategy, table.downcast()) {
            search.set_endgame_table(table);
        }
    }

    fn set_network(&mut self, file: &[u8]) -> Result<(), NetworkError> {
        let network = Network::from_bytes::<G>(file)?;
        if let Strategy::Search(search) = &mut self.strategy {
            search.set_network(Some(network));
        }
        Ok(())
    }

    fn strength_limit(&self, level: Level) -> StrengthLimit {
        match &self.strategy {
            Strategy::Search(_) => level.strength_limit(self.game.game()),
            Strategy::Sparring { .. } => StrengthLimit::NONE,
        }
    }

    fn cancel_token(&self) -> CancelToken {
        match &self.strategy {
            Strategy::Search(search) => search.cancel_token(),
            // Sparring partners keep to their limits and cannot be cancelled.
            Strategy::Sparring { .. } => CancelToken::default(),
        }
    }

    fn clear(&mut self) {
        if let Strategy::Search(search) = &mut self.strategy {
            search.clear();
        }
    }

    fn explain(&self, line: &[String]) -> Vec<MoveExplanation> {
        let game = self.game.game();
        let find = |position: &G::Position, text: &String| {
            game.legal_moves(position).into_iter().find(|&mv| game.format_move(mv) == *text)
        };
        let position = self.game.position();
        let Some(mv) = line.first().and_then(|text| find(position, text)) else { return Vec::new() };
        let mut next = *position;
        game.play(&mut next, mv);
        explain(game, position, mv, line.get(1).and_then(|text| find(&next, text)))
    }

    fn solve(
        &mut self,
        request: &SolveRequest,
        observer: &mut ProgressObserver<'_>,
    ) -> Result<SolveReport<String>, SolverError> {
        let (game, position) = (self.game.game(), self.game.position());
        if let Some(ending) = self.game.ending() {
            return Ok(SolveReport::game_over(ending.outcome));
        }
        let table = match &self.strategy {
            Strategy::Search(search) => search.endgame_table(&GameHistory::from(&self.game)),
            Strategy::Sparring { .. } => None,
        };
        let known = table.and_then(|table| solve_from_table(game, position, table, request));
        let solved = if known.is_some() { known } else { game.solve(position, request, observer)? };
        let report = match solved {
            Some(report) => report,
            None => self.solve_by_forced_wins(request, observer)?,
        };
        Ok(report.map(|mv| game.format_move(mv)))
    }

    fn find_forced_win(
        &mut self,
        request: &ForcedWinRequest,
        cancel: &CancelToken,
        on_progress: &mut dyn FnMut(ForcedWinProgress),
    ) -> Result<ForcedWinReport<String>, OutOfMemory> {
        let report = forced::solve_match(&self.game, request, self.now, cancel, on_progress)?;
        Ok(report.map(|mv| self.game.game().format_move(mv)))
    }

    fn search(
        &mut self,
        limits: &Limits,
        on_report: &mut dyn FnMut(&SearchReport<String>),
    ) -> Result<SearchReport<String>, SearchError> {
        self.search_with_pulse(limits, on_report, &mut |_| {})
    }

    fn search_with_pulse(
        &mut self,
        limits: &Limits,
        on_report: &mut dyn FnMut(&SearchReport<String>),
        on_pulse: &mut dyn FnMut(u64),
    ) -> Result<SearchReport<String>, SearchError> {
        if self.game.ending().is_some() {
            return Err(SearchError::GameOver);
        }
        let game = self.game.game();
        let position = self.game.position();
        match &mut self.strategy {
            Strategy::Search(search) => {
                let history = GameHistory::from(&self.game);
                let to_text = |report: &SearchReport<G::Move>| report.map(|&mv| game.format_move(mv));
                let on_report = &mut |report: &SearchReport<G::Move>| on_report(&to_text(report));
                Ok(to_text(&search.search_with_pulse(position, &history, limits, on_report, on_pulse)))
            }
            Strategy::Sparring { kind, random } => {
                let mv = sparring::choose(game, position, *kind, limits, random, self.now);
                Ok(SearchReport::from_move(game.format_move(mv)))
            }
        }
    }
}

impl<G: EngineGame> TypedPlayer<G> {
    /// Solves the position by the forced-win solver, for games without a solver of their own.
    fn solve_by_forced_wins(
        &self,
        request: &SolveRequest,
        observer: &mut ProgressObserver<'_>,
    ) -> Result<SolveReport<G::Move>, SolverError> {
        let (game, position) = (self.game.game(), self.game.position());
        let forced_request = ForcedWinRequest {
            shortest: request.exact_distance,
            winning_moves: if request.optimal_moves { WinningMoves::All } else { WinningMoves::One },
            thorough: request.nodes.is_some(),
            max_proof_lines: request.max_proof_lines,
            nodes: request.nodes.or(request.default_nodes).unwrap_or(u64::MAX),
            mebibytes: request.mebibytes,
            threads: request.threads,
            ..ForcedWinRequest::default()
        };
        let total = usize::try_from(forced_request.nodes).unwrap_or(usize::MAX);
        let on_progress = &mut |progress: ForcedWinProgress| (observer.on_progress)(progress.nodes as usize, total);
        let report = forced::solve_match(&self.game, &forced_request, self.now, observer.cancel, on_progress)?;
        let mover = game.turn(position).team();
        let report = SolveReport::from_forced_win(report, mover, |team| game.color_of(position, team));
        let optimal_moves = if request.optimal_moves { report.optimal_moves } else { Vec::new() };
        Ok(SolveReport { optimal_moves, ..report })
    }
}
