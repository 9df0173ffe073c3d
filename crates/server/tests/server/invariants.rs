//! The invariants of ARCHITECTURE.md that the compiler cannot check: scans of the sources.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the Rust files below a folder of the workspace, with their code up to the unit tests.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let mut files = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("a file or folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a text file");
                let code = text.split("#[cfg(test)]").next().unwrap_or_default();
                let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
                files.push((path, code.collect::<Vec<_>>().join("\n")));
            }
        }
    }
    assert!(!files.is_empty(), "{folder} has sources");
    files
}

/// Asserts that files outside of `allowed` contain none of the texts.
fn only_in(folder: &str, allowed: &[&str], texts: &[&str]) {
    for (path, code) in sources(folder) {
        if allowed.iter().any(|allowed| path.to_string_lossy().contains(allowed)) {
            continue;
        }
        for text in texts {
            assert!(!code.contains(text), "{}: '{text}' belongs in {allowed:?}", path.display());
        }
    }
}

#[test]
fn only_the_referee_creates_events() {
    let events = [
        "Created",
        "Seated",
        "Played",
        "Asked",
        "Agreed",
        "Declined",
        "GaveTime",
        "Said",
        "Ended",
        "Rematched",
        "Refunded",
    ];
    // The stream's events are those of Server-Sent Events. Erasure changes the words of stored events, and makes none.
    only_in(
        "crates/server/src",
        &["/referee/", "/admin/erase.rs"],
        &events.map(|event| ["Event::", event].concat()).each_ref().map(String::as_str),
    );
    // The only other use of these codes maps them to HTTP status codes.
    let codes = ["Taken", "Stale", "NotYourTurn", "NotLegal", "NotBegun", "Over", "NotNow", "NoChat"];
    let codes = codes.map(|code| format!("RefusalCode::{code}"));
    only_in("crates/server/src", &["/referee/", "/api/responses.rs"], &codes.each_ref().map(String::as_str));
}

#[test]
fn the_referee_is_pure() {
    only_in("crates/server/src/referee", &[], &["async ", "SystemTime", "Instant", "secrets::", "store::", "hub::"]);
}

#[test]
fn only_the_store_contains_sql() {
    only_in(
        "crates/server/src",
        &["/store/"],
        &["rusqlite", "tokio_postgres", "SELECT ", "INSERT INTO", "UPDATE games"],
    );
}

#[test]
fn only_the_protocol_uses_serde_json() {
    for folder in ["crates/server/src", "crates/app/src/online", "crates/web/src/online", "crates/cli/src/bot"] {
        only_in(folder, &[], &["serde_json"]);
    }
}

#[test]
fn tokens_are_only_hashed_never_logged_and_not_in_urls() {
    only_in("crates/server/src", &["/secrets.rs"], &[".reveal()"]);
    // No route has a token in its path or query.
    only_in("crates/server/src", &[], &["{token}", "token=", "(\"token\" ="]);
    for (path, code) in sources("crates/server/src") {
        for (start, _) in code.match_indices("tracing::") {
            let statement = code[start..].split(';').next().unwrap_or_default();
            assert!(!statement.contains("token"), "{}: {statement}", path.display());
        }
    }
}

#[test]
fn clocks_depend_on_given_times_only() {
    only_in("crates/protocol/src", &[], &["std::time", "SystemTime", "Instant::now"]);
}
