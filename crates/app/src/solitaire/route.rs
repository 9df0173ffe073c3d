//! Which puzzle for one person, as its address says. Nothing is checked yet.
//!
//! ```text
//! #/solitaire                      choosing one
//! #/solitaire/daily                the puzzle of today
//! #/solitaire/daily/2026-11-16     the puzzle of a day
//! #/solitaire/hard/12              number 12 of a grade; ?rules=… for another variant, last=given for given last two
//! #/solitaire/board?rules=…&seed=… any board, by a seed or a position
//! ```

use std::fmt;

use crate::route::{Shared, escape, fields, unescape};

/// A page of the puzzles for one person.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SolitaireRoute {
    /// Choosing one.
    Choose,
    /// The puzzle of the day.
    Daily,
    /// The puzzle of a day.
    Day(String),
    /// A puzzle by its number.
    Number {
        /// The word of its grade.
        grade: String,
        /// The number.
        number: String,
        /// The rules string without the last two; the plain solitaire where it is left out.
        rules: Option<String>,
        /// Whether the last two are given.
        aimed: bool,
    },
    /// Any board.
    Board(Shared),
}

impl fmt::Display for SolitaireRoute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolitaireRoute::Choose => Ok(()),
            SolitaireRoute::Daily => f.write_str("/daily"),
            SolitaireRoute::Day(date) => write!(f, "/daily/{}", escape(date)),
            SolitaireRoute::Number { grade, number, rules, aimed } => {
                write!(f, "/{}/{}", escape(grade), escape(number))?;
                let rules = rules.as_ref().map(|rules| format!("rules={}", escape(rules)));
                let fields: Vec<String> = rules.into_iter().chain(aimed.then(|| "last=given".to_owned())).collect();
                if fields.is_empty() { Ok(()) } else { write!(f, "?{}", fields.join("&")) }
            }
            SolitaireRoute::Board(shared) => write!(f, "/board?{shared}"),
        }
    }
}

impl SolitaireRoute {
    /// Reads what follows the name of the page.
    pub(crate) fn read(words: &[&str], query: &str) -> Option<SolitaireRoute> {
        match (words, query) {
            ([], "") => Some(SolitaireRoute::Choose),
            (["daily"], "") => Some(SolitaireRoute::Daily),
            (["daily", date], "") => Some(SolitaireRoute::Day(unescape(date)?)),
            (["board"], query) => Shared::read(query).map(SolitaireRoute::Board),
            ([grade, number], query) => {
                let (mut rules, mut aimed) = (None, false);
                for (name, value) in if query.is_empty() { Vec::new() } else { fields(query)? } {
                    match (name, value.as_str()) {
                        ("rules", _) => rules = Some(value),
                        ("last", "given") => aimed = true,
                        _ => return None,
                    }
                }
                Some(SolitaireRoute::Number { grade: unescape(grade)?, number: unescape(number)?, rules, aimed })
            }
            _ => None,
        }
    }

    /// Reads what is written.
    pub(crate) fn read_text(text: &str) -> Option<SolitaireRoute> {
        let (path, query) = text.split_once('?').unwrap_or((text, ""));
        let words: Vec<&str> = path.split('/').filter(|word| !word.is_empty()).collect();
        SolitaireRoute::read(&words, query)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_they_were_written() {
        let number = |rules: Option<&str>, aimed| SolitaireRoute::Number {
            grade: "hard".to_owned(),
            number: "12".to_owned(),
            rules: rules.map(str::to_owned),
            aimed,
        };
        let seed = Some("7".to_owned());
        let board = Shared { rules: "sight-reduction:solitaire=on".to_owned(), seed, ..Shared::default() };
        let addresses = [
            (SolitaireRoute::Choose, ""),
            (SolitaireRoute::Daily, "/daily"),
            (SolitaireRoute::Day("2026-11-16".to_owned()), "/daily/2026-11-16"),
            (number(None, false), "/hard/12"),
            (number(None, true), "/hard/12?last=given"),
            (number(Some("a b"), true), "/hard/12?rules=a%20b&last=given"),
            (SolitaireRoute::Board(board), "/board?rules=sight-reduction:solitaire%3Don&seed=7"),
        ];
        for (address, text) in addresses {
            assert_eq!(address.to_string(), text);
            assert_eq!(SolitaireRoute::read_text(text), Some(address));
        }
    }

    #[test]
    fn what_is_no_address_is_none() {
        for text in ["/a", "/a/b/c", "/daily?x=y", "/hard/1?last=taken", "/hard/1?x", "/board", "/hard/%ff", "?rules=j"]
        {
            assert_eq!(SolitaireRoute::read_text(text), None, "{text}");
        }
    }
}
