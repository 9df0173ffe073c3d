//! The arguments that choose the start of a game, shared by all commands.

use clap::Args;
pub(crate) use halfboard_engine::arena::depends_on_seed;
use halfboard_rules::record::Start;
use halfboard_rules::session::Session;

use crate::error::CliError;
use crate::value_parsers::any_u64;

/// `--position P | --seed N`.
#[derive(Args, Clone, Debug)]
pub(crate) struct StartArgs {
    /// Start from this position string
    #[arg(long, value_name = "P", conflicts_with = "seed")]
    pub(crate) position: Option<String>,
    /// Seed of a random start position
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = any_u64)]
    pub(crate) seed: Option<u64>,
}

impl StartArgs {
    /// Returns the given start, or `None` if there is none.
    pub(crate) fn start(&self) -> Option<Start> {
        match (&self.position, self.seed) {
            (Some(position), _) => Some(Start::Position(position.clone())),
            (None, seed) => seed.map(Start::Seed),
        }
    }

    /// Starts a game; the default is seed 0.
    pub(crate) fn session(&self, rules: &str) -> Result<Box<dyn Session>, CliError> {
        Ok(self.start().unwrap_or(Start::Seed(0)).session(rules)?)
    }
}

/// Plays moves, which must be written as they are listed.
pub(crate) fn play_all(session: &mut dyn Session, moves: &[String]) -> Result<(), CliError> {
    for (index, mv) in moves.iter().enumerate() {
        session.play(mv).map_err(|error| match moves.len() {
            1 => CliError::new(error),
            count => CliError::new(format_args!("move {} of {count}: {error}", index + 1)),
        })?;
    }
    Ok(())
}
