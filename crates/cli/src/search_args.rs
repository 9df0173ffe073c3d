//! The arguments that limit the engine's search, shared by all commands.

use std::ops::RangeInclusive;

use clap::Args;
use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::player::{self, Player};
use halfboard_engine::search::SearchSettings;
use halfboard_rules::session::Session;

use crate::error::CliError;
use crate::value_parsers::integer;

/// Valid ranges. The engine's maximum depth is 90; the other limits protect against typing errors.
pub(crate) const DEPTHS: RangeInclusive<u64> = 1..=90;
pub(crate) const NODES: RangeInclusive<u64> = 1..=u64::MAX;
pub(crate) const MILLISECONDS: RangeInclusive<u64> = 1..=1_000_000_000;
pub(crate) const THREADS: RangeInclusive<u64> = 1..=256;
pub(crate) const HASHES: RangeInclusive<u64> = 1..=4096;
pub(crate) const LINES: RangeInclusive<u64> = 1..=256;
pub(crate) const DEFAULT_HASH: u64 = 64;

/// Default time of a search in seconds.
const DEFAULT_SECONDS: f64 = 1.0;

/// `--movetime MS --depth D --nodes N --threads T --hash MIB`.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct SearchArgs {
    /// Maximum time in milliseconds
    #[arg(long, value_name = "MS", allow_negative_numbers = true)]
    #[arg(value_parser = integer(MILLISECONDS))]
    pub(crate) movetime: Option<u64>,
    /// Maximum depth in turns
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = integer(DEPTHS))]
    pub(crate) depth: Option<u64>,
    /// Maximum number of positions to search
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = integer(NODES))]
    pub(crate) nodes: Option<u64>,
    /// Number of threads; with one, depth and node limits give reproducible results
    #[arg(long, value_name = "T", allow_negative_numbers = true, default_value_t = 1)]
    #[arg(value_parser = integer(THREADS))]
    pub(crate) threads: u64,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", allow_negative_numbers = true, default_value_t = DEFAULT_HASH)]
    #[arg(value_parser = integer(HASHES))]
    pub(crate) hash: u64,
}

/// The search limits and `--lines K`.
#[derive(Args, Clone, Debug)]
pub(crate) struct AnalysisArgs {
    #[command(flatten)]
    search: SearchArgs,
    /// Number of best moves to find
    #[arg(long, value_name = "K", allow_negative_numbers = true, default_value_t = 1)]
    #[arg(value_parser = integer(LINES))]
    lines: u64,
}

impl SearchArgs {
    /// Returns the given limits, or `None` if there are none.
    pub(crate) fn given(&self) -> Option<Limits> {
        if self.movetime.is_none() && self.depth.is_none() && self.nodes.is_none() {
            return None;
        }
        Some(Limits {
            depth: self.depth.map(|depth| depth as u32),
            nodes: self.nodes,
            seconds: self.movetime.map(|ms| ms as f64 / 1000.0),
            clock: None,
        })
    }
}

impl AnalysisArgs {
    /// Returns the given limits, or `None` if there are none.
    pub(crate) fn given(&self) -> Option<Limits> {
        self.search.given()
    }

    /// Returns the given limits, or the default.
    pub(crate) fn limits(&self) -> Limits {
        self.given().unwrap_or_else(|| Limits::seconds(DEFAULT_SECONDS))
    }

    /// Creates an engine and gives it the game.
    pub(crate) fn engine(&self, session: &dyn Session) -> Result<Box<dyn Player>, CliError> {
        let mut engine = player::for_session(session, self.search.hash as usize, system_now)?;
        let (threads, lines) = (self.search.threads as usize, self.lines as usize);
        engine.set(SearchSettings { threads, lines, ..SearchSettings::default() });
        engine.set_game(session)?;
        Ok(engine)
    }
}
