//! The licence texts of all crates in the program, as one text file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::packages::{CrateId, Package, Packages};
use crate::TaskError;

/// What the program contains besides crates.
const STANDARD: &str = include_str!("texts/standard.txt");

/// Texts for crates that declare a licence without including its text, by SPDX identifier in order of preference.
const KNOWN: [(&str, &str); 3] = [
    ("MIT", include_str!("texts/mit.txt")),
    ("Apache-2.0", include_str!("../../../LICENSE-APACHE")),
    ("BSD-3-Clause", include_str!("texts/bsd-3-clause.txt")),
];

/// How the names of licence files begin, in capitals.
const NAMES: [&str; 6] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];

/// The text file, and the crates for which the standard text of their declared licence had to be used.
#[derive(Debug)]
pub(super) struct Licences {
    pub(super) text: String,
    pub(super) without_file: Vec<String>,
}

/// Collects the licences of all crates that are not ours.
///
/// # Errors
/// Fails if a crate has neither a licence file nor a declared licence whose text is known.
pub(super) fn collect(packages: &Packages) -> Result<Licences, TaskError> {
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut index = String::new();
    let mut without_file = Vec::new();
    for (id, package) in packages.iter().filter(|(_, package)| !package.ours) {
        let name = format!("{} {}", id.0, id.1);
        let declared = if package.licence.is_empty() { "see its text" } else { &package.licence };
        index.push_str(&format!("{name}: {declared}\n"));
        let mut found = files(&package.folder)?;
        if found.is_empty() {
            found.push(standard_text(id, package)?);
            without_file.push(name.clone());
        }
        for text in found {
            texts.entry(text).or_default().insert(name.clone());
        }
    }
    let mut text = format!(
        "Licences of the software that Halfboard contains.\n\n{STANDARD}\nIt also contains these crates:\n\n{index}"
    );
    for (licence, names) in &texts {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        text.push_str(&format!("\n{}\n{}\n\n{licence}", "=".repeat(80), names.join(", ")));
    }
    Ok(Licences { text, without_file })
}

/// Returns the texts of the licence files of a crate.
fn files(folder: &Path) -> Result<Vec<String>, TaskError> {
    let failed = |error| format!("{}: {error}", folder.display());
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        if path.is_file() && NAMES.iter().any(|start| name.starts_with(start)) {
            let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            // Line ends and margins differ where texts do not.
            let text = String::from_utf8_lossy(&bytes);
            let lines: Vec<&str> =
                text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}').lines().map(str::trim_end).collect();
            texts.push(lines.join("\n") + "\n");
        }
    }
    Ok(texts)
}

/// Returns the standard text of the licence that a crate declares.
fn standard_text((name, version): &CrateId, package: &Package) -> Result<String, TaskError> {
    let mut words = package.licence.split([' ', '(', ')']);
    let known = KNOWN.into_iter().find(|(id, _)| words.clone().any(|word| word == *id));
    let Some((id, text)) = known.filter(|_| words.all(|word| word != "AND" && word != "WITH")) else {
        return Err(format!(
            "{name} {version}: no licence file in its package, and no text for its licence \"{}\"; known are {}",
            package.licence,
            KNOWN.map(|(id, _)| id).join(", ")
        ));
    };
    let authors = if package.authors.is_empty() { format!("the authors of {name}") } else { package.authors.clone() };
    Ok(format!("{id} (declared by the crate, which includes no text)\n\nCopyright (c) {authors}\n\n{text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crate_in(folder: &Path, name: &str, licence: &str, file: Option<(&str, &str)>) -> (CrateId, Package) {
        let folder = folder.join(name);
        fs::create_dir_all(folder.join("licenses")).expect("a folder");
        fs::write(folder.join("README"), "not a licence").expect("written");
        if let Some((name, text)) = file {
            fs::write(folder.join(name), text).expect("written");
        }
        let package = Package { licence: licence.to_owned(), folder, ..Package::default() };
        ((name.to_owned(), "1.0.0".to_owned()), package)
    }

    #[test]
    fn texts_are_collected_once_and_missing_ones_named() {
        let folder = std::env::temp_dir().join(format!("halfboard-licences-{}", std::process::id()));
        let mut packages = Packages::from([
            crate_in(&folder, "a", "MIT", Some(("LICENSE-MIT", "Text of A and B \r\n\r\n"))),
            crate_in(&folder, "b", "MIT", Some(("licence.txt", "\u{feff}Text of A and B"))),
            crate_in(&folder, "c", "Zlib OR MIT", None),
        ]);
        let mut ours = crate_in(&folder, "ours", "MIT", None);
        ours.1.ours = true;
        packages.extend([ours]);
        let licences = collect(&packages).expect("all known");
        assert_eq!(licences.without_file, ["c 1.0.0"]);
        assert_eq!(licences.text.matches("Text of A and B").count(), 1);
        assert!(licences.text.contains("\na 1.0.0, b 1.0.0\n\nText of A and B\n"), "{}", licences.text);
        assert!(licences.text.contains("Copyright (c) the authors of c\n\nPermission is hereby granted"));
        assert!(!licences.text.contains("ours") && !licences.text.contains("not a licence"));
        for unknown in ["Zlib", "MIT AND Zlib", ""] {
            let packages = Packages::from([crate_in(&folder, "d", unknown, None)]);
            assert!(collect(&packages).is_err_and(|problem| problem.contains("d 1.0.0: no licence file")), "{unknown}");
        }
        fs::remove_dir_all(&folder).expect("removed");
    }
}
