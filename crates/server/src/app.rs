//! Everything that requests need: the games, and what is allowed.

use std::net::IpAddr;
use std::sync::Arc;

use halfboard_protocol::event::Proposal;
use halfboard_protocol::message::{Command, Refusal, RefusalCode};

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

    /// Whether somebody at an address may have this done, as far as that depends on the address: a rematch is a new game.
    pub(crate) fn allows(&self, command: &Command, address: IpAddr) -> Result<(), Refusal> {
        let again = matches!(
            command,
            Command::Ask { what: Proposal::Rematch, .. } | Command::Answer { what: Proposal::Rematch, yes: true, .. }
        );
        if again && !self.addresses.may_make_game(address) {
            return Err(Refusal::new(RefusalCode::TooMany, "too many games were made from this address; wait an hour"));
        }
        Ok(())
    }
}
