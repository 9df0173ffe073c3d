//! The compiler's wasm32 target.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::{TaskError, succeed, workspace};

/// The target triple.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Installs the target if rustup has not installed it already because of `rust-toolchain.toml`.
pub(crate) fn ensure() -> Result<(), TaskError> {
    if has_wasm() {
        return Ok(());
    }
    eprintln!("xtask: installing the target {WASM} with rustup");
    let mut rustup = Command::new("rustup");
    rustup.args(["target", "add", WASM]).current_dir(workspace());
    succeed(&mut rustup).map_err(|problem| {
        format!("the target {WASM} is not installed and could not be added ({problem}); install it for this compiler")
    })
}

fn has_wasm() -> bool {
    let rustc = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", WASM])
        .current_dir(workspace())
        .stderr(Stdio::null())
        .output();
    rustc.is_ok_and(|output| {
        let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success() && Path::new(&folder).is_dir()
    })
}
