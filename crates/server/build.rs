//! Makes a placeholder for the browser app where it has not been built, so that everything compiles in a fresh clone.

use std::{fs, io, path::Path};

const PAGE: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Halfboard</title>\n\
    <p>The browser app has not been built yet: run <code>cargo xtask web</code>, then build this program again.</p>\n";

fn main() -> io::Result<()> {
    let dist = Path::new("../../dist");
    let page = dist.join("index.html");
    if !page.exists() {
        fs::create_dir_all(dist)?;
        fs::write(&page, PAGE)?;
    }
    // A release carries the whole folder, in which a new build of the app has new names. Other builds read it when they run,
    // and need not be built again for it.
    let release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    println!("cargo::rerun-if-changed={}", if release { "../../dist" } else { "build.rs" });
    Ok(())
}
