//! Lists the files of puzzles of the browser app, so that puzzle sheets can embed them without naming the games.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("../web/data");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut list = "[\n".to_owned();
    let mut files: Vec<_> =
        fs::read_dir(&folder).expect("the folder of puzzles").flatten().map(|file| file.path()).collect();
    files.sort();
    for path in files {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if let Some(game) = name.strip_prefix("puzzles-").and_then(|name| name.strip_suffix(".txt")) {
            writeln!(list, "    ({game:?}, include_str!({:?})),", path.display().to_string()).expect("memory");
        }
    }
    list += "]\n";
    let out = Path::new(&env::var("OUT_DIR").expect("set by cargo")).join("puzzles.rs");
    fs::write(out, list).expect("the output folder can be written");
}
