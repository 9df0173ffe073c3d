//! `cargo xtask serve`: builds the browser app and the program for development, in parallel, and serves the app.

use std::process::Command;

use crate::progress::{self, Expected, OnFailure, Stage};
use crate::web::{self, Build, Quality};
use crate::{TaskError, cargo, succeed, wasm, workspace};

/// Builds and serves; `arguments` are passed to `halfboard serve`.
pub(crate) fn run(arguments: &[&str]) -> Result<(), TaskError> {
    wasm::ensure()?;
    build()?;
    let program = web::target().join("debug").join(format!("halfboard{}", std::env::consts::EXE_SUFFIX));
    succeed(Command::new(program).arg("serve").args(arguments).current_dir(workspace()))
}

/// Builds the program, which reads `dist/` when it runs, and the app. The two use different folders below `target/`, so that
/// neither waits for the other.
pub(crate) fn build() -> Result<(), TaskError> {
    let program = vec![cargo(&["build", "--package", "halfboard-cli"])];
    let stages = vec![
        Stage::new((1, 3), "program", Expected::build(160.0), program),
        Stage::new((2, 3), "browser app", Expected::build(185.0), web::compile(Build::Dev)),
    ];
    progress::run(stages, OnFailure::StopOthers)?;
    eprintln!("[3/3] files of the browser app");
    web::assemble(Build::Dev, Quality::None).map(drop)
}
