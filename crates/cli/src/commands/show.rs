//! `halfboard show`: draws a position.

use clap::Args;

use crate::board::{self, DrawOptions};
use crate::error::CliResult;
use crate::legend::legend;
use crate::phrases;
use crate::start::{StartArgs, play_all};
use crate::style::{Emphasis, Style};

/// Draw a position
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard show sllim
  halfboard show lines-of-action a2c2 b1b3
  halfboard show sight-reduction --seed 7 --ascii")]
pub(crate) struct ShowArgs {
    /// Rules string, such as lines-of-action or j:long-sides=any
    rules: String,
    #[command(flatten)]
    from: StartArgs,
    /// Moves to play first, as 'halfboard moves' lists them
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(args: &ShowArgs, style: Style) -> CliResult {
    let mut session = args.from.session(&args.rules)?;
    play_all(&mut *session, &args.moves)?;
    let view = session.view(&[]);
    let status = phrases::result(&*session).unwrap_or_else(|| format!("{}.", phrases::turn(&*session)));
    let drawing = board::draw(&view, DrawOptions { legend: &legend(&*session), hints: false }, style);
    style.print(&format!("{drawing}\n{}\n", style.emphasize(Emphasis::Strong, &status)))
}
