//! `halfboard help`: the same text as `--help`.

use std::iter;

use clap::{Args, Command, CommandFactory, Parser};

use crate::args::Cli;
use crate::error::{CliError, CliResult};
use crate::usage_error;

/// Print the help of the program, or of a command
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard help
  halfboard help record check")]
pub(crate) struct HelpArgs {
    /// The command to describe
    command: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(args: &HelpArgs) -> CliResult {
    let mut program = Cli::command();
    // Building fills in the full names of the commands.
    program.build();
    let mut command = &program;
    for word in &args.command {
        command = command.find_subcommand(word).ok_or_else(|| unknown(command, word))?;
    }
    let words = iter::once("halfboard").chain(args.command.iter().map(String::as_str));
    match Cli::try_parse_from(words.chain(["--help"])) {
        Ok(cli) => super::run(cli),
        Err(error) => usage_error::report(&error),
    }
}

fn unknown(command: &Command, word: &str) -> CliError {
    let of = command.get_bin_name().unwrap_or(command.get_name());
    let valid: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    if valid.is_empty() {
        return CliError::new(format!("unknown command '{word}': '{of}' has no commands of its own"));
    }
    CliError::new(format!("unknown command '{word}': the commands of '{of}' are {}", valid.join(", ")))
}
