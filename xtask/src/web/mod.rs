//! `cargo xtask web`: builds the browser app into `dist/`. Everything in there is addressed relative to the page, so any
//! static host can serve it from any folder.

mod compress;
mod files;
mod pages;

use std::path::{Path, PathBuf};
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use crate::wasm::{self, WASM};
use crate::{Failed, cargo, succeed, workspace};

pub(crate) use compress::Quality;
use files::Files;

/// How the app is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Build {
    /// While one works on it: unoptimised, a matter of seconds.
    Dev,
    /// As people get it.
    Release,
}

/// A program for the browser: its package, the name of what is built, what it is called in `dist/`, and the profile that
/// it is released with.
struct Program {
    package: &'static str,
    /// Whether it is built with its features, or without any.
    whole: bool,
    built: &'static str,
    name: &'static str,
    profile: &'static str,
}

/// The page must be small, the engine fast: hence two profiles. The page is built with the rooms for studying and without
/// them, because a first visit shall not wait for those.
const PROGRAMS: [Program; 3] = [
    Program {
        package: "halfboard-web",
        whole: true,
        built: "halfboard-web.wasm",
        name: "halfboard_study",
        profile: "wasm-release",
    },
    Program {
        package: "halfboard-web",
        whole: false,
        built: "halfboard-web.wasm",
        name: "halfboard",
        profile: "wasm-release",
    },
    Program {
        package: "halfboard-worker",
        whole: true,
        built: "halfboard-worker.wasm",
        name: "halfboard_worker",
        profile: "wasm-engine",
    },
];

impl Program {
    /// An engine without optimisation would be no engine.
    fn profile(&self, build: Build) -> &'static str {
        if build == Build::Dev && self.package == "halfboard-web" { "dev" } else { self.profile }
    }

    /// What compiles it.
    fn compile(&self, build: Build) -> Command {
        let mut command =
            cargo(&["build", "--package", self.package, "--target", WASM, "--profile", self.profile(build)]);
        command.args(if self.whole { &[][..] } else { &["--no-default-features"] });
        command
    }
}

/// What compiles all programs, for those who want to do that ahead: building the app then has little left to do.
pub(crate) fn compile(build: Build) -> Vec<Command> {
    PROGRAMS.iter().map(|program| program.compile(build)).collect()
}

/// Builds the app.
pub(crate) fn run(build: Build, quality: Quality) -> Result<(), Failed> {
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

/// Makes a program that was built, and the script that loads it, part of the assets.
fn bind(program: &Path, name: &str, build: Build, assets: &mut Files) -> Result<(), Failed> {
    let failed = |error| format!("{}: {error:#}", program.display());
    let mut bindgen = Bindgen::new();
    let bindgen = bindgen.input_path(program).out_name(name).typescript(false);
    // The names of functions are a third of a program, and only tell what happened where after a fault.
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

/// Where cargo builds.
pub(crate) fn target() -> PathBuf {
    let given = std::env::var_os("CARGO_TARGET_DIR").unwrap_or("target".into());
    workspace().join(Path::new(&given))
}
