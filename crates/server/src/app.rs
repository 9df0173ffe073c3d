//! Everything that requests need: the games, and what is allowed.

use std::sync::Arc;

use crate::hub::Hub;
use crate::limits::{Addresses, Limits};
use crate::metrics::Metrics;
use crate::origin::Origins;
use crate::store::Store;

/// What requests need. Cheap to clone: all clones are the same.
#[derive(Clone)]
pub struct App {
    /// The games.
    pub hub: Hub,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    pub(crate) limits: Arc<Limits>,
    pub(crate) addresses: Addresses,
    pub(crate) origins: Arc<Origins>,
}

impl App {
    /// Games over a storage. Must be called inside a runtime, which tends them.
    pub fn new(store: Store, limits: Limits, origins: Origins, metrics: Arc<Metrics>) -> App {
        let limits = Arc::new(limits);
        store.measure(&metrics.batch_size);
        App {
            hub: Hub::start(store, Arc::clone(&limits), Arc::clone(&metrics)),
            metrics,
            addresses: Addresses::new(Arc::clone(&limits)),
            limits,
            origins: Arc::new(origins),
        }
    }
}
