//! Where a game begins, as arguments: shared by every command that is given rules. Touches nothing but its arguments.

use clap::Args;
pub(crate) use halfboard_engine::arena::depends_on_seed;
use halfboard_rules::record::Start;
use halfboard_rules::session::Session;

use crate::error::CliError;
use crate::value_parsers::any_u64;

/// `--position P | --seed N`.
#[derive(Args, Clone, Debug)]
pub(crate) struct StartArgs {
    /// Begin from this position string
    #[arg(long, value_name = "P", conflicts_with = "seed")]
    pub(crate) position: Option<String>,
    /// Which start, where it is a matter of chance
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = any_u64)]
    pub(crate) seed: Option<u64>,
}

impl StartArgs {
    /// The start that was asked for, or `None` when nothing was.
    pub(crate) fn start(&self) -> Option<Start> {
        match (&self.position, self.seed) {
            (Some(position), _) => Some(Start::Position(position.clone())),
            (None, seed) => seed.map(Start::Seed),
        }
    }

    /// A game of these rules from there.
    pub(crate) fn session(&self, rules: &str) -> Result<Box<dyn Session>, CliError> {
        Ok(self.start().unwrap_or(Start::Seed(0)).session(rules)?)
    }
}

/// Plays moves, given exactly as they are listed, one after the other.
pub(crate) fn play_all(session: &mut dyn Session, moves: &[String]) -> Result<(), CliError> {
    for (index, mv) in moves.iter().enumerate() {
        session.play(mv).map_err(|error| match moves.len() {
            1 => CliError::new(error),
            count => CliError::new(format_args!("move {} of {count}: {error}", index + 1)),
        })?;
    }
    Ok(())
}
