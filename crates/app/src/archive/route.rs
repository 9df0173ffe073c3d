//! The route of the archive page, with the position to search for, not yet validated.

use std::fmt;

use crate::route::Shared;

/// A route of the archive page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ArchiveRoute {
    /// All games.
    All,
    /// The games that reached a position.
    Position(Shared),
}

impl fmt::Display for ArchiveRoute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArchiveRoute::All => Ok(()),
            ArchiveRoute::Position(shared) => write!(f, "?{shared}"),
        }
    }
}

impl ArchiveRoute {
    /// Parses the part of the route after the page's name.
    pub(crate) fn read(query: &str) -> Option<ArchiveRoute> {
        match query {
            "" => Some(ArchiveRoute::All),
            query => Shared::read(query).map(ArchiveRoute::Position),
        }
    }
}
