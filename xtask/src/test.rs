//! `cargo xtask test`: all that must hold before a change lands. The same on every machine, and all that CI does.

use std::process::Command;

use crate::side_by_side::{Other, side_by_side};
use crate::web::{self, Build, Quality};
use crate::{Failed, browser, cargo, postgres, succeed, wasm};

/// The module of all tests in a browser, in `crates/e2e/tests/app.rs`. They are the longest and mostly wait, so that other
/// tests run beside them.
const IN_A_BROWSER: &str = "in_a_browser::";

pub(crate) fn run() -> Result<(), Failed> {
    succeed(&mut cargo(&["fmt", "--all", "--check"]))?;
    wasm::ensure()?;
    let browser = browser::ensure()?;
    let postgres = postgres::ensure()?;
    let file = |name: &str| web::target().join("xtask").join(name);
    // For the browser everything is optimised as a whole, which takes one core, and in folders of its own, so that neither row
    // waits for the other.
    let native = vec![
        cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]),
        tests(&["--tests", "--no-run"]),
    ];
    side_by_side(native, web::compile(Build::Release), &file("app.txt"), Other::Stops)?;
    // The tests of the server and those in the browser need the real app. Building it also shows that rules and engine
    // build for the browser unchanged.
    web::run(Build::Release, Quality::Quick)?;
    let mut documentation = cargo(&["doc", "--workspace", "--no-deps", "--quiet"]);
    documentation.env("RUSTDOCFLAGS", "-D warnings");
    let others = [tests(&["--tests", "--", "--skip", IN_A_BROWSER]), tests(&["--doc"]), documentation];
    let browsers = tests(&["--test", "app", "--", IN_A_BROWSER]);
    side_by_side(others.map(lesser).into(), vec![browsers], &file("browser.txt"), Other::GoesOn)?;
    for (tests, skipped) in [("in a browser", browser), ("with PostgreSQL", postgres)] {
        if let Some(why) = skipped {
            eprintln!("xtask: all passed, but the tests {tests} were SKIPPED: {why}");
        }
    }
    Ok(())
}

/// Tests of the whole workspace: always of the whole, because dependencies are built anew for a part of it.
///
/// Not without `--tests` or the like, because examples would be linked, too. The lints have compiled them.
fn tests(which: &[&str]) -> Command {
    let mut command = cargo(&["test", "--workspace", "--quiet"]);
    command.args(which);
    command
}

/// A command that takes what time others leave, where systems know such a thing: browsers that must wait for it would be slow,
/// and slow browsers make tests that fail by chance.
fn lesser(command: Command) -> Command {
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
