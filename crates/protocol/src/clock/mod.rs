//! Time controls and clocks, for online and local games.
//!
//! A clock never ticks: every value is a function of stored times and of the time passed in. Online games pass the times
//! of the event log, so that a clock is right after a restart and the same wherever the log is read. Local games pass any
//! monotonic time in milliseconds and store [`Clocks::remaining`] of each seat.
//!
//! When a clock starts is the caller's decision. Online, the first two turns are free: until the second turn any player can
//! abort the game.
//!
//! ```
//! use halfboard_protocol::clock::{Clocks, TimeControl};
//!
//! let control = TimeControl::Fischer { initial: 60_000, increment: 2_000 };
//! let mut clocks = Clocks::new(control, 2);
//! clocks.switch_to(Some(0), 0);
//! clocks.press(0, 0, Some(1), 10_000);
//! assert_eq!(clocks.remaining(0, 15_000), Some(52_000));
//! assert_eq!(clocks.remaining(1, 15_000), Some(55_000));
//! assert_eq!(clocks.expired(70_000), Some(1));
//! ```

mod outage;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Millis;

pub use outage::{MIN_REFUND_MS, Outage, Refund};

/// A time control. Durations are milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Control))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum TimeControl {
    /// Unlimited time.
    #[default]
    None,
    /// Time for the game, and an increment added after each turn.
    Fischer {
        /// Time for the game.
        initial: u64,
        /// Added after each turn.
        increment: u64,
    },
    /// Time for the game, and a delay at the start of each turn that does not count.
    Delay {
        /// Time for the game.
        initial: u64,
        /// Free at the start of each turn.
        delay: u64,
    },
    /// A number of days for each turn.
    Days {
        /// Days for each turn.
        days: u8,
    },
}

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// Lag compensation available for a seat's first turn, in milliseconds.
const INITIAL_LAG_QUOTA: u32 = 500;
/// Lag compensation regained with each turn, in milliseconds.
const LAG_QUOTA_PER_TURN: u32 = 100;
/// Maximum lag compensation for one turn, in milliseconds.
const MAX_LAG_QUOTA: u32 = 1000;

impl TimeControl {
    /// Returns whether online games accept this time control: at most a day for the game, an hour per turn, 30 days per
    /// turn, and at least one second in all.
    pub fn is_valid(self) -> bool {
        let fits =
            |initial: u64, per_turn: u64| initial <= DAY_MS && per_turn <= DAY_MS / 24 && initial + per_turn >= 1000;
        match self {
            TimeControl::None => true,
            TimeControl::Fischer { initial, increment } => fits(initial, increment),
            TimeControl::Delay { initial, delay } => fits(initial, delay),
            TimeControl::Days { days } => (1..=30).contains(&days),
        }
    }

    /// Returns the time on each clock at the start, in milliseconds.
    pub fn initial(self) -> u64 {
        match self {
            TimeControl::None => 0,
            // With nothing but an increment, the first turn has it, too.
            TimeControl::Fischer { initial, increment } => initial.max(increment),
            TimeControl::Delay { initial, .. } => initial,
            TimeControl::Days { days } => u64::from(days) * DAY_MS,
        }
    }

    /// Returns the time that each turn adds or leaves free, in milliseconds.
    pub fn increment(self) -> u64 {
        match self {
            TimeControl::Fischer { increment: per_turn, .. } | TimeControl::Delay { delay: per_turn, .. } => per_turn,
            TimeControl::None | TimeControl::Days { .. } => 0,
        }
    }

    /// Returns how much time a player can give an opponent at once, in milliseconds; `None` without a clock.
    pub fn gift(self) -> Option<u64> {
        match self {
            TimeControl::None => None,
            TimeControl::Days { .. } => Some(DAY_MS),
            _ => Some(crate::limits::TIME_GIFT_MS),
        }
    }

    /// Parses a time control with durations of up to a day each, without the limits of online games ([`is_valid`]).
    ///
    /// [`is_valid`]: TimeControl::is_valid
    pub fn parse_lenient(text: &str) -> Option<TimeControl> {
        let ms = |text: &str| {
            let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds))?;
            Some((seconds * 1000.0).round() as u64)
        };
        let pair = |separator: char| {
            let (initial, per_turn) = text.split_once(separator)?;
            Some((ms(initial)?, ms(per_turn)?))
        };
        if text == "none" {
            return Some(TimeControl::None);
        }
        if let Some(days) = text.strip_suffix("days") {
            return days.parse().ok().map(|days| TimeControl::Days { days });
        }
        if let Some((initial, increment)) = pair('+') {
            return Some(TimeControl::Fischer { initial, increment });
        }
        pair('d').map(|(initial, delay)| TimeControl::Delay { initial, delay })
    }
}

