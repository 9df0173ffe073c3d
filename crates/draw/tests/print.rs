//! Documents to print, read by another library.

use halfboard_draw::print::{self, Paper, PuzzleSelection};
use halfboard_engine::puzzle;
use halfboard_rules::prelude::*;
use halfboard_rules::registry::GameEntry;
use halfboard_text::{Language, book, speak};
use lopdf::Document;

fn load(file: &[u8]) -> Document {
    Document::load_mem(file).expect("a document")
}

/// Returns the sizes of the pages in points.
fn sizes(document: &Document) -> Vec<(f32, f32)> {
    let pages = document.get_pages();
    pages
        .values()
        .map(|&page| {
            let page = document.get_dictionary(page).expect("a page");
            let media = page.get(b"MediaBox").and_then(|media| media.as_array()).expect("a size");
            let number = |index: usize| media[index].as_float().expect("a number");
            (number(2) - number(0), number(3) - number(1))
        })
        .collect()
}

/// Returns the words of pages, without the line breaks of the layout.
fn text(document: &Document, pages: &[u32]) -> String {
    let text = document.extract_text(pages).expect("text");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn all_pages(document: &Document) -> Vec<u32> {
    document.get_pages().keys().copied().collect()
}

fn close(one: (f32, f32), other: (f32, f32)) -> bool {
    (one.0 - other.0).abs() < 0.01 && (one.1 - other.1).abs() < 0.01
}

fn games(ids: &[&str]) -> Vec<&'static dyn GameEntry> {
    ids.iter().map(|id| registry::game(id).expect("a game")).collect()
}

#[test]
fn pages_have_exactly_the_size_of_the_paper() {
    let j = games(&["j"]);
    // 210 × 297 mm and 8.5 × 11 inches at 72 points per inch.
    for (paper, portrait) in [(Paper::A4, (595.276, 841.89)), (Paper::Letter, (612.0, 792.0))] {
        let boards = sizes(&load(&print::boards(&j, paper)));
        assert_eq!(boards.len(), 2);
        assert!(close(boards[0], (portrait.1, portrait.0)), "the board lies: {boards:?}");
        assert!(close(boards[1], portrait), "{boards:?}");
        for size in sizes(&load(&print::rules(&j, paper))) {
            assert!(close(size, portrait), "{size:?}");
        }
    }
}

/// Returns the widths and heights of the rectangles that a page fills, in millimetres.
fn filled_squares(document: &Document, page: u32) -> Vec<(f64, f64)> {
    let id = document.get_pages()[&page];
    let content = document.get_page_content(id);
    let content = lopdf::content::Content::decode(&content).expect("operators");
    let mut found = Vec::new();
    let mut points: Vec<(f64, f64)> = Vec::new();
    for operation in content.operations {
        let number = |index: usize| f64::from(operation.operands[index].as_float().unwrap_or_default());
        match operation.operator.as_str() {
            "m" => points = vec![(number(0), number(1))],
            "l" => points.push((number(0), number(1))),
            "c" => points.clear(),
            "f" if points.len() == 4 => {
                let millimetres = |points: f64| points.abs() * 25.4 / 72.0;
                let (width, height) = (points[2].0 - points[0].0, points[2].1 - points[0].1);
                found.push((millimetres(width), millimetres(height)));
            }
            _ => {}
        }
    }
    found
}

#[test]
fn squares_have_exactly_the_stated_size() {
    speak(Language::English);
    for paper in Paper::ALL {
        for (id, pages, squares) in [("j", 1..=1, 32), ("lines-of-action", 1..=2, 64)] {
            let document = load(&print::boards(&games(&[id]), paper));
            let is_square = |(width, height): &(f64, f64)| (width - 28.0).abs() < 0.01 && (height - 28.0).abs() < 0.01;
            let count: usize = pages
                .clone()
                .map(|page| filled_squares(&document, page).iter().filter(|size| is_square(size)).count())
                .sum();
            assert_eq!(count, squares, "{id} on {paper}");
            assert!(text(&document, &[1]).contains("Squares are 28 mm × 28 mm."));
        }
    }
}

