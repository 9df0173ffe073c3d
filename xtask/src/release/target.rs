//! What is built and with which tools: the target, its C compiler, and flags that keep paths of this machine out of the program.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::{TaskError, cargo, debian, wasm, web, workspace};

/// Path that stands for the workspace in panic messages.
const WORKSPACE_PREFIX: &str = "/halfboard";
/// Path that stands for the downloaded crates.
const REGISTRY_PREFIX: &str = "/cargo";

/// The platform that the program is built for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// The target triple.
    pub(super) triple: String,
}

impl Target {
    /// Returns the target for this machine: on Linux a static one, elsewhere the host.
    pub(super) fn detect() -> Result<Target, TaskError> {
        let version = output(Command::new("rustc").arg("-vV"))?;
        let host = version.lines().find_map(|line| line.strip_prefix("host: "));
        Ok(Target::for_host(host.ok_or("rustc -vV: no line \"host:\"")?))
    }

    fn for_host(host: &str) -> Target {
        let arch = host.split('-').next().unwrap_or_default();
        let musl = host.contains("-linux-") && matches!(arch, "x86_64" | "aarch64");
        Target { triple: if musl { format!("{arch}-unknown-linux-musl") } else { host.to_owned() } }
    }

    /// Returns whether the program is static and runs on any Linux.
    pub(super) fn is_static(&self) -> bool {
        self.triple.ends_with("-linux-musl")
    }

    /// Returns the file name of a program.
    pub(super) fn program(&self, name: &str) -> String {
        if self.triple.contains("-windows-") { format!("{name}.exe") } else { name.to_owned() }
    }

    /// Returns the architecture in the terms of Debian and OCI, which are the same for these.
    pub(super) fn architecture(&self) -> &'static str {
        if self.triple.starts_with("aarch64") { "arm64" } else { "amd64" }
    }

    /// Installs the target's standard library and C compiler if they are missing.
    pub(super) fn ensure(&self) -> Result<(), TaskError> {
        wasm::ensure_target(&self.triple)?;
        if !self.is_static() {
            return Ok(());
        }
        match debian::ensure(missing_c_compiler, &["musl-tools"])? {
            None => Ok(()),
            Some(why) => Err(format!("{why}; install musl-gcc, the C compiler for static programs")),
        }
    }

    /// Returns a command with the environment of a reproducible build for this target and for wasm.
    ///
    /// # Errors
    /// Fails if a path has a space, because cargo splits these variables at spaces.
    pub(super) fn environment(&self, command: &mut Command, epoch: u64) -> Result<(), TaskError> {
        let prefixes = path_prefixes()?;
        if let Some((path, _)) = prefixes.iter().find(|(path, _)| path.contains(char::is_whitespace)) {
            return Err(format!("{path}: a release cannot be built in or with a folder that has a space in its name"));
        }
        let flags = prefixes.iter().map(|(path, name)| format!("--remap-path-prefix={path}={name}"));
        let flags = flags.collect::<Vec<_>>().join(" ");
        // Unlike RUSTFLAGS, these are added to the flags in .cargo/config.toml.
        for triple in [&self.triple, wasm::WASM] {
            command.env(format!("CARGO_TARGET_{}_RUSTFLAGS", triple.to_uppercase().replace('-', "_")), &flags);
        }
        command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
        command.env("CARGO_INCREMENTAL", "0").env("SOURCE_DATE_EPOCH", epoch.to_string());
        command.env("CARGO_TARGET_DIR", build_folder());
        Ok(())
    }
}

/// Returns the target folder of release builds, apart from the others because of the different flags.
pub(super) fn build_folder() -> PathBuf {
    web::target().join("release-build")
}

/// Returns the missing C compiler, if it is.
fn missing_c_compiler() -> Option<&'static str> {
    (!debian::runs("musl-gcc", "-dumpversion")).then_some("musl-gcc")
}

