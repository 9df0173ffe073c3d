//! `cargo xtask web`: builds the browser app into `dist/`. All URLs in it are relative, so any static host can serve it from any
//! path.

mod compress;
mod files;
mod pages;

use std::path::{Path, PathBuf};
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use crate::wasm::{self, WASM};
use crate::{TaskError, cargo, succeed, workspace};

pub(crate) use compress::Quality;
use files::Files;

/// How the app is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Build {
    /// Unoptimised, takes seconds.
    Dev,
    /// Optimised.
    Release,
}

/// A WebAssembly program: its package, the file that cargo builds, its name in `dist/` and its release profile.
struct WasmProgram {
    package: &'static str,
    /// Whether to build with default features.
    default_features: bool,
    built: &'static str,
    name: &'static str,
    profile: &'static str,
}

/// The page must be small and the engine fast, hence two profiles. The page is built with and without the study pages, because
/// a first visit should not wait for those.
const PROGRAMS: [WasmProgram; 3] = [
    WasmProgram {
        package: "halfboard-web",
        default_features: true,
        built: "halfboard-web.wasm",
        name: "halfboard_study",
        profile: "wasm-release",
    },
    WasmProgram {
        package: "halfboard-web",
        default_features: false,
        built: "halfboard-web.wasm",
        name: "halfboard",
        profile: "wasm-release",
    },
    WasmProgram {
        package: "halfboard-worker",
        default_features: true,
        built: "halfboard-worker.wasm",
        name: "halfboard_worker",
        profile: "wasm-engine",
    },
];

impl WasmProgram {
    /// Returns the cargo profile. The engine is always optimised; without, it would be useless.
    fn profile(&self, build: Build) -> &'static str {
        if build == Build::Dev && self.package == "halfboard-web" { "dev" } else { self.profile }
    }

    /// Returns the command that compiles it.
    fn compile(&self, build: Build) -> Command {
        let mut command =
            cargo(&["build", "--package", self.package, "--target", WASM, "--profile", self.profile(build)]);
        command.args(if self.default_features { &[][..] } else { &["--no-default-features"] });
        command
    }
}

/// Returns the commands that compile all programs, to run ahead of [`run`].
pub(crate) fn compile(build: Build) -> Vec<Command> {
    PROGRAMS.iter().map(|program| program.compile(build)).collect()
}

/// Builds the app.
pub(crate) fn run(build: Build, quality: Quality) -> Result<(), TaskError> {
    wasm::ensure()?;
    let mut assets = Files::new();
    for program in &PROGRAMS {
        succeed(&mut program.compile(build))?;
        let profile = program.profile(build);
        let folder = if profile == "dev" { "debug" } else { profile };
        let built = target().join(WASM).join(folder).join(program.built);
        bind(&built, program.name, build, &mut assets)?;
    }
    let site = pages::assemble(assets)?;
    let dist = workspace().join("dist");
    files::replace(&dist, &site, quality)?;
    compress::report(&dist, &site)
}

/// Runs wasm-bindgen on a program and adds it and its loader script to the assets.
fn bind(program: &Path, name: &str, build: Build, assets: &mut Files) -> Result<(), TaskError> {
    let failed = |error| format!("{}: {error:#}", program.display());
    let mut bindgen = Bindgen::new();
    let bindgen = bindgen.input_path(program).out_name(name).typescript(false);
    // Function names are a third of a program, and only serve backtraces.
    let web = bindgen
        .remove_name_section(build == Build::Release)
        .remove_producers_section(true)
        .web(true)
        .map_err(failed)?;
    let folder = target().join("bindgen").join(name);
    web.generate(&folder).map_err(failed)?;
    for file in [format!("{name}.js"), format!("{name}_bg.wasm")] {
        assets.insert(file.clone(), files::read(&folder.join(file))?);
    }
    Ok(())
}

/// Returns cargo's target folder.
pub(crate) fn target() -> PathBuf {
    let given = std::env::var_os("CARGO_TARGET_DIR").unwrap_or("target".into());
    workspace().join(Path::new(&given))
}
