//! The time source of a hub. Everything that is stored or judged by time reads it, so that tests and simulations can drive
//! it; waiting is done with `tokio::time`, which they drive as well.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use halfboard_protocol::Millis;

/// A reading of a [`TimeSource`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeReading {
    /// The system clock, which may be stepped.
    pub wall: Millis,
    /// A clock that never goes back, from any origin.
    pub monotonic: Duration,
}

/// A source of time. Clones share it.
#[derive(Clone)]
pub struct TimeSource(Arc<dyn Fn() -> TimeReading + Send + Sync>);

impl TimeSource {
    /// Creates a source that calls a function.
    pub fn new(read: impl Fn() -> TimeReading + Send + Sync + 'static) -> TimeSource {
        TimeSource(Arc::new(read))
    }

    /// Reads both clocks.
    pub fn read(&self) -> TimeReading {
        (self.0)()
    }
}

/// The clocks of the operating system.
impl Default for TimeSource {
    fn default() -> TimeSource {
        let started = Instant::now();
        TimeSource::new(move || TimeReading { wall: system_time(), monotonic: started.elapsed() })
    }
}

/// Returns the current time of the system clock.
pub(crate) fn system_time() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}
