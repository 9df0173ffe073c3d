//! The outer form of SGF: game trees of nodes of properties. Only the main line of each tree is kept.

use crate::record::RecordError;

/// A node: its properties in order, each with its values and its line.
pub(super) type Node = Vec<Property>;

/// A property of a node.
#[derive(Debug)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) values: Vec<String>,
    pub(super) line: usize,
}

/// The main lines of all trees of a collection.
pub(super) fn main_lines(text: &str) -> Result<Vec<Vec<Node>>, RecordError> {
    let mut reader = Reader { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1, game: 1 };
    let mut lines = Vec::new();
    loop {
        reader.skip_space();
        match reader.bump() {
            None if !lines.is_empty() => return Ok(lines),
            Some('(') => lines.push(reader.main_line()?),
            other => return Err(reader.error(other, "a game tree begins with (;")),
        }
        reader.game += 1;
    }
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
    game: usize,
}

impl Reader<'_> {
    fn error(&self, word: Option<char>, problem: &str) -> RecordError {
        let word = word.map(String::from).unwrap_or_default();
        RecordError { game: self.game, line: self.line, ply: None, word, problem: problem.to_owned() }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        self.line += usize::from(c == '\n');
        Some(c)
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.bump();
        }
    }

    /// Reads a tree whose bracket has been read. Of several branches the first is the main line; depth is counted, not
    /// recursed, so that no text can exhaust the stack.
    fn main_line(&mut self) -> Result<Vec<Node>, RecordError> {
        let mut nodes = Vec::new();
        let mut depth = 1;
        // Once the first branch is closed, whatever follows on this level or above is a variation.
        let mut in_main = true;
        while depth > 0 {
            self.skip_space();
            match self.peek() {
                None => return Err(self.error(None, "a game tree is not closed; it ends with )")),
                Some('(') => {
                    self.bump();
                    depth += 1;
                }
                Some(')') => {
                    self.bump();
                    depth -= 1;
                    in_main = false;
                }
                Some(';') => {
                    self.bump();
                    let node = self.node()?;
                    if in_main {
                        nodes.push(node);
                    }
                }
                other => return Err(self.error(other, "expected a node, which begins with ;")),
            }
        }
        Ok(nodes)
    }

    fn node(&mut self) -> Result<Node, RecordError> {
        let mut node = Node::new();
        loop {
            self.skip_space();
            let line = self.line;
            let mut name = String::new();
            while let Some(c) = self.peek().filter(char::is_ascii_alphabetic) {
                self.bump();
                // Old files spell names out in mixed case; only the capitals count.
                if c.is_ascii_uppercase() {
                    name.push(c);
                }
            }
            if name.is_empty() {
                return Ok(node);
            }
            let mut values = Vec::new();
            self.skip_space();
            while self.peek() == Some('[') {
                self.bump();
                values.push(self.value()?);
                self.skip_space();
            }
            if values.is_empty() {
                return Err(self.error(self.peek(), &format!("property {name} has no value in square brackets")));
            }
            node.push(Property { name, values, line });
        }
    }

    fn value(&mut self) -> Result<String, RecordError> {
        let mut value = String::new();
        loop {
            match self.bump() {
                None => return Err(self.error(None, "a value is not closed; it ends with ]")),
                Some(']') => return Ok(value),
                Some('\\') => match self.bump() {
                    // An escaped line end is a soft one and means nothing.
                    Some('\n') | None => {}
                    Some('\r') if self.peek() == Some('\n') => {
                        self.bump();
                    }
                    Some(c) => value.push(c),
                },
                Some(c) => value.push(c),
            }
        }
    }
}
