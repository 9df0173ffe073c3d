//! `halfboard apply`: the position after some moves in one line, for other programs.

use clap::Args;

use crate::error::CliResult;
use crate::start::{StartArgs, play_all};
use crate::style::print;

/// Print the position after some moves
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard apply lines-of-action a2c2 b1b3
  halfboard apply j --position \"8/8/8/8 w w12b12\" A5")]
pub(crate) struct ApplyArgs {
    /// Rules string, such as lines-of-action or j:long-sides=any
    rules: String,
    #[command(flatten)]
    from: StartArgs,
    /// The moves, as 'halfboard moves' lists them
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(args: &ApplyArgs) -> CliResult {
    let mut session = args.from.session(&args.rules)?;
    play_all(&mut *session, &args.moves)?;
    print(&format!("{}\n", session.position()))
}
