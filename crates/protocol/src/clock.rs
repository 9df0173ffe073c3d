//! Time controls, and clocks. A clock is never ticked: it is reckoned from the times in a game's log, so that it is right
//! also after a restart, and the same wherever the log is read.
//!
//! The first two turns of a game take no time: people are still arriving, and until the second turn anyone can call the
//! game off.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Millis;

/// The time that everybody has. Times are milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Control {
    /// As much as they like.
    #[default]
    None,
    /// A time for the game, to which each turn adds.
    Fischer {
        /// For the game.
        initial: u64,
        /// Added by each turn.
        increment: u64,
    },
    /// A time for the game, of which the first part of each turn takes nothing.
    Delay {
        /// For the game.
        initial: u64,
        /// Free in each turn.
        delay: u64,
    },
    /// So many days for each turn.
    Days {
        /// Days.
        days: u8,
    },
}

const DAY: u64 = 24 * 60 * 60 * 1000;

/// Lag is made up for out of a quota: this much at first, …
const QUOTA_AT_FIRST: u32 = 500;
/// … so much more with each turn, …
const QUOTA_A_TURN: u32 = 100;
/// … and never more than this.
const QUOTA_AT_MOST: u32 = 1000;

impl Control {
    /// Whether anybody could play with it: at most a day for the game, an hour a turn, 30 days a turn.
    pub fn is_valid(self) -> bool {
        let fits = |initial: u64, more: u64| initial <= DAY && more <= DAY / 24 && initial + more >= 1000;
        match self {
            Control::None => true,
            Control::Fischer { initial, increment } => fits(initial, increment),
            Control::Delay { initial, delay } => fits(initial, delay),
            Control::Days { days } => (1..=30).contains(&days),
        }
    }

    /// What everybody has at the start.
    fn initial(self) -> u64 {
        match self {
            Control::None => 0,
            // Whoever has nothing but the increment has it for the first turn, too.
            Control::Fischer { initial, increment } => initial.max(increment),
            Control::Delay { initial, .. } => initial,
            Control::Days { days } => u64::from(days) * DAY,
        }
    }

    /// How much one player can give another at a time.
    pub fn gift(self) -> Option<u64> {
        match self {
            Control::None => None,
            Control::Days { .. } => Some(DAY),
            _ => Some(crate::limits::GIFT),
        }
    }
}

/// `none`, `300+5` (seconds, increment), `300d5` (seconds, delay) or `3days`.
impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |ms: u64| ms as f64 / 1000.0;
        match *self {
            Control::None => f.write_str("none"),
            Control::Fischer { initial, increment } => write!(f, "{}+{}", seconds(initial), seconds(increment)),
            Control::Delay { initial, delay } => write!(f, "{}d{}", seconds(initial), seconds(delay)),
            Control::Days { days } => write!(f, "{days}days"),
        }
    }
}

/// Text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadControl(String);

impl fmt::Display for BadControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is no time control; valid: none, 300+5 (seconds for the game, and added by each turn), 300d5 (seconds \
             for the game, and free in each turn), 3days (for each turn)",
            self.0
        )
    }
}

impl std::error::Error for BadControl {}

impl FromStr for Control {
    type Err = BadControl;

    fn from_str(text: &str) -> Result<Control, BadControl> {
        let ms = |text: &str| {
            let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds))?;
            Some((seconds * 1000.0).round() as u64)
        };
        let pair = |mark: char| text.split_once(mark).and_then(|(first, second)| Some((ms(first)?, ms(second)?)));
        let control = match text.strip_suffix("days") {
            _ if text == "none" => Some(Control::None),
            Some(days) => days.parse().ok().map(|days| Control::Days { days }),
            None => {
                let fischer = pair('+').map(|(initial, increment)| Control::Fischer { initial, increment });
                fischer.or_else(|| pair('d').map(|(initial, delay)| Control::Delay { initial, delay }))
            }
        };
        control.filter(|control| control.is_valid()).ok_or_else(|| BadControl(text.to_owned()))
    }
}

/// The clocks of all seats, of which one runs at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    control: Control,
    left: Vec<u64>,
    quota: Vec<u32>,
    running: Option<(u8, Millis)>,
}

impl Clocks {
    /// Clocks that stand, with all time left.
    pub fn new(control: Control, seats: usize) -> Clocks {
        Clocks { control, left: vec![control.initial(); seats], quota: vec![QUOTA_AT_FIRST; seats], running: None }
    }

