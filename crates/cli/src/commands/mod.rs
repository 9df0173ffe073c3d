//! The commands: one file each. A command works out its whole answer first and prints it last, so that bad input leaves
//! nothing on standard output; only `trace`, `play`, `arena`, `ugi`, `serve` and `bot` speak as they go.

pub(crate) mod analyse;
pub(crate) mod apply;
pub(crate) mod backup;
pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod games;
pub(crate) mod generate;
pub(crate) mod hint;
pub(crate) mod man;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod record;
pub(crate) mod result;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod start;
pub(crate) mod tables;
pub(crate) mod trace;
pub(crate) mod verify;

use crate::arena;
use crate::args::{Cli, Command};
use crate::bot;
use crate::failure::Done;
use crate::fairness;
use crate::look::Look;
use crate::play;
use crate::ugi;

/// Runs a command.
pub(crate) fn run(cli: Cli) -> Done {
    let look = Look::new(cli.color, cli.ascii);
    match cli.command {
        Command::Games(args) => games::run(&args, look),
        Command::Show(args) => show::run(&args, look),
        Command::Moves(args) => moves::run(&args),
        Command::Apply(args) => apply::run(&args),
        Command::Result(args) => result::run(&args),
        Command::Start(args) => start::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Trace(args) => trace::run(&args),
        Command::Record(args) => record::run(&args),
        Command::Play(args) => play::run(&args, look),
        Command::Analyse(args) => analyse::run(&args, look),
        Command::Hint(args) => hint::run(&args, look),
        Command::Solve(args) => solve::run(&args, look),
        Command::Bench(args) => bench::run(&args),
        Command::Ugi(_) => ugi::run(),
        Command::Arena(args) => arena::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Fairness(args) => fairness::run(&args, look),
        Command::Tables(args) => tables::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Bot(args) => bot::run(&args),
        Command::Backup(args) => backup::backup(&args),
        Command::Restore(args) => backup::restore(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(_) => man::run(),
    }
}
