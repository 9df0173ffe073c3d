//! The syntax of SGF, read leniently: text between the games and between the nodes is skipped, brackets may be missing.

/// A property of a node.
#[derive(Debug)]
pub(super) struct SgfProperty {
    pub(super) name: String,
    pub(super) values: Vec<String>,
    pub(super) line: usize,
}

/// A node of a game tree.
#[derive(Debug)]
pub(super) struct SgfNode {
    pub(super) properties: Vec<SgfProperty>,
    /// The index of the node before it.
    pub(super) parent: Option<usize>,
}

/// A game tree, its nodes in the order of the text.
#[derive(Debug)]
pub(super) struct SgfTree {
    /// The line on which it begins.
    pub(super) line: usize,
    pub(super) nodes: Vec<SgfNode>,
    /// The line of a value that is not closed, which ends the file.
    pub(super) open_value: Option<usize>,
}

/// The properties that only the first node of a game has.
const ROOT_PROPERTIES: [&str; 3] = ["FF", "GM", "PB"];

/// Splits a text into game trees, one by one.
pub(super) fn trees(text: &str) -> impl Iterator<Item = SgfTree> + '_ {
    let mut lexer = LenientLexer { rest: text, line: 1 };
    std::iter::from_fn(move || lexer.skip_to_tree().then(|| lexer.tree()))
}

/// Returns the indices of the main line of a tree: the first of several branches.
pub(super) fn main_line(tree: &SgfTree) -> Vec<usize> {
    let mut line: Vec<usize> = Vec::new();
    for (index, node) in tree.nodes.iter().enumerate() {
        if node.parent == line.last().copied() {
            line.push(index);
        }
    }
    line
}

/// Returns where the first game tree begins, as a byte offset: a bracket and a semicolon.
pub(crate) fn first_tree(text: &str) -> Option<usize> {
    text.match_indices('(').map(|(at, _)| at).find(|at| text[at + 1..].trim_start().starts_with(';'))
}

struct LenientLexer<'a> {
    rest: &'a str,
    line: usize,
}

impl LenientLexer<'_> {
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

    /// Goes to the bracket of the next tree. Returns false if there is none.
    fn skip_to_tree(&mut self) -> bool {
        let Some(at) = first_tree(self.rest) else { return false };
        self.line += self.rest[..at].matches('\n').count();
        self.rest = &self.rest[at..];
        true
    }

    /// Parses a tree from its bracket on. Brackets are counted, not recursed into, so that no text can exhaust the
    /// stack.
    fn tree(&mut self) -> SgfTree {
        let mut tree = SgfTree { line: self.line, nodes: Vec::new(), open_value: None };
        self.bump();
        // The node before each bracket that is open, and the last node.
        let mut open = vec![None];
        let mut last = None;
        while !open.is_empty() && tree.open_value.is_none() {
            match self.peek() {
                None => break,
                Some('(') if !tree.nodes.is_empty() && self.is_next_game() => break,
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
                    let properties = self.node(&mut tree.open_value);
                    tree.nodes.push(SgfNode { properties, parent: last });
                    last = Some(tree.nodes.len() - 1);
                }
                // What stands between the nodes means nothing.
                Some(_) => {
                    self.bump();
                }
            }
        }
        tree
    }

    /// Returns whether the tree that begins here is another game, so that the bracket that closes this one is missing.
    fn is_next_game(&self) -> bool {
        let mut ahead = LenientLexer { rest: &self.rest[1..], line: 1 };
        ahead.skip_space();
        if ahead.bump() != Some(';') {
            return false;
        }
        let properties = ahead.node(&mut None);
        properties.iter().any(|property| ROOT_PROPERTIES.contains(&property.name.as_str()))
    }

    fn node(&mut self, open_value: &mut Option<usize>) -> Vec<SgfProperty> {
        let mut node = Vec::new();
        loop {
            self.skip_space();
            match self.peek() {
                None | Some('(' | ')' | ';') => return node,
                Some(c) if c.is_ascii_alphabetic() => {}
                // Such as the rest of a comment that has a square bracket in it.
                Some(_) => {
                    self.bump();
                    continue;
                }
            }
            let line = self.line;
            let name = self.name();
            let mut values = Vec::new();
            self.skip_space();
            while self.peek() == Some('[') {
                self.bump();
                match self.value() {
                    Some(value) => values.push(value),
                    None => {
                        *open_value = Some(line);
                        return node;
                    }
                }
                self.skip_space();
            }
            if !values.is_empty() {
                node.push(SgfProperty { name, values, line });
            }
        }
    }

    /// Parses the name of a property, of which only the capitals count: `GaMe` is `GM`.
    fn name(&mut self) -> String {
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        let capitals: String = name.chars().filter(char::is_ascii_uppercase).collect();
        if capitals.is_empty() { name.to_ascii_uppercase() } else { capitals }
    }

    /// Parses a value after its bracket. Returns `None` if the text ends first.
    fn value(&mut self) -> Option<String> {
        let mut value = String::new();
        loop {
            match self.bump()? {
                ']' => return Some(value),
                '\\' => match self.bump()? {
                    // An escaped line end is a soft one and means nothing.
                    '\n' => {}
                    '\r' if self.peek() == Some('\n') => {
                        self.bump();
                    }
                    c => value.push(c),
                },
                c => value.push(c),
            }
        }
    }
}
