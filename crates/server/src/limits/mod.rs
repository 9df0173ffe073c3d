//! Quotas and rate limits, by client address and in all.

mod addresses;
mod buffers;
mod network;
mod rate;

use std::time::Duration;

use halfboard_protocol::message::{Refusal, RefusalCode};

pub(crate) use self::addresses::{AddressLimits, AddressPermit, LogLine};
pub(crate) use self::buffers::{BufferCharge, BufferQuota};
pub(crate) use self::network::{ClientNetwork, allocation};
pub(crate) use self::rate::{PeriodCounter, RateWindow};

/// Returns the refusal of something of which an address has had too much, with the time to wait.
pub(crate) fn too_many(what: &str, wait: Duration) -> Refusal {
    let seconds = wait.as_secs().max(1);
    let minutes = seconds.div_ceil(60);
    let message = format!("too many {what} from this address; try again in {minutes} min");
    Refusal::new(RefusalCode::TooMany, message).retry_after(u32::try_from(seconds).unwrap_or(u32::MAX))
}

/// Number of connections allowed in addition to sockets and streams.
const EXTRA_CONNECTIONS: usize = 1024;

/// Number of connections that a single address can never take.
const RESERVED_CONNECTIONS: usize = EXTRA_CONNECTIONS / 2;

/// Configurable quotas and rate limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of open sockets and streams.
    pub sockets: usize,
    /// The same per client address.
    pub sockets_per_address: usize,
    /// Open connections per address in addition to its sockets and streams.
    pub connections_per_address: usize,
    /// New games per hour and address.
    pub games_per_address: usize,
    /// API requests per minute and address.
    pub requests_per_address: usize,
    /// Requests for pages and files per minute and address.
    pub files_per_address: usize,
    /// Requests for pictures of link previews per minute and address.
    pub pictures_per_address: usize,
    /// Open public challenges of an address.
    pub challenges_per_address: usize,
    /// Seats taken per hour and address.
    pub seats_per_address: usize,
    /// Public games that an address has joined without having moved yet.
    pub waiting_seats_per_address: usize,
    /// Bytes stored per day and address.
    pub storage_per_address: u64,
    /// Concurrent engine searches.
    pub engines: usize,
    /// Maximum search time per turn, in milliseconds.
    pub engine_ms: u64,
    /// Waiting engine searches of an address at which its new engine games are refused.
    pub engine_queue_per_address: usize,
    /// The same in all.
    pub engine_queue: usize,
    /// Seconds for each of the first two turns of a game with a clock; `None` for no limit.
    pub first_move: Option<u32>,
    /// Days after which an open challenge is deleted.
    pub challenge_days: u64,
    /// Days after which a finished game is deleted; 0 for never.
    pub finished_days: u64,
    /// Days after which an aborted game is deleted; 0 for never.
    pub aborted_days: u64,
    /// Days after the end of a game after which its chat is erased; 0 for never.
    pub chat_days: u64,
    /// Days after which entries of the audit log are deleted; 0 for never.
    pub audit_days: u64,
    /// Messages per socket within [`halfboard_protocol::limits::MESSAGE_WINDOW_MS`].
    pub messages: usize,
    /// Maximum time until a client accepts more of what is sent to it.
    pub write_timeout: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            sockets: 20_000,
            sockets_per_address: 100,
            connections_per_address: 100,
            games_per_address: 120,
            requests_per_address: 600,
            files_per_address: 6_000,
            pictures_per_address: 60,
            challenges_per_address: 3,
            seats_per_address: 120,
            waiting_seats_per_address: 10,
            storage_per_address: 64 << 20,
            engines: 1,
            engine_ms: 3_000,
            engine_queue_per_address: 16,
            engine_queue: 256,
            first_move: Some(60),
            challenge_days: 14,
            finished_days: 0,
            aborted_days: 1,
            chat_days: 0,
            audit_days: 365,
            messages: halfboard_protocol::limits::MAX_MESSAGES,
            write_timeout: Duration::from_secs(20),
        }
    }
}

impl Limits {
    /// Returns the maximum number of open connections, including sockets and streams.
    pub(crate) fn connections(&self) -> usize {
        self.sockets.saturating_add(EXTRA_CONNECTIONS)
    }

    /// Returns the maximum number of open connections of a network that has `multiple` times the limits of an address.
    pub(crate) fn connections_of(&self, multiple: usize) -> usize {
        let max = self.connections_per_address.saturating_add(self.sockets_per_address).saturating_mul(multiple);
        max.min(self.connections() - RESERVED_CONNECTIONS)
    }
}