/// Formats as `none`, `300+5` (seconds and increment), `300d5` (seconds and delay) or `3days`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |ms: u64| ms as f64 / 1000.0;
        match *self {
            TimeControl::None => f.write_str("none"),
            TimeControl::Fischer { initial, increment } => write!(f, "{}+{}", seconds(initial), seconds(increment)),
            TimeControl::Delay { initial, delay } => write!(f, "{}d{}", seconds(initial), seconds(delay)),
            TimeControl::Days { days } => write!(f, "{days}days"),
        }
    }
}

/// An error from parsing a [`TimeControl`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseTimeControlError(String);

impl fmt::Display for ParseTimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "invalid time control '{}': use none, 300+5 (seconds and increment), 300d5 (seconds and delay per turn) or \
             3days (per turn)",
            self.0
        )
    }
}

impl std::error::Error for ParseTimeControlError {}

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, ParseTimeControlError> {
        let control = TimeControl::parse_lenient(text).filter(|control| control.is_valid());
        control.ok_or_else(|| ParseTimeControlError(text.to_owned()))
    }
}

/// The clocks of all seats. At most one runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    control: TimeControl,
    remaining: Vec<u64>,
    lag_quota: Vec<u32>,
    /// The seat whose clock runs, and since when.
    running: Option<(u8, Millis)>,
    /// The end of the last outage whose time the running clock got back.
    refunded_until: Millis,
}

impl Clocks {
    /// Creates stopped clocks with the full time.
    pub fn new(control: TimeControl, seats: usize) -> Clocks {
        Clocks::with_remaining(control, vec![control.initial(); seats])
    }

    /// Creates stopped clocks with the given time for each seat, in milliseconds.
    pub fn with_remaining(control: TimeControl, remaining: Vec<u64>) -> Clocks {
        Clocks {
            control,
            lag_quota: vec![INITIAL_LAG_QUOTA; remaining.len()],
            remaining,
            running: None,
            refunded_until: 0,
        }
    }

    /// Returns the time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Returns the seat whose clock runs.
    pub fn running(&self) -> Option<u8> {
        self.running.map(|(seat, _)| seat)
    }

    /// Returns since when a clock runs.
    pub fn running_since(&self) -> Option<Millis> {
        self.running.map(|(_, since)| since)
    }

    /// Returns the time a seat has left, in milliseconds; `None` without a clock.
    pub fn remaining(&self, seat: u8, now: Millis) -> Option<u64> {
        if self.control == TimeControl::None {
            return None;
        }
        let remaining = self.remaining.get(usize::from(seat)).copied().unwrap_or_default();
        let used = match self.running {
            Some((running, since)) if running == seat => self.charged(now.saturating_sub(since)),
            _ => 0,
        };
        Some(remaining.saturating_sub(used))
    }

    /// Returns when the running clock reaches zero.
    pub fn deadline(&self) -> Option<Millis> {
        let (seat, since) = self.running?;
        let remaining = self.remaining.get(usize::from(seat)).copied().unwrap_or_default();
        // Times come from a log, which may be damaged: nothing here may overflow.
        (self.control != TimeControl::None).then(|| since.saturating_add(remaining).saturating_add(self.delay()))
    }

    /// Returns the seat whose time is up, without lag compensation.
    pub fn expired(&self, now: Millis) -> Option<u8> {
        self.deadline().filter(|&deadline| now >= deadline).and(self.running())
    }

    /// Returns when the flag falls: the deadline plus the lag that can still be compensated.
    pub fn flag_falls_at(&self) -> Option<Millis> {
        let seat = self.running()?;
        Some(self.deadline()?.saturating_add(u64::from(self.lag_quota(seat))))
    }

    /// Returns the maximum lag compensation for a seat's next turn, in milliseconds.
    pub fn lag_quota(&self, seat: u8) -> u32 {
        self.lag_quota.get(usize::from(seat)).copied().unwrap_or_default()
    }

    /// Returns the part of each turn that is free.
    fn delay(&self) -> u64 {
        if let TimeControl::Delay { delay, .. } = self.control { delay } else { 0 }
    }

    /// Returns the part of an elapsed time that counts.
    fn charged(&self, elapsed: u64) -> u64 {
        elapsed.saturating_sub(self.delay())
    }

    /// Ends a seat's turn and starts the clock of `next`. Up to the quota, `lag` milliseconds are not charged. A turn that
    /// was played while the seat's clock stood costs and adds nothing.
    pub fn press(&mut self, seat: u8, lag: u32, next: Option<u8>, at: Millis) {
        let timed = self.running() == Some(seat);
        let lag = lag.min(self.lag_quota(seat));
        if let Some((_, since)) = self.running.filter(|_| timed) {
            let thought = at.saturating_sub(since).saturating_sub(u64::from(lag));
            let used = self.charged(thought);
            if let (Some(remaining), Some(quota)) =
                (self.remaining.get_mut(usize::from(seat)), self.lag_quota.get_mut(usize::from(seat)))
            {
                *remaining = match self.control {
                    TimeControl::Fischer { increment, .. } => remaining.saturating_sub(used).saturating_add(increment),
                    TimeControl::Days { .. } => self.control.initial(),
                    _ => remaining.saturating_sub(used),
                };
                *quota = (*quota - lag + LAG_QUOTA_PER_TURN).min(MAX_LAG_QUOTA);
            }
        }
        self.start(next, at);
    }

