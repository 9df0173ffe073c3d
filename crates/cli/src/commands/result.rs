//! `halfboard result`: result and reason of a position in one line, for other programs.

use clap::Args;
use halfboard_rules::game::Ending;

use crate::error::CliResult;
use crate::start::StartArgs;
use crate::style::print;

/// Print the result of a position and its reason: "1-0 united", or "* -" while the game is in progress
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard result lines-of-action --position \"8/8/8/8/8/8/1w6/b1b5 b - -\"
  halfboard result sight-reduction --seed 3")]
pub(crate) struct ResultArgs {
    /// Rules string, such as lines-of-action or j:long-sides=any
    rules: String,
    #[command(flatten)]
    from: StartArgs,
}

/// Runs the command.
pub(crate) fn run(args: &ResultArgs) -> CliResult {
    let (result, reason) = words(args.from.session(&args.rules)?.ending());
    print(&format!("{result} {reason}\n"))
}

/// Returns result and reason as records write them.
pub(crate) fn words(ending: Option<Ending>) -> (String, &'static str) {
    match ending {
        Some(ending) => (ending.outcome.to_string(), ending.reason.name()),
        None => ("*".to_owned(), "-"),
    }
}
