//! Every example in `docs/rules/` is true, and the German pages in `docs/rules/de/` keep step with the English ones.
//! A binary of its own, since those pages are not part of the published package.

use halfboard_rules::registry::{self, Rules};
use halfboard_rules::session::Session;

struct Example {
    rules: Box<dyn Rules>,
    session: Box<dyn Session>,
    played: Option<Box<dyn Session>>,
}

impl Example {
    fn line(&mut self, word: &str, rest: &str) {
        let words = || rest.split(' ').map(str::to_owned);
        let moves = self.session.moves();
        match word {
            "position" => {
                let session = self.rules.position(rest).unwrap_or_else(|error| panic!("{rest}: {error}"));
                assert_eq!(session.position(), rest);
                self.session = session;
            }
            "moves" => assert_eq!(moves, words().collect::<Vec<_>>(), "{:?}", self.session),
            "has" => words().for_each(|mv| assert!(moves.contains(&mv), "{:?} lacks {mv}", self.session)),
            "hasnot" => words().for_each(|mv| assert!(!moves.contains(&mv), "{:?} has {mv}", self.session)),
            "play" => {
                let mut played = self.session.clone_box();
                played.play(rest).unwrap_or_else(|error| panic!("{:?}: {error}", self.session));
                self.played = Some(played);
            }
            "next" => assert_eq!(self.played.take().expect("next follows play").position(), rest),
            "result" => {
                let result = self.session.ending().map_or("* -".to_owned(), |ending| ending.to_string());
                assert_eq!(result, rest, "{:?}", self.session);
            }
            _ => panic!("an example has no line '{word}'"),
        }
    }
}

/// Runs the examples of a page; gives their number.
fn check(page: &str) -> usize {
    let mut count = 0;
    for block in page.split("```example\n").skip(1) {
        let block = block.split("```").next().expect("a block ends");
        let mut example: Option<Example> = None;
        for line in block.lines().filter(|line| !line.is_empty()) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            if word == "rules" {
                let rules = registry::rules(rest).unwrap_or_else(|error| panic!("{rest}: {error}"));
                let session = rules.start(0);
                example = Some(Example { rules, session, played: None });
            } else {
                example.as_mut().expect("rules come first").line(word, rest);
            }
        }
        count += 1;
    }
    count
}

/// A rules page in two languages.
struct Page {
    file: String,
    /// Whether it is in `docs/rules/`, where all pages are built alike.
    in_docs: bool,
    english: String,
    german: String,
}

/// The overview and the page of every game: in `docs/rules/`, or with the other texts of the game.
fn pages() -> Vec<Page> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let read = |path: &str| std::fs::read_to_string(format!("{root}/{path}"));
    let games = registry::games().iter().map(|game| game.info().id);
    let pages = std::iter::once("README").chain(games).map(|name| {
        let file = format!("{name}.md");
        if let Ok(english) = read(&format!("docs/rules/{file}")) {
            let german = read(&format!("docs/rules/de/{file}")).expect("the page in German");
            return Page { file, in_docs: true, english, german };
        }
        let folder = format!("crates/text/src/games/{}", name.replace('-', "_"));
        let english = read(&format!("{folder}/rules.md")).unwrap_or_else(|error| panic!("the page of {name}: {error}"));
        let german = read(&format!("{folder}/rules.de.md")).expect("the page in German");
        Page { file, in_docs: false, english, german }
    });
    pages.collect()
}

/// The lines of a page inside its blocks, with the fences, and those outside.
fn divide(page: &str) -> (Vec<&str>, Vec<&str>) {
    let mut inside = false;
    page.lines().partition(|line| {
        let fence = line.starts_with("```");
        inside ^= fence;
        inside || fence
    })
}

/// What must agree in two languages: the sections, the list items and the cells of the table rows, in their order.
fn outline(lines: &[&str]) -> Vec<String> {
    let mark = |line: &&str| match line.split(' ').next() {
        Some("|") => Some(format!("a row of {} cells", line.matches('|').count() - 1)),
        Some(mark @ ("#" | "##" | "###" | "-" | "1." | "2." | "3." | "4.")) => Some(mark.to_owned()),
        _ => None,
    };
    lines.iter().filter_map(mark).collect()
}

/// The pages that a page links to.
fn links(page: &str) -> Vec<&str> {
    page.split("](").skip(1).map(|rest| rest.split(')').next().expect("a link ends")).collect()
}

#[test]
fn the_pages_tell_the_truth() {
    for Page { file, in_docs, english, german } in pages() {
        let counts = [check(&english), check(&german)];
        let least = if in_docs { 10 } else { 1 };
        assert!(file == "README.md" || counts.iter().all(|&count| count >= least), "{file}: {counts:?} examples");
    }
}

#[test]
fn the_german_pages_say_the_same() {
    for Page { file, english, german, .. } in pages() {
        let ((english_blocks, english_text), (german_blocks, german_text)) = (divide(&english), divide(&german));
        assert_eq!(german_blocks, english_blocks, "the blocks of {file}");
        assert_eq!(outline(&german_text), outline(&english_text), "the sections, lists and tables of {file}");
        assert_eq!(links(&german), links(&english), "the links of {file}");
    }
}

#[test]
fn a_game_is_told_in_the_same_order() {
    let order = ["Goal", "Start", "Turn", "End", "Options", "Text forms", "Where the original text is silent"];
    for Page { file, english, .. } in pages()[1..].iter().filter(|page| page.in_docs) {
        let sections = english.lines().filter_map(|line| line.strip_prefix("## "));
        assert_eq!(sections.filter(|section| order.contains(section)).collect::<Vec<_>>(), order, "{file}");
    }
}

#[test]
fn links_lead_to_pages() {
    let pages = pages();
    for Page { file, english, .. } in &pages {
        for link in links(english) {
            assert!(pages.iter().any(|page| page.file == link), "{file} links to {link}");
        }
    }
}
