//! The search: iterative deepening principal variation search (PVS) with a shared transposition table, aspiration
//! windows, null move pruning, late move reductions (LMR), quiescence search, and threads that share a tree (ABDADA).
//!
//! **Teams.** Values are for the team to move. They change sign only where the team to move changes, which some turn
//! orders and phases do not; a solitaire has one team, which always maximises.
//!
//! **Proofs.** Every score carries a flag that it depends on no estimate. Wins and losses found by search are always
//! proofs, because no pruning returns a decided score. A draw is proven if everything that led to it is. A search with
//! a proven result has exhausted the game.
//!
//! **Repetition.** A position that repeats on the path of the search scores as a draw, because nothing was gained since,
//! as does one whose next occurrence in the game is a draw by the rules. Such draws depend on the path and are never
//! flagged as proven.
//!
//! **Endgame tables.** A table's value is a proof, and nothing below it is searched.

mod move_list;
mod node;
mod oversight;
mod parallel;
mod parameters;
mod root;
mod worker;

pub(crate) use node::{has_winning_move, loses, wins};
pub use parameters::SearchParameters;

use std::sync::Arc;

use halfboard_rules::game::Game;
use halfboard_rules::session::Match;

use crate::book::{Book, BookMove};
use crate::games::EngineGame;
use crate::levels::StrengthLimit;
use crate::limits::{CancelToken, Limits, Now, OutOfMemory};
use crate::move_ordering::MoveHistory;
use crate::network::Network;
use crate::report::SearchReport;
use crate::transposition_table::TranspositionTable;
use crate::value::{Score, Value};

/// A search engine for one game with its options.
///
/// ```
/// use halfboard_engine::prelude::*;
/// use halfboard_rules::games::j::J;
/// use halfboard_rules::game::Game;
/// use halfboard_rules::options::OptionSet;
///
/// let game = J::new(OptionSet::DEFAULT)?;
/// let start = game.start(0);
/// let mut search = Search::new(game, 1, system_now)?;
/// let report = search.search(&start, &GameHistory::default(), &Limits::depth(3), &mut |_| {});
/// assert_eq!(report.depth, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Search<G: EngineGame> {
    game: G,
    table: TranspositionTable,
    cancel: CancelToken,
    now: Now,
    settings: SearchSettings,
    parameters: SearchParameters,
    network: Option<Box<Network>>,
    endgame_table: Option<Arc<G::EndgameTable>>,
    /// Statistics about moves from the last search.
    move_history: MoveHistory<G::Move>,
    /// Whether the last search probed the endgame table.
    probed: bool,
    /// Number of searches since the last new game.
    searches: u64,
}

/// Settings of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchSettings {
    /// Number of threads; a search on one thread is deterministic.
    pub threads: usize,
    /// Number of principal variations to find (MultiPV).
    pub lines: usize,
    /// Strength limit for a weaker player.
    pub strength: StrengthLimit,
    /// Seed of what a limited player overlooks and misjudges, and of the choice of book moves.
    pub seed: u64,
    /// Whether to prune and reduce. If off, the search is plain minimax to its depth.
    pub selective: bool,
    /// Whether to evaluate by the network if the game has one. If off, only the terms count.
    pub network: bool,
    /// Whether to choose a move of the game's opening book by the seed, without a search, where there is one. Only for a
    /// single principal variation.
    pub book: bool,
}

impl Default for SearchSettings {
    fn default() -> Self {
        SearchSettings {
            threads: 1,
            lines: 1,
            strength: StrengthLimit::NONE,
            seed: 0,
            selective: true,
            network: true,
            book: false,
        }
    }
}

impl<G: EngineGame> Search<G> {
    /// Creates an engine with a transposition table of a size in mebibytes.
    ///
    /// # Errors
    ///
    /// Fails if the table cannot be allocated.
    pub fn new(game: G, mebibytes: usize, now: Now) -> Result<Self, OutOfMemory> {
        let network = Network::of_game(&game).map(Box::new);
        Ok(Search {
            game,
            table: TranspositionTable::new(mebibytes)?,
            cancel: CancelToken::default(),
            now,
            settings: SearchSettings::default(),
            parameters: G::PARAMETERS,
            network,
            endgame_table: None,
            move_history: MoveHistory::new(),
            probed: false,
            searches: 0,
        })
    }

    /// Replaces the game's network, for example by one being trained.
    pub fn set_network(&mut self, network: Option<Network>) {
        self.network = network.map(Box::new);
    }

    /// Replaces the game's parameters, for example by those being tuned.
    pub fn set_parameters(&mut self, parameters: SearchParameters) {
        self.parameters = parameters;
    }

