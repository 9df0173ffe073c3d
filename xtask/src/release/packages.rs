//! The crates that end up in the released program and in the web app inside it, from `cargo tree` and `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde_json::Value;

use super::target::{Target, output};
use crate::wasm::WASM;
use crate::{TaskError, cargo};

/// Name and version of a crate. Sorted, so that lists are reproducible.
pub(super) type CrateId = (String, String);

/// A crate that is linked into something that is released.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Package {
    /// The SPDX expression of its licence.
    pub(super) licence: String,
    pub(super) description: String,
    /// Its authors, separated by commas; may be empty.
    pub(super) authors: String,
    pub(super) repository: Option<String>,
    /// The folder of its sources.
    pub(super) folder: PathBuf,
    /// Whether it is part of this workspace.
    pub(super) ours: bool,
    /// SHA-256 of its `.crate` file.
    pub(super) checksum: Option<String>,
    /// The crates it depends on, of those that are released.
    pub(super) dependencies: BTreeSet<CrateId>,
}

/// All released crates.
pub(super) type Packages = BTreeMap<CrateId, Package>;

/// Returns the crates of the program with the given features, and those of the web app.
pub(super) fn released(target: &Target, features: &[&str]) -> Result<Packages, TaskError> {
    let mut linked = linked("halfboard-cli", &target.triple, features)?;
    linked.extend(self::linked("halfboard-web", WASM, &[])?);
    linked.extend(self::linked("halfboard-worker", WASM, &[])?);
    linked.extend(self::linked("halfboard-pictures", WASM, &[])?);
    let metadata = output(&mut cargo(&["metadata", "--locked", "--all-features", "--format-version", "1"]))?;
    let metadata = serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    let lock = std::fs::read_to_string(crate::workspace().join("Cargo.lock"));
    describe(&linked, &metadata, &lock.map_err(|error| format!("Cargo.lock: {error}"))?)
}

/// Returns the crates that are linked into a package. Unlike `cargo metadata`, `cargo tree` resolves features per package.
fn linked(package: &str, triple: &str, features: &[&str]) -> Result<BTreeSet<CrateId>, TaskError> {
    let edges = "normal,no-proc-macro";
    let mut tree = cargo(&["tree", "--locked", "--package", package, "--target", triple, "--edges", edges]);
    tree.args(["--prefix", "none", "--format", "{p}"]).args(features);
    Ok(parse_tree(&output(&mut tree)?))
}

/// Parses lines such as `serde v1.0.229` and `halfboard-rules v0.1.0 (/path) (*)`.
fn parse_tree(lines: &str) -> BTreeSet<CrateId> {
    let crates = lines.lines().filter_map(|line| {
        let mut words = line.split(' ');
        Some((words.next()?.to_owned(), words.next()?.strip_prefix('v')?.to_owned()))
    });
    crates.collect()
}

/// Adds what `cargo metadata` and the lock file know about the crates.
fn describe(linked: &BTreeSet<CrateId>, metadata: &Value, lock: &str) -> Result<Packages, TaskError> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let checksums = checksums(lock);
    let mut ids = BTreeMap::new();
    let mut packages = Packages::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let id = (text(&package["name"]), text(&package["version"]));
        ids.insert(text(&package["id"]), id.clone());
        if !linked.contains(&id) {
            continue;
        }
        let mut folder = PathBuf::from(text(&package["manifest_path"]));
        folder.pop();
        let described = Package {
            // The old way to write a choice.
            licence: text(&package["license"]).replace('/', " OR "),
            description: text(&package["description"]).split_whitespace().collect::<Vec<_>>().join(" "),
            authors: package["authors"].as_array().into_iter().flatten().map(text).collect::<Vec<_>>().join(", "),
            repository: package["repository"].as_str().map(str::to_owned),
            folder,
            ours: package["source"].is_null(),
            checksum: checksums.get(&id).cloned(),
            dependencies: BTreeSet::new(),
        };
        packages.insert(id, described);
    }
    if let Some((name, version)) = linked.iter().find(|id| !packages.contains_key(*id)) {
        return Err(format!("cargo metadata does not list {name} {version}, which cargo tree does"));
    }
    for node in metadata["resolve"]["nodes"].as_array().into_iter().flatten() {
        let Some(package) = ids.get(&text(&node["id"])).and_then(|id| packages.get_mut(id)) else { continue };
        for dependency in node["deps"].as_array().into_iter().flatten() {
            let kinds = dependency["dep_kinds"].as_array();
            let is_linked = kinds.into_iter().flatten().any(|kind| kind["kind"].is_null());
            let id = ids.get(&text(&dependency["pkg"])).filter(|id| is_linked && linked.contains(*id));
            package.dependencies.extend(id.cloned());
        }
    }
    Ok(packages)
}

/// Returns the checksums in a lock file, whose packages are tables of `key = "value"` lines.
fn checksums(lock: &str) -> BTreeMap<CrateId, String> {
    let tables = lock.split("[[package]]").filter_map(|table| {
        let value = |key: &str| {
            let line = table.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""))?;
            Some(line.strip_suffix('"')?.to_owned())
        };
        Some(((value("name")?, value("version")?), value("checksum")?))
    });
    tables.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str, version: &str) -> CrateId {
        (name.to_owned(), version.to_owned())
    }

    #[test]
    fn crates_are_read_from_the_three_sources() {
        let linked = parse_tree("ours v0.1.0 (/x y/ours)\na v1.0.0\nb v2.0.0-rc.1 (*)\n\n");
        assert_eq!(linked, BTreeSet::from([id("ours", "0.1.0"), id("a", "1.0.0"), id("b", "2.0.0-rc.1")]));
        let metadata = serde_json::json!({
            "packages": [
                {"id": "o", "name": "ours", "version": "0.1.0", "license": "MIT", "manifest_path": "/x/Cargo.toml", "source": null},
                {"id": "a", "name": "a", "version": "1.0.0", "license": "MIT/Apache-2.0", "manifest_path": "/a/Cargo.toml",
                 "source": "registry", "description": "Two\n lines.", "repository": "https://example.org"},
                {"id": "b", "name": "b", "version": "2.0.0-rc.1", "license": null, "manifest_path": "/b/Cargo.toml", "source": "r"},
                {"id": "t", "name": "t", "version": "3.0.0", "license": "MIT", "manifest_path": "/t/Cargo.toml", "source": "r"},
            ],
            "resolve": {"nodes": [
                {"id": "o", "deps": [
                    {"pkg": "a", "dep_kinds": [{"kind": null}]},
                    {"pkg": "b", "dep_kinds": [{"kind": "build"}]},
                    {"pkg": "t", "dep_kinds": [{"kind": null}]},
                ]},
            ]},
        });
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nchecksum = \"abc\"\n";
        let packages = describe(&linked, &metadata, lock).expect("complete");
        assert_eq!(packages.len(), 3);
        let ours = &packages[&id("ours", "0.1.0")];
        assert!(ours.ours && ours.folder.as_os_str() == "/x");
        // Neither what runs at build time nor what the tree leaves out.
        assert_eq!(ours.dependencies, BTreeSet::from([id("a", "1.0.0")]));
        let a = &packages[&id("a", "1.0.0")];
        assert_eq!((a.licence.as_str(), a.description.as_str()), ("MIT OR Apache-2.0", "Two lines."));
        assert_eq!((a.ours, a.checksum.as_deref()), (false, Some("abc")));
        let unknown = BTreeSet::from([id("z", "1.0.0")]);
        assert!(describe(&unknown, &metadata, lock).is_err_and(|problem| problem.contains("z 1.0.0")));
    }
}
