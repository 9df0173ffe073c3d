//! The invariant that only `browser/` of the web crate calls browser APIs.

use std::fs;
use std::path::Path;

/// Names by which browser APIs are reached past the framework.
const NAMES: [&str; 5] = ["web_sys", "js_sys", "wasm_bindgen", "document()", "window()"];

fn check(folder: &Path, violations: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            check(&path, violations);
            continue;
        }
        let source = fs::read_to_string(&path).expect("a readable file");
        for (line, number) in source.lines().zip(1..) {
            if let Some(name) = NAMES.iter().find(|name| line.contains(**name)) {
                violations.push(format!("{}:{number} uses {name}", path.display()));
            }
        }
    }
}

#[test]
fn only_the_browser_module_calls_browser_apis() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src");
    let mut violations = Vec::new();
    check(&source, &mut violations);
    let (inside, outside): (Vec<_>, Vec<_>) =
        violations.into_iter().partition(|violation| Path::new(violation).starts_with(source.join("browser")));
    assert!(!inside.is_empty(), "the check finds no browser API at all");
    assert_eq!(outside, Vec::<String>::new());
}
