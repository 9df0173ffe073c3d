//! Embeds the browser app in release builds, and makes a placeholder page where it has not been built, so that everything compiles
//! in a fresh clone.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const PAGE: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Halfboard</title>\n\
    <p>The browser app has not been built yet: run <code>cargo xtask web</code>, then build this program again.</p>\n";

fn main() -> io::Result<()> {
    let dist = Path::new("../../dist");
    let page = dist.join("index.html");
    if !page.exists() {
        fs::create_dir_all(dist)?;
        fs::write(&page, PAGE)?;
    }
    println!("cargo::rustc-check-cfg=cfg(embed_app)");
    // A release carries the whole folder, in which a new build of the app has new names. Other builds read it when they run,
    // and need not be built again for it.
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rustc-cfg=embed_app");
        println!("cargo::rerun-if-changed=../../dist");
        let table = table(&fs::canonicalize(dist)?)?;
        fs::write(Path::new(&env::var_os("OUT_DIR").expect("cargo sets it")).join("embedded.rs"), table)
    } else {
        println!("cargo::rerun-if-changed=build.rs");
        Ok(())
    }
}

/// Returns the source of the table of embedded files, sorted by path. Of a file with a compressed copy only the copy is embedded.
fn table(dist: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    collect(dist, &mut files)?;
    files.sort();
    let mut table = "&[\n".to_owned();
    for file in &files {
        let copy = PathBuf::from(format!("{}.br", file.display()));
        if file.extension().is_some_and(|ending| ending == "br") {
            continue;
        }
        let compressed = files.binary_search(&copy).is_ok();
        let stored = if compressed { &copy } else { file };
        let path = file.strip_prefix(dist).expect("a file of the folder").to_string_lossy().replace('\\', "/");
        writeln!(
            table,
            "    StoredFile {{ path: {path:?}, content: include_bytes!({stored:?}), compressed: {compressed} }},"
        )
        .expect("a string takes everything");
    }
    Ok(table + "]\n")
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { collect(&path, files)? } else { files.push(path) }
    }
    Ok(())
}
