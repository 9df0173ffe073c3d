//! Estimates of the time that a stage still takes.

use std::time::Duration;

/// What a stage is expected to take on the reference machine: two cores, nothing else running.
///
/// The time does not grow evenly with the number of crates: small ones come first, our own large ones last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expected {
    /// The whole stage, in seconds.
    seconds: f64,
    /// The share of the time spent when 0, 10, … 100 percent of the units are done.
    curve: [f64; 11],
}

impl Expected {
    /// A stage without an estimate.
    #[cfg(test)]
    pub(crate) const UNKNOWN: Expected = Expected { seconds: 0.0, curve: [0.0; 11] };

    /// A build; measured with `cargo build --timings` of the program and of the browser app.
    pub(crate) const fn build(seconds: f64) -> Expected {
        Expected { seconds, curve: [0.0, 0.03, 0.10, 0.15, 0.21, 0.30, 0.38, 0.50, 0.65, 0.74, 1.0] }
    }

    /// Tests, whose time grows roughly with their number.
    pub(crate) const fn tests(seconds: f64) -> Expected {
        Expected { seconds, curve: [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0] }
    }

    /// Estimates the time left when `done` of `total` units are done after `elapsed`.
    ///
    /// Starts with the time of the reference machine and moves towards the observed speed. `None` without an estimate.
    pub(crate) fn left(&self, done: usize, total: usize, elapsed: Duration) -> Option<Duration> {
        /// The weight of the reference machine, in seconds of observation.
        const PRIOR: f64 = 15.0;
        /// The share of the time that is spent when the last unit begins, which is the largest of ours, and is linked.
        const LAST: f64 = 0.92;
        if self.seconds == 0.0 || total == 0 {
            return None;
        }
        let share = self.share(done as f64 / total as f64);
        let spent = self.seconds * if done < total { share.min(LAST) } else { share };
        let slowness = (elapsed.as_secs_f64() + PRIOR) / (spent + PRIOR);
        Some(Duration::from_secs_f64((self.seconds - spent).max(0.0) * slowness))
    }

    /// Interpolates the curve.
    fn share(&self, fraction: f64) -> f64 {
        let place = fraction.clamp(0.0, 1.0) * 10.0;
        let below = (place as usize).min(9);
        let [from, to] = [self.curve[below], self.curve[below + 1]];
        from + (to - from) * (place - below as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_follow_the_observed_speed() {
        let build = Expected::build(100.0);
        let left = |done, elapsed| build.left(done, 100, Duration::from_secs(elapsed)).expect("an estimate").as_secs();
        assert_eq!(left(0, 0), 100);
        assert_eq!(left(100, 80), 0);
        assert_eq!(left(50, 30), 70, "as fast as the reference");
        assert!(left(50, 90) > 150, "a slow machine");
        assert!(left(50, 3) < 35, "a fast machine");
        assert!((1..10).contains(&left(99, 0)), "nearly everything was built before");
    }

    #[test]
    fn nothing_is_estimated_without_a_basis() {
        assert_eq!(Expected::UNKNOWN.left(1, 2, Duration::from_secs(9)), None);
        assert_eq!(Expected::tests(9.0).left(0, 0, Duration::from_secs(9)), None);
    }
}
