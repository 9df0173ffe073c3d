//! Rate limits over time.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// A sliding-window rate limit.
#[derive(Clone, Debug)]
pub(crate) struct RateWindow {
    max: usize,
    period: Duration,
    times: VecDeque<Instant>,
}

impl RateWindow {
    /// Creates a limit of `max` events per `period`.
    pub(crate) fn new(max: usize, period: Duration) -> RateWindow {
        RateWindow { max, period, times: VecDeque::new() }
    }

    /// Returns the time until another event is allowed.
    pub(crate) fn wait(&mut self, now: Instant) -> Duration {
        if self.has_room(now) {
            return Duration::ZERO;
        }
        // Without any events the limit is zero, and waiting does not help.
        self.times.front().map_or(self.period, |&time| (time + self.period).saturating_duration_since(now))
    }

    /// Counts an event and returns true, or returns false if the limit is reached.
    pub(crate) fn allows(&mut self, now: Instant) -> bool {
        let allowed = self.has_room(now);
        if allowed {
            self.count(now);
        }
        allowed
    }

    /// Returns whether another event is allowed.
    pub(crate) fn has_room(&mut self, now: Instant) -> bool {
        self.expire(now);
        self.times.len() < self.max
    }

    /// Returns whether so many more events are allowed. More than the limit are as many as the limit.
    pub(crate) fn has_room_for(&mut self, events: usize, now: Instant) -> bool {
        self.has_room(now) && self.times.len() + events.min(self.max) <= self.max
    }

    /// Counts an event.
    pub(crate) fn count(&mut self, now: Instant) {
        self.times.push_back(now);
    }

    /// Counts events, at most as many as the limit.
    pub(crate) fn count_many(&mut self, events: usize, now: Instant) {
        self.times.extend(std::iter::repeat_n(now, events.min(self.max)));
    }

    /// Takes the last event back.
    pub(crate) fn take_back(&mut self) {
        self.times.pop_back();
    }

    fn expire(&mut self, now: Instant) {
        while self.times.front().is_some_and(|&time| now.duration_since(time) >= self.period) {
            self.times.pop_front();
        }
    }

    /// Returns whether no event is counted.
    pub(crate) fn is_empty(&mut self, now: Instant) -> bool {
        self.expire(now);
        self.times.is_empty()
    }
}

/// A rate limit over consecutive periods that also counts what exceeded it. Takes constant memory.
#[derive(Clone, Debug)]
pub(crate) struct PeriodCounter {
    max: usize,
    period: Duration,
    started: Instant,
    counted: usize,
}

impl PeriodCounter {
    /// Creates a limit of `max` events per `period`.
    pub(crate) fn new(max: usize, period: Duration, now: Instant) -> PeriodCounter {
        PeriodCounter { max, period, started: now, counted: 0 }
    }

    /// Counts an event. Returns its number in the period, from 1, and how many events the period before had in excess if
    /// this event starts a new one.
    pub(crate) fn count(&mut self, now: Instant) -> (usize, usize) {
        let mut excess = 0;
        if now.duration_since(self.started) >= self.period {
            excess = self.counted.saturating_sub(self.max);
            (self.started, self.counted) = (now, 0);
        }
        self.counted = self.counted.saturating_add(1);
        (self.counted, excess)
    }

    /// Counts an event and returns whether it is within the limit.
    pub(crate) fn allows(&mut self, now: Instant) -> bool {
        self.count(now).0 <= self.max
    }

    /// Returns whether the last period is over.
    pub(crate) fn is_over(&self, now: Instant) -> bool {
        now.duration_since(self.started) >= self.period
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_slides() {
        let mut window = RateWindow::new(2, Duration::from_secs(20));
        let begun = Instant::now();
        let at = |seconds| begun + Duration::from_secs(seconds);
        assert!(window.allows(at(0)) && window.allows(at(10)));
        assert!(!window.allows(at(19)));
        assert!(window.allows(at(20)) && !window.allows(at(21)));
        assert_eq!(window.wait(at(21)), Duration::from_secs(9));
        assert_eq!(window.wait(at(30)), Duration::ZERO);
        assert_eq!(RateWindow::new(0, Duration::from_secs(20)).wait(at(0)), Duration::from_secs(20));
    }

    #[test]
    fn an_event_may_count_more_than_once() {
        let now = Instant::now();
        let mut window = RateWindow::new(10, Duration::from_secs(20));
        assert!(window.has_room_for(6, now) && window.has_room_for(100, now), "one at least");
        window.count_many(6, now);
        assert!(window.has_room_for(4, now) && !window.has_room_for(5, now) && !window.has_room_for(100, now));
        window.count_many(100, now);
        assert!(!window.has_room_for(0, now));
        assert!(!RateWindow::new(0, Duration::from_secs(20)).has_room_for(1, now));
    }

    #[test]
    fn a_period_reports_what_the_one_before_had_in_excess() {
        let begun = Instant::now();
        let at = |seconds| begun + Duration::from_secs(seconds);
        let mut counter = PeriodCounter::new(2, Duration::from_secs(20), begun);
        assert_eq!([0, 1, 2, 19].map(|second| counter.count(at(second))), [(1, 0), (2, 0), (3, 0), (4, 0)]);
        assert_eq!([20, 21].map(|second| counter.count(at(second))), [(1, 2), (2, 0)]);
        assert!(!counter.allows(at(22)) && counter.is_over(at(40)) && counter.allows(at(40)));
    }
}
