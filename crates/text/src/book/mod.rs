//! The rules as a book: the pages of `docs/rules`, which are part of the program, as data that can be drawn.
//!
//! A page is read when it is opened. That every page can be read, and that every example on it is true, is tested.

mod example;
mod inline;
mod read;
mod tree;

pub use example::{Claim, Example};
pub use read::ReadError;
pub use tree::{Block, Inline, Leaf, plain};

use crate::{Text, games};

/// A page of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Which page it is.
    pub leaf: Leaf,
    /// The title.
    pub title: String,
    /// The content without the title.
    pub blocks: Vec<Block>,
}

/// A section of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Where in the page, counted from 0: the same in every language.
    pub number: usize,
    /// The heading.
    pub heading: Vec<Inline>,
    /// The content.
    pub blocks: Vec<Block>,
}

/// The page about rules that all games share.
const SHARED: Text =
    Text::new(include_str!("../../../../docs/rules/README.md"), include_str!("../../../../docs/rules/de/README.md"));

/// All pages: the shared rules, then the games in the order of the registry.
fn leaves() -> impl Iterator<Item = (Leaf, Text)> {
    let games = games::RULES_PAGES.iter().map(|&(id, text)| (Leaf::Game(id), text));
    std::iter::once((Leaf::Shared, SHARED)).chain(games)
}

/// Returns the title of a page: its first line.
fn title(text: &str) -> &str {
    text.lines().next().unwrap_or_default().trim_start_matches('#').trim_start()
}

/// Returns the page that a link to a file leads to, and its title.
fn linked(file: &str) -> Option<(Leaf, String)> {
    let id = file.strip_suffix(".md")?;
    let found = leaves().find(|(leaf, _)| match leaf {
        Leaf::Shared => id == "README",
        Leaf::Game(game) => id == *game,
    });
    found.map(|(leaf, text)| (leaf, title(text.get()).to_owned()))
}

fn page(leaf: Leaf, text: Text) -> Page {
    let text = text.get();
    let mut blocks = read::read(text, &linked).expect("every page can be read, which a test checks");
    assert!(matches!(blocks.first(), Some(Block::Heading { level: 1, .. })), "a page begins with its title");
    blocks.remove(0);
    Page { leaf, title: title(text).to_owned(), blocks }
}

/// Returns the page about rules that all games share, in the current language.
pub fn shared() -> Page {
    page(Leaf::Shared, SHARED)
}

/// Returns the rules page of a game in the current language, by the game's id.
pub fn rules_of(game: &str) -> Option<Page> {
    games::RULES_PAGES.iter().find(|(id, _)| *id == game).map(|&(id, text)| page(Leaf::Game(id), text))
}

/// How the gaps of the original texts were closed: of each page its title and its section about that, which is its last.
pub fn gaps() -> Vec<(Page, Section)> {
    let pages = leaves().map(|(leaf, text)| page(leaf, text));
    pages.filter_map(|page| page.sections().pop().map(|section| (page, section))).collect()
}

/// The heading of the section about the people and games behind a game.
const CREDITS: Text = Text::new("Credits", "Mitwirkende");

/// Returns the section of a page that names the people and games behind what it describes, if the page has one.
pub fn credits(page: &Page) -> Option<Section> {
    page.sections().into_iter().find(|section| plain(&section.heading) == CREDITS.get())
}

impl Page {
    /// Returns the content before the first section.
    pub fn opening(&self) -> &[Block] {
        let first = self.blocks.iter().position(|block| matches!(block, Block::Heading { level: 2, .. }));
        &self.blocks[..first.unwrap_or(self.blocks.len())]
    }

    /// Returns the sections in order.
    pub fn sections(&self) -> Vec<Section> {
        let mut sections: Vec<Section> = Vec::new();
        for block in &self.blocks {
            match (block, sections.last_mut()) {
                (Block::Heading { level: 2, words }, _) => {
                    let number = sections.len();
                    sections.push(Section { number, heading: words.clone(), blocks: Vec::new() });
                }
                (block, Some(section)) => section.blocks.push(block.clone()),
                _ => {}
            }
        }
        sections
    }
}