#[test]
fn the_boards_of_all_games_fit_on_a_few_pages() {
    speak(Language::German);
    let document = load(&print::boards(registry::games(), Paper::A4));
    let words = text(&document, &all_pages(&document));
    // One half board for most games, one with marked edges, two halves of the 8×8 board.
    for part in ["Halbes Brett: Sight Reduction", "8×8-Brett, obere Hälfte", "8×8-Brett, untere Hälfte"] {
        assert_eq!(words.matches(part).count(), 1, "{part}: {words}");
    }
    assert!(words.contains("Weiß gehören die glatten Ränder, Schwarz die gekerbten."), "{words}");
    assert!(words.contains("16 weiße, 16 schwarze"), "{words}");
    speak(Language::English);
}

#[test]
fn a_booklet_has_every_section_in_every_language() {
    for language in Language::ALL {
        speak(language);
        let document = load(&print::rules(registry::games(), Paper::A4));
        let pages = all_pages(&document);
        let words = text(&document, &pages);
        let count = pages.len();
        assert!(words.contains(&format!("1 / {count}")) && words.contains(&format!("{count} / {count}")));
        let games = registry::games().iter().map(|game| book::rules_of(game.info().id).expect("rules"));
        for page in games.chain([book::shared()]) {
            assert!(words.contains(&page.title), "{language:?}: {}", page.title);
            for section in page.sections() {
                let heading = book::plain(&section.heading);
                // In the contents and above the section.
                assert!(words.matches(&heading).count() >= 2, "{} {language:?}: {heading}", page.title);
            }
        }
    }
    speak(Language::German);
    let document = load(&print::rules(&games(&["j"]), Paper::Letter));
    assert!(text(&document, &all_pages(&document)).contains("zwölf Steine im Vorrat"), "umlauts can be read");
    speak(Language::English);
}

#[test]
fn puzzles_come_with_their_checked_solutions() {
    speak(Language::English);
    let selection = PuzzleSelection { count: 3, first: Some(2), seed: None, level: None };
    let mut checked = 0;
    let rules = ["j".to_owned(), "sight-reduction:solitaire=on".to_owned()];
    let file = print::puzzles(&rules, &selection, Paper::Letter, &mut |done| checked = done).expect("puzzles");
    assert_eq!(checked, 6);
    let document = load(&file);
    let pages = all_pages(&document);
    assert_eq!(pages.len(), 3, "a page for each game, and the solutions");
    let solutions = text(&document, &[3]);
    let shipped = puzzle::parse(include_str!("../../web/data/puzzles-j.txt")).expect("valid puzzles");
    for (number, (_, puzzle)) in (1..).zip(&shipped).skip(1).take(3) {
        let line = format!("No. {number} {}", puzzle.line.join(" "));
        assert!(joined(&solutions).contains(&joined(&line)), "{line}: {solutions}");
        assert!(text(&document, &[1]).contains(&format!("No. {number}")));
    }
    assert!(text(&document, &[2]).contains("Leave one white and one black checker"));
    assert!(!text(&document, &[1]).contains(&shipped[1].1.line[0]), "a solution is not beside its puzzle");
}

/// Returns a text without spaces: they are not characters of a document where words are placed one by one.
fn joined(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn what_cannot_be_printed_is_refused() {
    let selection = PuzzleSelection { count: 3, first: None, seed: None, level: Some("easy".to_owned()) };
    let print = |rules: &str| print::puzzles(&[rules.to_owned()], &selection, Paper::A4, &mut |_| {});
    let error = print("chess").expect_err("no game").to_string();
    assert!(error.contains("chess"), "{error}");
    let error = print("j").expect_err("no level").to_string();
    assert!(error.contains("invalid level 'easy'"), "{error}");
    assert!(print("sight-reduction:solitaire=on").is_ok());
    let error = "a5".parse::<Paper>().expect_err("not a paper size");
    assert_eq!(error, "unknown paper size 'a5': expected a4 or letter");
}
