//! `halfboard moves`: the legal moves of a position. Other programs call it: one move a line, sorted, nothing else.

use clap::Args;

use crate::error::CliResult;
use crate::start::StartArgs;
use crate::style::print;

/// List the legal moves, one a line, sorted
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard moves lines-of-action
  halfboard moves j --position \"8/8/8/8 w w12b12\"")]
pub(crate) struct MovesArgs {
    /// The rules, as in lines-of-action or j:long-sides=any
    rules: String,
    #[command(flatten)]
    from: StartArgs,
}

/// Runs it.
pub(crate) fn run(args: &MovesArgs) -> CliResult {
    let moves = args.from.session(&args.rules)?.moves();
    print(&moves.iter().map(|mv| format!("{mv}\n")).collect::<String>())
}
