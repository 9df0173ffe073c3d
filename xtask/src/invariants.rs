//! Tests of the invariants that ARCHITECTURE.md states and that the compiler does not check.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::sources::rust_files;
use crate::workspace;

/// Returns the sources below `src/` of all crates as (path relative to the workspace, text).
fn library_sources() -> Vec<(String, String)> {
    let all = rust_files().into_iter().map(|path| (relative(&path), fs::read_to_string(&path).expect("a source file")));
    all.filter(|(path, _)| path.contains("/src/") && !path.ends_with("invariants.rs")).collect()
}

fn relative(path: &Path) -> String {
    let path = path.strip_prefix(workspace()).unwrap_or(path);
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// The code of a source file without comments and without its test module.
fn code(text: &str) -> String {
    let code = text.split("\n#[cfg(test)]\n").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn rules_depends_on_nothing_by_default() {
    let manifest = fs::read_to_string(workspace().join("crates/rules/Cargo.toml")).expect("a manifest");
    let dependencies = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
    let own = dependencies.split("\n[").next().unwrap_or_default();
    for line in own.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        assert!(line.contains("optional = true"), "crates/rules must have no default dependency: {line}");
    }
    assert!(!manifest.contains("default = [\"serde\""), "serde must stay optional");
}

#[test]
fn only_the_memory_map_is_unsafe() {
    for (path, text) in library_sources() {
        let has_unsafe = code(&text).split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "unsafe");
        assert_eq!(has_unsafe, path == "crates/cli/src/mmap.rs", "{path}");
    }
}

/// Modules that are still a file beside their folder.
const SIBLING_FILES: [&str; 3] =
    ["crates/app/src/solitaire/run.rs", "crates/protocol/src/game.rs", "crates/server/src/config.rs"];

#[test]
fn modules_with_a_folder_are_called_mod() {
    for path in rust_files().into_iter().filter(|path| !SIBLING_FILES.contains(&relative(path).as_str())) {
        let folder = path.with_extension("");
        assert!(!folder.is_dir(), "{} belongs into {}/mod.rs", relative(&path), relative(&folder));
    }
}

/// Names that are one concept in every game.
const PER_GAME: [&str; 3] = ["Position", "Move", "Options"];

#[test]
fn type_names_are_unique_within_a_crate() {
    let mut declared: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for (path, text) in library_sources() {
        let package = path.split("/src/").next().unwrap_or_default().to_owned();
        for line in code(&text).lines() {
            if let Some(name) = declared_type(line) {
                declared.entry((package.clone(), name.to_owned())).or_default().push(path.clone());
            }
        }
    }
    declared.retain(|(package, name), paths| {
        paths.len() > 1 && !PER_GAME.contains(&name.as_str()) && !UNFINISHED.contains(&package.as_str())
    });
    assert!(declared.is_empty(), "types with the same name in one crate: {declared:#?}");
}

/// Crates that still have several types of one name.
const UNFINISHED: [&str; 4] = ["crates/app", "crates/engine", "crates/rules", "crates/web"];

/// The name of the type that a line declares. Associated types are indented and have no visibility.
fn declared_type(line: &str) -> Option<&str> {
    let declaration = line.trim_start().trim_start_matches("pub(crate) ").trim_start_matches("pub(super) ");
    let declaration = declaration.trim_start_matches("pub ");
    let (keyword, rest) = declaration.split_once(' ')?;
    if !["struct", "enum", "trait", "type", "union"].contains(&keyword) || (keyword == "type" && line.starts_with(' '))
    {
        return None;
    }
    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    name.starts_with(|c: char| c.is_ascii_uppercase()).then_some(name)
}

/// Paths of the machine that something was built on, which mean nothing on another one.
#[test]
fn no_source_names_a_folder_of_one_machine() {
    for (path, text) in library_sources() {
        for folder in ["\"/home/", "\"/root/", "\"/work/", "\"/tmp/"] {
            assert!(!text.contains(folder), "{path} names {folder}");
        }
    }
}
