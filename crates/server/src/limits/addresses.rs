//! What each client address uses: open connections and sockets, games, requests, log lines.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::buffers::{BufferQuota, BufferUsage};
use super::network::ClientNetwork;
use super::{Limits, PeriodCounter, RateWindow};

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);

/// Log lines per minute and address.
const LOG_LINES: usize = 120;

/// The limits of all client addresses. Clones share the same counters.
#[derive(Clone)]
pub(crate) struct AddressLimits {
    limits: Arc<Limits>,
    table: Arc<Mutex<AddressTable>>,
}

#[derive(Default)]
struct AddressTable {
    networks: HashMap<ClientNetwork, NetworkUsage>,
    sockets: usize,
    /// Number of networks at which unused ones are removed.
    sweep_at: usize,
}

struct NetworkUsage {
    /// How many times the limits of a single address apply.
    multiple: usize,
    sockets: usize,
    connections: usize,
    games: RateWindow,
    requests: RateWindow,
    files: PeriodCounter,
    pictures: PeriodCounter,
    log_lines: PeriodCounter,
    buffered: BufferUsage,
    /// When something was last refused to this network as the smallest one of a client.
    limited: Option<Instant>,
}

/// A permit for an open connection or socket of an address, released when dropped.
pub(crate) struct AddressPermit {
    addresses: AddressLimits,
    address: IpAddr,
    kind: PermitKind,
}

/// What an [`AddressPermit`] is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PermitKind {
    Connection,
    Socket,
}

/// Whether to write a log line that a client caused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LogLine {
    /// Write it; so many lines were suppressed in the minute before.
    Write { suppressed: usize },
    /// Write it, and that further lines of this minute are suppressed.
    WriteLast,
    /// Do not write it.
    Suppress,
}

impl NetworkUsage {
    fn new(limits: &Limits, multiple: usize, now: Instant) -> NetworkUsage {
        let per = |max: usize| max.saturating_mul(multiple);
        NetworkUsage {
            multiple,
            sockets: 0,
            connections: 0,
            games: RateWindow::new(per(limits.games_per_address), HOUR),
            requests: RateWindow::new(per(limits.requests_per_address), MINUTE),
            files: PeriodCounter::new(per(limits.files_per_address), MINUTE, now),
            pictures: PeriodCounter::new(per(limits.pictures_per_address), MINUTE, now),
            log_lines: PeriodCounter::new(per(LOG_LINES), MINUTE, now),
            buffered: BufferUsage::new(multiple),
            limited: None,
        }
    }

    fn held(&mut self, kind: PermitKind) -> &mut usize {
        match kind {
            PermitKind::Connection => &mut self.connections,
            PermitKind::Socket => &mut self.sockets,
        }
    }

    fn was_limited(&self, now: Instant) -> bool {
        self.limited.is_some_and(|time| now.duration_since(time) < MINUTE)
    }

    fn is_unused(&mut self, now: Instant) -> bool {
        let over = [&self.files, &self.pictures, &self.log_lines].iter().all(|counter| counter.is_over(now));
        let held = self.sockets + self.connections > 0 || self.was_limited(now);
        over && !held && self.games.is_empty(now) && self.requests.is_empty(now)
    }
}

impl AddressTable {
    /// Returns the usage of each network of an address, the smallest network first.
    fn for_each(&mut self, limits: &Limits, address: IpAddr, now: Instant, mut act: impl FnMut(&mut NetworkUsage)) {
        for (network, multiple) in ClientNetwork::levels(address) {
            act(self.networks.entry(network).or_insert_with(|| NetworkUsage::new(limits, multiple, now)));
        }
    }

    fn all(
        &mut self,
        limits: &Limits,
        address: IpAddr,
        now: Instant,
        mut is_allowed: impl FnMut(&mut NetworkUsage) -> bool,
    ) -> bool {
        let mut allowed = true;
        self.for_each(limits, address, now, |usage| allowed &= is_allowed(usage));
        if !allowed && let Some((smallest, _)) = ClientNetwork::levels(address).next() {
            self.networks.entry(smallest).and_modify(|usage| usage.limited = Some(now));
        }
        allowed
    }

    fn sweep(&mut self, now: Instant) {
        if self.networks.len() > self.sweep_at.max(1024) {
            self.networks.retain(|_, usage| !usage.is_unused(now));
            self.sweep_at = 2 * self.networks.len();
        }
    }
}

