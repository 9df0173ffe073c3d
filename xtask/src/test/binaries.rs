//! Test binaries. They are run directly rather than by `cargo test`, which cannot report the time of a test.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::summary::Skipped;
use super::{IN_A_BROWSER, browsers};
use crate::{TaskError, cargo};

/// A compiled test binary.
#[derive(Debug, PartialEq)]
pub(crate) struct TestBinary {
    path: PathBuf,
    /// The folder of its package, in which cargo would run it.
    folder: PathBuf,
    /// Its tests.
    tests: Vec<String>,
}

/// Returns the command that compiles the tests of the selected packages.
///
/// `--tests`, because a plain `cargo test` also links the examples, which clippy has compiled already.
pub(crate) fn build(packages: &[&str]) -> Command {
    let mut command = cargo(&["test", "--tests", "--no-run"]);
    command.args(packages);
    command
}

/// Returns the test binaries of the selected packages, which [`build`] has compiled.
pub(crate) fn list(packages: &[&str]) -> Result<Vec<TestBinary>, TaskError> {
    let mut command = build(packages);
    command.args(["--quiet", "--message-format", "json-render-diagnostics"]).stderr(Stdio::inherit());
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{command:?}: {}", output.status));
    }
    let messages = String::from_utf8_lossy(&output.stdout).into_owned();
    messages.lines().filter_map(executable).map(|(path, folder)| TestBinary::open(path, folder)).collect()
}

/// Returns the test binaries of the selected packages without those that run on demand.
pub(crate) fn list_usual(packages: &[&str]) -> Result<Vec<TestBinary>, TaskError> {
    Ok(list(packages)?.into_iter().filter(|binary| !binary.is_on_demand()).collect())
}

/// Returns the test binary of a message of cargo and the folder of its package.
fn executable(message: &str) -> Option<(PathBuf, PathBuf)> {
    let message: Value = serde_json::from_str(message).ok()?;
    let is_test = message["reason"] == "compiler-artifact" && message["profile"]["test"] == true;
    let path = message["executable"].as_str().filter(|_| is_test)?;
    Some((path.into(), Path::new(message["manifest_path"].as_str()?).parent()?.into()))
}

impl TestBinary {
    /// Asks a binary for its tests.
    fn open(path: PathBuf, folder: PathBuf) -> Result<TestBinary, TaskError> {
        let output = Command::new(&path)
            .args(["--list", "--format", "terse"])
            .current_dir(&folder)
            .output()
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let tests = String::from_utf8_lossy(&output.stdout);
        let tests = tests.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect();
        Ok(TestBinary { path, folder, tests })
    }

    /// Returns whether it has the browser tests.
    pub(crate) fn is_browser(&self) -> bool {
        self.count_matching(IN_A_BROWSER) > 0
    }

    /// Returns whether its tests are ignored unless asked for. A binary is named after its target and a hash.
    pub(crate) fn is_on_demand(&self) -> bool {
        let name = self.path.file_stem().unwrap_or_default().to_string_lossy();
        name.rsplit_once('-').is_some_and(|(target, _)| target == browsers::TARGET)
    }

    /// Returns the number of tests.
    pub(crate) fn count(&self) -> usize {
        self.tests.len()
    }

    /// Returns the number of tests whose name starts with `prefix`.
    pub(crate) fn count_matching(&self, prefix: &str) -> usize {
        self.tests.iter().filter(|name| name.starts_with(prefix)).count()
    }

    /// Returns the command that runs it.
    pub(crate) fn run(&self, arguments: &[&str], skipped: &Skipped) -> Command {
        let mut command = Command::new(&self.path);
        command
            .args(arguments)
            .args(["-Zunstable-options", "--report-time"])
            .current_dir(&self.folder)
            .env("CARGO_MANIFEST_DIR", &self.folder)
            // The test harness reports times on nightly compilers only, unless told that this is one.
            .env("RUSTC_BOOTSTRAP", "1")
            .env(Skipped::VARIABLE, skipped.file());
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_test_binaries_are_taken_from_cargos_messages() {
        let message = |test: bool, executable: &str| {
            format!(
                "{{\"reason\":\"compiler-artifact\",\"manifest_path\":\"/a/Cargo.toml\",\"profile\":{{\"test\":{test}}},\
                 \"executable\":{executable}}}"
            )
        };
        assert_eq!(executable(&message(true, "\"/b/c\"")), Some(("/b/c".into(), "/a".into())));
        assert_eq!(executable(&message(false, "\"/b/c\"")), None, "the program itself");
        assert_eq!(executable(&message(true, "null")), None, "a library");
        assert_eq!(executable("{\"reason\":\"build-finished\",\"success\":true}"), None);
    }

    #[test]
    fn a_binary_lists_its_tests() {
        let this = std::env::current_exe().expect("this test");
        let binary = TestBinary::open(this, ".".into()).expect("a list");
        assert!(binary.count_matching("test::binaries::tests::a_binary_lists_its_tests") == 1, "{binary:?}");
        assert!(binary.count() > 5 && !binary.is_browser() && !binary.is_on_demand());
        let smoke_test = TestBinary { path: "/a/in_browsers-0123".into(), ..binary };
        assert!(smoke_test.is_on_demand());
    }
}
