//! `halfboard hint`: the best move step by step, and what it is worth.

use clap::Args;
use halfboard_engine::report::PrincipalVariation;
use halfboard_rules::session::Session;
use halfboard_text::{steps, worth};

use crate::commands::analyse::think;
use crate::error::CliResult;
use crate::phrases;
use crate::search_args::AnalysisArgs;
use crate::start::{StartArgs, play_all};
use crate::style::{Emphasis, Style};
use crate::tables::TablesArgs;

/// Explain the best move step by step
#[derive(Args, Debug)]
#[command(after_help = "\
The default limit is one second.

Examples:
  halfboard hint lines-of-action a2c2 b1b3 --depth 4
  halfboard hint j --position \"4w3/8/8/1b6 w w11b11\" --movetime 100")]
pub(crate) struct HintArgs {
    /// Rules string, such as lines-of-action or j:long-sides=any
    rules: String,
    #[command(flatten)]
    from: StartArgs,
    #[command(flatten)]
    thinking: AnalysisArgs,
    #[command(flatten)]
    tables: TablesArgs,
    /// Moves to play first, as 'halfboard moves' lists them
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(args: &HintArgs, style: Style) -> CliResult {
    let mut session = args.from.session(&args.rules)?;
    play_all(&mut *session, &args.moves)?;
    if let Some(result) = phrases::result(&*session) {
        return style.print(&format!("{result}\n"));
    }
    let report = think(&args.thinking, &args.tables, &*session)?;
    let hints: Vec<String> = report.lines.iter().map(|line| hint(&*session, line, style)).collect();
    style.print(&hints.join("\n"))
}

fn hint(session: &dyn Session, line: &PrincipalVariation<String>, style: Style) -> String {
    let Some(mv) = line.moves.first() else { return String::new() };
    let mut text = format!("{}: {}\n", phrases::turn(session), style.emphasize(Emphasis::Strong, mv));
    let board = session.info().board;
    for (number, step) in session.steps(mv).unwrap_or_default().into_iter().enumerate() {
        text += &format!("  {}. {}\n", number + 1, steps::step(step, board));
    }
    format!("{text}{}\n", worth::sentence(line.value, session.seats().len() == 1))
}
