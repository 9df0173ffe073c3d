//! `cargo xtask fuzz`: coverage-guided fuzzing with cargo-fuzz, which is built into `target/tools` the first time. Needs a
//! nightly toolchain.

use std::fs;
use std::process::Command;

use crate::web::target;
use crate::{TaskError, succeed, workspace};

/// Minutes per target unless told otherwise.
const DEFAULT_MINUTES: u64 = 60;

pub(crate) fn run(arguments: &[&str]) -> Result<(), TaskError> {
    let (minutes, wanted) = match arguments {
        ["--minutes", minutes, rest @ ..] => {
            (minutes.parse().map_err(|_| format!("invalid number of minutes \"{minutes}\""))?, rest)
        }
        rest => (DEFAULT_MINUTES, rest),
    };
    let all = targets()?;
    if let Some(unknown) = wanted.iter().find(|name| !all.iter().any(|target| target == *name)) {
        return Err(format!("unknown target \"{unknown}\"; the targets are {}", all.join(", ")));
    }
    let tools = target().join("tools");
    let nightly = |arguments: &[&str]| {
        let mut command = Command::new("rustup");
        command.args(["run", "nightly", "cargo"]).args(arguments).current_dir(workspace().join("fuzz"));
        command
    };
    if !tools.join("bin").join("cargo-fuzz").is_file() {
        succeed(nightly(&["install", "cargo-fuzz", "--locked", "--root"]).arg(&tools))?;
    }
    for name in all.iter().filter(|name| wanted.is_empty() || wanted.contains(&name.as_str())) {
        let corpus = format!("corpus/{name}");
        fs::create_dir_all(workspace().join("fuzz").join(&corpus)).map_err(|error| format!("{corpus}: {error}"))?;
        let mut command = Command::new(tools.join("bin").join("cargo-fuzz"));
        // Called directly, cargo-fuzz runs the cargo of the toolchain that this variable names.
        command.env("RUSTUP_TOOLCHAIN", "nightly").env_remove("CARGO").current_dir(workspace().join("fuzz"));
        command.args(["run", name, &corpus]);
        let seeds = format!("seeds/{name}");
        if workspace().join("fuzz").join(&seeds).is_dir() {
            command.arg(seeds);
        }
        command.args(["--", &format!("-max_total_time={}", 60 * minutes), "-max_len=4096", "-print_final_stats=1"]);
        succeed(&mut command)?;
    }
    Ok(())
}

/// Returns the names of the fuzz targets.
fn targets() -> Result<Vec<String>, TaskError> {
    let folder = workspace().join("fuzz/fuzz_targets");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> =
        entries.flatten().filter_map(|entry| Some(entry.path().file_stem()?.to_string_lossy().into_owned())).collect();
    names.sort();
    Ok(names)
}
