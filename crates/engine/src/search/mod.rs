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
//!
//! **Tables.** What a finished table says of a position is a proof, and nothing below it is searched.

mod list;
mod node;
mod root;

pub(crate) use node::{loses, wins};

use std::sync::Arc;

use halfboard_rules::game::Game;
use halfboard_rules::session::Match;

use crate::evaluate::Evaluate;
use crate::levels::Handicap;
use crate::limits::{Limits, Now, Stop};
use crate::net::Net;
use crate::report::Report;
use crate::table::{NoMemory, Table};
use crate::tables::Tables;
use crate::value::Score;

/// An engine for one game with its options.
pub struct Search<G: Evaluate> {
    game: G,
    table: Table,
    stop: Stop,
    now: Now,
    settings: Settings,
    net: Option<Box<Net>>,
    tables: Option<Arc<Tables>>,
    /// Whether the last search asked them.
    asked: bool,
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
    /// What makes the misjudgements of a level in one game differ from those in another.
    pub seed: u64,
    /// Whether to look less closely where little is to be expected. Off, a search is plain minimax to its depth.
    pub selective: bool,
    /// Whether to judge by the net, where there is one. Off, only the terms count.
    pub net: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { threads: 1, lines: 1, handicap: Handicap::NONE, seed: 0, selective: true, net: true }
    }
}

impl<G: Evaluate> Search<G> {
    /// An engine with a table of so many mebibytes.
    pub fn new(game: G, mebibytes: usize, now: Now) -> Result<Self, NoMemory> {
        let net = Net::read::<G>(G::NET).ok().filter(|_| game.suits_net()).map(Box::new);
        Ok(Search {
            game,
            table: Table::new(mebibytes)?,
            stop: Stop::default(),
            now,
            settings: Settings::default(),
            net,
            tables: None,
            asked: false,
        })
    }

    /// Judges by another net than the game's own, for trying it out.
    pub fn set_net(&mut self, net: Option<Net>) {
        self.net = net.map(Box::new);
    }

    /// Lets searches ask finished tables. Players who do not see how things are forced do not.
    pub fn set_tables(&mut self, tables: Arc<Tables>) {
        self.tables = Some(tables);
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

    /// What it makes of a position without looking ahead, in hundredths of a logit for the team to move.
    pub fn estimate(&self, position: &G::Position) -> i32 {
        judge(&self.game, self.net(), position)
    }

    /// The net to judge by, if any.
    fn net(&self) -> Option<&Net> {
        self.net.as_deref().filter(|_| self.settings.net)
    }

    /// The tables to ask, if any. They know nothing of history: where a position of theirs has occurred twice, the way to
    /// a win may lead through its third occurrence, and they are not asked.
    pub(crate) fn tables(&self, history: &History<G>) -> Option<&Tables> {
        let tables = self.tables.as_deref().filter(|_| self.settings.handicap.sight == u32::MAX)?;
        let occurred = &history.positions;
        let twice = occurred.iter().enumerate().filter(|(at, position)| occurred[..*at].contains(position));
        let mut known = twice.filter(|(_, position)| self.game.probe(position, tables).is_some());
        known.next().is_none().then_some(tables)
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
        self.go_with_pulse(position, history, limits, on_report, &mut |_| {})
    }

    /// The same, and tells between the reports how many nodes there were: a depth may take longer than all before it.
    pub fn go_with_pulse(
        &mut self,
        position: &G::Position,
        history: &History<G>,
        limits: &Limits,
        on_report: &mut dyn FnMut(&Report<G::Move>),
        on_pulse: &mut dyn FnMut(u64),
    ) -> Report<G::Move> {
        self.table.next_search();
        let asks = self.tables(history).is_some();
        if self.asked && !asks {
            // What was found with tables that are no longer to be asked is not to be believed either.
            self.table.clear();
        }
        self.asked = asks;
        let report = root::run(self, position, history, limits, on_report, on_pulse);
        // A word is meant for one search; one that came early stops the search that it came before.
        self.stop.reset();
        report
    }
}

/// The judgement of a position: the net's, or that of the terms alone.
#[inline]
fn judge<G: Evaluate>(game: &G, net: Option<&Net>, position: &G::Position) -> Score {
    match net {
        Some(net) => net.judge(game, position),
        None => game.estimate(position),
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
