//! What the operator has set, as this node knows it: mode, announcement and bans; and the usage that the operator can look at.

use std::net::IpAddr;
use std::sync::{PoisonError, RwLock};

use halfboard_protocol::api::{Announcement, ServiceMode, ServiceStatus};
use halfboard_protocol::message::{Refusal, RefusalCode};
use halfboard_protocol::{Millis, json};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::request::{AddressReport, Ban};
use super::usage::{DayKey, USAGE_DAYS, UsageCounts, UsageTable, date_of, day_of, day_of_hash};
use crate::limits::ClientNetwork;
use crate::proxies::IpNetwork;
use crate::store::{OperatorRecord, Store, Unavailable};

/// Kinds of records.
mod kind {
    pub(super) const BAN: &str = "ban";
    pub(super) const SETTING: &str = "setting";
    pub(super) const KEY: &str = "address-key";
    pub(super) const USAGE: &str = "usage";
}

/// Names of settings.
const MODE: &str = "mode";
const ANNOUNCEMENT: &str = "announcement";

const DAY_MS: Millis = 24 * 60 * 60 * 1000;

/// What the operator has set.
#[derive(Default)]
pub(crate) struct Operator {
    status: watch::Sender<ServiceStatus>,
    /// Held while the settings are read: an earlier read must not undo a later one.
    refreshing: tokio::sync::Mutex<()>,
    bans: RwLock<Vec<BanRule>>,
    /// The key of the current day.
    key: RwLock<Option<DayKey>>,
    usage: UsageTable,
}

struct BanRule {
    matcher: BanMatcher,
    until: Millis,
}

enum BanMatcher {
    Network(IpNetwork),
    Hash(DayKey, String),
}

/// The usage that a node stores for a day.
#[derive(Serialize, Deserialize)]
struct StoredUsage {
    day: u64,
    addresses: Vec<(String, UsageCounts)>,
}

impl BanRule {
    fn parse(ban: &Ban) -> Option<BanRule> {
        let matcher = match (day_of_hash(&ban.target), &ban.key) {
            (Some(day), Some(key)) => BanMatcher::Hash(DayKey { day, key: parse_key(key)? }, ban.target.clone()),
            _ => BanMatcher::Network(ban.target.parse().ok()?),
        };
        Some(BanRule { matcher, until: ban.until })
    }

    fn applies_to(&self, address: IpAddr) -> bool {
        match &self.matcher {
            BanMatcher::Network(network) => network.contains(address),
            BanMatcher::Hash(key, hash) => {
                let networks = [ClientNetwork::of(address), ClientNetwork::largest_of(address)];
                networks.into_iter().any(|network| key.hash(network) == *hash)
            }
        }
    }
}

fn parse_key(text: &str) -> Option<[u8; 32]> {
    let byte = |at: usize| text.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
    let bytes: Option<Vec<u8>> = (0..text.len()).step_by(2).map(byte).collect();
    bytes?.try_into().ok()
}

