//! `cargo xtask test`: everything that must pass before a change lands. CI runs the same command. With the name of a part,
//! only the checks and tests of that part. `browsers` is run on demand only.

mod binaries;
mod browsers;
mod dependencies;
mod parts;
mod summary;

use std::process::Command;

use crate::progress::{self, Expected, OnFailure, Stage, TestTime};
use crate::web::{self, Build, Quality};
use crate::{TaskError, browser, cargo, postgres, proxies, sources, wasm};
use binaries::TestBinary;
use parts::Part;
use summary::Skipped;

/// The module of all browser tests, in `crates/e2e/tests/app.rs`. They take longest and mostly wait, so the other tests run in
/// parallel.
const IN_A_BROWSER: &str = "in_a_browser::";

/// Runs everything, or the parts with these names.
pub(crate) fn run(names: &[&str]) -> Result<(), TaskError> {
    let (on_demand, names): (Vec<&str>, Vec<&str>) = names.iter().partition(|name| **name == browsers::NAME);
    let parts = names.iter().map(|name| Part::find(name)).collect::<Result<Vec<_>, _>>()?;
    sources::check_format()?;
    let mut tests = match (parts.is_empty(), on_demand.is_empty()) {
        (true, true) => run_all()?,
        (true, false) => Vec::new(),
        (false, _) => run_parts(&parts)?,
    };
    if !on_demand.is_empty() {
        tests.extend(browsers::run()?);
    }
    summary::print_slowest(&tests);
    Ok(())
}

fn run_all() -> Result<Vec<TestTime>, TaskError> {
    wasm::ensure()?;
    let missing = [dependencies::check()?, browser::ensure()?, postgres::ensure()?, proxies::ensure()?];
    let skipped = Skipped::new(missing.into_iter().flatten())?;
    let native = vec![lint(&["--workspace"]), binaries::build(&["--workspace"])];
    let builds = vec![
        Stage::new((1, 4), "lints and tests", Expected::build(380.0), native),
        Stage::new((2, 4), "browser app", Expected::build(220.0), web::compile(Build::Test)),
    ];
    progress::run(builds, OnFailure::StopOthers)?;
    // The server and browser tests need the real app. Building it also proves that rules and engine build for wasm32.
    web::assemble(Build::Test, Quality::Quick)?;
    let (browser, native): (Vec<TestBinary>, Vec<TestBinary>) =
        binaries::list_usual(&["--workspace"])?.into_iter().partition(TestBinary::is_browser);
    let mut documentation = cargo(&["doc", "--workspace", "--no-deps"]);
    documentation.env("RUSTDOCFLAGS", "-D warnings");
    // The tests that share the browser tests' binary, and the sixth game last, because it replaces the binary that the other
    // tests run.
    let mut others: Vec<Command> = native.iter().map(|binary| binary.run(&[], &skipped)).collect();
    others.extend(browser.iter().map(|binary| binary.run(&["--skip", IN_A_BROWSER], &skipped)));
    others.extend([cargo(&["test", "--workspace", "--doc"]), documentation, sixth_game()]);
    let in_a_browser = browser.iter().map(|binary| binary.run(&[IN_A_BROWSER], &skipped)).collect();
    let all: usize = native.iter().chain(&browser).map(TestBinary::count).sum();
    let browser_tests: usize = browser.iter().map(|binary| binary.count_matching(IN_A_BROWSER)).sum();
    let tests = vec![
        Stage::new((3, 4), "tests", Expected::tests(280.0), others.into_iter().map(low_priority).collect())
            .with_tests(all - browser_tests),
        Stage::new((4, 4), "browser tests", Expected::tests(230.0), in_a_browser).with_tests(browser_tests),
    ];
    let times = progress::run(tests, OnFailure::FinishOthers)?;
    skipped.report(times.len());
    Ok(times)
}

fn run_parts(parts: &[&Part]) -> Result<Vec<TestTime>, TaskError> {
    let browser = parts.iter().any(|part| part.in_a_browser);
    let postgres = parts.iter().any(|part| part.with_postgres);
    let missing_browser = if browser { browser::ensure()? } else { None };
    let missing_postgres = if postgres { postgres::ensure()? } else { None };
    let proxies = parts.iter().any(|part| part.with_proxies);
    let missing_proxies = if proxies { proxies::ensure()? } else { None };
    let skipped = Skipped::new([missing_browser, missing_postgres, missing_proxies].into_iter().flatten())?;
    let packages = |names: &mut dyn Iterator<Item = &'static str>| -> Vec<&'static str> {
        names.flat_map(|name| ["--package", name]).collect()
    };
    let linted = packages(&mut parts.iter().flat_map(|part| part.linted.iter().copied()));
    let tested = packages(&mut parts.iter().flat_map(|part| part.tested.iter().copied()));
    let native = vec![lint(&linted), binaries::build(&tested)];
    let stages = if browser { 3 } else { 2 };
    let mut builds = vec![Stage::new((1, stages), "lints and tests", Expected::build(60.0), native)];
    if browser {
        wasm::ensure()?;
        builds.push(Stage::new((2, stages), "browser app", Expected::build(100.0), web::compile(Build::Test)));
    }
    progress::run(builds, OnFailure::StopOthers)?;
    if browser {
        web::assemble(Build::Test, Quality::Quick)?;
    }
    let binaries = binaries::list_usual(&tested)?;
    let mut commands: Vec<Command> = binaries.iter().map(|binary| binary.run(&[], &skipped)).collect();
    let documented = packages(&mut parts.iter().filter_map(|part| part.documented));
    if !documented.is_empty() {
        let mut doc_tests = cargo(&["test", "--doc"]);
        doc_tests.args(documented);
        commands.push(doc_tests);
    }
    let count = binaries.iter().map(TestBinary::count).sum();
    let tests = Stage::new((stages, stages), "tests", Expected::tests(60.0), commands).with_tests(count);
    let times = progress::run(vec![tests], OnFailure::FinishOthers)?;
    skipped.report(times.len());
    Ok(times)
}

/// Returns clippy for the selected packages.
fn lint(packages: &[&str]) -> Command {
    let mut command = cargo(&["clippy", "--all-targets"]);
    command.args(packages).args(["--", "-D", "warnings"]);
    command
}

/// Returns the tests of the sixth game, which shows that a game is three folders and one line; see `docs/adding-a-game.md`.
fn sixth_game() -> Command {
    let mut command = cargo(&["test", "--package", "halfboard-cli", "--package", "halfboard-e2e"]);
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
