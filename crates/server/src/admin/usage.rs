//! Usage by client address, for the operator. Addresses are stored only as keyed hashes whose keys change every day and are
//! deleted after a week: then no hash can be traced back, also not by trying all addresses.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use halfboard_protocol::{Millis, utc_date};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::limits::ClientNetwork;
use crate::secrets;

/// Number of days for which usage and keys are kept.
pub(crate) const USAGE_DAYS: u64 = 7;

/// Milliseconds of a day.
const DAY_MS: Millis = 24 * 60 * 60 * 1000;

/// Maximum number of addresses counted on a day. When there are more, those with the least use are counted together.
const MAX_ADDRESSES: usize = 10_000;

/// Number of addresses that make room at once.
const EVICTED: usize = MAX_ADDRESSES / 10;

/// Maximum number of IPv6 /64 networks of a /48 that are counted by themselves; further ones are counted as the /48.
const MAX_PER_ALLOCATION: usize = 64;

/// Maximum number of addresses that a node stores for a day: those with the most requests.
const MAX_STORED: usize = 1000;

/// What is counted of an address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsageCounts {
    /// API requests.
    pub requests: u64,
    /// New games, including rematches.
    pub games: u64,
    /// Bytes of responses and messages.
    pub bytes: u64,
    /// Sockets and streams opened.
    pub sockets: u64,
    /// Time of engine searches from start to end, in milliseconds; a search may give way to others meanwhile.
    pub engine_ms: u64,
}

impl UsageCounts {
    /// Returns how much was used, to compare addresses.
    fn weight(&self) -> u64 {
        // A second of the engine, a new game or 100 KB are much more than a request.
        let (engine, bytes) = (self.engine_ms / 100, self.bytes / 10_000);
        self.requests.saturating_add(10 * self.games).saturating_add(self.sockets).saturating_add(engine + bytes)
    }

    /// Adds other counts.
    pub fn add(&mut self, other: UsageCounts) {
        self.requests += other.requests;
        self.games += other.games;
        self.bytes += other.bytes;
        self.sockets += other.sockets;
        self.engine_ms += other.engine_ms;
    }
}

/// The number of a day since 1970, in UTC.
pub(crate) fn day_of(at: Millis) -> u64 {
    at / DAY_MS
}

/// Returns the date of a day.
pub(crate) fn date_of(day: u64) -> String {
    utc_date(day * DAY_MS).replace('.', "-")
}

/// The key of a day's hashes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct DayKey {
    pub(crate) day: u64,
    pub(crate) key: [u8; 32],
}

impl DayKey {
    /// Creates a random key.
    pub(crate) fn new(day: u64) -> DayKey {
        let mut key = [0; 32];
        for part in key.chunks_exact_mut(8) {
            part.copy_from_slice(&secrets::number().to_le_bytes());
        }
        DayKey { day, key }
    }

    /// Returns the hash of a client's network: the day, and 64 bits of an HMAC in hexadecimal.
    pub(crate) fn hash(&self, network: ClientNetwork) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key).expect("HMAC takes keys of any length");
        mac.update(&network.octets());
        let digits: String = mac.finalize().into_bytes().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        format!("a{}-{digits}", self.day)
    }
}

/// Returns the day of a hash; `None` if the text is not a hash.
pub(crate) fn day_of_hash(text: &str) -> Option<u64> {
    let (day, digits) = text.strip_prefix('a')?.split_once('-')?;
    let is_hex = digits.len() == 16 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    day.parse().ok().filter(|_| is_hex)
}

/// The counts of a day on this node, by plain address; they leave the process only as hashes.
#[derive(Default)]
pub(crate) struct UsageTable(Mutex<DayUsage>);

#[derive(Default)]
struct DayUsage {
    day: u64,
    addresses: HashMap<ClientNetwork, UsageCounts>,
    /// Number of addresses in an IPv6 /48.
    allocations: HashMap<ClientNetwork, usize>,
    /// The rest, if there are too many addresses.
    others: UsageCounts,
}

impl DayUsage {
    fn add(&mut self, address: IpAddr, counts: UsageCounts) {
        let (mut network, allocation) = (ClientNetwork::of(address), ClientNetwork::largest_of(address));
        if !self.addresses.contains_key(&network)
            && self.allocations.get(&allocation).is_some_and(|known| *known >= MAX_PER_ALLOCATION)
        {
            network = allocation;
        }
        if let Some(known) = self.addresses.get_mut(&network) {
            known.add(counts);
            return;
        }
        if self.addresses.len() >= MAX_ADDRESSES {
            self.evict();
        }
        self.addresses.insert(network, counts);
        if network != allocation {
            *self.allocations.entry(allocation).or_default() += 1;
        }
    }