fn format_key(key: &[u8; 32]) -> String {
    key.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Operator {
    /// Returns what players are told.
    pub(crate) fn status(&self) -> ServiceStatus {
        self.status.borrow().clone()
    }

    /// Returns a receiver of what players are told.
    pub(crate) fn watch_status(&self) -> watch::Receiver<ServiceStatus> {
        self.status.subscribe()
    }

    /// Returns whether games must not change.
    pub(crate) fn is_read_only(&self) -> bool {
        self.status.borrow().mode == ServiceMode::Maintenance
    }

    /// Refuses changes of games during maintenance.
    pub(crate) fn check_writable(&self) -> Result<(), Refusal> {
        if self.is_read_only() {
            return Err(Refusal::new(RefusalCode::Unavailable, "the server is in maintenance; try again later"));
        }
        Ok(())
    }

    /// Refuses new games unless the mode is normal.
    pub(crate) fn check_new_game(&self) -> Result<(), Refusal> {
        self.check_writable()?;
        if self.status.borrow().mode == ServiceMode::Draining {
            let message = "the server accepts no new games, since it is about to restart; try again later";
            return Err(Refusal::new(RefusalCode::Unavailable, message));
        }
        Ok(())
    }

    /// Returns whether an address is banned.
    pub(crate) fn is_banned(&self, address: IpAddr, now: Millis) -> bool {
        let bans = self.bans.read().unwrap_or_else(PoisonError::into_inner);
        bans.iter().any(|ban| now < ban.until && ban.applies_to(address))
    }

    /// Adds to the usage of an address.
    pub(crate) fn count(&self, address: IpAddr, now: Millis, counts: UsageCounts) {
        self.usage.add(now, address, counts);
    }

    /// Reads what the operator has set on any node.
    pub(crate) async fn refresh(&self, store: &Store, now: Millis) -> Result<(), Unavailable> {
        let _guard = self.refreshing.lock().await;
        let mut status = ServiceStatus::default();
        for setting in store.records(kind::SETTING).await? {
            match setting.name.as_str() {
                MODE => status.mode = json::decode(&setting.value).unwrap_or_default(),
                ANNOUNCEMENT if setting.expires.is_none_or(|at| now < at) => {
                    status.announcement = json::decode(&setting.value).ok();
                }
                _ => {}
            }
        }
        self.status.send_if_modified(|known| {
            let changed = *known != status;
            *known = status;
            changed
        });
        let bans = self.bans(store).await?.iter().filter_map(BanRule::parse).collect();
        *self.bans.write().unwrap_or_else(PoisonError::into_inner) = bans;
        self.refresh_key(store, now).await
    }

    /// Makes sure that there is a key for today. If two nodes create one at the same time, both use the last.
    async fn refresh_key(&self, store: &Store, now: Millis) -> Result<(), Unavailable> {
        let today = day_of(now);
        let known = self.current_key().filter(|key| key.day == today);
        if known.is_some() && now % DAY_MS > 60_000 {
            return Ok(());
        }
        let key = match self.stored_key(store, today).await? {
            Some(key) => key,
            None => {
                let key = DayKey::new(today);
                let expires = Some((today + USAGE_DAYS) * DAY_MS);
                let (kind, value) = (kind::KEY.to_owned(), format_key(&key.key));
                store.put_record(OperatorRecord { kind, name: today.to_string(), value, expires }).await?;
                key
            }
        };
        *self.key.write().unwrap_or_else(PoisonError::into_inner) = Some(key);
        Ok(())
    }

    fn current_key(&self) -> Option<DayKey> {
        *self.key.read().unwrap_or_else(PoisonError::into_inner)
    }

    async fn stored_key(&self, store: &Store, day: u64) -> Result<Option<DayKey>, Unavailable> {
        let keys = store.records(kind::KEY).await?;
        let key = keys.iter().find(|record| record.name == day.to_string());
        Ok(key.and_then(|record| Some(DayKey { day, key: parse_key(&record.value)? })))
    }

    /// Stores the usage of this node.
    pub(crate) async fn store_usage(&self, store: &Store, node: &str) -> Result<(), Unavailable> {
        let Some(key) = self.current_key() else { return Ok(()) };
        let addresses = self.usage.hashed(&key);
        if addresses.is_empty() {
            return Ok(());
        }
        let value = json::encode(&StoredUsage { day: key.day, addresses });
        let expires = Some((key.day + USAGE_DAYS) * DAY_MS);
        let name = format!("{}/{node}", key.day);
        store.put_record(OperatorRecord { kind: kind::USAGE.to_owned(), name, value, expires }).await
    }

    /// Returns the usage that all nodes have stored, last day first, then by requests.
    pub(super) async fn usage(&self, store: &Store, limit: usize) -> Result<Vec<AddressReport>, Unavailable> {
        let mut all: std::collections::BTreeMap<(u64, String), UsageCounts> = std::collections::BTreeMap::new();
        for record in store.records(kind::USAGE).await? {
            let Ok(stored) = json::decode::<StoredUsage>(&record.value) else { continue };
            for (hash, counts) in stored.addresses {
                all.entry((stored.day, hash)).or_default().add(counts);
            }
        }
        let mut all: Vec<_> = all.into_iter().collect();
        all.sort_by_key(|((day, _), counts)| std::cmp::Reverse((*day, counts.requests)));
        let report = |((day, hash), counts)| AddressReport { day: date_of(day), hash, counts };
        Ok(all.into_iter().take(limit).map(report).collect())
    }

    /// Sets the mode of all nodes.
    pub(super) async fn set_mode(&self, store: &Store, mode: ServiceMode) -> Result<(), Unavailable> {
        self.set(store, MODE, json::encode(&mode), None).await
    }

    /// Sets or removes the announcement of all nodes. It expires an hour after what it announces, or after a week.
    pub(super) async fn announce(
        &self,
        store: &Store,
        announcement: Option<Announcement>,
        now: Millis,
    ) -> Result<(), Unavailable> {
        let Some(announcement) = announcement else {
            return store.remove_record(kind::SETTING, ANNOUNCEMENT).await.map(|_| ());
        };
        let expires = announcement.at.map_or(now + 7 * DAY_MS, |at| at + DAY_MS / 24);
        self.set(store, ANNOUNCEMENT, json::encode(&announcement), Some(expires)).await
    }

    async fn set(&self, store: &Store, name: &str, value: String, expires: Option<Millis>) -> Result<(), Unavailable> {
        let (kind, name) = (kind::SETTING.to_owned(), name.to_owned());
        store.put_record(OperatorRecord { kind, name, value, expires }).await
    }

    /// Returns the bans.
    pub(super) async fn bans(&self, store: &Store) -> Result<Vec<Ban>, Unavailable> {
        let records = store.records(kind::BAN).await?;
        Ok(records.iter().filter_map(|record| json::decode(&record.value).ok()).collect())
    }

    /// Bans an address, a network or a hash. Returns the target in its canonical form.
    pub(super) async fn ban(
        &self,
        store: &Store,
        target: &str,
        until: Millis,
        reason: String,
    ) -> Result<Result<String, String>, Unavailable> {
        let (target, key) = match day_of_hash(target) {
            Some(day) => match self.stored_key(store, day).await? {
                // The ban keeps the key as long as it lasts.
                Some(key) => (target.to_owned(), Some(format_key(&key.key))),
                None => {
                    return Ok(Err(format!("the hash {target} has expired: hashes are kept for {USAGE_DAYS} days")));
                }
            },
            None => match target.parse::<IpNetwork>() {
                Ok(network) if network.is_too_wide_to_ban() => {
                    return Ok(Err(format!("{target} would refuse too many clients: use a longer prefix")));
                }
                Ok(network) => (network.to_string(), None),
                Err(()) => {
                    let valid = "write 192.0.2.7, 192.0.2.0/24, 2001:db8::/48 or a hash from the list of usage";
                    return Ok(Err(format!("invalid address '{target}': {valid}")));
                }
            },
        };
        let value = json::encode(&Ban { target: target.clone(), until, reason, key });
        let (kind, name) = (kind::BAN.to_owned(), target.clone());
        store.put_record(OperatorRecord { kind, name, value, expires: Some(until) }).await?;
        Ok(Ok(target))
    }

    /// Removes a ban; returns whether there was one.
    pub(super) async fn unban(&self, store: &Store, target: &str) -> Result<bool, Unavailable> {
        let target = target.parse::<IpNetwork>().map_or(target.to_owned(), |network| network.to_string());
        store.remove_record(kind::BAN, &target).await
    }
}
