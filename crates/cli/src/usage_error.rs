//! Errors of the argument parser, in one line, and help.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};

use crate::args::Cli;
use crate::error::{CliError, CliResult};

/// Reports a parse error, or prints the help that was asked for.
pub(crate) fn report(error: &clap::Error) -> CliResult {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => error.print().map_err(|error| CliError::output(&error)),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // Help goes to standard error here. If that is closed, the exit code has to do.
            let _ = error.print();
            Err(CliError::Invalid(Vec::new()))
        }
        _ => Err(CliError::new(in_a_line(error))),
    }
}

fn in_a_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut problem = Vec::new();
    let mut usage = String::new();
    for line in text.lines().map(words).filter(|line| !line.is_empty()) {
        match line.strip_prefix("Usage: ") {
            Some(line) => line.clone_into(&mut usage),
            None if line.starts_with("For more information") => {}
            None => problem.push(line.strip_prefix("error: ").unwrap_or(&line).to_owned()),
        }
    }
    let mut problem = problem.join(" ");
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) {
        problem = format!("unknown command '{word}': the commands are {}", commands(&usage).join(", "));
    }
    if usage.is_empty() { problem } else { format!("{problem}; usage: {usage}") }
}

/// Returns the commands that are valid at the place of an unknown one.
fn commands(usage: &str) -> Vec<String> {
    let mut command = &Cli::command();
    while let Some(inner) = usage.split(' ').find_map(|word| command.find_subcommand(word)) {
        command = inner;
    }
    command.get_subcommands().map(Command::get_name).map(str::to_owned).collect()
}
