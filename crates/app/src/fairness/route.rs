//! Which board is to be judged, as the page's address says. Nothing is checked yet.

use std::fmt;

use crate::route::Shared;

/// A page of fairness.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FairnessRoute {
    /// The findings.
    Findings,
    /// The findings, with a board that is to be judged.
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
    /// Reads what follows the name of the page.
    pub(crate) fn read(query: &str) -> Option<FairnessRoute> {
        match query {
            "" => Some(FairnessRoute::Findings),
            query => Shared::read(query).map(FairnessRoute::Board),
        }
    }
}
