//! `cargo xtask bench`: benchmarks of the rules, as released and built for this processor, and of the search.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::{TaskError, cargo, succeed, workspace};

pub(crate) fn run() -> Result<(), TaskError> {
    println!("== as released ==");
    succeed(&mut bench("halfboard-rules", "rules"))?;
    println!("== built for this processor ==");
    let mut own = bench("halfboard-rules", "rules");
    succeed(own.args(["--target-dir", "target/native"]).env("RUSTFLAGS", "-Ctarget-cpu=native"))?;
    println!("== instructions, as released ==");
    match instructions()? {
        Some(count) => {
            println!("lines-of-action perft 4  {count} instructions, {:.2} per node", count as f64 / 1_563_208.0);
        }
        None => println!("valgrind is not installed"),
    }
    println!("== search, as released ==");
    succeed(&mut bench("halfboard-engine", "search"))
}

/// Returns the command that runs a benchmark with the settings of a release.
fn bench(package: &str, name: &str) -> Command {
    cargo(&["bench", "--profile", "dist", "--package", package, "--bench", name])
}

/// Returns the number of instructions of one perft, which does not depend on the load of the machine; `None` without valgrind.
fn instructions() -> Result<Option<u64>, TaskError> {
    let present = Command::new("valgrind").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !present.is_ok_and(|status| status.success()) {
        return Ok(None);
    }
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(benchmark()?)
        .arg("--instructions")
        .current_dir(workspace())
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    let count = words.lines().find_map(|line| line.split_once("Collected :")).map(|(_, count)| count.trim().to_owned());
    match count.map(|count| count.parse()) {
        Some(Ok(count)) => Ok(Some(count)),
        _ => Err(format!("valgrind printed no count:\n{words}")),
    }
}

/// Builds the benchmark and returns its path, which cargo prints.
fn benchmark() -> Result<PathBuf, TaskError> {
    let mut build = bench("halfboard-rules", "rules");
    let output =
        build.args(["--no-run", "--message-format", "short"]).output().map_err(|error| format!("cargo: {error}"))?;
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    let named = words.lines().find(|line| line.trim_start().starts_with("Executable"));
    let path = named.and_then(|line| line.split_once('(')).and_then(|(_, rest)| rest.split_once(')'));
    path.map(|(path, _)| workspace().join(path)).ok_or_else(|| format!("cargo named no benchmark:\n{words}"))
}
