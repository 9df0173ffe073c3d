//! `cargo xtask release`: builds everything that a release consists of into `target/release-files/`.

mod archive;
mod build;
mod date;
mod deb;
mod digest;
mod image;
mod licences;
mod packages;
mod reproduce;
mod sbom;
mod smoke;
mod target;
mod tree;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use crate::{TaskError, web, workspace};
use date::Date;
use target::Target;

/// What a release is, apart from its content.
#[derive(Clone, Debug)]
struct ReleaseInfo {
    version: String,
    target: Target,
    /// Time of the commit in seconds since 1970. All files in a release have it.
    epoch: u64,
}

/// What goes into the archives.
#[derive(Debug, Default)]
struct Contents {
    program: Vec<u8>,
    /// Man pages by file name.
    man_pages: BTreeMap<String, Vec<u8>>,
    /// Completion scripts by file name.
    completions: BTreeMap<String, String>,
    licences: String,
    changelog: String,
}

/// How `cargo xtask release` was called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Options {
    /// Faster build profile, and the web app as it is in `dist/`: to try the packaging.
    quick: bool,
    /// Stop after the program.
    only_program: bool,
    /// Build a second time in another folder and compare.
    check: bool,
}

impl Options {
    fn parse(arguments: &[&str]) -> Result<Options, TaskError> {
        let mut options = Options::default();
        for argument in arguments {
            match *argument {
                "--quick" => options.quick = true,
                "--only-program" => options.only_program = true,
                "--check" => options.check = true,
                other => {
                    return Err(format!(
                        "unknown flag \"{other}\" of release: valid are --quick, --only-program, --check"
                    ));
                }
            }
        }
        Ok(options)
    }
}

/// Builds a release.
pub(crate) fn run(arguments: &[&str]) -> Result<(), TaskError> {
    let options = Options::parse(arguments)?;
    let target = Target::detect()?;
    let release = ReleaseInfo { version: env!("CARGO_PKG_VERSION").to_owned(), target, epoch: build::epoch()? };
    let stages = if options.only_program { 3 } else { 6 };
    let mut number = 0;
    let mut stage = |what: &str| {
        number += 1;
        eprintln!("[{number}/{stages}] {what}");
    };

    stage(&format!("tools for {}", release.target.triple));
    release.target.ensure()?;
    stage("browser app");
    build::web(&release, options)?;
    stage(&format!("program, profile {}", build::profile(options)));
    let program = build::program(&release, options)?;
    let mut files = BTreeMap::new();
    let name = format!("halfboard-{}-{}", release.version, release.target.triple);
    files.insert(release.target.program(&name), program.clone());
    if options.only_program {
        return write(&files);
    }

    stage("man pages, completions, licences and bill of materials");
    let mut contents = build::generated(&release, options)?;
    contents.program = program;
    let packages = packages::released(&release.target, build::FEATURES)?;
    let licences = licences::collect(&packages)?;
    if !licences.without_file.is_empty() {
        let names = licences.without_file.join(", ");
        eprintln!("xtask: no licence file, so the text of the declared licence was used: {names}");
    }
    contents.licences = licences.text;
    let compiler = build::compiler()?;
    let timestamp = Date::from_epoch(release.epoch).rfc3339();
    let main = ("halfboard-cli".to_owned(), release.version.clone());
    files.insert(format!("{name}.cdx.json"), sbom::sbom(&packages, &main, &compiler, &timestamp).into_bytes());

    stage("archives");
    let archive = archive::tar(&build::archive_tree(&release, &contents)?.below(&name), release.epoch)?;
    files.insert(format!("{name}.tar.gz"), archive::gzip(&archive));
    if release.target.is_static() {
        files.insert(deb::name(&release), deb::package(&release, &contents)?);
        files.insert(image::name(&release), image::archive(&release, &contents)?);
    } else {
        eprintln!("xtask: no .deb and no container image: these are for Linux");
    }
    let sums = digest::sums(files.iter().map(|(name, content)| (name.as_str(), content.as_slice())));
    files.insert("SHA256SUMS".to_owned(), sums.into_bytes());
    write(&files)?;

    stage("smoke test");
    let image = folder().join(image::name(&release));
    let program = folder().join(release.target.program(&name));
    let temporary = target::build_folder().join("smoke");
    smoke::test(&program, release.target.is_static().then_some(&image), &temporary)?;
    if options.quick {
        eprintln!("xtask: built with --quick: not for publication");
    }
    if options.check { reproduce::check(&folder()) } else { Ok(()) }
}

/// Returns the folder of the finished files.
fn folder() -> PathBuf {
    web::target().join("release-files")
}

/// Replaces the content of the folder and lists it.
fn write(files: &BTreeMap<String, Vec<u8>>) -> Result<(), TaskError> {
    let folder = folder();
    let failed = |error| format!("{}: {error}", folder.display());
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(failed)?;
    for (name, content) in files {
        let path = folder.join(name);
        fs::write(&path, content).map_err(failed)?;
        #[cfg(unix)]
        if content.starts_with(b"\x7fELF") || content.starts_with(&[0xcf, 0xfa, 0xed, 0xfe]) {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).map_err(failed)?;
        }
        println!("{:>12}  {name}", content.len());
    }
    println!("{:>12}  in {}", "", folder.strip_prefix(workspace()).unwrap_or(&folder).display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_known_or_refused() {
        let quick = Options { quick: true, ..Options::default() };
        assert_eq!(Options::parse(&[]), Ok(Options::default()));
        assert_eq!(Options::parse(&["--quick"]), Ok(quick));
        assert_eq!(Options::parse(&["--check", "--quick"]), Ok(Options { check: true, ..quick }));
        assert!(
            Options::parse(&["--fast"])
                .is_err_and(|problem| problem.contains("\"--fast\"") && problem.contains("--quick"))
        );
    }
}
