//! `halfboard start`: the start position of some rules. Other programs call it: one line, nothing else.

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
    /// The rules, as in lines-of-action or j:long-sides=any
    rules: String,
    /// Which start, where it is a matter of chance
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 0, value_parser = any_u64)]
    seed: u64,
}

/// Runs it.
pub(crate) fn run(args: &StartPositionArgs) -> CliResult {
    let session = registry::rules(&args.rules)?.start(args.seed);
    print(&format!("{}\n", session.position()))
}
