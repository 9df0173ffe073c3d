//! Endgame tables: solved positions that searches probe. Each game defines its own format; see
//! [`Solve::EndgameTable`](crate::solve::Solve::EndgameTable).

use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// An open endgame table of some game; clones share it.
#[derive(Clone)]
pub struct EndgameTable(Arc<dyn Any + Send + Sync>);

impl EndgameTable {
    /// Wraps the table of a game.
    pub fn new(table: impl Any + Send + Sync) -> Self {
        EndgameTable(Arc::new(table))
    }

    /// Returns the table if it has this type.
    pub(crate) fn downcast<T: Any + Send + Sync>(self) -> Option<Arc<T>> {
        self.0.downcast().ok()
    }
}

impl fmt::Debug for EndgameTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EndgameTable")
    }
}
