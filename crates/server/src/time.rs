//! The time source of a hub. Everything that is stored or judged by time reads it, so that tests and simulations can drive
//! it; waiting is done with `tokio::time`, which they drive as well.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use halfboard_protocol::Millis;
use halfboard_protocol::clock::Outage;

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

/// The time of games. It runs with the monotonic clock and follows a reference: the system clock, or the database's, which
/// several nodes share. A reference that is stepped does not charge players: a step ahead is an outage, and after a step
/// back the time goes on, a little slower.
pub(crate) struct GameTime {
    source: TimeSource,
    /// The difference to the monotonic clock, in milliseconds.
    offset: AtomicI64,
}

/// A difference that is made up slowly, in milliseconds.
const MAX_SLEW_MS: i64 = 250;

impl GameTime {
    /// Creates a time that starts with the system clock.
    pub(crate) fn new(source: TimeSource) -> GameTime {
        let time = GameTime { source, offset: AtomicI64::new(0) };
        time.set(None);
        time
    }

    /// Reads the source.
    pub(crate) fn read(&self) -> TimeReading {
        self.source.read()
    }

    /// Returns the current time.
    pub(crate) fn now(&self) -> Millis {
        self.at(self.read())
    }

    /// Returns the time of a reading.
    pub(crate) fn at(&self, reading: TimeReading) -> Millis {
        let monotonic = milliseconds(reading.monotonic);
        u64::try_from(monotonic.saturating_add(self.offset.load(Ordering::Relaxed))).unwrap_or_default()
    }

    /// Returns the difference of the reference and the monotonic clock: the given one, or that of the system clock.
    fn target(&self, offset: Option<i64>) -> i64 {
        let reading = self.read();
        let wall = i64::try_from(reading.wall).unwrap_or(i64::MAX);
        offset.unwrap_or_else(|| wall.saturating_sub(milliseconds(reading.monotonic)))
    }

    /// Sets the time at once.
    pub(crate) fn set(&self, offset: Option<i64>) {
        self.offset.store(self.target(offset), Ordering::Relaxed);
    }

    /// Follows the reference, by at most a millisecond per call unless it was stepped ahead. Returns the time that was left
    /// out by a step.
    pub(crate) fn follow(&self, offset: Option<i64>) -> Option<Outage> {
        let current = self.offset.load(Ordering::Relaxed);
        let behind = self.target(offset).saturating_sub(current);
        let since = self.now();
        if behind <= MAX_SLEW_MS {
            self.offset.store(current.saturating_add(behind.clamp(-1, 1)), Ordering::Relaxed);
            return None;
        }
        self.offset.store(current.saturating_add(behind), Ordering::Relaxed);
        Some(Outage { since, until: since.saturating_add(behind.unsigned_abs()) })
    }
}

fn milliseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn steps_of_the_system_clock_are_not_charged() {
        let reading = Arc::new(Mutex::new(TimeReading { wall: 1_000_000, monotonic: Duration::from_secs(5) }));
        let advance = |wall: i64, ms: u64| {
            let mut reading = reading.lock().expect("no panic");
            reading.wall = reading.wall.saturating_add_signed(wall);
            reading.monotonic += Duration::from_millis(ms);
        };
        let source = Arc::clone(&reading);
        let time = GameTime::new(TimeSource::new(move || *source.lock().expect("no panic")));
        assert_eq!(time.now(), 1_000_000);
        advance(100, 100);
        assert_eq!((time.follow(None), time.now()), (None, 1_000_100));
        // Set ahead by a minute, or suspended: the missing time is an outage.
        advance(60_100, 100);
        assert_eq!(time.follow(None), Some(Outage { since: 1_000_200, until: 1_060_200 }));
        // Set back by an hour: the time goes on, a little slower.
        advance(-3_600_000, 100);
        assert_eq!((time.follow(None), time.now()), (None, 1_060_299));
        // The database's clock is the reference, whatever the system clock says.
        time.set(Some(2_000_000 - 5_300));
        assert_eq!((time.follow(Some(2_000_000 - 5_300)), time.now()), (None, 2_000_000));
    }
}
