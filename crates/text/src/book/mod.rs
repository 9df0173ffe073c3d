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

use crate::{Language, language};

/// A page of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Which page it is.
    pub leaf: Leaf,
    /// What it is called.
    pub title: String,
    /// What it says, without its title.
    pub blocks: Vec<Block>,
}

/// A section of a page: its heading and what stands under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Where in the page, counted from 0: the same in every language.
    pub number: usize,
    /// Its heading.
    pub heading: Vec<Inline>,
    /// What it says.
    pub blocks: Vec<Block>,
}

/// A file of the book in every language.
struct File {
    name: &'static str,
    leaf: Leaf,
    english: &'static str,
    german: &'static str,
}

macro_rules! files {
    ($($leaf:expr => $name:literal,)*) => {
        [$(File {
            name: $name,
            leaf: $leaf,
            english: include_str!(concat!("../../../../docs/rules/", $name)),
            german: include_str!(concat!("../../../../docs/rules/de/", $name)),
        },)*]
    };
}

/// The files: what all games share, then the games in the order of the registry.
static FILES: [File; 6] = files! {
    Leaf::Shared => "README.md",
    Leaf::Game("sight-reduction") => "sight-reduction.md",
    Leaf::Game("lines-of-action") => "lines-of-action.md",
    Leaf::Game("stacks-in-action") => "stacks-in-action.md",
    Leaf::Game("j") => "j.md",
    Leaf::Game("sllim") => "sllim.md",
};

impl File {
    fn text(&self) -> &'static str {
        match language() {
            Language::English => self.english,
            Language::German => self.german,
        }
    }

    /// The page's title: its first line.
    fn title(&self) -> &'static str {
        self.text().lines().next().unwrap_or_default().trim_start_matches('#').trim_start()
    }

    fn read(&self) -> Result<Page, ReadError> {
        let leaf =
            |name: &str| FILES.iter().find(|file| file.name == name).map(|file| (file.leaf, file.title().to_owned()));
        let mut blocks = read::read(self.text(), &leaf)?;
        match blocks.first() {
            Some(Block::Heading { level: 1, .. }) => blocks.remove(0),
            _ => return Err(ReadError { line: 1, problem: "a page begins with its title".to_owned() }),
        };
        Ok(Page { leaf: self.leaf, title: self.title().to_owned(), blocks })
    }
}

/// The page about what all games share, in the language spoken now.
pub fn shared() -> Page {
    FILES[0].read().expect("every page can be read, which a test checks")
}

/// The rules of a game in the language spoken now, by its id; `None` when the book does not have it.
pub fn rules_of(game: &str) -> Option<Page> {
    let file = FILES.iter().find(|file| matches!(file.leaf, Leaf::Game(id) if id == game))?;
    Some(file.read().expect("every page can be read, which a test checks"))
}

/// How the gaps of the original texts were closed: of each page its title and its section about that, which is its last.
pub fn gaps() -> Vec<(Page, Section)> {
    let pages = FILES.iter().map(|file| file.read().expect("every page can be read, which a test checks"));
    pages.filter_map(|page| page.sections().pop().map(|section| (page, section))).collect()
}

impl Page {
    /// What stands before the first section.
    pub fn opening(&self) -> &[Block] {
        let first = self.blocks.iter().position(|block| matches!(block, Block::Heading { level: 2, .. }));
        &self.blocks[..first.unwrap_or(self.blocks.len())]
    }

    /// The sections in order.
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
