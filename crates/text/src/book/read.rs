//! Reads a page of the book: exactly the Markdown that the pages in `docs/rules` use, and nothing else. What is not
//! understood is an error with its line, so that a test finds it and no reader sees half a page.

use std::fmt;

use super::example::Example;
use super::inline;
use super::tree::{Block, Inline, Leaf};

/// An error in a rules page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The line, counted from 1.
    pub line: usize,
    /// The problem.
    pub problem: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for ReadError {}

/// The kind of a line, by its first characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Blank,
    Heading,
    Fence,
    Row,
    Bullet,
    Number,
    /// Continues the line above.
    Words,
}

fn kind(line: &str) -> Kind {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    match line {
        "" => Kind::Blank,
        _ if line.starts_with('#') => Kind::Heading,
        _ if line.starts_with("```") => Kind::Fence,
        _ if line.starts_with('|') => Kind::Row,
        _ if line.starts_with("- ") => Kind::Bullet,
        _ if digits > 0 && line[digits..].starts_with(". ") => Kind::Number,
        _ => Kind::Words,
    }
}

/// Parses a page. `leaf` returns the page and title that a file name in a link stands for.
pub(super) fn read(text: &str, leaf: &dyn Fn(&str) -> Option<(Leaf, String)>) -> Result<Vec<Block>, ReadError> {
    let lines: Vec<&str> = text.lines().collect();
    let mut reader = Reader { lines: &lines, at: 0, leaf };
    let mut blocks = Vec::new();
    while let Some(line) = reader.peek() {
        let first = reader.at + 1;
        let block = reader.block(line).map_err(|problem| ReadError { line: first, problem })?;
        blocks.extend(block);
    }
    Ok(blocks)
}

struct Reader<'a> {
    lines: &'a [&'a str],
    at: usize,
    leaf: &'a dyn Fn(&str) -> Option<(Leaf, String)>,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.lines.get(self.at).copied()
    }

    fn inline(&self, line: &str) -> Result<Vec<Inline>, String> {
        inline::read(line, self.leaf)
    }

    /// The block that begins with this line; none for an empty line.
    fn block(&mut self, line: &str) -> Result<Option<Block>, String> {
        Ok(Some(match kind(line) {
            Kind::Blank => {
                self.at += 1;
                return Ok(None);
            }
            Kind::Heading => self.heading(line)?,
            Kind::Fence => self.fenced(line)?,
            Kind::Row => self.table()?,
            Kind::Bullet | Kind::Number => self.list(kind(line))?,
            Kind::Words => {
                if line.starts_with([' ', '>', '+', '\t']) {
                    return Err("a paragraph begins at the margin".to_owned());
                }
                let words = self.wrapped(line);
                Block::Paragraph(self.inline(&words)?)
            }
        }))
    }

    /// A text that begins so and goes on over the lines that follow.
    fn wrapped(&mut self, first: &str) -> String {
        let mut words = first.trim().to_owned();
        self.at += 1;
        while let Some(line) = self.peek().filter(|line| kind(line) == Kind::Words) {
            words = words + " " + line.trim();
            self.at += 1;
        }
        words
    }

    fn heading(&mut self, line: &str) -> Result<Block, String> {
        let level = line.len() - line.trim_start_matches('#').len();
        let words = line[level..].strip_prefix(' ').ok_or("a space follows the signs of a heading")?;
        if level > 3 {
            return Err("headings have three levels".to_owned());
        }
        self.at += 1;
        Ok(Block::Heading { level: level as u8, words: self.inline(words)? })
    }

    fn fenced(&mut self, fence: &str) -> Result<Block, String> {
        let start = self.at + 1;
        let length = self.lines[start..].iter().position(|line| line.starts_with("```"));
        let length = length.ok_or("the block does not end")?;
        self.at = start + length + 1;
        let text = self.lines[start..start + length].join("\n");
        match &fence[3..] {
            "example" => Example::read(&text).map(Block::Example),
            "text" => Ok(Block::Verbatim(text)),
            other => Err(format!("a block is 'example' or 'text', not '{other}'")),
        }
    }

    fn list(&mut self, marker: Kind) -> Result<Block, String> {
        let mut items = Vec::new();
        while let Some(line) = self.peek().filter(|line| kind(line) == marker) {
            let (mark, first) = line.split_once(' ').unwrap_or((line, ""));
            let number = format!("{}.", items.len() + 1);
            if marker == Kind::Number && mark != number {
                return Err(format!("{number} follows, not {mark}"));
            }
            let words = self.wrapped(first);
            items.push(self.inline(&words)?);
        }
        Ok(Block::List { numbered: marker == Kind::Number, items })
    }

    fn table(&mut self) -> Result<Block, String> {
        let mut rows = Vec::new();
        let mut ruled = false;
        while let Some(line) = self.peek().filter(|line| kind(line) == Kind::Row) {
            let cells = line.strip_prefix('|').and_then(|line| line.strip_suffix('|'));
            let cells: Vec<&str> = cells.ok_or("a row ends with '|'")?.split('|').collect();
            self.at += 1;
            if rows.len() == 1 && !ruled {
                ruled = cells.iter().all(|cell| *cell == "---");
                if !ruled {
                    return Err("a line '|---|' follows the head of a table".to_owned());
                }
                continue;
            }
            let row: Vec<Vec<Inline>> = cells.iter().map(|cell| self.inline(cell.trim())).collect::<Result<_, _>>()?;
            let width = rows.first().map_or(row.len(), |head: &Vec<_>| head.len());
            if row.len() != width {
                return Err(format!("a row has {} cells where the head has {width}", row.len()));
            }
            rows.push(row);
        }
        if rows.len() < 2 {
            return Err("a table has rows".to_owned());
        }
        let head = rows.remove(0);
        Ok(Block::Table { head, rows })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(text: &str) -> Result<Vec<Block>, ReadError> {
        read(text, &|_| None)
    }

    #[test]
    fn blocks_end_where_others_begin() {
        let text = "# A\nwords\nmore\n- one\n  and\n- two\n\n1. first\n2. second\n\n| a | b |\n|---|---|\n| | c |\n";
        let words = |text: &str| vec![Inline::Words(text.to_owned())];
        let expected = vec![
            Block::Heading { level: 1, words: words("A") },
            Block::Paragraph(words("words more")),
            Block::List { numbered: false, items: vec![words("one and"), words("two")] },
            Block::List { numbered: true, items: vec![words("first"), words("second")] },
            Block::Table { head: vec![words("a"), words("b")], rows: vec![vec![Vec::new(), words("c")]] },
        ];
        assert_eq!(blocks(text), Ok(expected));
    }

    #[test]
    fn what_the_book_does_not_use_is_told_with_its_line() {
        let wrong = [
            ("a\n\n  b", 3),
            ("> a", 1),
            ("#a", 1),
            ("#### a", 1),
            ("```rust\n```", 1),
            ("```text", 1),
            ("a\n\n2. b", 3),
            ("| a |", 1),
            ("| a |\n| b |", 1),
            ("| a |\n|---|\n| b | c |", 1),
            ("| a", 1),
            ("```example\nrules j\n```", 1),
            ("```example\nrules j\nposition x\nclaims y\n```", 1),
            ("```example\nrules j\nposition x\nplay y\nresult z\n```", 1),
        ];
        for (text, line) in wrong {
            assert_eq!(blocks(text).map_err(|error| error.line), Err(line), "{text}");
        }
    }
}
