//! `cargo xtask web`: builds the browser app into `dist/`. All URLs in it are relative, so any static host can serve it from any
//! path.

mod compress;
mod embed;
mod files;
mod pages;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use crate::progress::{self, Expected, OnFailure, Stage};
use crate::wasm::{self, WASM};
use crate::{TaskError, cargo, succeed, workspace};

pub(crate) use compress::Quality;
use files::Files;

/// How the app is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Build {
    /// For a first look and for development: only rules and engine are optimised, and one program has all pages.
    Dev,
    /// As [`Build::Dev`], but with the programs of a release: what the tests run.
    Test,
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

/// The profile of fast builds. One profile for all programs, so that they share their dependencies.
const DEV_PROFILE: &str = "wasm-dev";

/// The page with all pages in it.
const STUDY: WasmProgram = WasmProgram {
    package: "halfboard-web",
    default_features: true,
    built: "halfboard-web.wasm",
    name: "halfboard_study",
    profile: "wasm-release",
};

/// The page without the study pages, because a first visit should not wait for those.
const PAGE: WasmProgram = WasmProgram { default_features: false, name: "halfboard", ..STUDY };

/// The engine. It must be fast and the page small, hence two profiles.
const WORKER: WasmProgram = WasmProgram {
    package: "halfboard-worker",
    default_features: true,
    built: "halfboard-worker.wasm",
    name: "halfboard_worker",
    profile: "wasm-engine",
};

/// The painter of pictures, which is fetched when one is asked for.
const PICTURES: WasmProgram = WasmProgram {
    package: "halfboard-pictures",
    default_features: true,
    built: "halfboard-pictures.wasm",
    name: "halfboard_pictures",
    profile: "wasm-release",
};

/// The embeddable board.
const EMBED: WasmProgram = WasmProgram {
    package: "halfboard-embed",
    default_features: true,
    built: "halfboard_embed.wasm",
    name: "halfboard_embed",
    profile: "wasm-release",
};

impl WasmProgram {
    fn profile(&self, build: Build) -> &'static str {
        if build == Build::Release { self.profile } else { DEV_PROFILE }
    }

    /// Returns the command that compiles it.
    fn compile(&self, build: Build) -> Command {
        let mut command = cargo(&["build", "--target", WASM, "--profile", self.profile(build)]);
        if build == Build::Release {
            command.args(["--package", self.package]);
        } else {
            // Together, so that cargo compiles what they share with the same features.
            let packages = [&STUDY, &WORKER, &PICTURES, &EMBED].map(|program| ["--package", program.package]);
            command.args(packages.as_flattened());
        }
        command.args(if self.default_features { &[][..] } else { &["--no-default-features"] });
        command
    }
}

impl Build {
    /// Returns the programs.
    fn programs(self) -> &'static [WasmProgram] {
        match self {
            Build::Dev => &[WORKER, STUDY, PICTURES, EMBED],
            Build::Test | Build::Release => &[PAGE, WORKER, STUDY, PICTURES, EMBED],
        }
    }
}

/// Returns the commands that compile all programs, to run ahead of [`run`].
pub(crate) fn compile(build: Build) -> Vec<Command> {
    match build {
        Build::Dev => vec![STUDY.compile(build)],
        Build::Test => vec![PAGE.compile(build), STUDY.compile(build)],
        Build::Release => build.programs().iter().map(|program| program.compile(build)).collect(),
    }
}

/// Builds the app into `dist/` and prints the sizes of its files.
pub(crate) fn run(build: Build, quality: Quality) -> Result<(), TaskError> {
    wasm::ensure()?;
    let stage = Stage::new((1, 2), "browser app", expected(build), compile(build));
    progress::run(vec![stage], OnFailure::StopOthers)?;
    eprintln!("[2/2] files");
    let site = assemble(build, quality)?;
    compress::report(&workspace().join("dist"), &site)
}

/// Returns the expected build time on an idle machine with two cores.
pub(crate) fn expected(build: Build) -> Expected {
    Expected::build(match build {
        Build::Dev => 110.0,
        Build::Test => 130.0,
        Build::Release => 420.0,
    })
}

/// Brings `dist/` up to date with the programs that [`compile`] has compiled. Returns its files.
pub(crate) fn assemble(build: Build, quality: Quality) -> Result<Files, TaskError> {
    let (mut assets, mut embedded) = (Files::new(), Files::new());
    for program in build.programs() {
        // The two pages are built to the same file: cargo puts the right one there, without compiling.
        if build != Build::Dev {
            succeed(program.compile(build).arg("--quiet"))?;
        }
        let built = target().join(WASM).join(program.profile(build)).join(program.built);
        let files = if program.name == EMBED.name { &mut embedded } else { &mut assets };
        bind(&built, program.name, build, files)?;
    }
    let names: Vec<&str> = build.programs().iter().map(|program| program.name).collect();
    let mut site = pages::assemble(assets, &names)?;
    embed::add(&mut site, embedded)?;
    let dist = workspace().join("dist");
    files::replace(&dist, &site, quality)?;
    if build == Build::Release {
        embed::check_budget(&site, |name| compress::size(&dist, name, &site[name]))?;
    }
    Ok(site)
}

/// Runs wasm-bindgen on a program, unless it has not changed since, and adds it and its loader script to the assets.
fn bind(program: &Path, name: &str, build: Build, assets: &mut Files) -> Result<(), TaskError> {
    let folder = target().join("bindgen").join(name);
    let [script, wasm] = [format!("{name}.js"), format!("{name}_bg.wasm")];
    let stamp = stamp(program, build)?;
    let stamped = folder.join("stamp.txt");
    if fs::read_to_string(&stamped).ok().as_ref() != Some(&stamp) {
        // First, so that an interrupted run leaves none.
        let _ = fs::remove_file(&stamped);
        generate(program, name, build, &folder)?;
        fs::write(&stamped, stamp).map_err(|error| format!("{}: {error}", stamped.display()))?;
    }
    for file in [script, wasm] {
        let content = files::read(&folder.join(&file))?;
        assets.insert(file, content);
    }
    Ok(())
}

/// Returns what tells whether a program was bound already: cargo sets the time when it compiles.
fn stamp(program: &Path, build: Build) -> Result<String, TaskError> {
    let failed = |error| format!("{}: {error}", program.display());
    let metadata = fs::metadata(program).map_err(failed)?;
    let modified = metadata.modified().map_err(failed)?;
    Ok(format!("{:?} {} {modified:?}\n", build == Build::Release, metadata.len()))
}

fn generate(program: &Path, name: &str, build: Build, folder: &Path) -> Result<(), TaskError> {
    let failed = |error| format!("{}: {error:#}", program.display());
    let mut bindgen = Bindgen::new();
    let bindgen = bindgen.input_path(program).out_name(name).typescript(false);
    // Function names are a third of a program, and only serve backtraces.
    let web = bindgen
        .remove_name_section(build == Build::Release)
        .remove_producers_section(true)
        .web(true)
        .map_err(failed)?;
    web.generate(folder).map_err(failed)
}

/// Returns cargo's target folder.
pub(crate) fn target() -> PathBuf {
    let given = std::env::var_os("CARGO_TARGET_DIR").unwrap_or("target".into());
    workspace().join(Path::new(&given))
}
