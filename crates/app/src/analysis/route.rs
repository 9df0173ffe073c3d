//! Where the analysis board begins, as its address says. Nothing is checked yet.

use std::fmt;

use crate::route::Shared;

/// What is analysed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AnalysisRoute {
    /// The last analysis, or a new game.
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

impl fmt::Display for AnalysisRoute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnalysisRoute::Fresh => Ok(()),
            AnalysisRoute::Kept { id } => write!(f, "/kept/{id}"),
            AnalysisRoute::Own { id } => write!(f, "/own/{id}"),
            AnalysisRoute::New => f.write_str("/new"),
            AnalysisRoute::Link(shared) => write!(f, "?{shared}"),
        }
    }
}

impl AnalysisRoute {
    /// Reads what follows the name of the page.
    pub(crate) fn read(words: &[&str], query: &str) -> Option<AnalysisRoute> {
        match (words, query) {
            ([], "") => Some(AnalysisRoute::Fresh),
            ([], query) => Shared::read(query).map(AnalysisRoute::Link),
            (["kept", id], "") => id.parse().ok().map(|id| AnalysisRoute::Kept { id }),
            (["own", id], "") => id.parse().ok().map(|id| AnalysisRoute::Own { id }),
            (["new"], "") => Some(AnalysisRoute::New),
            _ => None,
        }
    }
}
