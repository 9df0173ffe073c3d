//! `halfboard result`: how a position stands. Other programs call it: result and reason in one line, nothing else.

use clap::Args;
use halfboard_rules::game::Ending;

use crate::error::CliResult;
use crate::start::StartArgs;
use crate::style::print;

/// Print the result of a position and its reason: "1-0 united", or "* -" while the game goes on
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard result lines-of-action --position \"8/8/8/8/8/8/1w6/b1b5 b - -\"
  halfboard result sight-reduction --seed 3")]
pub(crate) struct ResultArgs {
    /// The rules, as in lines-of-action or j:long-sides=any
    rules: String,
    #[command(flatten)]
    from: StartArgs,
}

/// Runs it.
pub(crate) fn run(args: &ResultArgs) -> CliResult {
    let (result, reason) = words(args.from.session(&args.rules)?.ending());
    print(&format!("{result} {reason}\n"))
}

/// The words of an ending, or of there being none.
pub(crate) fn words(ending: Option<Ending>) -> (String, &'static str) {
    match ending {
        Some(ending) => (ending.outcome.to_string(), ending.reason.name()),
        None => ("*".to_owned(), "-"),
    }
}
