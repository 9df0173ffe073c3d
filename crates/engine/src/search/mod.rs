//! The search: iterative deepening, principal variation search, a shared table, and proofs kept apart from estimates.
//!
//! **Teams.** Values are for the team to move. They change sign only where the team to move changes, which in pair orders
//! and after some phases it does not; a solitaire has one team, which always takes the best.
//!
//! **Proofs.** Every score comes with a flag: whether no estimate went into it. Wins and losses found by search are always
//! proofs, because whatever prunes moves without looking at them (late moves, skipped turns) never returns a decided
//! score. A draw is a proof when all that led to it was. A search whose result is proven has exhausted the game.
//!
//! **Repetition.** A position that occurs twice on the path of the search counts as a draw, one that has occurred twice in
//! the game as well. Such draws hang on the path and are never flagged as proofs.

mod node;
mod root;

use halfboard_rules::game::Game;
use halfboard_rules::session::Match;

use crate::evaluate::Evaluate;
use crate::levels::Handicap;
use crate::limits::{Limits, Now, Stop};
use crate::report::Report;
use crate::table::Table;

/// An engine for one game with its options.
pub struct Search<G: Evaluate> {
    game: G,
    table: Table,
    stop: Stop,
    now: Now,
    settings: Settings,
}

/// How a search is run.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Threads; with one the same search gives the same answer.
    pub threads: usize,
    /// How many best lines to find.
    pub lines: usize,
    /// What is held back, for a weaker player.
    pub handicap: Handicap,
    /// Whether to look less closely where little is to be expected. Off, a search is plain minimax to its depth.
    pub selective: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { threads: 1, lines: 1, handicap: Handicap::NONE, selective: true }
    }
}

impl<G: Evaluate> Search<G> {
    /// An engine with a table of so many mebibytes.
    pub fn new(game: G, mebibytes: usize, now: Now) -> Self {
        Search { game, table: Table::new(mebibytes), stop: Stop::default(), now, settings: Settings::default() }
    }

    /// The rules it plays by.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Changes how searches are run.
    pub fn set(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// The word that stops the search from another thread.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Forgets what was learnt, for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches a position that is not over. `history` are the positions of the game before it, the run of passes that
    /// led to it included. Reports after each depth; gives the last report.
    pub fn go(
        &mut self,
        position: &G::Position,
        history: &History<G>,
        limits: &Limits,
        on_report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.table.next_search();
        let report = root::run(self, position, history, limits, on_report);
        // A word is meant for one search; one that came early stops the search that it came before.
        self.stop.reset();
        report
    }
}

/// What happened before the position to be searched.
#[derive(Clone, Debug)]
pub struct History<G: Game> {
    /// The earlier positions.
    pub positions: Vec<G::Position>,
    /// Who has passed in the unbroken run of passes at the end, as bits of [`Game::passer`].
    pub passed: u8,
}

impl<G: Game> History<G> {
    /// What happened in a match before its position now.
    pub fn of(game: &Match<G>) -> Self {
        History { positions: game.earlier().to_vec(), passed: game.passed() }
    }
}

impl<G: Game> Default for History<G> {
    fn default() -> Self {
        History { positions: Vec::new(), passed: 0 }
    }
}
