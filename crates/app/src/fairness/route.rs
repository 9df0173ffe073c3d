//! The route of the fairness page, with the board to judge, not yet validated.

use std::fmt;

use crate::route::Shared;

/// A route of the fairness page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FairnessRoute {
    /// The findings.
    Findings,
    /// The findings, with a board to judge.
    Board(Shared),
}

impl fmt::Display for FairnessRoute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FairnessRoute::Findings => Ok(()),
            FairnessRoute::Board(shared) => write!(f, "?{shared}"),
        }
    }
}

impl FairnessRoute {
    /// Parses the part of the route after the page's name.
    pub(crate) fn read(query: &str) -> Option<FairnessRoute> {
        match query {
            "" => Some(FairnessRoute::Findings),
            query => Shared::read(query).map(FairnessRoute::Board),
        }
    }
}
