//! The compiler's targets: wasm32, and those of releases.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::{TaskError, succeed, workspace};

/// The target triple.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Installs wasm32 if rustup has not installed it already because of `rust-toolchain.toml`.
pub(crate) fn ensure() -> Result<(), TaskError> {
    ensure_target(WASM)
}

/// Installs a target with rustup if it is missing.
pub(crate) fn ensure_target(triple: &str) -> Result<(), TaskError> {
    if has_target(triple) {
        return Ok(());
    }
    eprintln!("xtask: installing the target {triple} with rustup");
    let mut rustup = Command::new("rustup");
    rustup.args(["target", "add", triple]).current_dir(workspace());
    succeed(&mut rustup).map_err(|problem| {
        format!("the target {triple} is not installed and could not be added ({problem}); install it for this compiler")
    })
}

fn has_target(triple: &str) -> bool {
    let rustc = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", triple])
        .current_dir(workspace())
        .stderr(Stdio::null())
        .output();
    rustc.is_ok_and(|output| {
        let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success() && Path::new(&folder).is_dir()
    })
}
