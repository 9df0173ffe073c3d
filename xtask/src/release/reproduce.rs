//! `cargo xtask release --check`: builds the same commit in another folder and compares the sums.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{TaskError, cargo, succeed, workspace};

/// Builds a release from a clone in a temporary folder, and compares it with the files in `folder`.
pub(super) fn check(folder: &Path) -> Result<(), TaskError> {
    let clone = std::env::temp_dir().join(format!("halfboard-release-{}", std::process::id()));
    eprintln!("xtask: building once more in {}, which takes as long as before", clone.display());
    succeed(Command::new("git").arg("clone").arg("--quiet").arg(workspace()).arg(&clone))?;
    let mut again = cargo(&["run", "--quiet", "--package", "xtask", "--", "release"]);
    let built = succeed(again.current_dir(&clone).env_remove("CARGO_TARGET_DIR"));
    let differences = built.and_then(|()| {
        let read = |path: &Path| fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
        Ok(differences(&read(&folder.join("SHA256SUMS"))?, &read(&clone.join("target/release-files/SHA256SUMS"))?))
    });
    let removed = fs::remove_dir_all(&clone).map_err(|error| format!("{}: {error}", clone.display()));
    match differences? {
        list if list.is_empty() => {
            eprintln!("xtask: both builds are equal");
            removed
        }
        list => Err(format!("the two builds differ in {}; are there uncommitted changes?", list.join(", "))),
    }
}

/// Returns the names of files that have different sums, or are in one list only.
fn differences(first: &str, second: &str) -> Vec<String> {
    let missing = |from: &str, to: &str| -> Vec<String> {
        let lines = from.lines().filter(|line| !to.lines().any(|other| other == *line));
        lines.map(|line| line.split_whitespace().last().unwrap_or_default().to_owned()).collect()
    };
    let mut names = missing(first, second);
    names.extend(missing(second, first));
    names.sort();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_name_each_file_once() {
        let first = "11  a\n22  b\n33  c\n";
        assert!(differences(first, first).is_empty());
        assert_eq!(differences(first, "11  a\n23  b\n44  d\n"), ["b", "c", "d"]);
    }
}