impl AddressLimits {
    /// Creates empty counters.
    pub(crate) fn new(limits: Arc<Limits>) -> AddressLimits {
        AddressLimits { limits, table: Arc::default() }
    }

    /// Returns the configured limits.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    fn table(&self, now: Instant) -> MutexGuard<'_, AddressTable> {
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        table.sweep(now);
        table
    }

    fn hold(&self, address: IpAddr, kind: PermitKind) -> Option<AddressPermit> {
        let (limits, now) = (&*self.limits, Instant::now());
        let mut table = self.table(now);
        if kind == PermitKind::Socket && table.sockets >= limits.sockets {
            return None;
        }
        let allowed = table.all(limits, address, now, |usage| match kind {
            PermitKind::Connection => usage.connections < limits.connections_of(usage.multiple),
            PermitKind::Socket => usage.sockets < limits.sockets_per_address.saturating_mul(usage.multiple),
        });
        if !allowed {
            return None;
        }
        table.for_each(limits, address, now, |usage| *usage.held(kind) += 1);
        table.sockets += usize::from(kind == PermitKind::Socket);
        Some(AddressPermit { addresses: self.clone(), address, kind })
    }

    /// Returns a permit for a socket or event stream; `None` if a limit is reached.
    pub(crate) fn socket(&self, address: IpAddr) -> Option<AddressPermit> {
        self.hold(address, PermitKind::Socket)
    }

    /// Returns a permit for a connection; `None` if the limit of the address is reached.
    pub(crate) fn connection(&self, address: IpAddr) -> Option<AddressPermit> {
        self.hold(address, PermitKind::Connection)
    }

    /// Counts events against a sliding window of each network and returns whether they are allowed.
    fn allow(&self, address: IpAddr, events: usize, window: fn(&mut NetworkUsage) -> &mut RateWindow) -> bool {
        let (limits, now) = (&*self.limits, Instant::now());
        let mut table = self.table(now);
        let allowed = table.all(limits, address, now, |usage| window(usage).has_room_for(events, now));
        if allowed {
            table.for_each(limits, address, now, |usage| window(usage).count_many(events, now));
        }
        allowed
    }

    /// Counts a new game and returns whether it is allowed.
    pub(crate) fn allow_game(&self, address: IpAddr) -> bool {
        self.allow(address, 1, |usage| &mut usage.games)
    }

    /// Returns the time until a new game is allowed.
    pub(crate) fn game_wait(&self, address: IpAddr) -> Duration {
        let (now, mut wait) = (Instant::now(), Duration::ZERO);
        self.table(now).for_each(&self.limits, address, now, |usage| wait = wait.max(usage.games.wait(now)));
        wait
    }

    /// Takes a game back that was not created after all.
    pub(crate) fn take_back_game(&self, address: IpAddr) {
        let now = Instant::now();
        self.table(now).for_each(&self.limits, address, now, |usage| usage.games.take_back());
    }

    /// Counts an API request as so many and returns whether it is allowed.
    pub(crate) fn allow_request(&self, address: IpAddr, cost: usize) -> bool {
        self.allow(address, cost, |usage| &mut usage.requests)
    }

    /// Counts a request for a page or file and returns whether it is allowed.
    pub(crate) fn allow_file(&self, address: IpAddr) -> bool {
        let now = Instant::now();
        self.table(now).all(&self.limits, address, now, |usage| usage.files.allows(now))
    }

    /// Counts a request for the picture of a link preview and returns whether it is allowed.
    pub(crate) fn allow_picture(&self, address: IpAddr) -> bool {
        let now = Instant::now();
        self.table(now).all(&self.limits, address, now, |usage| usage.pictures.allows(now))
    }

    /// Counts a log line that a client caused and returns whether to write it.
    pub(crate) fn log_line(&self, address: IpAddr) -> LogLine {
        let now = Instant::now();
        let (mut line, mut suppressed) = (LogLine::Write { suppressed: 0 }, 0);
        self.table(now).for_each(&self.limits, address, now, |usage| {
            let max = LOG_LINES.saturating_mul(usage.multiple);
            let (number, excess) = usage.log_lines.count(now);
            suppressed = suppressed.max(excess);
            if number > max {
                line = LogLine::Suppress;
            } else if number == max && line != LogLine::Suppress {
                line = LogLine::WriteLast;
            }
        });
        if matches!(line, LogLine::Write { .. }) { LogLine::Write { suppressed } } else { line }
    }

    /// Returns the quota of bytes that may wait to be sent to an address.
    pub(crate) fn buffers(&self, address: IpAddr) -> BufferQuota {
        let now = Instant::now();
        let mut quota = BufferQuota::default();
        self.table(now).for_each(&self.limits, address, now, |usage| quota.add(&usage.buffered));
        quota
    }

    /// Returns the number of clients to which something was refused in the last minute.
    pub(crate) fn limited(&self) -> usize {
        let now = Instant::now();
        self.table(now).networks.values().filter(|usage| usage.was_limited(now)).count()
    }
}

