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
fn only_what_needs_it_is_unsafe() {
    // Maps files, uses processor instructions, is called by SQLite.
    const UNSAFE: [&str; 3] =
        ["crates/cli/src/mmap.rs", "crates/engine/src/simd.rs", "crates/trial/src/powerloss/vfs.rs"];
    for (path, text) in library_sources() {
        let has_unsafe = code(&text).split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "unsafe");
        assert_eq!(has_unsafe, UNSAFE.contains(&&*path), "{path}");
    }
}

#[test]
fn modules_with_a_folder_are_called_mod() {
    for path in rust_files() {
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
    declared.retain(|(_, name), paths| paths.len() > 1 && !PER_GAME.contains(&name.as_str()));
    assert!(declared.is_empty(), "types with the same name in one crate: {declared:#?}");
}

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

/// Files outside the `games` folders that may name a game, by the beginning of their path.
const NAME_A_GAME: &[&str] = &[
    // Solitaires of Sight Reduction, and its exact verdicts.
    "crates/app/src/analysis/verdicts.rs",
    "crates/app/src/fairness/judging.rs",
    "crates/app/src/solitaire/",
    "crates/app/src/phrases/solitaire.rs",
    "crates/cli/src/commands/generate.rs",
    "crates/cli/src/commands/verify.rs",
    "crates/cli/src/phrases/analysis.rs",
    "crates/draw/src/print/phrases.rs",
    "crates/draw/src/print/puzzles.rs",
    "crates/engine/src/solve/report.rs",
    "crates/server/src/preview/subject.rs",
    "crates/web/src/fairness/judge.rs",
    "crates/web/src/solitaire/",
    "crates/worker/src/",
    // Formats of Lines of Action.
    "crates/import/src/",
    "crates/app/src/analysis/export.rs",
    "crates/app/src/import.rs",
    "crates/cli/src/archive/search.rs",
    "crates/cli/src/commands/record.rs",
    "crates/cli/src/files.rs",
    "crates/web/src/analysis/begin.rs",
    // The endgame table of Sllim.
    "crates/cli/src/commands/tables.rs",
    "crates/cli/src/tables.rs",
    // The default rules of UGI.
    "crates/cli/src/ugi/options.rs",
    // Example games of the trials, the benchmark and the smoke test.
    "crates/e2e/",
    "crates/trial/src/attack/",
    "crates/trial/src/fuzz/",
    "crates/trial/src/outage.rs",
    "xtask/src/bench.rs",
    "xtask/src/release/smoke/",
];

/// Returns the modules of the games, as [`halfboard_rules::games!`] lists them. A type is only used through its module.
fn games() -> Vec<String> {
    let list = fs::read_to_string(workspace().join("crates/rules/src/games/mod.rs")).expect("the list of games");
    let words = list.split(|c: char| c.is_whitespace() || "(){},".contains(c));
    let modules = words.filter_map(|word| word.split_once("::")).map(|(module, _)| module);
    let is_game =
        |module: &&str| !module.is_empty() && workspace().join("crates/rules/src/games").join(module).is_dir();
    modules.filter(is_game).map(str::to_owned).collect()
}

#[test]
fn only_the_folders_of_a_game_name_it() {
    let games = games();
    assert!(games.len() >= 5, "{games:?}");
    let mut names: Vec<String> = Vec::new();
    for module in &games {
        let id = module.replace('_', "-");
        names.extend([
            format!("games::{module}:"),
            format!("games::{module};"),
            format!("\"{id}\""),
            format!("\"{id}:"),
        ]);
    }
    let mut found = Vec::new();
    for (path, text) in library_sources() {
        let may = path.contains("/src/games/") || path.ends_with("tests.rs");
        if may || NAME_A_GAME.iter().any(|allowed| path.starts_with(allowed)) {
            continue;
        }
        let code = code(&text);
        let lines = code.lines().filter(|line| names.iter().any(|name| line.contains(name.as_str())));
        found.extend(lines.map(|line| format!("{path}: {}", line.trim())));
    }
    assert!(found.is_empty(), "these belong into a folder of their game: {found:#?}");
}

/// Paths of the machine that something was built on, which mean nothing on another one.
#[test]
fn no_source_names_a_folder_of_one_machine() {
    for (path, text) in library_sources() {
        for folder in ["home", "root", "work", "tmp"].map(|folder| format!("\"/{folder}/")) {
            assert!(!text.contains(&folder), "{path} names {folder}");
        }
    }
}