    /// Stops the running clock, charges its time, and starts the clock of `next`, without a turn being played.
    pub fn switch_to(&mut self, next: Option<u8>, at: Millis) {
        if let Some((seat, since)) = self.running {
            let used = self.charged(at.saturating_sub(since));
            if let Some(remaining) = self.remaining.get_mut(usize::from(seat)) {
                *remaining = remaining.saturating_sub(used);
            }
        }
        self.start(next, at);
        if let (TimeControl::Days { .. }, Some(seat)) = (self.control, next)
            && let Some(remaining) = self.remaining.get_mut(usize::from(seat))
        {
            *remaining = self.control.initial();
        }
    }

    /// Starts the clock of `next`.
    fn start(&mut self, next: Option<u8>, at: Millis) {
        self.running = next.map(|seat| (seat, at));
        self.refunded_until = 0;
    }

    /// Adds time to a seat's clock, in milliseconds.
    pub fn add_time(&mut self, seat: u8, ms: u64) {
        if let Some(remaining) = self.remaining.get_mut(usize::from(seat)) {
            *remaining = remaining.saturating_add(ms).min(365 * DAY_MS);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_round_trip() {
        for text in ["none", "300+5", "0.5+1", "300d5", "3days"] {
            assert_eq!(text.parse::<TimeControl>().expect(text).to_string(), text);
        }
        for text in ["", "300", "0+0", "300-5", "0days", "31days", "inf+1", "NaN+1", "1e9+1"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn increment_is_added_and_lag_is_compensated_within_its_quota() {
        let mut clocks = Clocks::new(TimeControl::Fischer { initial: 10_000, increment: 2_000 }, 2);
        clocks.press(0, 0, Some(1), 1_000);
        assert_eq!((clocks.remaining(0, 5_000), clocks.remaining(1, 5_000)), (Some(10_000), Some(6_000)));
        // Three seconds, of which 400 ms were lag.
        clocks.press(1, 400, Some(0), 4_000);
        assert_eq!(clocks.remaining(1, 9_000), Some(10_000 - 2_600 + 2_000));
        assert_eq!(clocks.lag_quota(1), 200);
        assert_eq!(clocks.deadline(), Some(14_000));
        assert_eq!(clocks.flag_falls_at(), Some(14_500));
        assert_eq!(clocks.remaining(0, 20_000), Some(0));
    }

    #[test]
    fn delay_is_free_and_days_restart_with_each_turn() {
        let mut clocks = Clocks::new(TimeControl::Delay { initial: 10_000, delay: 3_000 }, 2);
        clocks.press(0, 0, Some(1), 0);
        assert_eq!(clocks.remaining(1, 3_000), Some(10_000));
        assert_eq!(clocks.deadline(), Some(13_000));
        clocks.press(1, 0, Some(0), 5_000);
        assert_eq!(clocks.remaining(1, 5_000), Some(8_000));

        let mut clocks = Clocks::new(TimeControl::Days { days: 2 }, 2);
        clocks.press(0, 0, Some(1), 0);
        clocks.press(1, 0, Some(0), DAY_MS);
        clocks.press(0, 0, Some(1), 2 * DAY_MS);
        assert_eq!(clocks.remaining(1, 3 * DAY_MS), Some(DAY_MS));
        assert_eq!(clocks.deadline(), Some(4 * DAY_MS));
    }

    #[test]
    fn without_a_clock_nothing_expires() {
        let mut clocks = Clocks::new(TimeControl::None, 2);
        clocks.press(0, 0, Some(1), 0);
        assert_eq!((clocks.remaining(1, 99), clocks.deadline(), clocks.flag_falls_at()), (None, None, None));
    }

    #[test]
    fn local_games_resume_and_expire_without_lag_compensation() {
        let control = TimeControl::parse_lenient("0.5+0").expect("short, but a clock");
        assert!(!control.is_valid());
        let mut clocks = Clocks::with_remaining(control, vec![300, 500]);
        assert_eq!((clocks.expired(9_999), clocks.running()), (None, None));
        clocks.switch_to(Some(0), 1_000);
        assert_eq!((clocks.expired(1_299), clocks.expired(1_300)), (None, Some(0)));
        clocks.switch_to(None, 1_200);
        assert_eq!((clocks.remaining(0, 9_999), clocks.expired(9_999)), (Some(100), None));
    }
}
