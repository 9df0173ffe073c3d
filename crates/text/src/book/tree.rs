//! The content of a rules page as data, without markup.

use super::example::Example;

/// A piece of a page that stands by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// The heading of a section.
    Heading {
        /// 1 for the page, 2 for a section, 3 for a part of one.
        level: u8,
        /// Its words.
        words: Vec<Inline>,
    },
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// A list.
    List {
        /// Whether its items are numbered.
        numbered: bool,
        /// The items.
        items: Vec<Vec<Inline>>,
    },
    /// A table.
    Table {
        /// The heads of the columns.
        head: Vec<Vec<Inline>>,
        /// The rows, each with as many cells as there are columns.
        rows: Vec<Vec<Vec<Inline>>>,
    },
    /// Text whose lines and spaces matter.
    Verbatim(String),
    /// A position with claims about it.
    Example(Example),
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Words.
    Words(String),
    /// Strong emphasis.
    Strong(Vec<Inline>),
    /// Emphasis.
    Stressed(Vec<Inline>),
    /// Code.
    Code(String),
    /// A way to another page of the book.
    Link {
        /// Its words.
        words: Vec<Inline>,
        /// The page.
        to: Leaf,
    },
}

/// Which page of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leaf {
    /// The rules that all games share.
    Shared,
    /// The rules of the game with this id.
    Game(&'static str),
}

/// The words of a line without their dress, for labels and titles.
pub fn plain(words: &[Inline]) -> String {
    let piece = |inline: &Inline| match inline {
        Inline::Words(text) | Inline::Code(text) => text.clone(),
        Inline::Strong(words) | Inline::Stressed(words) | Inline::Link { words, .. } => plain(words),
    };
    words.iter().map(piece).collect()
}