    /// The time that everybody has.
    pub fn control(&self) -> Control {
        self.control
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<u8> {
        self.running.map(|(seat, _)| seat)
    }

    /// The time that a seat has left; `None` when there is no clock.
    pub fn left(&self, seat: u8, now: Millis) -> Option<u64> {
        if self.control == Control::None {
            return None;
        }
        let left = self.left.get(usize::from(seat)).copied().unwrap_or_default();
        let used = match self.running {
            Some((running, since)) if running == seat => self.counted(now.saturating_sub(since)),
            _ => 0,
        };
        Some(left.saturating_sub(used))
    }

    /// When the time of the running clock is up.
    pub fn deadline(&self) -> Option<Millis> {
        let (seat, since) = self.running?;
        let left = self.left.get(usize::from(seat)).copied().unwrap_or_default();
        // Times come from a log, and a log may be damaged: nothing here may overflow.
        (self.control != Control::None).then(|| since.saturating_add(left).saturating_add(self.free()))
    }

    /// When it is certain that no turn on its way can be in time any more: the flag falls then.
    pub fn flag(&self) -> Option<Millis> {
        let seat = self.running()?;
        Some(self.deadline()?.saturating_add(u64::from(self.lag_allowed(seat))))
    }

    /// How much lag can be made up for in this seat's next turn.
    pub fn lag_allowed(&self, seat: u8) -> u32 {
        self.quota.get(usize::from(seat)).copied().unwrap_or_default()
    }

    /// The part of each turn that takes nothing.
    fn free(&self) -> u64 {
        if let Control::Delay { delay, .. } = self.control { delay } else { 0 }
    }

    fn counted(&self, elapsed: u64) -> u64 {
        elapsed.saturating_sub(self.free())
    }

    /// The seat has played its turn, and the next one's clock runs, if any. So much lag does not count.
    pub fn press(&mut self, seat: u8, lag: u32, next: Option<u8>, at: Millis) {
        let timed = self.running() == Some(seat);
        let lag = lag.min(self.lag_allowed(seat));
        if let Some((_, since)) = self.running.filter(|_| timed) {
            let thought = at.saturating_sub(since).saturating_sub(u64::from(lag));
            let used = self.counted(thought);
            if let (Some(left), Some(quota)) =
                (self.left.get_mut(usize::from(seat)), self.quota.get_mut(usize::from(seat)))
            {
                *left = match self.control {
                    Control::Fischer { increment, .. } => left.saturating_sub(used).saturating_add(increment),
                    Control::Days { .. } => self.control.initial(),
                    _ => left.saturating_sub(used),
                };
                *quota = (*quota - lag + QUOTA_A_TURN).min(QUOTA_AT_MOST);
            }
        }
        self.running = next.map(|seat| (seat, at));
    }

    /// Lets the clock of this seat run, or none, without a turn having been played. What has run so far is taken off.
    pub fn turn_to(&mut self, next: Option<u8>, at: Millis) {
        if let Some((seat, since)) = self.running {
            let used = self.counted(at.saturating_sub(since));
            if let Some(left) = self.left.get_mut(usize::from(seat)) {
                *left = left.saturating_sub(used);
            }
        }
        self.running = next.map(|seat| (seat, at));
        if let (Control::Days { .. }, Some(seat)) = (self.control, next)
            && let Some(left) = self.left.get_mut(usize::from(seat))
        {
            *left = self.control.initial();
        }
    }

    /// Gives a seat time.
    pub fn give(&mut self, seat: u8, ms: u64) {
        if let Some(left) = self.left.get_mut(usize::from(seat)) {
            *left = left.saturating_add(ms).min(365 * DAY);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_as_they_were_written() {
        for text in ["none", "300+5", "0.5+1", "300d5", "3days"] {
            assert_eq!(text.parse::<Control>().expect(text).to_string(), text);
        }
        for text in ["", "300", "0+0", "300-5", "0days", "31days", "inf+1", "NaN+1", "1e9+1"] {
            assert!(text.parse::<Control>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_increment_is_added_and_lag_is_made_up_for_within_its_quota() {
        let mut clocks = Clocks::new(Control::Fischer { initial: 10_000, increment: 2_000 }, 2);
        clocks.press(0, 0, Some(1), 1_000);
        assert_eq!((clocks.left(0, 5_000), clocks.left(1, 5_000)), (Some(10_000), Some(6_000)));
        // Three seconds, of which 400 ms were lag.
        clocks.press(1, 400, Some(0), 4_000);
        assert_eq!(clocks.left(1, 9_000), Some(10_000 - 2_600 + 2_000));
        assert_eq!(clocks.lag_allowed(1), 200);
        assert_eq!(clocks.deadline(), Some(14_000));
        assert_eq!(clocks.flag(), Some(14_500));
        assert_eq!(clocks.left(0, 20_000), Some(0));
    }

    #[test]
    fn a_delay_is_free_and_days_begin_anew_with_each_turn() {
        let mut clocks = Clocks::new(Control::Delay { initial: 10_000, delay: 3_000 }, 2);
        clocks.press(0, 0, Some(1), 0);
        assert_eq!(clocks.left(1, 3_000), Some(10_000));
        assert_eq!(clocks.deadline(), Some(13_000));
        clocks.press(1, 0, Some(0), 5_000);
        assert_eq!(clocks.left(1, 5_000), Some(8_000));

        let mut clocks = Clocks::new(Control::Days { days: 2 }, 2);
        clocks.press(0, 0, Some(1), 0);
        clocks.press(1, 0, Some(0), DAY);
        clocks.press(0, 0, Some(1), 2 * DAY);
        assert_eq!(clocks.left(1, 3 * DAY), Some(DAY));
        assert_eq!(clocks.deadline(), Some(4 * DAY));
    }

    #[test]
    fn without_a_clock_nothing_runs_out() {
        let mut clocks = Clocks::new(Control::None, 2);
        clocks.press(0, 0, Some(1), 0);
        assert_eq!((clocks.left(1, 99), clocks.deadline(), clocks.flag()), (None, None, None));
    }
}
