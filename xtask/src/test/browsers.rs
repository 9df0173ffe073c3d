//! The smoke test in Firefox and WebKitGTK, which runs on demand only: all tests of the app run in Chromium.

use std::ffi::OsString;
use std::path::PathBuf;

use super::binaries::{self, TestBinary};
use super::summary::Skipped;
use crate::progress::{self, Expected, OnFailure, Stage, TestTime};
use crate::web::{self, Build, Quality};
use crate::{TaskError, cargo, debian, succeed, wasm};

/// The name after `cargo xtask test`.
pub(crate) const NAME: &str = "browsers";

/// The test target in `crates/e2e/tests`. Its tests are ignored unless asked for.
pub(crate) const TARGET: &str = "in_browsers";

/// Installs the browsers and runs the smoke test in each.
pub(crate) fn run() -> Result<Vec<TestTime>, TaskError> {
    wasm::ensure()?;
    let firefox = match debian::ensure(|| missing(&["firefox-esr"]), &["firefox-esr"])? {
        None => ensure_geckodriver()?,
        why => why,
    };
    let webkit = debian::ensure(
        || missing(&["WebKitWebDriver", "Xvfb"]),
        // Fonts are recommended packages, which are not installed with the browser.
        &["webkit2gtk-driver", "xvfb", "fonts-dejavu-core"],
    )?;
    let skipped = Skipped::new(firefox.into_iter().chain(webkit))?;
    let packages = ["--package", "halfboard-e2e"];
    let builds = vec![
        Stage::new((1, 3), "tests", Expected::build(60.0), vec![binaries::build(&packages)]),
        Stage::new((2, 3), "browser app", Expected::build(100.0), web::compile(Build::Test)),
    ];
    progress::run(builds, OnFailure::StopOthers)?;
    web::assemble(Build::Test, Quality::Quick)?;
    let tests: Vec<TestBinary> = binaries::list(&packages)?.into_iter().filter(TestBinary::is_on_demand).collect();
    let count = tests.iter().map(TestBinary::count).sum();
    let commands = tests.iter().map(|binary| {
        // One after the other: they use two browsers at once themselves, and share the machine with the server.
        let mut command = binary.run(&["--ignored", "--test-threads=1"], &skipped);
        command.env("PATH", search_path());
        command
    });
    let stage = Stage::new((3, 3), "smoke tests", Expected::tests(90.0), commands.collect()).with_tests(count);
    let times = progress::run(vec![stage], OnFailure::FinishOthers)?;
    skipped.report(times.len());
    Ok(times)
}

/// Returns the first program that is not installed.
fn missing(programs: &[&'static str]) -> Option<&'static str> {
    programs.iter().copied().find(|program| !debian::exists(program))
}

/// Builds geckodriver, which Debian does not have, unless it is installed; returns the reason if that fails.
fn ensure_geckodriver() -> Result<Option<String>, TaskError> {
    let built = tools().join("bin").join("geckodriver");
    if debian::exists("geckodriver") || built.is_file() {
        return Ok(None);
    }
    eprintln!("xtask: building geckodriver with `cargo install`, which takes about two minutes the first time");
    let mut install = cargo(&["install", "geckodriver", "--locked", "--quiet", "--root"]);
    install.arg(tools());
    match succeed(&mut install) {
        Ok(()) => Ok(None),
        Err(problem) => debian::reason(format!("geckodriver could not be built: {problem}")),
    }
}

/// Returns the folder of programs that tests need and that are built here.
fn tools() -> PathBuf {
    web::target().join("tools")
}

/// Returns the search path with the programs that were built here.
fn search_path() -> OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(tools().join("bin")).chain(std::env::split_paths(&path));
    std::env::join_paths(folders).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_that_were_built_here_come_first() {
        let path = search_path();
        assert_eq!(std::env::split_paths(&path).next(), Some(tools().join("bin")));
        assert!(std::env::split_paths(&path).count() > 1, "the others are still found");
    }

    #[test]
    fn the_first_missing_program_is_named() {
        assert_eq!(missing(&["sh", "no-such-browser", "another"]), Some("no-such-browser"));
        assert_eq!(missing(&["sh"]), None);
    }
}
