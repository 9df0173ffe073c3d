//! The system clock: date and random seed.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use halfboard_protocol::utc_date;
use halfboard_rules::random::mix;

fn since_1970() -> Duration {
    // A clock before 1970 is wrong anyway; the date is then 1970.01.01.
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// Returns a random seed that is short enough to type.
pub(super) fn seed() -> u64 {
    1 + mix(since_1970().as_nanos() as u64) % 999_999
}

/// Returns the date in UTC, as in records.
pub(super) fn today() -> String {
    utc_date(since_1970().as_millis() as u64)
}