    /// Counts the addresses with the least use together.
    fn evict(&mut self) {
        let mut all: Vec<(u64, ClientNetwork)> =
            self.addresses.iter().map(|(network, counts)| (counts.weight(), *network)).collect();
        all.select_nth_unstable_by_key(EVICTED, |(weight, _)| *weight);
        for (_, network) in all.into_iter().take(EVICTED) {
            self.others.add(self.addresses.remove(&network).unwrap_or_default());
            let allocation = network.largest();
            if let Some(known) = self.allocations.get_mut(&allocation).filter(|_| network != allocation) {
                *known -= 1;
                if *known == 0 {
                    self.allocations.remove(&allocation);
                }
            }
        }
    }
}

impl UsageTable {
    fn lock(&self) -> MutexGuard<'_, DayUsage> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds to the counts of an address.
    pub(crate) fn add(&self, now: Millis, address: IpAddr, counts: UsageCounts) {
        let mut usage = self.lock();
        let day = day_of(now);
        if usage.day != day {
            *usage = DayUsage { day, ..DayUsage::default() };
        }
        usage.add(address, counts);
    }

    /// Returns the counts of a key's day by hash, those with the most requests first.
    pub(crate) fn hashed(&self, key: &DayKey) -> Vec<(String, UsageCounts)> {
        let usage = self.lock();
        if usage.day != key.day {
            return Vec::new();
        }
        let mut all: Vec<(&ClientNetwork, UsageCounts)> =
            usage.addresses.iter().map(|(one, counts)| (one, *counts)).collect();
        all.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.requests));
        let mut hashed: Vec<_> =
            all.into_iter().take(MAX_STORED).map(|(network, counts)| (key.hash(*network), counts)).collect();
        if usage.others != UsageCounts::default() {
            hashed.push(("others".to_owned(), usage.others));
        }
        hashed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_depend_on_the_key_and_the_network() {
        let (one, two) = (DayKey::new(20_000), DayKey::new(20_000));
        let network = |text: &str| ClientNetwork::of(text.parse().expect("an address"));
        assert_eq!(one.hash(network("192.0.2.1")), one.hash(network("::ffff:192.0.2.1")));
        assert_eq!(one.hash(network("2001:db8::1")), one.hash(network("2001:db8::2")), "one /64");
        assert_ne!(one.hash(network("192.0.2.1")), one.hash(network("192.0.2.2")));
        assert_ne!(one.hash(network("192.0.2.1")), two.hash(network("192.0.2.1")));
        assert_eq!(day_of_hash(&one.hash(network("192.0.2.1"))), Some(20_000));
        for wrong in ["", "a1", "a1-", "a1-0123456789abcdeg", "192.0.2.1", "ax-0123456789abcdef"] {
            assert_eq!(day_of_hash(wrong), None, "{wrong}");
        }
        assert_eq!(date_of(0), "1970-01-01");
    }

    #[test]
    fn one_network_cannot_hide_others() {
        let (table, key) = (UsageTable::default(), DayKey::new(0));
        let add = |address: &str, requests| {
            let counts = UsageCounts { requests, ..UsageCounts::default() };
            table.add(0, address.parse().expect("an address"), counts);
        };
        for subnet in 0..20_000 {
            add(&format!("2001:db8:1:{subnet:x}::1"), 1);
        }
        add("192.0.2.1", 5);
        let requests = |network: ClientNetwork| {
            let hash = key.hash(network);
            table.hashed(&key).iter().find(|(known, _)| *known == hash).map(|(_, counts)| counts.requests)
        };
        let network = |text: &str| ClientNetwork::of(text.parse().expect("an address"));
        assert_eq!(requests(network("192.0.2.1")), Some(5));
        let rest = 20_000 - MAX_PER_ALLOCATION as u64;
        assert_eq!(requests(network("2001:db8:1::1").largest()), Some(rest));
        assert_eq!(requests(network("2001:db8:1::1")), Some(1), "the first ones are counted by themselves");
        // Many addresses with little use make room for others.
        for number in 0..30_000 {
            add(&format!("10.0.{}.{}", number / 256, number % 256), 1);
        }
        add("192.0.2.2", 3);
        let counted = ["192.0.2.1", "192.0.2.2"].map(|address| requests(network(address)));
        assert_eq!((counted, requests(network("2001:db8:1::1").largest())), ([Some(5), Some(3)], Some(rest)));
        let usage = table.lock();
        assert!(usage.addresses.len() <= MAX_ADDRESSES && usage.allocations.len() <= 1);
        let sum: u64 = usage.addresses.values().chain([&usage.others]).map(|counts| counts.requests).sum();
        assert_eq!(sum, 50_008, "nothing is lost");
    }

    #[test]
    fn a_day_is_counted_by_itself() {
        let table = UsageTable::default();
        let (address, key) = (IpAddr::from([192, 0, 2, 1]), DayKey::new(1));
        let request = UsageCounts { requests: 1, bytes: 10, ..UsageCounts::default() };
        table.add(DAY_MS, address, request);
        table.add(DAY_MS + 1, address, request);
        assert_eq!(
            table.hashed(&key),
            [(key.hash(ClientNetwork::of(address)), UsageCounts { requests: 2, bytes: 20, ..UsageCounts::default() })]
        );
        table.add(2 * DAY_MS, address, request);
        assert_eq!(table.hashed(&key), []);
    }
}
