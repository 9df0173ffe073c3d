//! `halfboard completions`: completion scripts for shells.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::args::Cli;
use crate::error::CliResult;
use crate::style::print;

/// Print a completion script for a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard completions bash > ~/.local/share/bash-completion/completions/halfboard
  halfboard completions fish > ~/.config/fish/completions/halfboard.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Runs the command.
pub(crate) fn run(args: &CompletionsArgs) -> CliResult {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "halfboard", &mut text);
    print(&String::from_utf8_lossy(&text))
}
