//! Tests of `docs/rules/coverage.md`, which says for every paragraph of the rule texts where the program keeps it:
//! paragraphs are numbered without gaps, and every file, function, example and reading that is named exists.

use std::fs;

use crate::workspace;

fn read(path: &str) -> String {
    fs::read_to_string(workspace().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The paragraphs of one rule text.
struct CoveredText {
    /// The id of the game.
    game: String,
    /// The number of paragraphs, as the heading gives it.
    paragraphs: usize,
    /// The cells of each row.
    rows: Vec<Vec<String>>,
}

/// Returns the sections of the table.
fn covered_texts() -> Vec<CoveredText> {
    let table = read("docs/rules/coverage.md");
    let section = |section: &str| {
        let heading = section.lines().next().unwrap_or_default();
        let count = heading.rsplit_once(": ").and_then(|(_, rest)| rest.strip_suffix(" paragraphs"));
        let page = section.split_once("](").and_then(|(_, rest)| rest.split_once(".md)"));
        let rows = section.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| |"));
        CoveredText {
            game: page.unwrap_or_else(|| panic!("no page below {heading}")).0.to_owned(),
            paragraphs: count.and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("no count in {heading}")),
            rows: rows
                .map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect())
                .collect(),
        }
    };
    table.split("\n## ").skip(1).map(section).collect()
}

/// Returns the parts of a cell between marks, in their order.
fn marked(cell: &str, mark: char) -> Vec<&str> {
    cell.split(mark).skip(1).step_by(2).collect()
}

/// Returns what is wrong with a reference, if something is.
fn check_code(reference: &str, game: &str) -> Result<(), String> {
    if reference.starts_with("position ") {
        let page = read(&format!("docs/rules/{game}.md"));
        let found = page.lines().any(|line| line == reference);
        return found.then_some(()).ok_or_else(|| format!("the page has no example with '{reference}'"));
    }
    let (file, function) = reference.split_once("::").map_or((reference, None), |(file, name)| (file, Some(name)));
    let path = match file.contains('/') {
        true => file.to_owned(),
        false => format!("crates/rules/src/games/{}/{file}", game.replace('-', "_")),
    };
    let text = fs::read_to_string(workspace().join(&path)).map_err(|error| format!("{path}: {error}"))?;
    match function {
        Some(name) if !text.contains(&format!("fn {name}(")) => Err(format!("{path} has no function {name}")),
        _ => Ok(()),
    }
}

/// Returns what is wrong with a reference to a reading, if something is.
fn check_reading(title: &str, game: &str) -> Result<(), String> {
    let page = read(&format!("docs/rules/{game}.md"));
    let (_, readings) = page.split_once("## Where the original text is silent").ok_or("the page has no readings")?;
    let found = readings.lines().any(|line| line.starts_with(&format!("- *{title}*")));
    found.then_some(()).ok_or_else(|| format!("the page has no reading '{title}'"))
}

#[test]
fn every_text_has_its_section() {
    let mut covered: Vec<String> = covered_texts().into_iter().map(|text| format!("{}.md", text.game)).collect();
    let files = fs::read_dir(workspace().join("docs/rules")).expect("the rules").flatten();
    let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
    let mut pages: Vec<String> =
        names.filter(|name| name.ends_with(".md") && !["README.md", "coverage.md"].contains(&name.as_str())).collect();
    covered.sort_unstable();
    pages.sort_unstable();
    assert_eq!(covered, pages);
}

#[test]
fn paragraphs_are_numbered_without_gaps() {
    for CoveredText { game, paragraphs, rows } in covered_texts() {
        let numbers: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
        let expected: Vec<String> = (1..=paragraphs).map(|number| number.to_string()).collect();
        assert_eq!(numbers, expected, "{game}");
    }
}

#[test]
fn what_the_table_names_exists() {
    for CoveredText { game, rows, .. } in covered_texts() {
        for row in rows {
            let [number, _, implementation, shown, readings] = &row[..] else { panic!("{game}: {row:?}") };
            let (implemented, shown) = (marked(implementation, '`'), marked(shown, '`'));
            let titles = marked(readings, '*');
            assert!(!implemented.is_empty(), "{game} {number}: no implementation");
            assert!(!shown.is_empty() || !titles.is_empty(), "{game} {number}: neither example nor test nor reading");
            let code = implemented.iter().chain(&shown).map(|reference| check_code(reference, &game));
            for result in code.chain(titles.iter().map(|title| check_reading(title, &game))) {
                assert_eq!(result, Ok(()), "{game} {number}");
            }
        }
    }
}

#[test]
fn what_does_not_exist_is_noticed() {
    for CoveredText { game, .. } in covered_texts() {
        for reference in ["mod.rs::no_such_function", "no_such_file.rs", "position 8/8/8/8 x", "docs/no-such-page.md"] {
            assert!(check_code(reference, &game).is_err(), "{reference}");
        }
        assert!(check_reading("No such title.", &game).is_err());
    }
}
