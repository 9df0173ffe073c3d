//! How long and how the engine thinks, as arguments: alike in every command that asks it. Touches nothing but its
//! arguments.

use clap::Args;
use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::player::{self, Player};
use halfboard_engine::search::Settings;
use halfboard_rules::session::Session;

use crate::failure::Failure;
use crate::number;

/// What can be asked for at most. The engine's own limit of depth is 90; the rest keeps slips of the finger from
/// taking all there is of a machine.
pub(crate) const MOST_DEPTH: u64 = 90;
pub(crate) const MOST_THREADS: u64 = 256;
pub(crate) const MOST_HASH: u64 = 4096;
pub(crate) const MOST_LINES: u64 = 256;
pub(crate) const DEFAULT_HASH: u64 = 64;
const MOST_MILLISECONDS: u64 = 1_000_000_000;

/// Seconds to think where no limit is given.
const DEFAULT_SECONDS: f64 = 1.0;

/// `--movetime MS --depth D --nodes N --threads T --hash MIB --lines K`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ThinkingArgs {
    /// Think for so many milliseconds
    #[arg(long, value_name = "MS", allow_negative_numbers = true)]
    #[arg(value_parser = number::whole(1..=MOST_MILLISECONDS))]
    pub(crate) movetime: Option<u64>,
    /// Look so many turns ahead
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = number::whole(1..=MOST_DEPTH))]
    pub(crate) depth: Option<u64>,
    /// Look at so many positions
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::whole(1..=u64::MAX))]
    pub(crate) nodes: Option<u64>,
    /// How many threads search; with one, the same depth or nodes give the same answer
    #[arg(long, value_name = "T", allow_negative_numbers = true, default_value_t = 1)]
    #[arg(value_parser = number::whole(1..=MOST_THREADS))]
    pub(crate) threads: u64,
    /// Memory of the search in MiB
    #[arg(long, value_name = "MIB", allow_negative_numbers = true, default_value_t = DEFAULT_HASH)]
    #[arg(value_parser = number::whole(1..=MOST_HASH))]
    pub(crate) hash: u64,
    /// How many of the best moves to find
    #[arg(long, value_name = "K", allow_negative_numbers = true, default_value_t = 1)]
    #[arg(value_parser = number::whole(1..=MOST_LINES))]
    pub(crate) lines: u64,
}

impl ThinkingArgs {
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

    /// The limits: those asked for, or a second.
    pub(crate) fn limits(&self) -> Limits {
        self.given().unwrap_or_else(|| Limits::seconds(DEFAULT_SECONDS))
    }

    /// How searches are run.
    pub(crate) fn settings(&self) -> Settings {
        Settings { threads: self.threads as usize, lines: self.lines as usize, ..Settings::default() }
    }

    /// An engine that has taken over a game.
    pub(crate) fn engine(&self, session: &dyn Session) -> Result<Box<dyn Player>, Failure> {
        let mut engine = player::player(&session.rules(), self.hash as usize, system_now)?;
        engine.set(self.settings());
        engine.set_game(session)?;
        Ok(engine)
    }
}
