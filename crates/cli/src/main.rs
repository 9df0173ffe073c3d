//! The binary `halfboard`: play, analyse and check board games in the terminal.
//!
//! Each command is a file of `commands`, or a module if it is longer. The rules of the games are in `halfboard_rules`, texts for
//! people in `halfboard_text` and, where only the terminal needs them, in `phrases`.

mod admin;
mod archive;
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
mod phrases;
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
    let result = match args::Cli::try_parse() {
        Ok(cli) => commands::run(cli),
        Err(error) => usage_error::report(&error),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(),
    }
}
