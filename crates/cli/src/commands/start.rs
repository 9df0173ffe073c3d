//! `halfboard start`: a start position in one line, for other programs.

use clap::Args;
use halfboard_rules::registry;

use crate::error::CliResult;
use crate::style::print;
use crate::value_parsers::any_u64;

/// Print the start position
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard start lines-of-action:setup=parachute
  halfboard start sight-reduction --seed 7")]
pub(crate) struct StartPositionArgs {
    /// Rules string, such as lines-of-action or j:long-sides=any
    rules: String,
    /// Seed of a random start position
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 0, value_parser = any_u64)]
    seed: u64,
}

/// Runs the command.
pub(crate) fn run(args: &StartPositionArgs) -> CliResult {
    let session = registry::rules(&args.rules)?.start(args.seed);
    print(&format!("{}\n", session.position()))
}
