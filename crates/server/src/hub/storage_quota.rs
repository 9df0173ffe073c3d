//! How much each client address has stored lately: a leaky bucket of bytes, which empties within a day. Counted on this node,
//! from its start.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use halfboard_protocol::event::LoggedEvent;
use halfboard_protocol::json;
use halfboard_protocol::message::{Command, Refusal, RefusalCode};

use crate::limits::ClientNetwork;

/// Bytes that an event needs in the database besides its text, with its share of indexes.
const EVENT_OVERHEAD: u64 = 120;

/// Bytes that a game needs besides its events.
const GAME_OVERHEAD: u64 = 800;

const DAY_SECONDS: f64 = 24.0 * 3600.0;

/// The bytes stored by each client address.
pub(super) struct StorageQuota {
    /// Bytes per day and address.
    max: f64,
    buckets: Mutex<HashMap<ClientNetwork, StorageBucket>>,
}

/// Bytes stored lately, as of a time.
struct StorageBucket {
    bytes: f64,
    updated: Instant,
    multiple: f64,
}

impl StorageBucket {
    /// Returns the bytes that count at a time; `max` is that of an address.
    fn bytes_at(&self, max: f64, now: Instant) -> f64 {
        let drained = max * self.multiple / DAY_SECONDS * now.saturating_duration_since(self.updated).as_secs_f64();
        (self.bytes - drained).max(0.0)
    }
}

/// Returns about how many bytes events need in the database.
pub(super) fn stored_bytes(events: &[LoggedEvent]) -> u64 {
    let size = |logged: &LoggedEvent| {
        let created = if logged.version == 1 { GAME_OVERHEAD } else { 0 };
        json::encoded_len(&logged.event) as u64 + EVENT_OVERHEAD + created
    };
    events.iter().map(size).sum()
}

impl StorageQuota {
    /// Creates a quota of bytes per day and address.
    pub(super) fn new(max: u64) -> StorageQuota {
        StorageQuota { max: max as f64, buckets: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ClientNetwork, StorageBucket>> {
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refuses a new game or seat of a client that has stored too much.
    pub(super) fn check(&self, client: IpAddr) -> Result<(), Refusal> {
        self.check_share(client, 1.0)
    }

    /// Refuses a command of a client that has stored too much. Turns have twice the quota of chat and proposals, so that what
    /// is begun can be played; the end of a game is never refused.
    pub(super) fn check_command(&self, client: IpAddr, command: &Command) -> Result<(), Refusal> {
        match command {
            Command::Resign | Command::Abort => Ok(()),
            Command::Play { .. } => self.check_share(client, 2.0),
            _ => self.check_share(client, 1.0),
        }
    }

    fn check_share(&self, client: IpAddr, share: f64) -> Result<(), Refusal> {
        let now = Instant::now();
        let buckets = self.lock();
        for (network, multiple) in ClientNetwork::levels(client) {
            let max = self.max * multiple as f64;
            let bytes = buckets.get(&network).map_or(0.0, |bucket| bucket.bytes_at(self.max, now));
            if bytes >= share * max {
                let wait = ((bytes - share * max) / max * DAY_SECONDS).max(60.0) as u32;
                let message = "too much was stored from this address today; wait some minutes, and play less";
                return Err(Refusal::new(RefusalCode::TooMany, message).retry_after(wait));
            }
        }
        Ok(())
    }

    /// Returns the bytes that a client has stored lately.
    #[cfg(test)]
    pub(super) fn bytes_of(&self, client: IpAddr) -> u64 {
        let bucket =
            self.lock().get(&ClientNetwork::of(client)).map(|bucket| bucket.bytes_at(self.max, Instant::now()));
        bucket.unwrap_or_default() as u64
    }

    /// Counts stored bytes of a client.
    pub(super) fn charge(&self, client: IpAddr, bytes: u64) {
        let now = Instant::now();
        let mut buckets = self.lock();
        if buckets.len() > 100_000 {
            buckets.retain(|_, bucket| bucket.bytes_at(self.max, now) > 0.0);
        }
        for (network, multiple) in ClientNetwork::levels(client) {
            let fresh = || StorageBucket { bytes: 0.0, updated: now, multiple: multiple as f64 };
            let bucket = buckets.entry(network).or_insert_with(fresh);
            bucket.bytes = bucket.bytes_at(self.max, now) + bytes as f64;
            bucket.updated = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chat_ends_before_turns_and_a_game_can_always_be_ended() {
        let quota = StorageQuota::new(1000);
        let (client, other) = ([192, 0, 2, 1].into(), [192, 0, 2, 2].into());
        let play = Command::Play { line: 0, ply: 0, mv: String::new() };
        let say = Command::Say { text: String::new() };
        let allowed =
            |client, command: &Command| quota.check(client).is_ok() && quota.check_command(client, command).is_ok();
        assert!(allowed(client, &say) && allowed(client, &play));
        quota.charge(client, 1100);
        assert!(quota.check(client).is_err() && quota.check_command(client, &say).is_err());
        assert!(quota.check_command(client, &play).is_ok());
        quota.charge(client, 1100);
        let refusal = quota.check_command(client, &play).expect_err("too much");
        assert!(refusal.retry_after.is_some_and(|wait| wait > 60), "{refusal:?}");
        assert!(quota.check_command(client, &Command::Resign).is_ok());
        assert!(allowed(other, &say));
    }
}
