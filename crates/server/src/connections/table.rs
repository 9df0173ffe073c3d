//! The open connections: how many there may be, by address and in all, and which are closed to make room.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::state::ConnectionState;
use crate::admission::Admission;
use crate::limits::{AddressPermit, ClientNetwork};

/// The share of connections that is closed at once to make room, so that a full table is searched rarely.
const EVICTED_SHARE: usize = 64;

/// Why a connection is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RefuseReason {
    /// Its address has too many.
    Address,
    /// There are too many in all, and none of them is idle.
    Total,
}

impl RefuseReason {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            RefuseReason::Address => "address",
            RefuseReason::Total => "total",
        }
    }
}

/// Why the server closes a connection before its client is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CloseReason {
    /// The client does not read what is sent.
    Stalled,
    /// It is idle, and room is needed for others.
    Evicted,
    /// It waits for its client while the server shuts down.
    Shutdown,
}

impl CloseReason {
    fn as_str(self) -> &'static str {
        match self {
            CloseReason::Stalled => "stalled",
            CloseReason::Evicted => "evicted",
            CloseReason::Shutdown => "shutdown",
        }
    }
}

/// The open connections. Clones share the table.
#[derive(Clone)]
pub(super) struct ConnectionTable {
    admission: Admission,
    max: usize,
    open: Arc<Mutex<HashMap<u64, OpenConnection>>>,
    next: Arc<AtomicU64>,
}

struct OpenConnection {
    peer: IpAddr,
    state: Arc<ConnectionState>,
}

/// The place of a connection in the table, free again when dropped.
pub(super) struct TablePlace {
    table: ConnectionTable,
    id: u64,
    state: Arc<ConnectionState>,
    _permit: Option<AddressPermit>,
}

impl ConnectionTable {
    /// Creates an empty table for the configured number of connections.
    pub(super) fn new(admission: Admission) -> ConnectionTable {
        let max = admission.addresses.limits().connections();
        ConnectionTable { admission, max, open: Arc::default(), next: Arc::default() }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<u64, OpenConnection>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether a peer is a proxy, whose connections belong to several clients.
    pub(super) fn is_proxy(&self, peer: SocketAddr) -> bool {
        self.admission.origins.proxies.trusts(peer.ip())
    }

    /// Admits a connection. If there are too many in all, idle ones are closed first.
    pub(super) fn admit(&self, peer: SocketAddr) -> Result<TablePlace, RefuseReason> {
        let permit = if self.is_proxy(peer) {
            None
        } else {
            let permit = self.admission.addresses.connection(peer.ip());
            Some(permit.ok_or(RefuseReason::Address)?)
        };
        let state = Arc::new(ConnectionState::new());
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let mut open = self.open();
        if open.len() >= self.max && !self.evict(&mut open) {
            return Err(RefuseReason::Total);
        }
        open.insert(id, OpenConnection { peer: peer.ip().to_canonical(), state: Arc::clone(&state) });
        drop(open);
        self.admission.metrics.connections.inc();
        Ok(TablePlace { table: self.clone(), id, state, _permit: permit })
    }

    /// Closes some idle connections: first those of the addresses that have most, then the oldest. Returns whether any was.
    fn evict(&self, open: &mut HashMap<u64, OpenConnection>) -> bool {
        let network = ClientNetwork::of;
        let mut by_peer: HashMap<ClientNetwork, usize> = HashMap::new();
        open.values().for_each(|connection| *by_peer.entry(network(connection.peer)).or_default() += 1);
        let idle = open.iter().filter(|(_, connection)| connection.state.is_idle());
        let mut idle: Vec<_> = idle
            .map(|(id, connection)| {
                (
                    usize::MAX - by_peer.get(&network(connection.peer)).copied().unwrap_or(0),
                    connection.state.opened,
                    *id,
                )
            })
            .collect();
        let count = idle.len().min((self.max / EVICTED_SHARE).max(1));
        if count == 0 {
            return false;
        }
        idle.select_nth_unstable(count - 1);
        for (_, _, id) in &idle[..count] {
            if let Some(connection) = open.remove(id) {
                self.admission.metrics.count_closed_connection(CloseReason::Evicted.as_str());
                connection.state.cut();
            }
        }
        true
    }

    /// Cuts the connections that wait for their clients, for the end of a shutdown.
    pub(super) fn cut_waiting(&self) {
        for connection in self.open().values().filter(|connection| connection.state.waits_for_client()) {
            self.admission.metrics.count_closed_connection(CloseReason::Shutdown.as_str());
            connection.state.cut();
        }
    }

    /// Counts a refused connection.
    pub(super) fn count_refusal(&self, reason: RefuseReason) {
        self.admission.metrics.count_refused_connection(reason.as_str());
    }
}

impl TablePlace {
    pub(super) fn state(&self) -> &Arc<ConnectionState> {
        &self.state
    }

    pub(super) fn write_timeout(&self) -> Duration {
        self.table.admission.addresses.limits().write_timeout
    }

    pub(super) fn count_close(&self, reason: CloseReason) {
        self.table.admission.metrics.count_closed_connection(reason.as_str());
    }
}

impl Drop for TablePlace {
    fn drop(&mut self) {
        self.table.open().remove(&self.id);
        self.table.admission.metrics.connections.dec();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::limits::{AddressLimits, Limits};
    use crate::metrics::Metrics;
    use crate::origin::Origins;
    use crate::proxies::ProxyTrust;

    fn table(proxies: ProxyTrust) -> ConnectionTable {
        // 1025 connections in all, 200 per address.
        let limits = Limits { sockets: 1, ..Limits::default() };
        let origins = Arc::new(Origins { proxies, ..Origins::default() });
        let addresses = AddressLimits::new(Arc::new(limits));
        ConnectionTable::new(Admission { addresses, origins, metrics: Arc::new(Metrics::new()) })
    }

    fn peer(last: u8) -> SocketAddr {
        SocketAddr::from(([127, 0, 0, last], 9))
    }

    #[test]
    fn idle_connections_of_large_holders_make_room() {
        let table = table(ProxyTrust::default());
        let single = table.admit(peer(100)).expect("a place");
        let held: Vec<_> = (0..6).flat_map(|last| (0..200).map(move |_| peer(last))).collect();
        let held: Vec<_> = held.into_iter().filter_map(|peer| table.admit(peer).ok()).collect();
        assert_eq!(held.len(), 1200, "every address has its own");
        assert!(table.open().len() <= 1025);
        assert!(table.open().contains_key(&single.id), "the only connection of an address stays");
        assert!(matches!(table.admit(peer(1)), Err(RefuseReason::Address)));
        let active: Vec<_> = table.open().values().map(|open| open.state.activate()).collect();
        let mut more = Vec::new();
        let refused = (101..=255).find_map(|last| match table.admit(peer(last)) {
            Ok(place) => {
                more.push((place.state.activate(), place));
                None
            }
            Err(reason) => Some(reason),
        });
        assert_eq!(refused, Some(RefuseReason::Total), "none is idle");
        drop(active);
        assert!(table.admit(peer(200)).is_ok());
    }

    #[test]
    fn proxies_have_no_limit_of_their_own() {
        let table = table(ProxyTrust::hops(1));
        let held: Vec<_> = (0..1000).filter_map(|_| table.admit(peer(1)).ok()).collect();
        assert_eq!(held.len(), 1000);
    }
}
