//! `halfboard moves`: the legal moves of a position, one per line and sorted, for other programs.

use clap::Args;

use crate::error::CliResult;
use crate::start::StartArgs;
use crate::style::print;

/// List the legal moves, one per line, sorted
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard moves lines-of-action
  halfboard moves j --position \"8/8/8/8 w w12b12\"")]
pub(crate) struct MovesArgs {
    /// Rules string, such as lines-of-action or j:long-sides=any
    rules: String,
    #[command(flatten)]
    from: StartArgs,
}

/// Runs the command.
pub(crate) fn run(args: &MovesArgs) -> CliResult {
    let moves = args.from.session(&args.rules)?.moves();
    print(&moves.iter().map(|mv| format!("{mv}\n")).collect::<String>())
}
