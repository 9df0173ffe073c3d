//! Which puzzle for one person, as its address says. Nothing is checked yet.

use std::fmt;

/// A page of the puzzles for one person.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Address {
    /// Choosing one.
    Choose,
    /// The puzzle of the day.
    Daily,
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Choose => Ok(()),
            Address::Daily => f.write_str("/daily"),
        }
    }
}

impl Address {
    /// Reads what follows the name of the page.
    pub(crate) fn read(words: &[&str], query: &str) -> Option<Address> {
        match (words, query) {
            ([], "") => Some(Address::Choose),
            (["daily"], "") => Some(Address::Daily),
            _ => None,
        }
    }
}
