//! The syntax of SGF: game trees of nodes of properties.

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

/// A node in its tree, which has its nodes in the order of the text.
#[derive(Debug)]
pub(super) struct TreeNode {
    pub(super) node: Node,
    /// The index of the node before it.
    pub(super) parent: Option<usize>,
}

/// Parses all trees of a collection; none is empty.
pub(super) fn trees(text: &str) -> Result<Vec<Vec<TreeNode>>, RecordError> {
    let mut lexer = SgfLexer { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1, game: 1 };
    let mut trees = Vec::new();
    loop {
        lexer.skip_space();
        match lexer.bump() {
            None if !trees.is_empty() => return Ok(trees),
            Some('(') => trees.push(lexer.tree()?),
            other => return Err(lexer.error(other, "a game tree begins with (;")),
        }
        lexer.game += 1;
    }
}

/// Returns the main line of a tree: the first of several branches.
pub(super) fn main_line(tree: &[TreeNode]) -> Vec<&Node> {
    let mut line = Vec::new();
    let mut last = None;
    for (index, placed) in tree.iter().enumerate() {
        if placed.parent == last && (last.is_some() || line.is_empty()) {
            line.push(&placed.node);
            last = Some(index);
        }
    }
    line
}

struct SgfLexer<'a> {
    rest: &'a str,
    line: usize,
    game: usize,
}

impl SgfLexer<'_> {
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

    /// Parses a tree after its bracket. Brackets are counted, not recursed into, so that no text can exhaust the
    /// stack.
    fn tree(&mut self) -> Result<Vec<TreeNode>, RecordError> {
        let mut nodes = Vec::new();
        // The node before each bracket that is open, and the last node.
        let mut open = vec![None];
        let mut last = None;
        while !open.is_empty() {
            self.skip_space();
            match self.peek() {
                None => return Err(self.error(None, "a game tree is not closed; it ends with )")),
                Some('(') => {
                    self.bump();
                    open.push(last);
                }
                Some(')') => {
                    self.bump();
                    last = open.pop().flatten();
                }
                Some(';') => {
                    self.bump();
                    nodes.push(TreeNode { node: self.node()?, parent: last });
                    last = Some(nodes.len() - 1);
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