/// Returns the folders of this machine whose paths may end up in a program, and what stands there instead.
fn path_prefixes() -> Result<Vec<(String, &'static str)>, TaskError> {
    let text = |path: PathBuf| path.to_string_lossy().into_owned();
    let mut prefixes = vec![(text(workspace().to_owned()), WORKSPACE_PREFIX)];
    if !build_folder().starts_with(workspace()) {
        prefixes.push((text(build_folder()), "/halfboard/target/release-build"));
    }
    // The folder's name has the registry's, which must not matter: a mirror gives the same program.
    let metadata = output(&mut cargo(&["metadata", "--locked", "--all-features", "--format-version", "1"]))?;
    let metadata = serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    prefixes.extend(source_folders(&metadata).into_iter().map(|path| (text(path), REGISTRY_PREFIX)));
    Ok(prefixes)
}

/// Returns the folders of downloaded crates, from the output of `cargo metadata`.
fn source_folders(metadata: &Value) -> BTreeSet<PathBuf> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let downloaded = packages.filter(|package| !package["source"].is_null());
    let manifests = downloaded.filter_map(|package| package["manifest_path"].as_str());
    manifests.filter_map(|manifest| Path::new(manifest).ancestors().nth(2)).map(Path::to_owned).collect()
}

/// Returns the folder in which cargo keeps downloaded crates.
pub(super) fn cargo_home() -> Result<PathBuf, TaskError> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    home.or_else(|| Some(std::env::home_dir()?.join(".cargo")))
        .ok_or_else(|| "CARGO_HOME and HOME are not set".to_owned())
}

/// Runs a command and returns its standard output.
pub(super) fn output(command: &mut Command) -> Result<String, TaskError> {
    let name = format!("{command:?}");
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| format!("{name}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{name}: {}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("{name}: its output is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linux_programs_are_static_and_others_native() {
        for (host, triple, architecture) in [
            ("x86_64-unknown-linux-gnu", "x86_64-unknown-linux-musl", "amd64"),
            ("aarch64-unknown-linux-gnu", "aarch64-unknown-linux-musl", "arm64"),
            ("aarch64-apple-darwin", "aarch64-apple-darwin", "arm64"),
            ("x86_64-pc-windows-msvc", "x86_64-pc-windows-msvc", "amd64"),
        ] {
            let target = Target::for_host(host);
            assert_eq!((target.triple.as_str(), target.architecture()), (triple, architecture));
            assert_eq!(target.is_static(), host.contains("linux"));
        }
        assert_eq!(Target::for_host("x86_64-pc-windows-msvc").program("halfboard"), "halfboard.exe");
    }

    #[test]
    fn folders_of_sources_are_found() {
        let metadata = serde_json::json!({"packages": [
            {"source": "registry", "manifest_path": "/cargo/registry/src/index-1/a-1.0.0/Cargo.toml"},
            {"source": "registry", "manifest_path": "/cargo/registry/src/index-1/b-1.0.0/Cargo.toml"},
            {"source": null, "manifest_path": "/halfboard/xtask/Cargo.toml"},
        ]});
        assert_eq!(source_folders(&metadata), BTreeSet::from([PathBuf::from("/cargo/registry/src/index-1")]));
    }

    #[test]
    fn no_path_of_this_machine_is_left_in_the_flags_meaning() {
        let mut command = Command::new("cargo");
        let target = Target::for_host("x86_64-unknown-linux-gnu");
        target.environment(&mut command, 7).expect("no spaces here");
        let variables: Vec<(String, Option<String>)> = command
            .get_envs()
            .map(|(name, value)| (name.to_string_lossy().into(), value.map(|value| value.to_string_lossy().into())))
            .collect();
        let value = |name: &str| variables.iter().find(|(key, _)| key == name).and_then(|(_, value)| value.clone());
        let remap = format!("--remap-path-prefix={}=/halfboard ", workspace().display());
        for name in
            ["CARGO_TARGET_X86_64_UNKNOWN_LINUX_MUSL_RUSTFLAGS", "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS"]
        {
            assert!(value(name).is_some_and(|flags| flags.contains(&remap)), "{name}");
        }
        assert_eq!(value("SOURCE_DATE_EPOCH").as_deref(), Some("7"));
    }
}
