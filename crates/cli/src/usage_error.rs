//! What the argument parser has to say when it does not get a command to run: help where that was asked for or nothing
//! was said, else what is wrong in a line, with what would be valid. Prints help and nothing else.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};

use crate::args::Cli;
use crate::error::{CliError, CliResult};

/// Answers what could not be parsed.
pub(crate) fn report(error: &clap::Error) -> CliResult {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => error.print().map_err(|error| CliError::output(&error)),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // This help goes to standard error. When that is closed, the exit code has to do.
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
        problem = format!("there is no command '{word}'; the commands are {}", commands(&usage).join(", "));
    }
    if usage.is_empty() { problem } else { format!("{problem}; usage: {usage}") }
}

/// The commands that could have stood where the usage has one.
fn commands(usage: &str) -> Vec<String> {
    let mut command = &Cli::command();
    while let Some(inner) = usage.split(' ').find_map(|word| command.find_subcommand(word)) {
        command = inner;
    }
    command.get_subcommands().map(Command::get_name).map(str::to_owned).collect()
}
