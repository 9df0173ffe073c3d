//! How much one address may ask for, and how much all may together.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How much is allowed. The configuration fills it in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Sockets in all.
    pub sockets: usize,
    /// Sockets of one address.
    pub sockets_per_address: usize,
    /// Games that one address may make in an hour.
    pub games_per_address: usize,
    /// Requests, other than for files, that one address may make in a minute.
    pub requests_per_address: usize,
    /// Engines that think at once.
    pub engines: usize,
    /// The longest that an engine thinks about a turn, in milliseconds.
    pub engine_ms: u64,
    /// Days after which a challenge that nobody took is forgotten.
    pub challenge_days: u64,
    /// Messages that a socket may send in [`halfboard_protocol::limits::MESSAGES_WITHIN`].
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
            challenge_days: 14,
            messages: halfboard_protocol::limits::MAX_MESSAGES,
        }
    }
}

/// The times of the last things that happened: at most so many within a time.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    most: usize,
    within: Duration,
    times: VecDeque<Instant>,
}

impl Window {
    /// At most so many within this time.
    pub(crate) fn new(most: usize, within: Duration) -> Window {
        Window { most, within, times: VecDeque::new() }
    }

    /// Whether one more is allowed now; if so it counts.
    pub(crate) fn allows(&mut self, now: Instant) -> bool {
        self.forget(now);
        let allowed = self.times.len() < self.most;
        if allowed {
            self.times.push_back(now);
        }
        allowed
    }

    fn forget(&mut self, now: Instant) {
        while self.times.front().is_some_and(|&time| now.duration_since(time) >= self.within) {
            self.times.pop_front();
        }
    }

    fn is_empty(&mut self, now: Instant) -> bool {
        self.forget(now);
        self.times.is_empty()
    }
}

/// What each address has done lately.
#[derive(Clone)]
pub(crate) struct Addresses {
    limits: Arc<Limits>,
    known: Arc<Mutex<Known>>,
}

#[derive(Default)]
struct Known {
    addresses: HashMap<IpAddr, Address>,
    sockets: usize,
    /// How many addresses there may be before those that have done nothing lately are forgotten.
    sweep_at: usize,
}

struct Address {
    sockets: usize,
    games: Window,
    requests: Window,
}

/// A socket that is counted as long as this lives.
pub(crate) struct Counted {
    addresses: Addresses,
    address: IpAddr,
}

impl Addresses {
    /// Nobody has done anything yet.
    pub(crate) fn new(limits: Arc<Limits>) -> Addresses {
        Addresses { limits, known: Arc::default() }
    }

    fn with<T>(&self, address: IpAddr, act: impl FnOnce(&mut Address, &mut usize) -> T) -> T {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if known.addresses.len() > known.sweep_at.max(1024) {
            let idle = |one: &mut Address| one.sockets == 0 && one.games.is_empty(now) && one.requests.is_empty(now);
            known.addresses.retain(|_, one| !idle(one));
            known.sweep_at = 2 * known.addresses.len();
        }
        let limits = &self.limits;
        let fresh = || Address {
            sockets: 0,
            games: Window::new(limits.games_per_address, Duration::from_secs(3600)),
            requests: Window::new(limits.requests_per_address, Duration::from_secs(60)),
        };
        let Known { addresses, sockets, .. } = &mut *known;
        act(addresses.entry(network(address)).or_insert_with(fresh), sockets)
    }

    /// A socket for this address; `None` when there are too many.
    pub(crate) fn socket(&self, address: IpAddr) -> Option<Counted> {
        let limits = &self.limits;
        let allowed = self.with(address, |one, sockets| {
            let allowed = one.sockets < limits.sockets_per_address && *sockets < limits.sockets;
            one.sockets += usize::from(allowed);
            *sockets += usize::from(allowed);
            allowed
        });
        allowed.then(|| Counted { addresses: self.clone(), address })
    }

    /// Whether this address may make one more game.
    pub(crate) fn may_make_game(&self, address: IpAddr) -> bool {
        self.with(address, |one, _| one.games.allows(Instant::now()))
    }

    /// Whether this address may make one more request.
    pub(crate) fn may_ask(&self, address: IpAddr) -> bool {
        self.with(address, |one, _| one.requests.allows(Instant::now()))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.addresses.with(self.address, |one, sockets| {
            one.sockets = one.sockets.saturating_sub(1);
            *sockets = sockets.saturating_sub(1);
        });
    }
}

/// What counts as one address: of the new kind everybody has 2^64 of them.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_forgets_what_is_past() {
        let mut window = Window::new(2, Duration::from_secs(20));
        let begun = Instant::now();
        let at = |seconds| begun + Duration::from_secs(seconds);
        assert!(window.allows(at(0)) && window.allows(at(10)));
        assert!(!window.allows(at(19)));
        assert!(window.allows(at(20)) && !window.allows(at(21)));
    }

    #[test]
    fn sockets_are_counted_by_address_and_in_all() {
        let limits = Limits { sockets: 3, sockets_per_address: 2, ..Limits::default() };
        let addresses = Addresses::new(Arc::new(limits));
        let (one, other): (IpAddr, IpAddr) = ([127, 0, 0, 1].into(), [127, 0, 0, 2].into());
        let held = [addresses.socket(one), addresses.socket(one)];
        assert!(held.iter().all(Option::is_some) && addresses.socket(one).is_none());
        let third = addresses.socket(other);
        assert!(third.is_some() && addresses.socket(other).is_none());
        drop(held);
        assert!(addresses.socket(one).is_some());
    }
}
