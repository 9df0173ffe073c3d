//! The commands, one file each. A command prints its output at the end, so that invalid input leaves nothing on standard output;
//! only `trace`, `play`, `arena`, `ugi`, `serve` and `bot` print as they go.

pub(crate) mod analyse;
pub(crate) mod apply;
pub(crate) mod backup;
pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod draw;
pub(crate) mod games;
pub(crate) mod generate;
pub(crate) mod help;
pub(crate) mod hint;
pub(crate) mod introduction;
pub(crate) mod man;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod print;
pub(crate) mod record;
pub(crate) mod result;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod start;
pub(crate) mod tables;
pub(crate) mod trace;
pub(crate) mod verify;

use halfboard_text::speak;

use crate::admin;
use crate::archive;
use crate::arena;
use crate::args::{Cli, CliCommand};
use crate::bot;
use crate::error::CliResult;
use crate::fairness;
use crate::phrases::environment_language;
use crate::play;
use crate::style::Style;
use crate::ugi;

/// Runs the command, or prints the introduction if there is none, in the language and style that the global flags ask for.
pub(crate) fn run(cli: Cli) -> CliResult {
    speak(cli.lang.unwrap_or_else(environment_language));
    let style = Style::new(cli.color, cli.ascii);
    let Some(command) = cli.command else { return introduction::run(style) };
    match command {
        CliCommand::Games(args) => games::run(&args, style),
        CliCommand::Show(args) => show::run(&args, style),
        CliCommand::Draw(args) => draw::run(&args),
        CliCommand::Moves(args) => moves::run(&args),
        CliCommand::Apply(args) => apply::run(&args),
        CliCommand::Result(args) => result::run(&args),
        CliCommand::Start(args) => start::run(&args),
        CliCommand::Perft(args) => perft::run(&args),
        CliCommand::Trace(args) => trace::run(&args),
        CliCommand::Record(args) => record::run(&args),
        CliCommand::Archive(args) => archive::run(&args, style),
        CliCommand::Play(args) => play::run(&args, style),
        CliCommand::Analyse(args) => analyse::run(&args, style),
        CliCommand::Hint(args) => hint::run(&args, style),
        CliCommand::Solve(args) => solve::run(&args, style),
        CliCommand::Bench(args) => bench::run(&args),
        CliCommand::Ugi(_) => ugi::run(),
        CliCommand::Arena(args) => arena::run(&args),
        CliCommand::Generate(args) => generate::run(&args),
        CliCommand::Verify(args) => verify::run(&args),
        CliCommand::Print(args) => print::run(&args),
        CliCommand::Fairness(args) => fairness::run(&args, style),
        CliCommand::Tables(args) => tables::run(&args),
        CliCommand::Serve(args) => serve::run(&args),
        CliCommand::Admin(args) => admin::run(&args),
        CliCommand::Bot(args) => bot::run(&args),
        CliCommand::Backup(args) => backup::backup(&args),
        CliCommand::Restore(args) => backup::restore(&args),
        CliCommand::Completions(args) => completions::run(&args),
        CliCommand::Man(args) => man::run(&args),
        CliCommand::Help(args) => help::run(&args),
    }
}
