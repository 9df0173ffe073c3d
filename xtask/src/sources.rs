//! The Rust sources of the workspace, and the format check.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{TaskError, workspace};

/// Returns all `.rs` files of the workspace, sorted, including the fuzz targets. Needs no git repository.
pub(crate) fn rust_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["crates", "fuzz", "xtask"] {
        collect(&workspace().join(folder), &mut files);
    }
    files.sort();
    files
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() && !path.ends_with("target") {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Fails if a file is not formatted. `cargo fmt` would miss the modules that `games!` declares: rustfmt does not expand macros.
pub(crate) fn check_format() -> Result<(), TaskError> {
    eprintln!("xtask: rustfmt --check");
    // In groups, because the length of a command line is limited.
    for files in rust_files().chunks(200) {
        let mut rustfmt = Command::new("rustfmt");
        rustfmt.args(["--edition", "2024", "--check"]).args(files).current_dir(workspace());
        let status = rustfmt.status().map_err(|error| format!("rustfmt: {error}"))?;
        if !status.success() {
            return Err("these files are not formatted; run `rustfmt --edition 2024` on them".to_owned());
        }
    }
    Ok(())
}
