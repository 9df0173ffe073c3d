//! The binary `halfboard`: five board games on the command line.
//!
//! This room reads arguments, files and typed lines, and prints; every rule of a game is asked of `halfboard_rules`.
//! One file of `commands` is one command, `play` is the longest of them and has a folder.

mod arena;
mod args;
mod board;
mod bot;
mod commands;
mod error;
mod fairness;
mod files;
mod interrupt;
mod layout;
mod legend;
mod mmap;
mod play;
mod progress;
mod search_args;
mod server_flags;
mod start;
mod style;
mod tables;
mod ugi;
mod ugi_process;
mod usage_error;
mod value_parsers;
mod variant;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let done = match args::Cli::try_parse() {
        Ok(cli) => commands::run(cli),
        Err(error) => usage_error::report(&error),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
