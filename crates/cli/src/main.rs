//! The binary `halfboard`: five board games on the command line.
//!
//! This room reads arguments, files and typed lines, and prints; every rule of a game is asked of `halfboard_rules`.
//! One file of `commands` is one command, `play` is the longest of them and has a folder.

mod arena;
mod args;
mod board;
mod bot;
mod commands;
mod failure;
mod fairness;
mod files;
mod interrupt;
mod legend;
mod lines;
mod look;
mod mmap;
mod number;
mod play;
mod program;
mod progress;
mod settings;
mod start;
mod tables;
mod thinking;
mod ugi;
mod usage;
mod variant;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let done = match args::Cli::try_parse() {
        Ok(cli) => commands::run(cli),
        Err(error) => usage::answer(&error),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
