//! Splits the text of a record into tokens: tags, comments and words, each with its line.

use super::{RecordError, is_tag_name};

/// A token of a record.
pub(super) enum Token {
    Tag(String, String),
    Comment(String),
    Text(String),
}

/// A lexer over the text of records.
pub(super) struct RecordLexer<'a> {
    text: &'a str,
    at: usize,
    pub(super) line: usize,
    /// The number of the game, for errors.
    pub(super) game: usize,
}

impl<'a> RecordLexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        RecordLexer { text: text.strip_prefix('\u{feff}').unwrap_or(text), at: 0, line: 1, game: 1 }
    }

    pub(super) fn error(&self, line: usize, word: &str, problem: impl Into<String>) -> RecordError {
        let word = word.chars().take(60).collect();
        RecordError { game: self.game, line, ply: None, word, problem: problem.into() }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        self.line += usize::from(c == '\n');
        Some(c)
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.bump();
        }
    }

    /// Returns the next token and its line.
    pub(super) fn next_token(&mut self) -> Result<Option<(usize, Token)>, RecordError> {
        self.skip_space();
        let line = self.line;
        let word = match self.peek() {
            None => return Ok(None),
            Some('[') => self.tag()?,
            Some('{') => Token::Comment(self.braces()?),
            Some(';') => {
                let rest = self.text[self.at + 1..].lines().next().unwrap_or("").to_owned();
                self.at += 1 + rest.len();
                Token::Comment(rest)
            }
            Some(_) => {
                let rest = &self.text[self.at..];
                let end = rest.find(|c: char| c.is_whitespace() || "[]{};".contains(c)).unwrap_or(rest.len());
                // A stray closing bracket is a word of its own, so that the error can name it.
                let end = if end == 0 { 1 } else { end };
                self.at += end;
                Token::Text(rest[..end].to_owned())
            }
        };
        Ok(Some((line, word)))
    }

    fn tag(&mut self) -> Result<Token, RecordError> {
        let line = self.line;
        let start = self.at;
        let whole = self.text[start..].lines().next().unwrap_or("");
        let bad = |lexer: &Self| Err(lexer.error(line, whole, "a tag is written [Name \"value\"] on one line"));
        self.bump();
        let rest = &self.text[self.at..];
        let Some((name, _)) = rest.split_once([' ', '\t']).filter(|(name, _)| is_tag_name(name)) else {
            return bad(self);
        };
        self.at += name.len();
        while self.peek().is_some_and(|c| c == ' ' || c == '\t') {
            self.bump();
        }
        if self.bump() != Some('"') {
            return bad(self);
        }
        let mut value = String::new();
        loop {
            match self.bump() {
                None | Some('\n') => return bad(self),
                Some('"') => break,
                Some('\\') => match self.bump() {
                    Some('n') => value.push('\n'),
                    Some('r') => value.push('\r'),
                    Some(c @ ('"' | '\\')) => value.push(c),
                    _ => return bad(self),
                },
                Some(c) => value.push(c),
            }
        }
        while self.peek().is_some_and(|c| c == ' ' || c == '\t') {
            self.bump();
        }
        if self.bump() != Some(']') {
            return bad(self);
        }
        Ok(Token::Tag(name.to_owned(), value))
    }

    fn braces(&mut self) -> Result<String, RecordError> {
        let (line, start) = (self.line, self.at);
        self.bump();
        let mut words = String::new();
        loop {
            match self.bump() {
                None => {
                    let beginning = self.text[start..].lines().next().unwrap_or("");
                    return Err(self.error(line, beginning, "the comment is not closed; it ends with }"));
                }
                Some('}') => return Ok(words),
                Some('\\') => match self.peek() {
                    Some(c @ ('}' | '\\')) => {
                        self.bump();
                        words.push(c);
                    }
                    _ => words.push('\\'),
                },
                Some(c) => words.push(c),
            }
        }
    }

    /// Returns whether a tag comes next: it begins the next game.
    pub(super) fn at_tag(&mut self) -> bool {
        self.skip_space();
        self.peek() == Some('[')
    }
}
