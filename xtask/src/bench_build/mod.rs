//! `cargo xtask bench build`: cold and warm builds of a clean clone, relative to a fixed reference build in the same run.
//!
//! Seconds depend on the machine and on what else it does; the ratio can be compared between commits. Measures the committed
//! state. Crates are downloaded first, so that the network is not measured.

mod reference;
mod units;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::web::{self, Build};
use crate::{TaskError, cargo, succeed, wasm, workspace};

/// The page that is edited, a small one.
const PAGE: &str = "crates/web/src/pages/about.rs";

pub(crate) fn run() -> Result<(), TaskError> {
    wasm::ensure()?;
    let folder = web::target().join("bench-build");
    let failed = |error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    fs::create_dir_all(&folder).map_err(failed)?;
    let clone = folder.join("clone");
    succeed(Command::new("git").args(["clone", "--quiet"]).arg(workspace()).arg(&clone))?;
    succeed(&mut at(&clone, cargo(&["fetch", "--quiet"])))?;
    let reference = reference::time(&folder)?;
    report("reference", reference, reference);
    let measure = |name: &str, task: &mut dyn FnMut() -> Result<(), TaskError>| {
        let start = Instant::now();
        task()?;
        report(name, start.elapsed(), reference);
        Ok::<(), TaskError>(())
    };
    let serve = || succeed(quiet(&mut at(&clone, cargo(&["xtask", "serve", "--print-config"]))));
    measure("cold: build tool", &mut || succeed(&mut at(&clone, cargo(&["build", "--quiet", "--package", "xtask"]))))?;
    measure("cold: program and browser app", &mut || build_both(&clone))?;
    // The first run still assembles the files of the app.
    measure("cold: files of the app", &mut || serve())?;
    measure("warm: nothing changed", &mut || serve())?;
    edit(&clone.join(PAGE))?;
    measure("warm: one page edited", &mut || serve())?;
    measure("cold: cargo build --release", &mut || {
        succeed(&mut at(&clone, cargo(&["build", "--quiet", "--release"])))
    })?;
    println!("the ten slowest units of the cold build:");
    for unit in units::slowest(&clone.join("target/cargo-timings"), 10)? {
        println!("{:>8.1} s  {}", unit.seconds, unit.name);
    }
    fs::remove_dir_all(&folder).map_err(failed)
}

fn report(name: &str, time: Duration, reference: Duration) {
    let ratio = time.as_secs_f64() / reference.as_secs_f64();
    println!("{name:<32} {:>7.1} s {ratio:>7.2}", time.as_secs_f64());
}

/// Builds program and app as `cargo xtask serve` does, and records the time of each unit.
fn build_both(clone: &Path) -> Result<(), TaskError> {
    let mut commands = web::compile(Build::Dev);
    commands.push(cargo(&["build", "--package", "halfboard-cli"]));
    let mut children = Vec::new();
    for command in commands {
        let mut command = at(clone, command);
        command.args(["--quiet", "--timings"]).stdout(Stdio::null());
        let child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
        children.push((format!("{command:?}"), child));
    }
    // Waits for all before it reports, so that none is left running.
    let ended: Vec<_> = children.into_iter().map(|(name, mut child)| (name, child.wait())).collect();
    for (name, status) in ended {
        let status = status.map_err(|error| format!("{name}: {error}"))?;
        if !status.success() {
            return Err(format!("{name}: {status}"));
        }
    }
    Ok(())
}

/// Returns the command for the clone, with its own target folder.
fn at(clone: &Path, mut command: Command) -> Command {
    command.current_dir(clone).env("CARGO_TARGET_DIR", clone.join("target"));
    command
}

fn quiet(command: &mut Command) -> &mut Command {
    command.stdout(Stdio::null()).stderr(Stdio::null())
}

/// Adds an item to a source file, so that the compiler cannot reuse what it had.
fn edit(file: &PathBuf) -> Result<(), TaskError> {
    let failed = |error| format!("{}: {error}", file.display());
    let source = fs::read_to_string(file).map_err(failed)?;
    fs::write(file, format!("{source}\n/// Added by the benchmark.\npub const EDITED: &str = \"edited\";\n"))
        .map_err(failed)
}
