//! Where the analysis board begins, as its address says. Nothing is checked yet.

use std::fmt;

use crate::route::Shared;

/// What is analysed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Address {
    /// Whatever was last, or a new game.
    Fresh,
    /// A kept game, by its number.
    Kept {
        /// The number in the games kept.
        id: u64,
    },
    /// An analysis that is kept, by its number.
    Own {
        /// The number in the analyses kept.
        id: u64,
    },
    /// Choosing what to analyse.
    New,
    /// A game or position that a link describes.
    Link(Shared),
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Fresh => Ok(()),
            Address::Kept { id } => write!(f, "/kept/{id}"),
            Address::Own { id } => write!(f, "/own/{id}"),
            Address::New => f.write_str("/new"),
            Address::Link(shared) => write!(f, "?{shared}"),
        }
    }
}

impl Address {
    /// Reads what follows the name of the page.
    pub(crate) fn read(words: &[&str], query: &str) -> Option<Address> {
        match (words, query) {
            ([], "") => Some(Address::Fresh),
            ([], query) => Shared::read(query).map(Address::Link),
            (["kept", id], "") => id.parse().ok().map(|id| Address::Kept { id }),
            (["own", id], "") => id.parse().ok().map(|id| Address::Own { id }),
            (["new"], "") => Some(Address::New),
            _ => None,
        }
    }
}
