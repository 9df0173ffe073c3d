//! The parts of the workspace that can be tested alone.

use crate::TaskError;

/// A part: its packages, and what their tests need.
#[derive(Debug, PartialEq)]
pub(crate) struct Part {
    pub(crate) name: &'static str,
    /// The packages that clippy checks.
    pub(crate) linted: &'static [&'static str],
    /// The packages whose tests run.
    pub(crate) tested: &'static [&'static str],
    /// The package with doc tests.
    pub(crate) documented: Option<&'static str>,
    /// Whether the tests control a browser that shows the app.
    pub(crate) in_a_browser: bool,
    /// Whether tests need PostgreSQL.
    pub(crate) with_postgres: bool,
    /// Whether tests need reverse proxies.
    pub(crate) with_proxies: bool,
}

/// A part that is one library package.
const fn library(name: &'static str, package: &'static [&'static str]) -> Part {
    Part {
        name,
        linted: package,
        tested: package,
        documented: Some(package[0]),
        in_a_browser: false,
        with_postgres: false,
        with_proxies: false,
    }
}

/// A part that is one program, which has no doc tests.
const fn program(name: &'static str, package: &'static [&'static str]) -> Part {
    Part { documented: None, ..library(name, package) }
}

const PARTS: [Part; 17] = [
    library("rules", &["halfboard-rules"]),
    library("engine", &["halfboard-engine"]),
    library("archive", &["halfboard-archive"]),
    library("import", &["halfboard-import"]),
    library("text", &["halfboard-text"]),
    library("draw", &["halfboard-draw"]),
    library("embed", &["halfboard-embed"]),
    library("pictures", &["halfboard-pictures"]),
    library("protocol", &["halfboard-protocol"]),
    library("app", &["halfboard-app"]),
    library("worker", &["halfboard-worker"]),
    Part {
        linted: &["halfboard-web", "halfboard-e2e"],
        tested: &["halfboard-e2e"],
        in_a_browser: true,
        ..program("web", &["halfboard-web"])
    },
    Part { with_postgres: true, with_proxies: true, ..library("server", &["halfboard-server"]) },
    library("model", &["halfboard-model"]),
    Part { with_postgres: true, ..program("trial", &["halfboard-trial"]) },
    program("cli", &["halfboard-cli"]),
    program("xtask", &["xtask"]),
];

impl Part {
    /// Returns the part with a name.
    pub(crate) fn find(name: &str) -> Result<&'static Part, TaskError> {
        PARTS.iter().find(|part| part.name == name).ok_or_else(|| {
            let names: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
            format!(
                "unknown part \"{name}\"; the parts are {} and browsers, and without a part all but browsers are tested",
                names.join(", ")
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_package_with_tests_is_in_a_part() {
        let folder = crate::workspace().join("crates");
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let tested = entry.path().join("tests").is_dir();
            let package = format!("halfboard-{name}");
            assert!(
                !tested || PARTS.iter().any(|part| part.tested.contains(&package.as_str())),
                "{package} is in no part"
            );
        }
    }

    #[test]
    fn an_unknown_part_lists_the_parts() {
        assert_eq!(Part::find("rules").expect("a part").tested, ["halfboard-rules"]);
        let problem = Part::find("rulez").expect_err("no part");
        assert!(problem.contains("\"rulez\"") && problem.contains("rules, engine"), "{problem}");
    }
}
