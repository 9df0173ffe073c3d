//! The target that browsers run: whether it is here, and getting it where it is not.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::{Failed, succeed, workspace};

/// The target's name.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Sees to it that the target is installed. Where rustup does not install by itself what rust-toolchain.toml names, this
/// does.
pub(crate) fn ensure() -> Result<(), Failed> {
    if has_wasm() {
        return Ok(());
    }
    let mut rustup = Command::new("rustup");
    rustup.args(["target", "add", WASM]).current_dir(workspace());
    succeed(&mut rustup).map_err(|problem| {
        format!("the target {WASM} is not installed and could not be had ({problem}); install it for this compiler")
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