    /// Sets the endgame table to probe. Players with a win horizon do not probe it.
    pub fn set_endgame_table(&mut self, table: Arc<G::EndgameTable>) {
        self.endgame_table = Some(table);
    }

    /// Returns the game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Sets the settings of later searches.
    pub fn set(&mut self, settings: SearchSettings) {
        self.settings = settings;
    }

    /// Returns the token that cancels a search from another thread.
    pub fn cancel_token(&self) -> CancelToken {
        self.cancel.clone()
    }

    /// Forgets earlier searches, for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.move_history = MoveHistory::new();
        self.searches = 0;
    }

    /// Returns the static evaluation of a position for the team to move, in hundredths of a logit.
    pub fn evaluate(&self, position: &G::Position) -> i32 {
        evaluate(&self.game, self.network(), position)
    }

    fn network(&self) -> Option<&Network> {
        self.network.as_deref().filter(|_| self.settings.network)
    }

    /// Returns the endgame table if it may be probed. It knows no history: if one of its positions has occurred twice,
    /// the way to a win may lead through the third occurrence, which is a draw.
    pub(crate) fn endgame_table(&self, history: &GameHistory<G>) -> Option<&G::EndgameTable> {
        let table = self.endgame_table.as_deref().filter(|_| self.settings.strength.win_horizon == u32::MAX)?;
        let occurred = &history.positions;
        let twice = occurred.iter().enumerate().filter(|(at, position)| occurred[..*at].contains(position));
        let mut known = twice.filter(|(_, position)| self.game.probe(position, table).is_some());
        known.next().is_none().then_some(table)
    }

    /// Returns the report of a book move. A position that occurs again is searched: repeating moves gains nothing.
    fn book_move(&self, position: &G::Position, history: &GameHistory<G>) -> Option<SearchReport<G::Move>> {
        if !self.settings.book || self.settings.lines > 1 || history.positions.contains(position) {
            return None;
        }
        let BookMove { mv, score } = Book::of_game(&self.game).choose(&self.game, position, self.settings.seed)?;
        let mut report = SearchReport::from_move(mv);
        report.lines[0].value = Value::Estimated(score);
        Some(report)
    }

    /// Searches a position in which the game is not over. Calls `on_report` after each depth and returns the last
    /// report.
    pub fn search(
        &mut self,
        position: &G::Position,
        history: &GameHistory<G>,
        limits: &Limits,
        on_report: &mut dyn FnMut(&SearchReport<G::Move>),
    ) -> SearchReport<G::Move> {
        self.search_with_pulse(position, history, limits, on_report, &mut |_| {})
    }

    /// Searches like [`Search::search`], and calls `on_pulse` with the number of nodes between the reports: a depth may
    /// take longer than all before it.
    pub fn search_with_pulse(
        &mut self,
        position: &G::Position,
        history: &GameHistory<G>,
        limits: &Limits,
        on_report: &mut dyn FnMut(&SearchReport<G::Move>),
        on_pulse: &mut dyn FnMut(u64),
    ) -> SearchReport<G::Move> {
        self.table.advance_generation();
        self.searches += 1;
        let probes = self.endgame_table(history).is_some();
        if self.probed && !probes {
            // Scores that rest on the endgame table are as invalid as the table now is.
            self.table.clear();
        }
        self.probed = probes;
        let report = match self.book_move(position, history) {
            Some(report) => report,
            None => root::run(self, position, history, limits, on_report, on_pulse),
        };
        // A cancellation is meant for one search, including one that came before the search started.
        self.cancel.reset();
        report
    }
}

/// Returns the evaluation of a position by the network, or by the terms alone.
fn evaluate<G: EngineGame>(game: &G, network: Option<&Network>, position: &G::Position) -> Score {
    match network {
        Some(network) => network.evaluate(game, position),
        None => game.evaluate(position),
    }
}

/// The game before the position to be searched.
#[derive(Clone, Debug)]
pub struct GameHistory<G: Game> {
    /// The earlier positions.
    pub positions: Vec<G::Position>,
    /// The seats in the run of passes at the end, as bits of [`Game::passer`].
    pub passed: u8,
}

impl<G: Game> From<&Match<G>> for GameHistory<G> {
    fn from(game: &Match<G>) -> Self {
        GameHistory { positions: game.earlier_positions().to_vec(), passed: game.passed() }
    }
}

impl<G: Game> Default for GameHistory<G> {
    fn default() -> Self {
        GameHistory { positions: Vec::new(), passed: 0 }
    }
}
