//! `cargo xtask test`: all that must hold before a change lands. The same on every machine, and all that CI does.

use std::process::{Command, Stdio};

use crate::{Failed, cargo, succeed, workspace};

const WASM: &str = "wasm32-unknown-unknown";

pub(crate) fn run() -> Result<(), Failed> {
    succeed(&mut cargo(&["fmt", "--all", "--check"]))?;
    succeed(&mut cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))?;
    succeed(&mut cargo(&["test", "--workspace", "--quiet"]))?;
    succeed(cargo(&["doc", "--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "-D warnings"))?;
    wasm()
}

/// The engine, and with it the rules, must build for the browser unchanged.
fn wasm() -> Result<(), Failed> {
    if !has_wasm() {
        // Where rustup does not install by itself what rust-toolchain.toml names, this does.
        let mut rustup = Command::new("rustup");
        rustup.args(["target", "add", WASM]).current_dir(workspace());
        if succeed(&mut rustup).is_err() {
            eprintln!("xtask: SKIPPED the build for {WASM}: the target is not installed and could not be had");
            return Ok(());
        }
    }
    succeed(&mut cargo(&["check", "--package", "halfboard-engine", "--target", WASM, "--quiet"]))
}

fn has_wasm() -> bool {
    let rustc = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", WASM])
        .current_dir(workspace())
        .stderr(Stdio::null())
        .output();
    rustc.is_ok_and(|output| {
        let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success() && std::path::Path::new(&folder).is_dir()
    })
}
