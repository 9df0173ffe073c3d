//! Skipping a test whose program is not installed.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, Once, PoisonError};

/// The variable that names the file to which skipped tests append a line each, so that `cargo xtask test` can count them: the
/// test runner captures the output of tests that pass.
const FILE: &str = "XTASK_SKIPPED";

/// Reports that the running test is skipped because a program is missing: writes `skipped: TEST: needs PROGRAM` to standard
/// error and to the file that `XTASK_SKIPPED` names, and once per process the reason.
///
/// # Panics
/// Panics in CI, where every test must run, and if the file cannot be written.
pub fn skip(program: &str, reason: &str) {
    static REASON: Once = Once::new();
    static REPORTED: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let ci = std::env::var("CI").is_ok_and(|value| !value.is_empty() && value != "false");
    assert!(!ci, "{program} is not available for this test: {reason}");
    let line = line(std::thread::current().name(), program);
    let mut reported = REPORTED.lock().unwrap_or_else(PoisonError::into_inner);
    // A test that needs the program twice is skipped once. On one thread all tests have the name of that thread.
    if reported.contains(&line) && std::thread::current().name() != Some("main") {
        return;
    }
    reported.push(line.clone());
    // Unlike `eprint!`, this is not captured.
    let mut stderr = std::io::stderr();
    REASON.call_once(|| _ = writeln!(stderr, "{program} is not available: {reason}"));
    _ = stderr.write_all(line.as_bytes());
    if let Some(file) = std::env::var_os(FILE) {
        let file = Path::new(&file);
        append(file, &line).unwrap_or_else(|error| panic!("{FILE}={}: {error}", file.display()));
    }
}

/// The test runner names the thread of a test after it.
fn line(test: Option<&str>, program: &str) -> String {
    format!("skipped: {}: needs {program}\n", test.unwrap_or("unknown test"))
}

/// Appends in one write, so that the lines of several processes do not mix.
fn append(file: &Path, line: &str) -> std::io::Result<()> {
    OpenOptions::new().create(true).append(true).open(file)?.write_all(line.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::{append, line};

    #[test]
    fn every_skipped_test_is_a_line_of_the_file() {
        let file = std::env::temp_dir().join(format!("halfboard-skipped-{}", std::process::id()));
        append(&file, &line(Some("store::faults"), "postgresql")).expect("written");
        append(&file, &line(std::thread::current().name(), "chromium")).expect("written");
        let text = std::fs::read_to_string(&file).expect("read");
        std::fs::remove_file(&file).expect("removed");
        let this = "skip::tests::every_skipped_test_is_a_line_of_the_file";
        assert_eq!(text, format!("skipped: store::faults: needs postgresql\nskipped: {this}: needs chromium\n"));
    }
}
