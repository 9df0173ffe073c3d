//! `cargo xtask test`: everything that must pass before a change lands. CI runs the same command.

use std::process::Command;

use crate::parallel::{OnFailure, run_in_parallel};
use crate::web::{self, Build, Quality};
use crate::{TaskError, browser, cargo, postgres, sources, wasm};

/// The module of all browser tests, in `crates/e2e/tests/app.rs`. They take longest and mostly wait, so the other tests run in
/// parallel.
const IN_A_BROWSER: &str = "in_a_browser::";

pub(crate) fn run() -> Result<(), TaskError> {
    sources::check_format()?;
    wasm::ensure()?;
    let browser = browser::ensure()?;
    let postgres = postgres::ensure()?;
    let file = |name: &str| web::target().join("xtask").join(name);
    // The browser app is built with fat LTO, which uses one core, and in its own target folder, so neither queue blocks the
    // other.
    let native = vec![
        cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]),
        tests(&["--tests", "--no-run"]),
    ];
    run_in_parallel(native, web::compile(Build::Release), &file("app.txt"), OnFailure::StopOther)?;
    // The server and browser tests need the real app. Building it also proves that rules and engine build for wasm32.
    web::run(Build::Release, Quality::Quick)?;
    let mut documentation = cargo(&["doc", "--workspace", "--no-deps", "--quiet"]);
    documentation.env("RUSTDOCFLAGS", "-D warnings");
    // The sixth game last, because it replaces the binary that the other tests run.
    let others = [tests(&["--tests", "--", "--skip", IN_A_BROWSER]), tests(&["--doc"]), documentation, sixth_game()];
    let browsers = tests(&["--test", "app", "--", IN_A_BROWSER]);
    run_in_parallel(others.map(low_priority).into(), vec![browsers], &file("browser.txt"), OnFailure::FinishOther)?;
    for (tests, skipped) in [("in a browser", browser), ("with PostgreSQL", postgres)] {
        if let Some(why) = skipped {
            eprintln!("xtask: all passed, but the tests {tests} were SKIPPED: {why}");
        }
    }
    Ok(())
}

/// Returns a `cargo test` of the whole workspace. Always the whole: testing a single package would rebuild dependencies with
/// other features.
///
/// Pass `--tests` or similar, because a plain `cargo test` also links the examples, which clippy has compiled already.
fn tests(which: &[&str]) -> Command {
    let mut command = cargo(&["test", "--workspace", "--quiet"]);
    command.args(which);
    command
}

/// Returns the tests of the sixth game, which shows that a game is three folders and one line; see `docs/adding-a-game.md`.
fn sixth_game() -> Command {
    let mut command = cargo(&["test", "--quiet", "--package", "halfboard-cli", "--package", "halfboard-e2e"]);
    command.args(["--features", "halfboard-cli/sixth-game,halfboard-e2e/sixth-game", "--test", "sixth_game"]);
    command
}

/// Returns the command with a lower priority on Unix: slow browsers make tests flaky.
fn low_priority(command: Command) -> Command {
    if !cfg!(unix) {
        return command;
    }
    let mut nice = Command::new("nice");
    nice.args(["-n", "10"]).arg(command.get_program()).args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        nice.current_dir(folder);
    }
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => nice.env(name, value),
            None => nice.env_remove(name),
        };
    }
    nice
}
