//! The book can be read in every language to the last line, its links lead to pages, and its examples are true: not only
//! in the text, which `crates/rules` tests, but as they were understood here.

use halfboard_rules::registry;
use halfboard_text::book::{self, Block, Claim, Example, Inline, Leaf, Page};
use halfboard_text::{Language, speak};

fn ids() -> Vec<&'static str> {
    registry::games().iter().map(|game| game.info().id).collect()
}

/// All pages in the language spoken.
fn pages() -> Vec<Page> {
    let games = ids().into_iter().map(|id| book::rules_of(id).unwrap_or_else(|| panic!("the rules of {id}")));
    std::iter::once(book::shared()).chain(games).collect()
}

fn examples(page: &Page) -> Vec<&Example> {
    let mut examples = Vec::new();
    for block in &page.blocks {
        if let Block::Example(example) = block {
            examples.push(example);
        }
    }
    examples
}

/// All lines of a page, whatever they stand in.
fn lines(page: &Page) -> Vec<&[Inline]> {
    let mut lines: Vec<&[Inline]> = Vec::new();
    for block in &page.blocks {
        match block {
            Block::Heading { words, .. } | Block::Paragraph(words) => lines.push(words),
            Block::List { items, .. } => lines.extend(items.iter().map(Vec::as_slice)),
            Block::Table { head, rows } => lines.extend(head.iter().chain(rows.iter().flatten()).map(Vec::as_slice)),
            Block::Verbatim(_) | Block::Example(_) => {}
        }
    }
    lines
}

fn links(words: &[Inline], found: &mut Vec<(String, Leaf)>) {
    for inline in words {
        match inline {
            Inline::Link { words, to } => found.push((book::plain(words), *to)),
            Inline::Strong(words) | Inline::Stressed(words) => links(words, found),
            Inline::Words(_) | Inline::Code(_) => {}
        }
    }
}

#[test]
fn every_page_is_read_with_nothing_left_over() {
    for language in Language::ALL {
        speak(language);
        for page in pages() {
            assert!(!page.title.is_empty() && !page.opening().is_empty() && page.sections().len() >= 7, "{page:?}");
            for words in lines(&page) {
                let mut found = Vec::new();
                plain_words(words, &mut found);
                let left = found.iter().find(|text| text.contains(['*', '`', '[', ']', '#', '|', '\n']));
                assert_eq!(left, None, "{}", page.title);
            }
        }
    }
}

/// The words that stand outside of code, which may contain any sign.
fn plain_words(words: &[Inline], found: &mut Vec<String>) {
    for inline in words {
        match inline {
            Inline::Words(text) => found.push(text.clone()),
            Inline::Code(_) => {}
            Inline::Strong(words) | Inline::Stressed(words) | Inline::Link { words, .. } => plain_words(words, found),
        }
    }
}

#[test]
fn the_book_says_the_same_in_every_language() {
    let outline = |language| {
        speak(language);
        let of = |page: Page| (page.sections().len(), examples(&page).into_iter().cloned().collect::<Vec<_>>());
        pages().into_iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(outline(Language::English), outline(Language::German));
}

#[test]
fn links_lead_to_pages_and_are_called_by_their_titles() {
    for language in Language::ALL {
        speak(language);
        let mut found = Vec::new();
        pages().iter().flat_map(lines).for_each(|words| links(words, &mut found));
        assert_eq!(found.len(), 10, "{found:?}");
        for (words, to) in found {
            let page = match to {
                Leaf::Shared => book::shared(),
                Leaf::Game(id) => book::rules_of(id).expect("a page"),
            };
            assert_eq!((words, to), (page.title.clone(), page.leaf));
        }
    }
    assert_eq!(book::rules_of("chess"), None);
}

#[test]
fn every_example_is_true_as_it_was_understood() {
    let pages = pages();
    let examples: Vec<&Example> = pages.iter().flat_map(examples).collect();
    assert!(examples.len() >= 77, "{} examples", examples.len());
    for example in examples {
        let session = example.session().unwrap_or_else(|| panic!("{example:?}"));
        let legal = session.moves();
        for claim in &example.claims {
            match claim {
                Claim::Moves(moves) => assert_eq!(*moves, legal, "{example:?}"),
                Claim::Has(moves) => assert!(moves.iter().all(|mv| legal.contains(mv)), "{example:?}"),
                Claim::HasNot(moves) => assert!(moves.iter().all(|mv| !legal.contains(mv)), "{example:?}"),
                Claim::Play { mv, next } => {
                    let after = example.after(mv).unwrap_or_else(|| panic!("{mv} in {example:?}"));
                    assert_eq!(after.position(), *next);
                }
                Claim::Result(result) => {
                    let ending = session.ending();
                    assert_eq!(ending.map_or("* -".to_owned(), |ending| ending.to_string()), *result, "{example:?}");
                    assert_eq!(example.ending(), ending);
                }
            }
        }
        // What is drawn for a move are its steps.
        assert!(example.legal().iter().all(|mv| session.steps(mv).is_some()), "{example:?}");
    }
}

#[test]
fn the_gaps_of_every_text_are_told() {
    for (language, heading) in
        [(Language::English, "Where the original text is silent"), (Language::German, "Wo der Originaltext schweigt")]
    {
        speak(language);
        let gaps = book::gaps();
        assert_eq!(gaps.len(), 6);
        for (page, section) in gaps {
            assert_eq!(book::plain(&section.heading), heading, "{}", page.title);
            assert!(matches!(&section.blocks[0], Block::List { items, .. } if items.len() >= 4), "{}", page.title);
        }
    }
}

/// Returns the credits of a page as one text.
fn credits(page: &Page) -> String {
    let section = book::credits(page).unwrap_or_else(|| panic!("no credits on {}", page.title));
    let text = |block: &Block| match block {
        Block::Paragraph(words) => book::plain(words),
        Block::List { items, .. } => items.iter().map(|item| book::plain(item)).collect::<Vec<_>>().join("\n"),
        other => panic!("{other:?} in the credits of {}", page.title),
    };
    section.blocks.iter().map(text).collect()
}

#[test]
fn credits_name_all_whom_the_texts_name() {
    let named: [(&str, &[&str]); 5] = [
        ("sight-reduction", &["Rich Hutnik", "2011", "Paul Beykirch", "27"]),
        ("lines-of-action", &["Claude Soucie", "1969", "David Voorhees", "capsmolet", "Dice D13", "1.0", "8", "20"]),
        ("stacks-in-action", &["Rich Hutnik", "Paul Beykirch", "25", "Lines of Action", "Focus", "Extinction Chess"]),
        ("j", &["Rich Hutnik", "Y", "23", "2017"]),
        ("sllim", &["Rich Hutnik", "Ryan Devens", "15", "Square Chess", "1.3"]),
    ];
    for language in Language::ALL {
        speak(language);
        assert!(credits(&book::shared()).contains("Games on Half a Checkerboard"));
        for (game, names) in named {
            let text = credits(&book::rules_of(game).expect("a page"));
            for name in names {
                assert!(text.contains(name), "{name} in the credits of {game}: {text}");
            }
        }
    }
}
