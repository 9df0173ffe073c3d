//! The state shared by all request handlers.

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::HttpBody;
use axum::response::Response;
use halfboard_protocol::message::{Command, Refusal, RefusalCode};

use crate::admin::{self, AdminReply, AdminRequest, UsageCounts};
use crate::admission::Admission;
use crate::hub::Hub;
use crate::limits::{self, AddressLimits, AddressPermit, Limits};
use crate::metrics::Metrics;
use crate::origin::Origins;
use crate::referee;
use crate::store::Store;

/// The state shared by all request handlers. Clones share the same state.
#[derive(Clone)]
pub struct App {
    /// The games.
    pub hub: Hub,
    /// The metrics.
    pub metrics: Arc<Metrics>,
    pub(crate) limits: Arc<Limits>,
    pub(crate) addresses: AddressLimits,
    pub(crate) origins: Arc<Origins>,
}

impl App {
    /// Creates the state over a storage and starts the hub's background tasks. Must be called inside a runtime.
    pub fn new(store: Store, limits: Limits, origins: Origins, metrics: Arc<Metrics>) -> App {
        let limits = Arc::new(limits);
        store.measure(&metrics.batch_size);
        App {
            hub: Hub::start(store, Arc::clone(&limits), Arc::clone(&metrics)),
            metrics,
            addresses: AddressLimits::new(Arc::clone(&limits)),
            limits,
            origins: Arc::new(origins),
        }
    }

    /// Returns what is needed to admit connections and requests.
    pub(crate) fn admission(&self) -> Admission {
        Admission {
            addresses: self.addresses.clone(),
            origins: Arc::clone(&self.origins),
            metrics: Arc::clone(&self.metrics),
        }
    }

    /// Executes a request of the operator; `actor` names the user in the audit log.
    pub async fn admin(&self, actor: &str, request: AdminRequest) -> Result<AdminReply, Refusal> {
        admin::execute(self, actor, request).await
    }

    /// Adds to the usage of an address.
    pub(crate) fn count_usage(&self, address: IpAddr, counts: UsageCounts) {
        self.hub.operator().count(address, self.hub.now(), counts);
    }

    /// Counts a request of an address by its response.
    pub(crate) fn count_response(&self, address: IpAddr, response: &Response) {
        let bytes = response.body().size_hint().exact().unwrap_or(0);
        self.count_usage(address, UsageCounts { requests: 1, bytes, ..UsageCounts::default() });
    }

    /// Counts a new game against the quota of an address.
    pub(crate) fn check_game_quota(&self, address: IpAddr) -> Result<(), Refusal> {
        if self.addresses.allow_game(address) {
            self.count_usage(address, UsageCounts { games: 1, ..UsageCounts::default() });
            return Ok(());
        }
        Err(limits::too_many("games were created", self.addresses.game_wait(address)))
    }

    /// Takes a game back that was counted and not created.
    pub(crate) fn take_back_game(&self, address: IpAddr) {
        self.addresses.take_back_game(address);
    }

    /// Counts a command against the quotas of an address: a rematch is a new game.
    pub(crate) fn check_command_quota(&self, command: &Command, address: IpAddr) -> Result<(), Refusal> {
        if referee::creates_game(command) { self.check_game_quota(address) } else { Ok(()) }
    }

    /// Returns a permit for a socket or stream.
    pub(crate) fn socket_permit(&self, address: IpAddr) -> Result<AddressPermit, Refusal> {
        self.count_usage(address, UsageCounts { sockets: 1, ..UsageCounts::default() });
        let message = "too many open sockets and streams from this address, or in all";
        self.addresses.socket(address).ok_or_else(|| Refusal::new(RefusalCode::TooMany, message))
    }
}
