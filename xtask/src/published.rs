//! Tests of what is published: the packages of `halfboard-rules` and `halfboard-engine`. `docs/semver.md` has the policy.

use std::fs;

use crate::{cargo, workspace};

/// The folders in `crates/` that are published.
const PUBLISHED: [&str; 2] = ["rules", "engine"];

fn read(path: &str) -> String {
    fs::read_to_string(workspace().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the first value of a key in a manifest, without its quotes.
fn value(manifest: &str, key: &str) -> Option<String> {
    let line = manifest.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "))?;
    Some(line.trim_matches('"').to_owned())
}

#[test]
fn only_the_two_libraries_are_published() {
    let manifest = read("Cargo.toml");
    let (_, members) = manifest.split_once("members = [").expect("members");
    let members = members.split(']').next().unwrap_or_default().split('"').skip(1).step_by(2);
    let published = members.filter(|member| value(&read(&format!("{member}/Cargo.toml")), "publish").is_none());
    assert_eq!(published.collect::<Vec<_>>(), PUBLISHED.map(|name| format!("crates/{name}")));
}

#[test]
fn manifests_have_what_a_registry_shows() {
    for name in PUBLISHED {
        let manifest = read(&format!("crates/{name}/Cargo.toml"));
        for key in ["description", "readme", "documentation", "keywords", "categories", "include"] {
            assert!(value(&manifest, key).is_some_and(|value| value.len() > 2), "{name}: {key}");
        }
        assert_eq!(value(&manifest, "license.workspace").as_deref(), Some("true"), "{name}");
    }
}

/// A package depends on the version of a crate instead of its path.
#[test]
fn versions_in_the_workspace_agree() {
    let manifest = read("Cargo.toml");
    let version = value(&manifest, "version").expect("a version");
    for name in PUBLISHED {
        let dependency = format!("halfboard-{name} = {{ path = \"crates/{name}\", version = \"{version}\"");
        assert!(manifest.contains(&dependency), "expected {dependency:?} in [workspace.dependencies]");
    }
}

#[test]
fn documents_name_the_oldest_compiler() {
    let policy = read("docs/semver.md");
    for name in PUBLISHED {
        let oldest = value(&read(&format!("crates/{name}/Cargo.toml")), "rust-version").expect("a version");
        let readme = read(&format!("crates/{name}/README.md"));
        assert!(readme.contains(&format!("Rust {oldest} or later")), "{name}: README.md must name {oldest}");
        assert!(policy.contains(&format!("cargo +{oldest}.0 test")), "docs/semver.md must name {oldest}");
    }
}

/// Sources, tests that need nothing of the workspace, the README and both licences; nothing else, and no warning.
#[test]
fn packages_have_what_building_and_testing_needs() {
    for name in PUBLISHED {
        let package = format!("halfboard-{name}");
        let list = ["package", "--list", "--offline", "--allow-dirty", "--quiet", "--package", &package];
        let output = cargo(&list).output().expect("cargo");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !errors.contains("warning"), "{errors}");
        let files = String::from_utf8(output.stdout).expect("text").replace('\\', "/");
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "src/lib.rs", &format!("tests/{name}/main.rs")] {
            assert!(files.lines().any(|line| line == file), "{package} lacks {file}");
        }
        let folders = ["src/", "examples/", "tests/data/", &format!("tests/{name}/")];
        let top = |file: &str| !file.contains('/') && !file.ends_with(".rs");
        for file in files.lines() {
            assert!(top(file) || folders.iter().any(|folder| file.starts_with(folder)), "{package} has {file}");
        }
    }
}
