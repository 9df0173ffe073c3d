//! Time lost to outages. While a server could not accept turns, the running clock went on; the lost time is given back once
//! the server accepts turns again.
//!
//! A refund is reckoned by intervals of time: no moment is given back twice, in whatever pieces and by however many servers
//! an outage is reported.

use super::{Clocks, TimeControl};
use crate::Millis;

/// A time during which turns could not be accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outage {
    /// When turns were no longer accepted.
    pub since: Millis,
    /// When they were accepted again.
    pub until: Millis,
}

impl Outage {
    /// Returns its duration, in milliseconds.
    pub fn duration(self) -> u64 {
        self.until.saturating_sub(self.since)
    }
}

/// Time to give back to the running clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refund {
    /// The seat whose clock runs.
    pub seat: u8,
    /// Start of the lost time; also of the outage, if the clock ran already.
    pub since: Millis,
    /// End of the lost time.
    pub until: Millis,
}

/// The shortest time that is given back, in milliseconds.
pub const MIN_REFUND_MS: u64 = 500;

impl Clocks {
    /// Returns what the running clock lost to an outage and did not get back yet. `resumed` is when its player could play
    /// again, which may be later than the end of the outage.
    pub fn lost_to(&self, outage: Outage, resumed: Millis) -> Option<Refund> {
        let (seat, running_since) = self.running?;
        if self.control == TimeControl::None || self.refunded_until >= outage.until {
            return None;
        }
        let since = outage.since.max(running_since).max(self.refunded_until);
        let until = outage.until.max(resumed);
        (until.saturating_sub(since) >= MIN_REFUND_MS).then_some(Refund { seat, since, until })
    }

    /// Gives a seat time back that was lost until `until`, in milliseconds.
    ///
    /// With a delay, the time that the delay would have covered is given back as well, so that versions that know only
    /// given time reckon the same.
    pub fn refund(&mut self, seat: u8, until: Millis, ms: u64) {
        self.add_time(seat, ms);
        if self.running() == Some(seat) {
            self.refunded_until = self.refunded_until.max(until);
        }
    }
}

impl Refund {
    /// Returns the lost time, in milliseconds.
    pub fn ms(self) -> u64 {
        self.until.saturating_sub(self.since)
    }
}

#[cfg(test)]
mod tests {
    use halfboard_rules::random::SplitMix64;

    use super::*;

    const CONTROL: TimeControl = TimeControl::Fischer { initial: 60_000, increment: 0 };

    fn running_since(at: Millis) -> Clocks {
        let mut clocks = Clocks::new(CONTROL, 2);
        clocks.switch_to(Some(0), at);
        clocks
    }

    fn settle(clocks: &mut Clocks, outage: Outage, resumed: Millis) -> u64 {
        let Some(refund) = clocks.lost_to(outage, resumed) else { return 0 };
        clocks.refund(refund.seat, refund.until, refund.ms());
        refund.ms()
    }

    #[test]
    fn an_outage_is_given_back_once() {
        let mut clocks = running_since(10_000);
        let outage = Outage { since: 15_000, until: 28_000 };
        assert_eq!(settle(&mut clocks, outage, 0), 13_000);
        assert_eq!(clocks.remaining(0, 30_000), Some(60_000 - 7_000));
        assert_eq!(settle(&mut clocks, outage, 0), 0);
        // Another server saw it a little longer, and a part of it.
        assert_eq!(settle(&mut clocks, Outage { since: 14_000, until: 28_300 }, 0), 0);
        assert_eq!(settle(&mut clocks, Outage { since: 20_000, until: 27_000 }, 0), 0);
        assert_eq!(settle(&mut clocks, Outage { since: 27_000, until: 30_000 }, 0), 2_000);
    }

    #[test]
    fn only_the_turn_that_was_hit_counts() {
        let outage = Outage { since: 15_000, until: 28_000 };
        assert_eq!(settle(&mut running_since(20_000), outage, 0), 8_000);
        assert_eq!(settle(&mut running_since(28_000), outage, 0), 0);
        // A player who comes back later gets the way back, too.
        assert_eq!(settle(&mut running_since(10_000), outage, 31_000), 16_000);
        assert_eq!(settle(&mut running_since(29_000), outage, 31_000), 2_000);
        let mut stopped = running_since(10_000);
        stopped.switch_to(None, 12_000);
        assert_eq!(settle(&mut stopped, outage, 0), 0);
        let mut unlimited = Clocks::new(TimeControl::None, 2);
        unlimited.switch_to(Some(0), 0);
        assert_eq!(settle(&mut unlimited, outage, 0), 0);
    }

    #[test]
    fn correspondence_gets_its_time_back() {
        let mut clocks = Clocks::new(TimeControl::Days { days: 1 }, 2);
        clocks.switch_to(Some(1), 0);
        let deadline = clocks.deadline().expect("a clock runs");
        assert_eq!(settle(&mut clocks, Outage { since: 1_000, until: 3_601_000 }, 0), 3_600_000);
        assert_eq!(clocks.deadline(), Some(deadline + 3_600_000));
    }

    /// Random outages, each reported by several servers with different limits, in any split: what is charged is the time
    /// outside of their union, short of the shortest refund for each.
    #[test]
    fn what_is_charged_is_the_time_outside_of_outages() {
        for seed in 0..500 {
            let mut chance = SplitMix64::new(seed);
            let mut clocks = running_since(1_000);
            let mut reports = Vec::new();
            for _ in 0..chance.below(4) {
                let since = chance.below(40_000);
                let until = since + 500 + chance.below(10_000);
                for _ in 0..=chance.below(3) {
                    reports.push(Outage { since: since + chance.below(300), until: until + chance.below(300) });
                }
            }
            reports.sort();
            let mut given = 0;
            for &outage in &reports {
                given += settle(&mut clocks, outage, 0);
            }
            let end = 60_000;
            let (mut lost, mut counted) = (0, 1_000);
            for outage in &reports {
                lost += outage.until.saturating_sub(outage.since.max(counted));
                counted = counted.max(outage.until);
            }
            assert!(given <= lost, "seed {seed}: {given} of {lost} ms");
            let missing = lost - given;
            assert!(missing < MIN_REFUND_MS * reports.len().max(1) as u64, "seed {seed}: {missing} ms are charged");
            assert!(reports.iter().all(|&outage| settle(&mut clocks, outage, 0) == 0), "seed {seed}: again");
            let charged = 60_000 - clocks.remaining(0, end).expect("a clock");
            assert_eq!(charged, (end - 1_000) - given, "seed {seed}");
        }
    }
}