impl Drop for AddressPermit {
    fn drop(&mut self) {
        let (kind, now) = (self.kind, Instant::now());
        let mut table = self.addresses.table(now);
        table.for_each(&self.addresses.limits, self.address, now, |usage| {
            let held = usage.held(kind);
            *held = held.saturating_sub(1);
        });
        table.sockets = table.sockets.saturating_sub(usize::from(kind == PermitKind::Socket));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses(limits: Limits) -> AddressLimits {
        AddressLimits::new(Arc::new(limits))
    }

    fn v6(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn sockets_are_limited_by_address_and_in_all() {
        let addresses = addresses(Limits { sockets: 3, sockets_per_address: 2, ..Limits::default() });
        let (one, other): (IpAddr, IpAddr) = ([127, 0, 0, 1].into(), [127, 0, 0, 2].into());
        let held = [addresses.socket(one), addresses.socket(one)];
        assert!(held.iter().all(Option::is_some) && addresses.socket(one).is_none());
        assert_eq!(addresses.limited(), 1);
        let third = addresses.socket(other);
        assert!(third.is_some() && addresses.socket(other).is_none());
        drop(held);
        assert!(addresses.socket(one).is_some());
    }

    #[test]
    fn a_large_network_has_little_more_than_a_small_one() {
        let addresses = addresses(Limits { games_per_address: 2, sockets_per_address: 1, ..Limits::default() });
        let allowed = |subnets: &mut dyn Iterator<Item = String>| -> usize {
            subnets.map(|subnet| (0..9).filter(|_| addresses.allow_game(v6(&subnet))).count()).sum()
        };
        assert_eq!(allowed(&mut (0..1).map(|_| "2001:db8:a:1::1".to_owned())), 2, "a /64");
        assert_eq!(allowed(&mut (0..256).map(|subnet| format!("2001:db8:b:{subnet:x}::1"))), 4, "a /56");
        assert_eq!(allowed(&mut (0..4096).map(|subnet| format!("2001:db8:c:{subnet:x}::1"))), 8, "a /48");
        let held: Vec<_> = (0..4096).filter_map(|n| addresses.socket(v6(&format!("2001:db8:d:{n:x}::1")))).collect();
        assert_eq!(held.len(), 4);
        let wait = addresses.game_wait(v6("2001:db8:c::1"));
        assert!(wait > HOUR - MINUTE && wait <= HOUR, "{wait:?}");
        assert_eq!(addresses.game_wait(v6("2001:db8:f::1")), Duration::ZERO);
        // A refusal counts nothing, so another network is not affected.
        assert!(addresses.allow_game(v6("2001:db8:e::1")) && addresses.socket(v6("2001:db8:e::1")).is_some());
    }

    #[test]
    fn no_address_can_take_all_connections() {
        for sockets in [1, 100, 20_000] {
            let generous = Limits { sockets, sockets_per_address: 100_000, ..Limits::default() };
            assert!(generous.connections_of(4) <= generous.connections() - 512);
        }
        let addresses = addresses(Limits { sockets: 1, ..Limits::default() });
        let held: Vec<_> = (0..2000).filter_map(|_| addresses.connection([127, 0, 0, 1].into())).collect();
        assert_eq!(held.len(), 200);
        assert!(addresses.connection([127, 0, 0, 2].into()).is_some());
    }

    #[test]
    fn log_lines_of_an_address_are_bounded() {
        let addresses = addresses(Limits::default());
        let lines: Vec<LogLine> = (0..1000).map(|_| addresses.log_line([127, 0, 0, 1].into())).collect();
        assert_eq!(lines.iter().filter(|line| **line == LogLine::Write { suppressed: 0 }).count(), LOG_LINES - 1);
        assert_eq!(lines[LOG_LINES - 1], LogLine::WriteLast);
        assert!(lines[LOG_LINES..].iter().all(|line| *line == LogLine::Suppress));
        assert_eq!(addresses.log_line([127, 0, 0, 2].into()), LogLine::Write { suppressed: 0 });
    }
}
