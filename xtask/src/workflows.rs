//! Tests of `.github/workflows`: they call what exists, with the compilers that the manifests name.

use std::fs;

use crate::{HELP, workspace};

/// A workflow.
struct Workflow {
    name: String,
    text: String,
}

impl Workflow {
    /// Returns the rest of every line that has these words, after them, without comments.
    fn after(&self, words: &str) -> Vec<&str> {
        let lines = self.text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
        lines.filter_map(|line| line.split_once(words)).map(|(_, rest)| rest.trim()).collect()
    }
}

fn workflows() -> Vec<Workflow> {
    let folder = workspace().join(".github/workflows");
    let files = fs::read_dir(folder).expect("the folder of workflows").flatten().map(|entry| entry.path());
    let workflows: Vec<Workflow> = files
        .map(|path| Workflow {
            name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            text: fs::read_to_string(&path).expect("a workflow"),
        })
        .collect();
    assert!(!workflows.is_empty());
    workflows
}

/// Returns the value of a key in a file of the workspace, without its quotes.
fn value(path: &str, key: &str) -> String {
    let text = fs::read_to_string(workspace().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let value = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
    value.unwrap_or_else(|| panic!("{path} has no {key}")).trim_matches('"').to_owned()
}

#[test]
fn they_call_tasks_that_exist() {
    let mut calls = 0;
    for workflow in workflows() {
        for call in workflow.after("cargo xtask ") {
            let mut words = call.split(' ');
            let task = words.next().unwrap_or_default();
            let line = format!("cargo xtask {task}");
            let help: Vec<&str> =
                HELP.split("cargo xtask ").filter(|help| help.split_whitespace().next() == Some(task)).collect();
            assert!(!help.is_empty(), "{}: there is no {line}", workflow.name);
            for word in words {
                let known =
                    |help: &&str| help.split(|c: char| !c.is_alphanumeric() && c != '-').any(|known| known == word);
                assert!(help.iter().any(known), "{}: {line} does not know {word}", workflow.name);
            }
            calls += 1;
        }
    }
    assert!(calls > 0);
}

#[test]
fn their_compilers_are_those_of_the_manifests() {
    let channel = value("rust-toolchain.toml", "channel");
    let oldest = format!("{}.0", value("crates/rules/Cargo.toml", "rust-version"));
    for workflow in workflows() {
        let named = ["rustup toolchain install", "cargo +"].map(|words| workflow.after(words)).concat();
        for version in named.iter().filter_map(|rest| rest.split(' ').next()).filter(|version| !version.is_empty()) {
            assert!([&channel, &oldest].contains(&&version.to_owned()), "{}: {version}", workflow.name);
        }
    }
}

/// Only actions of the forge itself by a major version, and workflows of this repository.
#[test]
fn they_trust_few_actions() {
    for workflow in workflows() {
        for action in workflow.after("uses: ") {
            let own = action.strip_prefix("./").is_some_and(|path| workspace().join(path).is_file());
            let version = action.strip_prefix("actions/").and_then(|action| action.split_once("@v"));
            let pinned = version.is_some_and(|(_, major)| major.parse::<u32>().is_ok());
            assert!(own || pinned, "{}: {action}", workflow.name);
        }
    }
}

#[test]
fn jobs_have_few_rights_and_end() {
    for workflow in workflows() {
        assert!(workflow.text.contains("\npermissions:\n  contents: read\n"), "{}", workflow.name);
        assert!(workflow.text.contains("\nconcurrency:\n"), "{}", workflow.name);
        let jobs = workflow.after("runs-on: ").len();
        assert_eq!(workflow.after("timeout-minutes: ").len(), jobs, "{}: a job without a time limit", workflow.name);
        let checkouts = workflow.after("actions/checkout@").len();
        assert_eq!(workflow.after("persist-credentials: false").len(), checkouts, "{}", workflow.name);
    }
}

/// The release workflow takes the first version in the manifest for that of the workspace.
#[test]
fn the_first_version_in_the_manifest_is_that_of_the_workspace() {
    assert_eq!(value("Cargo.toml", "version"), env!("CARGO_PKG_VERSION"));
}
