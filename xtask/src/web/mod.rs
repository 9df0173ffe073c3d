//! `cargo xtask web`: builds the browser app into `dist/`. Everything in there is addressed relative to the page, so any
//! static host can serve it from any folder.

mod compress;
mod files;
mod pages;

use std::path::{Path, PathBuf};

use wasm_bindgen_cli_support::Bindgen;

use crate::wasm::{self, WASM};
use crate::{Failed, cargo, succeed, workspace};

pub(crate) use compress::Quality;
use files::Files;

/// The profile that the browser's programs are built with.
const PROFILE: &str = "wasm-release";

/// Builds the app.
pub(crate) fn run(quality: Quality) -> Result<(), Failed> {
    wasm::ensure()?;
    // In one call, so that cargo settles on the same features of shared crates and builds them once.
    let both = ["build", "--package", "halfboard-web", "--package", "halfboard-worker"];
    succeed(cargo(&both).args(["--target", WASM, "--profile", PROFILE]))?;
    let mut assets = Files::new();
    bind(&["halfboard-web.wasm"], "halfboard", &mut assets)?;
    // A program without a script that starts it is none yet, and has nothing to bind.
    if pages::worker_scripts().is_dir() {
        bind(&["halfboard_worker.wasm", "halfboard-worker.wasm"], "halfboard_worker", &mut assets)?;
    }
    let site = pages::assemble(assets)?;
    let dist = workspace().join("dist");
    files::replace(&dist, &site, quality)?;
    compress::report(&dist, &site)
}

/// Makes the program under the first of these names that was built, and the script that loads it, part of the assets.
fn bind(programs: &[&str], name: &str, assets: &mut Files) -> Result<(), Failed> {
    let built = target().join(WASM).join(PROFILE);
    let Some(program) = programs.iter().map(|program| built.join(program)).find(|path| path.is_file()) else {
        return Err(format!("{}: there is no {}", built.display(), programs.join(" and no ")));
    };
    let failed = |error| format!("{}: {error:#}", program.display());
    let mut bindgen = Bindgen::new();
    let web = bindgen.input_path(&program).out_name(name).typescript(false).web(true).map_err(failed)?;
    let folder = target().join("bindgen").join(name);
    web.generate(&folder).map_err(failed)?;
    for file in [format!("{name}.js"), format!("{name}_bg.wasm")] {
        assets.insert(file.clone(), files::read(&folder.join(file))?);
    }
    Ok(())
}

/// Where cargo builds.
fn target() -> PathBuf {
    let given = std::env::var_os("CARGO_TARGET_DIR").unwrap_or("target".into());
    workspace().join(Path::new(&given))
}
