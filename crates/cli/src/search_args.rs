//! How long and how the engine thinks, as arguments: alike in every command that asks it. Touches nothing but its
//! arguments.

use std::ops::RangeInclusive;

use clap::Args;
use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::player::{self, Player};
use halfboard_engine::search::SearchSettings;
use halfboard_rules::session::Session;

use crate::error::CliError;
use crate::value_parsers::integer;

/// What can be asked for at most. The engine's own limit of depth is 90; the rest keeps slips of the finger from
/// taking all there is of a machine.
pub(crate) const DEPTHS: RangeInclusive<u64> = 1..=90;
pub(crate) const NODES: RangeInclusive<u64> = 1..=u64::MAX;
pub(crate) const MILLISECONDS: RangeInclusive<u64> = 1..=1_000_000_000;
pub(crate) const THREADS: RangeInclusive<u64> = 1..=256;
pub(crate) const HASHES: RangeInclusive<u64> = 1..=4096;
pub(crate) const LINES: RangeInclusive<u64> = 1..=256;
pub(crate) const DEFAULT_HASH: u64 = 64;

/// Seconds to think where no limit is given.
const DEFAULT_SECONDS: f64 = 1.0;

/// `--movetime MS --depth D --nodes N --threads T --hash MIB`, for every command that lets the engine search.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct SearchArgs {
    /// Think for so many milliseconds
    #[arg(long, value_name = "MS", allow_negative_numbers = true)]
    #[arg(value_parser = integer(MILLISECONDS))]
    pub(crate) movetime: Option<u64>,
    /// Style so many turns ahead
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = integer(DEPTHS))]
    pub(crate) depth: Option<u64>,
    /// Style at so many positions
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = integer(NODES))]
    pub(crate) nodes: Option<u64>,
    /// How many threads search; with one, the same depth or nodes give the same answer
    #[arg(long, value_name = "T", allow_negative_numbers = true, default_value_t = 1)]
    #[arg(value_parser = integer(THREADS))]
    pub(crate) threads: u64,
    /// Memory of the search in MiB
    #[arg(long, value_name = "MIB", allow_negative_numbers = true, default_value_t = DEFAULT_HASH)]
    #[arg(value_parser = integer(HASHES))]
    pub(crate) hash: u64,
}

/// The same and `--lines K`, for the commands that show what the engine found.
#[derive(Args, Clone, Debug)]
pub(crate) struct AnalysisArgs {
    #[command(flatten)]
    search: SearchArgs,
    /// How many of the best moves to find
    #[arg(long, value_name = "K", allow_negative_numbers = true, default_value_t = 1)]
    #[arg(value_parser = integer(LINES))]
    lines: u64,
}

impl SearchArgs {
    /// The limits that were asked for, or `None` when none was.
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
    /// The limits that were asked for, or `None` when none was.
    pub(crate) fn given(&self) -> Option<Limits> {
        self.search.given()
    }

    /// The limits: those asked for, or a second.
    pub(crate) fn limits(&self) -> Limits {
        self.given().unwrap_or_else(|| Limits::seconds(DEFAULT_SECONDS))
    }

    /// An engine that has taken over a game.
    pub(crate) fn engine(&self, session: &dyn Session) -> Result<Box<dyn Player>, CliError> {
        let mut engine = player::for_session(session, self.search.hash as usize, system_now)?;
        let (threads, lines) = (self.search.threads as usize, self.lines as usize);
        engine.set(SearchSettings { threads, lines, ..SearchSettings::default() });
        engine.set_game(session)?;
        Ok(engine)
    }
}
