//! What a test run ends with: the slowest tests, and the tests that were skipped.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::progress::TestTime;
use crate::{TaskError, web};

/// The tests that were skipped because a program is missing: each adds a line `skipped: NAME: needs PROGRAM` to a file.
pub(crate) struct Skipped {
    file: PathBuf,
    /// Why programs are missing, and what was not checked without them.
    reasons: Vec<String>,
}

impl Skipped {
    /// The environment variable that names the file. Names with `HALFBOARD_` are settings of the server.
    pub(crate) const VARIABLE: &str = "XTASK_SKIPPED";

    /// Starts with an empty file; `reasons` say why programs are missing.
    pub(crate) fn new(reasons: impl IntoIterator<Item = String>) -> Result<Skipped, TaskError> {
        let file = web::target().join("xtask").join("skipped.txt");
        let failed = |error| format!("{}: {error}", file.display());
        fs::create_dir_all(file.parent().expect("a file is in a folder")).map_err(failed)?;
        fs::write(&file, "").map_err(failed)?;
        Ok(Skipped { reasons: reasons.into_iter().collect(), file })
    }

    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// Prints the number of tests that ran and of those that were skipped.
    pub(crate) fn report(&self, tests: usize) {
        let lines = fs::read_to_string(&self.file).unwrap_or_default();
        let needs = count(&lines);
        let skipped: usize = needs.values().sum();
        println!("{} tests passed, {skipped} skipped", tests.saturating_sub(skipped));
        for (program, number) in needs {
            println!("  {number} skipped: they need {program}");
        }
        for reason in &self.reasons {
            println!("  {reason}");
        }
    }
}

/// Counts the skipped tests by the program that they need.
fn count(lines: &str) -> BTreeMap<&str, usize> {
    let mut needs = BTreeMap::new();
    for line in lines.lines().filter(|line| line.starts_with("skipped: ")) {
        let program = line.rsplit_once(": needs ").map_or("something unnamed", |(_, program)| program);
        *needs.entry(program).or_default() += 1;
    }
    needs
}

/// Prints the ten slowest tests.
pub(crate) fn print_slowest(tests: &[TestTime]) {
    let mut slowest: Vec<&TestTime> = tests.iter().collect();
    slowest.sort_by_key(|test| std::cmp::Reverse(test.time));
    println!("the slowest tests:");
    for test in slowest.iter().take(10) {
        println!("{:>8.1} s  {}", test.time.as_secs_f64(), test.name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipped_tests_are_counted_by_what_they_need() {
        let lines = "skipped: a::b: needs chromium\nskipped: c: needs postgresql\nskipped: d: needs chromium\nother\n";
        assert_eq!(count(lines), BTreeMap::from([("chromium", 2), ("postgresql", 1)]));
        assert!(count("").is_empty());
    }
}
