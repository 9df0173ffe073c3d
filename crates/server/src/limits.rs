//! Quotas and rate limits, by client address and in all.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Configurable quotas and rate limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of open sockets and streams.
    pub sockets: usize,
    /// The same per client address.
    pub sockets_per_address: usize,
    /// New games per hour and address.
    pub games_per_address: usize,
    /// API requests per minute and address.
    pub requests_per_address: usize,
    /// Concurrent engine searches.
    pub engines: usize,
    /// Maximum search time per turn, in milliseconds.
    pub engine_ms: u64,
    /// Waiting engine searches of an address at which its new engine games are refused.
    pub engine_queue_per_address: usize,
    /// The same in all.
    pub engine_queue: usize,
    /// Days after which an open challenge is deleted.
    pub challenge_days: u64,
    /// Messages per socket within [`halfboard_protocol::limits::MESSAGE_WINDOW_MS`].
    pub messages: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            sockets: 20_000,
            sockets_per_address: 100,
            games_per_address: 120,
            requests_per_address: 600,
            engines: 1,
            engine_ms: 3_000,
            engine_queue_per_address: 16,
            engine_queue: 256,
            challenge_days: 14,
            messages: halfboard_protocol::limits::MAX_MESSAGES,
        }
    }
}

/// A sliding-window rate limit.
#[derive(Clone, Debug)]
pub(crate) struct RateWindow {
    max: usize,
    period: Duration,
    times: VecDeque<Instant>,
}

impl RateWindow {
    /// Creates a limit of `max` events per `period`.
    pub(crate) fn new(max: usize, period: Duration) -> RateWindow {
        RateWindow { max, period, times: VecDeque::new() }
    }

    /// Counts an event and returns true, or returns false if the limit is reached.
    pub(crate) fn allows(&mut self, now: Instant) -> bool {
        self.expire(now);
        let allowed = self.times.len() < self.max;
        if allowed {
            self.times.push_back(now);
        }
        allowed
    }

    fn expire(&mut self, now: Instant) {
        while self.times.front().is_some_and(|&time| now.duration_since(time) >= self.period) {
            self.times.pop_front();
        }
    }

    fn is_empty(&mut self, now: Instant) -> bool {
        self.expire(now);
        self.times.is_empty()
    }
}

/// The limits of all client addresses. Clones share the same counters.
#[derive(Clone)]
pub(crate) struct AddressLimits {
    limits: Arc<Limits>,
    table: Arc<Mutex<AddressTable>>,
}

#[derive(Default)]
struct AddressTable {
    addresses: HashMap<IpAddr, AddressUsage>,
    sockets: usize,
    /// Number of addresses at which unused ones are removed.
    sweep_at: usize,
}

struct AddressUsage {
    sockets: usize,
    games: RateWindow,
    requests: RateWindow,
}

/// A permit for an open socket, released when dropped.
pub(crate) struct SocketPermit {
    addresses: AddressLimits,
    address: IpAddr,
}

impl AddressLimits {
    /// Creates empty counters.
    pub(crate) fn new(limits: Arc<Limits>) -> AddressLimits {
        AddressLimits { limits, table: Arc::default() }
    }

    fn with<T>(&self, address: IpAddr, act: impl FnOnce(&mut AddressUsage, &mut usize) -> T) -> T {
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if table.addresses.len() > table.sweep_at.max(1024) {
            let idle =
                |one: &mut AddressUsage| one.sockets == 0 && one.games.is_empty(now) && one.requests.is_empty(now);
            table.addresses.retain(|_, one| !idle(one));
            table.sweep_at = 2 * table.addresses.len();
        }
        let limits = &self.limits;
        let fresh = || AddressUsage {
            sockets: 0,
            games: RateWindow::new(limits.games_per_address, Duration::from_secs(3600)),
            requests: RateWindow::new(limits.requests_per_address, Duration::from_secs(60)),
        };
        let AddressTable { addresses, sockets, .. } = &mut *table;
        act(addresses.entry(network(address)).or_insert_with(fresh), sockets)
    }

    /// Returns a permit for a socket; `None` if a limit is reached.
    pub(crate) fn socket(&self, address: IpAddr) -> Option<SocketPermit> {
        let limits = &self.limits;
        let allowed = self.with(address, |one, sockets| {
            let allowed = one.sockets < limits.sockets_per_address && *sockets < limits.sockets;
            one.sockets += usize::from(allowed);
            *sockets += usize::from(allowed);
            allowed
        });
        allowed.then(|| SocketPermit { addresses: self.clone(), address })
    }

    /// Counts a new game and returns whether it is allowed.
    pub(crate) fn allow_game(&self, address: IpAddr) -> bool {
        self.with(address, |one, _| one.games.allows(Instant::now()))
    }

    /// Counts a request and returns whether it is allowed.
    pub(crate) fn allow_request(&self, address: IpAddr) -> bool {
        self.with(address, |one, _| one.requests.allows(Instant::now()))
    }
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        self.addresses.with(self.address, |one, sockets| {
            one.sockets = one.sockets.saturating_sub(1);
            *sockets = sockets.saturating_sub(1);
        });
    }
}

/// Returns the network that counts as one client: IPv6 clients usually have a /64.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let mut parts = address.segments();
            parts[4..].fill(0);
            IpAddr::V6(parts.into())
        }
        address => address,
    }
}

/// Returns the network that shares a resource of which everyone gets a part, such as engine time: a provider may assign a
/// client as much as an IPv6 /48.
pub(crate) fn allocation(address: IpAddr) -> IpAddr {
    match network(address) {
        IpAddr::V6(address) => {
            let mut parts = address.segments();
            parts[3..].fill(0);
            IpAddr::V6(parts.into())
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_slides() {
        let mut window = RateWindow::new(2, Duration::from_secs(20));
        let begun = Instant::now();
        let at = |seconds| begun + Duration::from_secs(seconds);
        assert!(window.allows(at(0)) && window.allows(at(10)));
        assert!(!window.allows(at(19)));
        assert!(window.allows(at(20)) && !window.allows(at(21)));
    }

    #[test]
    fn sockets_are_limited_by_address_and_in_all() {
        let limits = Limits { sockets: 3, sockets_per_address: 2, ..Limits::default() };
        let addresses = AddressLimits::new(Arc::new(limits));
        let (one, other): (IpAddr, IpAddr) = ([127, 0, 0, 1].into(), [127, 0, 0, 2].into());
        let held = [addresses.socket(one), addresses.socket(one)];
        assert!(held.iter().all(Option::is_some) && addresses.socket(one).is_none());
        let third = addresses.socket(other);
        assert!(third.is_some() && addresses.socket(other).is_none());
        drop(held);
        assert!(addresses.socket(one).is_some());
    }
}
