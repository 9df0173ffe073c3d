//! The steps of a release that run cargo or the program.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::target::{build_folder, cargo_home, output};
use super::tree::{Tree, read_folder};
use super::{Contents, Options, ReleaseInfo};
use crate::{TaskError, cargo, succeed, workspace};

/// Features of the released program, as arguments of cargo.
pub(super) const FEATURES: &[&str] = &["--features", "full"];

/// Time of a source tree without history, as a container build sees it: 1980-01-01, the earliest that zip can store.
const NO_HISTORY: u64 = 315_532_800;

/// Completion scripts: the shell, and the file name under which shells find it.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "halfboard.bash"),
    ("zsh", "_halfboard"),
    ("fish", "halfboard.fish"),
    ("powershell", "_halfboard.ps1"),
    ("elvish", "halfboard.elv"),
];

/// Returns the time of the release in seconds since 1970: `SOURCE_DATE_EPOCH`, or the time of the commit.
pub(super) fn epoch() -> Result<u64, TaskError> {
    if let Ok(given) = std::env::var("SOURCE_DATE_EPOCH") {
        return given.parse().map_err(|_| format!("SOURCE_DATE_EPOCH=\"{given}\": seconds since 1970 are valid"));
    }
    let git = |arguments: &[&str]| {
        let result = Command::new("git").args(arguments).current_dir(workspace()).output();
        result.ok().filter(|output| output.status.success()).and_then(|output| String::from_utf8(output.stdout).ok())
    };
    let Some(time) = git(&["log", "-1", "--format=%ct"]) else {
        eprintln!("xtask: no git history: files are dated 1980-01-01; set SOURCE_DATE_EPOCH for another time");
        return Ok(NO_HISTORY);
    };
    if git(&["status", "--porcelain"]).is_some_and(|changes| !changes.trim().is_empty()) {
        eprintln!("xtask: the work tree has changes that are not committed: this is not the release of a commit");
    }
    time.trim().parse().map_err(|_| format!("git log: \"{}\" is not a time", time.trim()))
}

/// Returns the cargo profile.
pub(super) fn profile(options: Options) -> &'static str {
    if options.quick { "release" } else { "dist" }
}

/// Returns the version of rustc.
pub(super) fn compiler() -> Result<String, TaskError> {
    let version = output(Command::new("rustc").arg("--version").current_dir(workspace()))?;
    Ok(version.split(' ').nth(1).unwrap_or(&version).to_owned())
}

/// Builds the browser app, in a process of its own that has the environment of a release.
pub(super) fn web(release: &ReleaseInfo, options: Options) -> Result<(), TaskError> {
    let built = fs::read_to_string(workspace().join("dist/index.html")).is_ok_and(|page| page.contains("data-assets"));
    if options.quick && built {
        eprintln!("xtask: using the app in dist/");
        return Ok(());
    }
    let xtask = std::env::current_exe().map_err(|error| format!("xtask: {error}"))?;
    let mut web = Command::new(xtask);
    web.args(["web", "--best"]).current_dir(workspace());
    release.target.environment(&mut web, release.epoch)?;
    succeed(&mut web)
}

/// Builds the program and returns it.
pub(super) fn program(release: &ReleaseInfo, options: Options) -> Result<Vec<u8>, TaskError> {
    let triple = &release.target.triple;
    let profile = profile(options);
    let mut build =
        cargo(&["build", "--locked", "--package", "halfboard-cli", "--target", triple, "--profile", profile]);
    build.args(FEATURES);
    release.target.environment(&mut build, release.epoch)?;
    if options.quick {
        build.env("CARGO_PROFILE_RELEASE_STRIP", "true");
    }
    succeed(&mut build)?;
    let path = program_path(release, options);
    let program = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    // C compilers do not know the flags that keep them out of Rust code.
    for folder in [workspace().to_owned(), build_folder(), cargo_home()?] {
        let folder = folder.to_string_lossy();
        if program.windows(folder.len()).any(|window| window == folder.as_bytes()) {
            return Err(format!("{}: it contains the path {folder}", path.display()));
        }
    }
    Ok(program)
}

fn program_path(release: &ReleaseInfo, options: Options) -> PathBuf {
    build_folder().join(&release.target.triple).join(profile(options)).join(release.target.program("halfboard"))
}

/// Lets the program write its man pages and completions.
pub(super) fn generated(release: &ReleaseInfo, options: Options) -> Result<Contents, TaskError> {
    let program = program_path(release, options);
    let pages = build_folder().join("man");
    let _ = fs::remove_dir_all(&pages);
    succeed(Command::new(&program).args(["man", "--out-dir"]).arg(&pages))?;
    let mut contents = Contents { man_pages: read_folder(&pages)?, ..Contents::default() };
    for (shell, name) in SHELLS {
        let script = output(Command::new(&program).args(["completions", shell]))?;
        contents.completions.insert(name.to_owned(), script);
    }
    let changelog = fs::read_to_string(workspace().join("CHANGELOG.md"));
    contents.changelog = changelog.map_err(|error| format!("CHANGELOG.md: {error}"))?;
    Ok(contents)
}

/// Returns the files of the archive for all systems.
pub(super) fn archive_tree(release: &ReleaseInfo, contents: &Contents) -> Result<Tree, TaskError> {
    let mut tree = Tree::default();
    tree.program(release.target.program("halfboard"), contents.program.clone());
    tree.file("THIRD-PARTY-LICENCES.txt", contents.licences.clone());
    for name in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        let text = fs::read(workspace().join(name)).map_err(|error| format!("{name}: {error}"))?;
        tree.file(name, text);
    }
    for (name, page) in &contents.man_pages {
        tree.file(format!("man/{name}"), page.clone());
    }
    for (name, script) in &contents.completions {
        tree.file(format!("completions/{name}"), script.clone());
    }
    for (name, content) in read_folder(&workspace().join("deploy"))? {
        tree.file(format!("deploy/{name}"), content);
    }
    Ok(tree)
}
